// Package overlay, which changes without notice, is what opens over a screen: prompts, questions, lists, menus and the
// help, in a [Stack].
package overlay

import (
	"cmp"
	"slices"

	tea "github.com/charmbracelet/bubbletea"

	"eyeline/keymap"
	"eyeline/reader/lists"
	"eyeline/themes"
	"eyeline/tui/kit/bar"
	"eyeline/tui/kit/cells"
	"eyeline/tui/kit/draw"
	"eyeline/tui/kit/list"
	"eyeline/tui/kit/screens"
)

// Host is what overlays ask of the program.
type Host interface {
	screens.Program
	// BodyHeight is how many rows the panes and the panels below them have together.
	BodyHeight() int
	// Position says where the screen is in the file.
	Position() bar.Position
	// Disabled says why an action can do nothing now; "" when it can.
	Disabled(a keymap.Action) string
	// Do does an action as if its key had been pressed.
	Do(a keymap.Action) tea.Cmd
}

// Stack are the overlays that are open, the topmost last, and what was typed into prompts before.
type Stack struct {
	program   screens.Helpers
	host      Host
	overlays  []overlay
	histories map[promptKind][]string
	recent    []keymap.Action // what was done by the palette, the newest first
}

func (s *Stack) keys() *keymap.Map { return s.program.Keys() }

// canvas is what the program draws on.
func (s *Stack) canvas() draw.Canvas { return s.program.Canvas() }

// NewStack is an empty stack.
func NewStack(h Host) *Stack {
	return &Stack{program: screens.Helpers{Program: h}, host: h, histories: map[promptKind][]string{}}
}

// Any reports whether an overlay is open.
func (s *Stack) Any() bool { return len(s.overlays) > 0 }

// Top is the topmost overlay; nil when none is open.
func (s *Stack) Top() overlay {
	top, _ := Topmost[overlay](s)
	return top
}

// All are the overlays that are open, the topmost last.
func (s *Stack) All() []overlay { return slices.Clone(s.overlays) }

// Entered are the texts that were entered at prompts of a kind, the newest last.
func (s *Stack) Entered(kind promptKind) []string { return s.histories[kind] }

// AskLetter waits for one letter.
func (s *Stack) AskLetter(text string, take func(r rune) tea.Cmd) {
	s.Push(&Letter{stack: s, text: text, take: take})
}

// AskYes asks a question that is answered by one key; no is the message after any other answer than yes.
func (s *Stack) AskYes(text string, yes func() tea.Cmd, no string) {
	s.Push(&Question{stack: s, text: text, yes: yes, no: no})
}

// overlay is something over the panes that takes keys before they do: a prompt, the help, the options, a list. A
// [Stack] keeps those that are open and knows no more of them than this.
type overlay interface {
	// Key takes a key. It reports whether the key was meant for the overlay; if not, it goes to what is below.
	Key(msg tea.KeyMsg) (tea.Cmd, bool)
	// Rows draws the overlay in a part of the screen that is as wide as the canvas and height rows high, in at most
	// that many rows; nil when it is drawn in the footer only.
	Rows(height int) []string
	// Footer is the last row of the screen; "" leaves it to what is below.
	Footer() string
}

// Panel is an overlay that takes rows from the bottom of the panes. Any other one that draws rows covers them all.
type Panel interface {
	overlay
	// Height is how many rows the panel takes of a body of body rows.
	Height(body int) int
}

// scrolled is an overlay that shows a part of its rows. What is shown moves with the selected row after every message,
// so that drawing changes nothing and a click meets what was drawn.
type scrolled interface {
	overlay
	// Scroll brings the selected row into the part that is shown when the overlay is drawn in height rows.
	Scroll(height int)
}

// Scroll scrolls the panel below the panes, which is drawn in panel rows, and what covers a body of body rows.
func (s *Stack) Scroll(panel, body int) {
	if p, ok := s.Panel().(scrolled); ok {
		p.Scroll(panel)
	}
	if p, ok := s.Top().(*palette); ok {
		p.Scroll(body)
	}
}

// Pointed is an overlay that the mouse reaches.
type Pointed interface {
	overlay
	// Wheel scrolls by n steps, down when n is positive.
	Wheel(n int) tea.Cmd
	// Click takes a click on a 0-based column of the screen and a 0-based row of those that the overlay draws.
	Click(x, row int) tea.Cmd
}

// keyed is an overlay whose footer names keys, which a click does what they do.
type keyed interface {
	overlay
	// Bar is what the footer says.
	Bar() bar.Footer
}

// ofFile is an overlay that says what was read of the file: it is closed when another file comes onto the screen.
type ofFile interface {
	overlay
	OfFile()
}

// Push opens an overlay over the others.
func (s *Stack) Push(o overlay) { s.overlays = append(s.overlays, o) }

// job is an overlay for which work runs that ends when it is closed: nobody sees what would come of it.
type job interface{ Closed() }

// Drop closes an overlay.
func (s *Stack) Drop(o overlay) {
	if j, ok := o.(job); ok {
		j.Closed()
	}
	s.overlays = slices.DeleteFunc(s.overlays, func(x overlay) bool { return x == o })
}

// DropOfFile closes the overlays that say what was read of the file, which is another one from now on.
func (s *Stack) DropOfFile() {
	s.overlays = slices.DeleteFunc(s.overlays, func(o overlay) bool {
		if l, ok := o.(*ListPanel); ok {
			return l.End != nil
		}
		_, ok := o.(ofFile)
		return ok
	})
}

// Close closes the topmost overlay of a type; false without one.
func Close[T overlay](s *Stack) bool {
	o, open := Topmost[T](s)
	if open {
		s.Drop(o)
	}
	return open
}

// Topmost returns the topmost overlay of a type.
func Topmost[T overlay](s *Stack) (T, bool) {
	for _, o := range slices.Backward(s.overlays) {
		if t, ok := o.(T); ok {
			return t, true
		}
	}
	var none T
	return none, false
}

// Key offers a key to the overlays.
func (s *Stack) Key(msg tea.KeyMsg) (tea.Cmd, bool) {
	for _, o := range slices.Backward(s.overlays) {
		if cmd, used := o.Key(msg); used {
			return cmd, true
		}
	}
	return nil, false
}

// Panel is the panel below the panes; nil without one.
func (s *Stack) Panel() Panel {
	p, _ := Topmost[Panel](s)
	return p
}

// Cover is the topmost overlay that covers the panes, and its rows; nil without one.
func (s *Stack) Cover(height int) (overlay, []string) {
	for _, o := range slices.Backward(s.overlays) {
		if _, ok := o.(Panel); ok {
			continue
		}
		if rows := o.Rows(height); rows != nil {
			return o, rows
		}
	}
	return nil, nil
}

// Footer is the footer of the topmost overlay that has one.
func (s *Stack) Footer() string {
	for _, o := range slices.Backward(s.overlays) {
		if f := o.Footer(); f != "" {
			return f
		}
	}
	return ""
}

// KeyAt is the name of the key that the footer of the overlays has at a 0-based column; "" without one. ok
// reports whether that footer is on the screen.
func (s *Stack) KeyAt(column int) (name string, ok bool) {
	for _, o := range slices.Backward(s.overlays) {
		if k, ok := o.(keyed); ok {
			return k.Bar().KeyAt(s.program.Width(), column), true
		}
		if o.Footer() != "" {
			return "", true
		}
	}
	return "", false
}

// hints are the keys of a list in some states.
func (s *Stack) hints(in keymap.Context, now keymap.When) []bar.Hint {
	return screens.Hints(s.program.Keys(), in, now, keymap.ListHelp, func(keymap.Action) string { return "" })
}

// ListPanel is a list of items below the panes.
type ListPanel struct {
	stack *Stack
	list.List
	// End ends the job that reads the file for what the list says; nil where nothing is read.
	End func()
	// Leave is done when the list is closed without choosing; nil for nothing.
	Leave func() tea.Cmd
	// Selects is called with the path of the selected item where that has become another one, "" for one without a
	// path and where nothing is selected; nil for nothing.
	Selects func(path string) tea.Cmd
	chosen  string // the path that it was called with
	// Detailed: rows below the items say all of the selected one, where there is room for them.
	Detailed bool
}

// Height implements [Panel].
func (p *ListPanel) Height(body int) int {
	height := p.List.Height(body)
	if p.Detailed {
		height = min(height+detailRows, max(height, body-detailRows))
	}
	return height
}

// listed is how many of height rows the list gets.
func (p *ListPanel) listed(height int) int {
	const least = 5 // rows of a list that leaves room for details
	if !p.Detailed || height < least+detailRows {
		return height
	}
	return height - detailRows
}

// Choose opens a list, with the item of a name selected where there is one.
func (s *Stack) Choose(p *ListPanel, name string) {
	p.stack = s
	p.Begin(name)
	s.Push(p)
}

// Selection tells the topmost list which path is selected, where that has become another one.
func (s *Stack) Selection() tea.Cmd {
	p, open := Topmost[*ListPanel](s)
	if !open || p.Selects == nil {
		return nil
	}

	selected, _ := p.Selected() // without a path where nothing matches what is typed
	if selected.Path == p.chosen {
		return nil
	}

	p.chosen = selected.Path
	return p.Selects(selected.Path)
}

// Ended closes the list where it is over, after what was chosen has been done.
func (p *ListPanel) Ended(cmd tea.Cmd, end list.End) tea.Cmd {
	if end == list.Open {
		return cmd
	}
	p.stack.Drop(p)
	if end == list.Left && p.Leave != nil {
		return p.Leave()
	}
	return cmd
}

// Closed ends what is read for the list.
func (p *ListPanel) Closed() {
	if p.End != nil {
		p.End()
	}
}

// Key implements [overlay].
func (p *ListPanel) Key(msg tea.KeyMsg) (tea.Cmd, bool) {
	page := max(p.listed(p.Height(p.stack.host.BodyHeight()))-1, 1)
	if a, _ := p.stack.keys().Lookup(keymap.InList, msg.String()); a == keymap.ListHelp {
		return p.stack.program.Help(), true
	}
	cmd, end := p.List.Key(p.stack.keys(), msg, page)
	return p.Ended(cmd, end), true
}

// Wheel implements [Pointed].
func (p *ListPanel) Wheel(n int) tea.Cmd {
	p.Move(n)
	return nil
}

// Click implements [Pointed].
func (p *ListPanel) Click(x, row int) tea.Cmd {
	cmd, end := p.List.Click(x, row)
	return p.Ended(cmd, end)
}

// Rows implements [overlay].
func (p *ListPanel) Rows(height int) []string {
	listed := p.listed(height)
	if listed == height {
		return p.List.Rows(p.stack.canvas(), height)
	}
	return detailed(p.stack.canvas(), &p.List, listed, height)
}

// detailed draws a list in some rows, and in those below it, up to height, all of what is selected.
func detailed(c draw.Canvas, l *list.List, listed, height int) []string {
	rows := l.Rows(c, listed)
	legend := l.Config.Legend
	if blank := listed - len(rows); blank > len(legend) {
		rows = draw.Fill(rows, listed-len(legend), c.Width)
		rows = append(rows, lists.Map(legend, func(line string) string { return c.Line(themes.Dim, "   "+line) })...)
	}

	rows = draw.Fill(rows, listed, c.Width)
	if i, ok := l.Selected(); ok {
		text := cmp.Or(i.More, i.Text)
		if i.Off != "" {
			text = "now not: " + i.Off + " – " + text
		}

		said := cells.WrapWordsIn(cells.Sanitize(text), max(c.Width-4, 1), height-listed)
		rows = append(rows, lists.Map(said, func(line string) string { return c.Line(themes.HelpText, "   "+line) })...)
	}

	return rows[:min(len(rows), height)]
}

// Scroll brings the selected item into the part that is shown when the panel is drawn in height rows.
func (p *ListPanel) Scroll(height int) { p.List.Scroll(p.stack.program.Width(), p.listed(height)) }

// Bar implements [keyed].
func (p *ListPanel) Bar() bar.Footer {
	now := keymap.Listing
	if p.Config.Sort != nil {
		now |= keymap.Sorting
	}
	if p.Config.Compare != nil {
		now |= keymap.Marking
	}
	if p.Config.Context == keymap.InSymbols {
		now |= keymap.Symbolic
	}
	if slices.ContainsFunc(p.Items, func(i list.Item) bool { return i.Lacks }) {
		now |= keymap.Lacking
	}

	hints := p.stack.hints(cmp.Or(p.Config.Context, keymap.InList), now)
	if p.NextOrder() != "" {
		p.nameOrder(hints)
	}

	return p.List.Footer(p.stack.canvas(), p.Config.Noun+": ", hints)
}

// nameOrder lets the key that sorts say what it sorts by next.
func (p *ListPanel) nameOrder(hints []bar.Hint) {
	key := p.stack.program.KeyName(keymap.SortItems)
	for i := range hints {
		if hints[i].Key == key {
			hints[i].Word = p.NextOrder()
		}
	}
}

// Footer implements [overlay].
func (p *ListPanel) Footer() string {
	return p.Bar().Row(p.stack.program.Theme(), p.stack.program.Width())
}
