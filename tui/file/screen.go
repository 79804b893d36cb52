// Package file is the screen of a file: its text, what a tool gives of it, and all that a person does with both.
//
// [Screen] composes the parts and lets each know what the others did. What belongs to one document is in its sheet: opening another
// file makes a new one. An action is one row of actions.go: what it does and why it may do nothing now.
package file

import (
	"encoding/json"

	"eyeline/keymap"
	"eyeline/reader/decode"
	"eyeline/reader/tools"
	"eyeline/tui/bar"
	"eyeline/tui/cells"
	"eyeline/tui/document"
	"eyeline/tui/give"
	"eyeline/tui/launch/options"
	"eyeline/tui/layout"
	"eyeline/tui/overlay"
	"eyeline/tui/pane"
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

	tuning *tuning.Tuning
	give   *give.Giver
	sent   *sent.View
	rows   Rows
	bars   Bars

	layout layout.Panes // which panes are on the screen, while a tool is on
	areas  layout.Areas // which part of the screen shows what
	count  string       // digits typed before a key

	marks  map[rune]text.Mark    // the places that letters lead to
	folder *document.FolderError // what to choose the first file from; nil when that is named
	// repositories are directories of the repositories of revisions in opts.Paths that are not the working directory's.
	repositories map[string]string
	at           int // the index of the file shown, in opts.Paths
	goFrom       int // the index that :n and :p count from: at, or that of a file that could not be opened
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
	s := &Screen{desk: screens.Desk{Program: h}, host: h, opts: opts, overlays: stack, layout: shows, marks: map[rune]text.Mark{}}
	s.rows.screen = s
	s.bars = Bars{screen: s, hints: keyHints(h.Keys()), pagerHints: pagerHints(h.Keys())}
	d := s.partDesk()
	s.tuning, s.give, s.sent = tuning.New(d, s), give.New(d, h, s.RefreshSource), sent.New(d, s)
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
	s.tuning.Attach(n.text, n.preview)
	s.give.Attach(n.text, n.preview)
	s.sent.Attach(n.text, n.preview)
}

// The parts of the screen, for the program.
func (s *Screen) Text() *text.Text          { return s.text }
func (s *Screen) Preview() *preview.Preview { return s.preview }
func (s *Screen) Tuning() *tuning.Tuning    { return s.tuning }
func (s *Screen) Give() *give.Giver         { return s.give }

// Position is where the screen is in the file.
func (s *Screen) Position() bar.Position { return s.bars.Position() }

// Page pages the document as text, with no tool on, before anything of it is shown.
func (s *Screen) Page() {
	s.text.SetToolOff(true)
	_ = s.text.File().SetWrap(s.Wraps()) // there is nothing to load yet
}

// Watch waits for changes of the document.
func (s *Screen) Watch() tea.Cmd {
	return tea.Batch(s.listen(), s.text.Arrival().Watch(), s.text.Colours().ChooseLanguage())
}

// Sent says of the file what was sent of it.
func (s *Screen) Sent() *sent.View { return s.sent }

// ShownName is how the document is called on the screen: its name, and before it the git revision with a colon, if it is of one.
func (s *Screen) ShownName() (rev, name string) { return shownName(s.text.Doc()) }

// Areas says which part of the screen shows what.
func (s *Screen) Areas() *layout.Areas { return &s.areas }

// BodyHeight is how many rows the panes and the panels below them have together.
func (s *Screen) BodyHeight() int { return s.areas.Body.Height }

// Count are the digits typed before a key, and ForgetCount forgets them.
func (s *Screen) Count() string { return s.count }
func (s *Screen) ForgetCount()  { s.count = "" }

// Choose shows a folder to choose the first file from.
func (s *Screen) Choose(f *document.FolderError) { s.folder = f }

// Recorded reports whether the file is one of a transcript.
func (s *Screen) Recorded() bool { return s.preview.Sent() != nil }

// beside is the second read of a comparison; nil when nothing is compared.
func (s *Screen) beside() *tuning.Comparison { return s.tuning.Comparing().Beside() }

// SetCellOptions sets how the panes draw characters.
func (s *Screen) SetCellOptions() {
	doc := s.text.Doc()
	file := cells.Options{TabWidth: s.opts.TabWidth, Invisibles: s.opts.Invisibles, ASCII: s.opts.ASCII}
	output := file
	output.Decoded = true
	file.Colours = text.OwnColours(s.opts, doc) && !s.opts.Invisibles
	file.Latin1 = doc != nil && !doc.Decoded() && doc.Form().Encoding == decode.Latin1
	s.text.File().SetOptions(file)
	s.preview.Output().SetOptions(output)
	if c := s.beside(); c != nil {
		c.Pane.SetOptions(output)
	}
}

// Redraw has all rows drawn again: what they depend on has changed.
func (s *Screen) Redraw() {
	s.text.File().Redraw()
	s.preview.Output().Redraw()
	if c := s.beside(); c != nil {
		c.Pane.Redraw()
	}
}

// CommandOf, NotByCommand and CopyText are as [give.Giver] has them.
func (s *Screen) CommandOf(t *tools.Tool, args json.RawMessage) string {
	return s.give.CommandOf(t, args)
}

func (s *Screen) CopyText(what, text string, known ...string) tea.Cmd {
	return s.give.CopyText(what, text, known...)
}

// OtherOutput and WithDifference are as [tuning.Comparing] has them.
func (s *Screen) OtherOutput() (*pane.Pane, *preview.Reading) {
	return s.tuning.Comparing().OtherOutput()
}

func (s *Screen) WithDifference(p *pane.Pane, l pane.Row, row string) string {
	return s.tuning.Comparing().WithDifference(p, l, row)
}

// ContinueStart goes to the place that is waited for once it has arrived.
func (s *Screen) ContinueStart() tea.Cmd { return s.place.ContinueStart() }

// CameFrom says where the cursor was before moves that nothing has followed yet.
func (s *Screen) CameFrom(off int64) {
	if !s.movedFrom.Set {
		s.movedFrom = MovedFrom{Off: off, Set: true}
	}
}

// keysAction is the action of a key of the file.
func (s *Screen) keysAction(msg tea.KeyMsg) keymap.Action {
	a, _ := s.desk.Keys().Lookup(s.KeyContext(), msg.String())
	return a
}
