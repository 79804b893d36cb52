// Package screens, which changes without notice, is the contract between the program and its screens.
//
// A screen is what fills the terminal under the overlays: a file with its panes, or a list of things. The program keeps
// a stack of screens, shows the topmost, and knows no more of them than [Screen]; a screen reaches the program through
// its [Host]. Neither side imports the other, so that a screen can be driven without the program, as its tests do.
//
// All methods are called in one goroutine at a time. None of them does I/O or work that takes long: that is for the
// commands that they return, whose messages come back to Update.
package screens

import (
	"errors"
	"io/fs"
	"os"
	"slices"
	"strings"

	tea "github.com/charmbracelet/bubbletea"

	"eyeline/keymap"
	"eyeline/themes"
	"eyeline/tui/kit/bar"
	"eyeline/tui/kit/cells"
	"eyeline/tui/kit/draw"
)

// Screen is one screen of the stack. Rows and columns are cells; rows are counted from 0, at the top of the terminal.
type Screen interface {
	// Begin starts what the screen shows. It is called when the screen is put in front of the others and, of the first
	// screen, when the size of the terminal is known.
	Begin() tea.Cmd
	// Update takes a message: a new size of the terminal (a tea.WindowSizeMsg, whose figures may be larger than what is
	// drawn, see [Host]) or a mouse event. Sizes go to every screen of the stack, so that those below are ready when
	// they are shown again; mouse events go to the shown screen only. A screen ignores messages that are not meant for
	// it.
	Update(msg tea.Msg) tea.Cmd
	// Key takes a key that no overlay has used. Only the shown screen gets keys.
	Key(msg tea.KeyMsg) tea.Cmd
	// Settle is called on the shown screen after a message has been handled. It decides which part of a longer list is
	// on the screen, so that drawing changes nothing and a click hits what was drawn.
	Settle()
	// Rows draws the screen without the footer, in rows of exactly the width of the Host's canvas: at most height of
	// them, at least 1; the program adds blank ones. Overlays are drawn over them.
	Rows(height int) []string
	// Footer returns the screen's part of the last row; the program adds its message and the digits typed before a key.
	// The row is drawn again only if what it says changes.
	Footer() bar.Footer
	// Leave stops the background work of a screen that is taken off the stack. The returned command frees what the
	// screen holds, and may block.
	Leave() tea.Cmd
}

// ActionDescriber is a screen that has its own words for what actions do in it.
type ActionDescriber interface {
	// Word returns what an action does, for the list of actions: help, the action's own text, if that fits, and "" if
	// the action does nothing here.
	Word(a keymap.Action, help string) string
}

// OwnHeading is a screen that has its own heading in the list of actions, above its own actions. The heading is one or
// two words.
type OwnHeading interface{ Heading() string }

// Pressable is a screen with texts above its last row that can be clicked, with the effect of pressing their keys.
type Pressable interface {
	// KeyAt is the name of the key that a click on a 0-based cell of the screen presses; "" for none.
	KeyAt(x, y int) string
}

// Host is the program as a screen sees it.
type Host interface {
	// Canvas is what rows are drawn on. Its width is that of the screen, in cells; 0 as long as it is not known.
	Canvas() draw.Canvas
	// Height is how many rows a screen has, without the footer: at least 1, or 0 as long as the size is not known.
	Height() int
	// Keys says which keys do what. It is the same as long as the program runs.
	Keys() *keymap.Map
	// Say and Warn show a message on the last row until the next key; Warn is for errors. They return nil, so that an
	// action that does nothing else can return their result. The text must be safe to draw, see [cells.Sanitize].
	Say(text string) tea.Cmd
	Warn(text string) tea.Cmd
	// Enter puts a screen in front of the others, and begins it.
	Enter(s Screen) tea.Cmd
	// Leave goes back to the screen behind the one that is shown; leaving the last one leaves the program.
	Leave() tea.Cmd
	// Help opens the help, over the screen that is shown.
	Help() tea.Cmd
}

// WheelRows is how many rows one step of the mouse's wheel scrolls.
const WheelRows = 3

// KeyName returns the name of an action's first key, safe to draw, since the settings may bind any character; "" if the
// action has no key.
func KeyName(keys *keymap.Map, a keymap.Action) string { return cells.Sanitize(keys.Key(a)) }

// Hint is a key of an action with a word for the footer.
func Hint(keys *keymap.Map, a keymap.Action, word string) bar.Hint {
	return bar.Hint{Key: KeyName(keys, a), Word: word, Always: isHelp(a)}
}

func isHelp(a keymap.Action) bool {
	return slices.Contains([]keymap.Action{
		keymap.RecordHelp, keymap.SourceHelp, keymap.FoundHelp, keymap.Help, keymap.ListHelp,
	}, a)
}

// Hints returns the keys that the footer names in a context: those of actions that can do something now, and the one
// for help. disabled returns why an action can do nothing, "" if it can.
func Hints(
	keys *keymap.Map, in keymap.Context, now keymap.When, help keymap.Action, disabled func(keymap.Action) string,
) (hints []bar.Hint) {
	add := func(h keymap.Hint) {
		var names []string
		if len(keys.KeysIn(in, h.Action)) == 0 {
			return // the key of the pair alone would name half of it
		}

		for _, a := range []keymap.Action{h.Action, h.Pair} {
			if own := keys.KeysIn(in, a); len(own) > 0 && disabled(a) == "" {
				names = append(names, cells.Sanitize(keymap.Name(own[0])))
			}
		}

		if len(names) > 0 {
			hints = append(hints, bar.Hint{Key: strings.Join(names, " "), Word: h.Word, Always: isHelp(h.Action)})
		}
	}

	offered := keymap.Hints(now)
	hints = make([]bar.Hint, 0, len(offered)+1)
	for _, h := range offered {
		add(h)
	}

	add(keymap.Hint{Action: help, Word: "help"})
	return hints
}

// Note is a message for the last row of the screen.
type Note struct {
	Text string // safe to draw, see [cells.Sanitize]
	Bad  bool   // something went wrong
}

// Program is the program as the parts of the file screen see it.
type Program interface {
	Host
	// Secure reports whether the viewer may only look at files (--secure): it starts no editor, writes nothing, and
	// opens no file that the command line does not name.
	Secure() bool
	// Quiet reports whether the last row shows no message now.
	Quiet() bool
	// Tell shows a message about work in the background on the last row.
	Tell(Note)
}

// Helpers is a [Program] with methods that the parts of the file screen use all the time.
type Helpers struct{ Program }

// Width is the width of the screen, in cells.
func (d Helpers) Width() int { return d.Canvas().Width }

// Theme is the theme in use.
func (d Helpers) Theme() *themes.Theme { return d.Canvas().Theme }

// ASCII reports whether marks are drawn in ASCII.
func (d Helpers) ASCII() bool { return d.Canvas().ASCII }

// KeyName returns the name of an action's first key; "" if it has none.
func (d Helpers) KeyName(a keymap.Action) string { return KeyName(d.Keys(), a) }

// Hint is a key of an action with a word for the footer.
func (d Helpers) Hint(a keymap.Action, word string) bar.Hint { return Hint(d.Keys(), a, word) }

// Put writes text in a role's style.
func (d Helpers) Put(b *strings.Builder, role themes.Role, text string) {
	bar.Put(b, d.Theme(), role, text)
}

// Bar draws a row as wide as the screen, see [bar.Row].
func (d Helpers) Bar(left, right []bar.Part, fill themes.Role) string {
	return d.Canvas().Bar(left, right, fill)
}

// Refuse reports whether the viewer runs with --secure, and says so on the last row if it does. what names what is
// refused.
func (d Helpers) Refuse(what string) bool {
	if d.Secure() {
		d.Say(what + ": the viewer runs with --secure")
	}
	return d.Secure()
}

// OpenError is one sentence that says why a file cannot be opened.
func OpenError(path string, err error) string { return openError(cells.Sanitize(path), path, err) }

// namedWidth is how many cells of the last row a file's name takes, at most, so that there is room for the reason.
const namedWidth = 50

// WarnOfOpening says on the last row why a file cannot be opened. A long name loses its middle there.
func (d Helpers) WarnOfOpening(path string, err error) tea.Cmd {
	return d.Warn(openError(cells.TruncateMiddle(cells.Sanitize(path), namedWidth, "…"), path, err))
}

// openError says why the file at a path cannot be opened; name is how the sentence calls it.
func openError(name, path string, err error) string {
	switch {
	case os.IsNotExist(err):
		return name + ": no such file"
	case os.IsPermission(err):
		return name + ": permission denied"
	}

	if refused, ok := errors.AsType[*fs.PathError](err); ok && refused.Path == path {
		err = refused.Err // without the system call, whose name differs between systems
	}
	text := cells.Sanitize(err.Error())
	if strings.Contains(text, cells.Sanitize(path)) {
		return text
	}

	return name + ": " + text
}
