// Package file is the screen of a file: its text, what a tool gives of it, and all that a person does with both.
//
// [Screen] composes the parts and lets each know what the others did. What belongs to one document is in its sheet: opening another
// file makes a new one. An action is one row of actions.go: what it does and why it may do nothing now.
package file

import (
	"eyeline/keymap"
	"eyeline/reader/decode"
	"eyeline/tui/bar"
	"eyeline/tui/cells"
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

	rows    Rows
	bars    Bars
	panes   Panes
	moves   Moves
	mouse   Mouse
	modes   Modes
	files   Files
	changes Changes
	less    LessOptions
	reasons Reasons

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

// Rows draws the rows of the file, with what stands beside each line.
type Rows struct {
	screen      *Screen
	numberWidth int // the digits of the line numbers that are drawn, in cells
}

// Bars says what the rows above and below the panes say.
type Bars struct {
	screen     *Screen
	hints      []bar.Hint // of the keys, for the footer
	pagerHints []bar.Hint // the same where no tool is on
}

// New is the screen of a document; doc may be nil. shows says which panes are shown.
func New(h Host, stack *overlay.Stack, opts *options.Options, doc *document.Document, shows layout.Panes) *Screen {
	s := &Screen{desk: screens.Desk{Program: h}, host: h, opts: opts, overlays: stack, marks: map[rune]text.Mark{}}
	s.rows.screen, s.mouse.screen, s.modes.screen, s.files.screen = s, s, s, s
	s.changes.screen, s.less.screen, s.reasons.screen = s, s, s
	s.panes = Panes{screen: s, layout: shows}
	s.bars = Bars{screen: s, hints: keyHints(h.Keys()), pagerHints: pagerHints(h.Keys())}
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

// Page pages the document as text, with no tool on, before anything of it is shown.
func (m *Modes) Page() {
	m.screen.text.SetToolOff(true)
	_ = m.screen.text.File().SetWrap(m.screen.panes.Wraps()) // there is nothing to load yet
}

// Watch waits for changes of the document.
func (c *Changes) Watch() tea.Cmd {
	return tea.Batch(c.listen(), c.screen.text.Arrival().Watch(), c.screen.text.Colours().ChooseLanguage())
}

// Sent says of the file what was sent of it.
func (s *Screen) Sent() *sent.View { return s.sent }

// ShownName is how the document is called on the screen: its name, and before it the git revision with a colon, if it is of one.
func (s *Screen) ShownName() (rev, name string) { return shownName(s.text.Doc()) }

// Areas says which part of the screen shows what.
func (p *Panes) Areas() *layout.Areas { return &p.areas }

// BodyHeight is how many rows the panes and the panels below them have together.
func (p *Panes) BodyHeight() int { return p.areas.Body.Height }

// Count are the digits typed before a key, and ForgetCount forgets them.
func (s *Screen) Count() string { return s.count }
func (s *Screen) ForgetCount()  { s.count = "" }

// Choose shows a folder to choose the first file from.
func (files *Files) Choose(f *document.FolderError) { files.folder = f }

// Recorded reports whether the file is one of a transcript.
func (m *Modes) Recorded() bool { return m.screen.preview.Sent() != nil }

// beside is the second read of a comparison; nil when nothing is compared.
func (s *Screen) beside() *tuning.Comparison { return s.tuning.Comparing().Beside() }

// SetCellOptions sets how the panes draw characters.
func (p *Panes) SetCellOptions() {
	doc := p.screen.text.Doc()
	file := cells.Options{TabWidth: p.screen.opts.TabWidth, Invisibles: p.screen.opts.Invisibles, ASCII: p.screen.opts.ASCII}
	output := file
	output.Decoded = true
	file.Colours = text.OwnColours(p.screen.opts, doc) && !p.screen.opts.Invisibles
	file.Latin1 = doc != nil && !doc.Decoded() && doc.Form().Encoding == decode.Latin1
	p.screen.text.File().SetOptions(file)
	p.screen.preview.Output().SetOptions(output)
	if c := p.screen.beside(); c != nil {
		c.Pane.SetOptions(output)
	}
}

// Redraw has all rows drawn again: what they depend on has changed.
func (p *Panes) Redraw() {
	p.screen.text.File().Redraw()
	p.screen.preview.Output().Redraw()
	if c := p.screen.beside(); c != nil {
		c.Pane.Redraw()
	}
}

// ContinueStart goes to the place that is waited for once it has arrived.
func (c *Changes) ContinueStart() tea.Cmd { return c.screen.place.ContinueStart() }

// CameFrom says where the cursor was before moves that nothing has followed yet.
func (m *Moves) CameFrom(off int64) {
	if !m.from.Set {
		m.from = MovedFrom{Off: off, Set: true}
	}
}

// keysAction is the action of a key of the file.
func (s *Screen) keysAction(msg tea.KeyMsg) keymap.Action {
	a, _ := s.desk.Keys().Lookup(s.modes.KeyContext(), msg.String())
	return a
}
