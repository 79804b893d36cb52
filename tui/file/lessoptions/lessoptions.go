// Package lessoptions, which changes without notice, is the options of less, which are typed while no tool is on, and
// what is said to a person who types them while one is.
package lessoptions

import (
	tea "github.com/charmbracelet/bubbletea"

	"eyeline/keymap"
	"eyeline/reader/search"
	"eyeline/tui/file/textview"
	"eyeline/tui/kit/cells"
	"eyeline/tui/kit/humanize"
)

// Does is what the screen does for an option.
type Does struct {
	Numbers, Wrap, Quit func() tea.Cmd
	// Resized is what the last key that resizes the read has done, "" where that is not known, and whether undo takes
	// it back.
	Resized func() (did string, undoes bool)
}

// Options are the options of less for the text that is shown.
type Options struct {
	textview.Shared
	text *textview.Text
	does Does
}

// New makes Options; nothing is on the screen yet.
func New(d textview.Shared, does Does) *Options { return &Options{Shared: d, does: does} }

// Attach makes another text the one on the screen.
func (l *Options) Attach(of *textview.Text) { l.text = of }

const letters = "N S i I R F X"

// Ask waits for the letter of an option, which turns what it names on or off.
func (l *Options) Ask() tea.Cmd {
	l.Overlays.AskLetter("option: "+letters, func(r rune) tea.Cmd {
		turn := map[rune]func() tea.Cmd{
			'N': l.does.Numbers,
			'S': l.does.Wrap,
			'i': func() tea.Cmd { return l.toggleCase(search.MatchCase) },
			'I': func() tea.Cmd { return l.toggleCase(search.IgnoreCase) },
			'R': l.toggleOwnColours,
			'F': l.leaveIfOneScreen,
			'X': l.toggleKeepScreen,
		}[r]
		if turn != nil {
			return turn()
		}

		return l.Say("no option -" + cells.Sanitize(string(r)) + "; there are " + letters)
	})
	return nil
}

// MeantFor says, where a tool is on, that a key after "-" is an option of less and that "-" means another thing
// here, with what it did. It is "" for any other key.
func (l *Options) MeantFor(before, now keymap.Action) string {
	if before != keymap.Smaller || l.text.ToolOff {
		return ""
	}

	of := ""
	switch now {
	case keymap.Solve:
		of = "less's -S is " + l.KeyName(keymap.Wrap)
	case keymap.PrevMatch:
		of = "less's -N: lines have numbers here"
	default:
		return ""
	}

	did, undoes := l.does.Resized()
	if did == "" {
		return of
	}
	if undoes {
		did += " (" + l.KeyName(keymap.Undo) + " undoes)"
	}

	return l.KeyName(before) + " " + did + "; " + of
}

// toggleCase makes searches compare letters in a way, or again so that a pattern without upper-case letters ignores
// case.
func (l *Options) toggleCase(c search.Case) tea.Cmd {
	if l.Options.Case == c {
		c = search.SmartCase
	}

	l.Options.CompareLetters(c)
	l.Say(map[search.Case]string{
		search.SmartCase:  "searches ignore case unless a pattern has upper case",
		search.MatchCase:  "searches tell upper from lower case",
		search.IgnoreCase: "searches ignore case",
	}[c])
	return nil
}

// toggleOwnColours shows the colours that the text sets, or the sequences that set them.
func (l *Options) toggleOwnColours() tea.Cmd {
	on := !l.text.File.Options.Colours
	l.Options.ShowColours(on)
	return l.Say("the text's own colours are " + humanize.Either(on, "shown", "marks"))
}

// leaveIfOneScreen leaves, with the text on the terminal, when all of it is on the screen.
func (l *Options) leaveIfOneScreen() tea.Cmd {
	if l.text.Doc == nil || !l.text.Shown().Complete() || !l.text.File.ShowsEnd() || !l.text.File.ShowsStart() {
		return l.Say("the text is longer than the screen")
	}
	l.Options.Leaving.Keep()
	return l.does.Quit()
}

func (l *Options) toggleKeepScreen() tea.Cmd {
	kept := l.Options.Leaving.ToggleKeep()
	l.Say(humanize.Either(kept, "leaving keeps the last screen on the terminal",
		"leaving brings back what was on the terminal before"))
	return nil
}
