// Package file is the screen of a file: its text, what a tool gives of it, and all that a person does with both.
//
// [Screen] composes the parts and lets each know what the others did. What belongs to one document is in its sheet: opening another
// file makes a new one. An action is one row of actionrows.go: what it does and why it may do nothing now.
package file

import (
	"eyeline/keymap"
	"eyeline/tui/bar"
	"eyeline/tui/document"
	"eyeline/tui/give"
	"eyeline/tui/launch/options"
	"eyeline/tui/layout"
	"eyeline/tui/overlay"
	"eyeline/tui/preview"
	"eyeline/tui/screens"
	"eyeline/tui/sent"
	"eyeline/tui/text"
	"eyeline/tui/tuning"

	tea "github.com/charmbracelet/bubbletea"
)

// Host is what the screen of a file asks of the program.
type Host interface {
	screens.Program
	give.Host
	// Ready reports whether the size of the terminal is known, and TerminalHeight how many rows it has.
	Ready() bool
	TerminalHeight() int
	// ShowsFile reports whether the screen of the file is the one that is shown, and Front is that one. Alone reports whether
	// there is no other one behind it.
	ShowsFile() bool
	Front() screens.Screen
	Alone() bool
	// Quit leaves the program, LeavePrint prints what is given when it has left, and Suspend stops it.
	Quit() tea.Cmd
	LeavePrint() tea.Cmd
	Suspend() tea.Cmd
	// NextTheme goes to the next theme.
	NextTheme() tea.Cmd
	// Show puts a screen in front of the others that has begun.
	Show(screens.Screen) tea.Cmd
	// TypedBefore puts keys before those that are held back: they were typed for a file that was only being opened then.
	TypedBefore([]tea.KeyMsg)
}

// Screen is the screen of a file: its panes, the title above and the model line below them.
type Screen struct {
	*sheet

	desk     screens.Desk
	host     Host
	opts     *options.Options
	overlays *overlay.Stack

	tuning  *tuning.Tuning
	give    *give.Giver
	sent    *sent.View
	answers *answers

	rows    rows
	bars    bars
	panes   Panes
	moves   Moves
	mouse   mouse
	modes   Modes
	files   Files
	changes Changes
	less    lessOptions
	reasons Reasons

	actions map[keymap.Action]Action // all that a key of the file can do with the sheet

	count string             // digits typed before a key
	marks map[rune]text.Mark // the places that letters lead to
}

// answers is the screen as the parts of other packages see it: each of their questions is one for the part that knows.
type answers struct {
	*Moves
	*Panes
	*Modes
	*Files
	*Changes
	*Reasons
	*give.Giver
	*tuning.Comparing
}

// New is the screen of a document; doc may be nil. shows says which panes are shown.
func New(h Host, stack *overlay.Stack, opts *options.Options, doc *document.Document, shows layout.Panes) *Screen {
	s := &Screen{desk: screens.Desk{Program: h}, host: h, opts: opts, overlays: stack, marks: map[rune]text.Mark{}}
	s.rows.screen, s.mouse.screen, s.modes.screen, s.files.screen = s, s, s, s
	s.changes.screen, s.less.screen, s.reasons.screen = s, s, s
	s.panes = Panes{screen: s, layout: shows}
	s.bars = bars{screen: s, hints: keyHints(h.Keys()), pagerHints: pagerHints(h.Keys())}
	d := s.partDesk()
	s.give = give.New(d, h, s.files.RefreshSource)
	s.answers = &answers{
		Moves: &s.moves, Panes: &s.panes, Modes: &s.modes, Files: &s.files, Changes: &s.changes, Reasons: &s.reasons, Giver: s.give,
	}
	s.tuning, s.sent = tuning.New(d, s.answers), sent.New(d, s.answers)
	s.answers.Comparing = s.tuning.Comparing()
	s.show(s.newSheet(doc, opts.Request, opts.Wrap))
	s.text.Colours().Ask(opts.Language)
	return s
}

// partDesk is what the parts share.
func (s *Screen) partDesk() text.Desk {
	return text.Desk{Desk: s.desk, Overlays: s.overlays, Options: s.opts}
}

// show makes a sheet the one on the screen.
func (s *Screen) show(n *sheet) {
	s.sheet = n
	s.moves = Moves{screen: s}
	s.tuning.Attach(n.text, n.preview)
	s.give.Attach(n.text, n.preview)
	s.sent.Attach(n.text, n.preview)
	s.actions = map[keymap.Action]Action{}
	for _, a := range s.ActionRows() {
		s.actions[a.Name] = a
	}
}

// The parts of the screen, for the program.
func (s *Screen) Text() *text.Text          { return s.text }
func (s *Screen) Preview() *preview.Preview { return s.preview }
func (s *Screen) Tuning() *tuning.Tuning    { return s.tuning }
func (s *Screen) Give() *give.Giver         { return s.give }
func (s *Screen) Panes() *Panes             { return &s.panes }
func (s *Screen) Moves() *Moves             { return &s.moves }
func (s *Screen) Modes() *Modes             { return &s.modes }
func (s *Screen) Files() *Files             { return &s.files }
func (s *Screen) Changes() *Changes         { return &s.changes }

// Position is where the screen is in the file.
func (s *Screen) Position() bar.Position { return s.bars.Position() }

// Sent says of the file what was sent of it.
func (s *Screen) Sent() *sent.View { return s.sent }

// ShownName is how the document is called on the screen: its name, and before it the git revision with a colon, if it is of one.
func (s *Screen) ShownName() (rev, name string) { return shownName(s.text.Doc()) }

// Count are the digits typed before a key, and ForgetCount forgets them.
func (s *Screen) Count() string { return s.count }
func (s *Screen) ForgetCount()  { s.count = "" }

// beside is the second read of a comparison; nil when nothing is compared.
func (s *Screen) beside() *tuning.Comparison { return s.tuning.Comparing().Beside() }
