package file

import (
	"errors"
	"fmt"
	"strconv"

	tea "github.com/charmbracelet/bubbletea"

	"eyeline/keymap"
	"eyeline/reader/search"
	"eyeline/reader/tools"
	"eyeline/tui/address"
	"eyeline/tui/cells"
	"eyeline/tui/document"
	"eyeline/tui/humanize"
	"eyeline/tui/jobs"
	"eyeline/tui/launch/options"
	"eyeline/tui/layout"
	"eyeline/tui/pane"
	"eyeline/tui/textview"
)

// moves moves the pane that the keys move, and lets the rest follow.
type moves struct {
	screen   *Screen
	followed int64 // where the cursor was, as a 0-based byte offset, when the window followed it last
	aligned  aligned
	// outputMoved: the model pane was moved by itself, and the file pane is to follow it
	outputMoved bool
}

// Active is the pane that the moving keys move.
func (m *moves) Active() *pane.Pane {
	if m.screen.Panes.shown() == layout.Model || m.screen.beside() != nil {
		return m.screen.Preview.Output()
	}
	return m.screen.Text.File
}

func (m *moves) half() int64 { return int64(max(m.Active().Height/2, 1)) }

func (m *moves) moveCursor(n int64) tea.Cmd { return m.MoveActive(pane.CursorBy(n)) }

// scroll moves the screen by n rows, and the cursor with it.
func (m *moves) scroll(n int64) tea.Cmd { return m.MoveActive(pane.ScrollBy(n)) }

// roll moves the screen by n rows under the cursor.
func (m *moves) roll(n int64) tea.Cmd { return m.MoveActive(pane.RollBy(n)) }

// MoveActive moves the active pane and whatever follows it.
func (m *moves) MoveActive(mv pane.Move) tea.Cmd {
	p := m.Active()
	if p == m.screen.Text.File {
		if mv.By() != 0 || mv.Jumps() {
			m.screen.Text.Filter.Left = true // see filterState
		}
		if mv.By() < 0 || mv.Jumps() {
			m.screen.Text.Arrival.PauseTail()
		}
	}
	if cmd, passed := m.screen.Tuning.Comparing.PassHead(mv); passed {
		return cmd
	}
	before := p.Position()
	cmd := p.Do(mv)
	if by := mv.By(); by != 0 && !p.Loading && p.Position() == before && !p.Empty() {
		m.screen.desk.Say(m.edgeWord(by))
	}
	if p == m.screen.Preview.Output() {
		m.outputMoved = true
		return tea.Batch(cmd, m.screen.Tuning.Comparing.AlignBeside())
	}
	return cmd
}

// edgeWord says why nothing moves further down, or up where by is negative.
func (m *moves) edgeWord(by int64) string {
	switch {
	case by < 0:
		return "beginning"
	case m.MovesOutput():
		return "end of the output"
	case m.screen.Text.Doc != nil && !m.screen.Text.Doc.Shown().Complete():
		return "end so far; more may come"
	}
	return "end"
}

// sideways scrolls chopped lines by n half screens.
func (m *moves) sideways(n int64) tea.Cmd {
	cmd, moved := m.Active().Sideways(n)
	if !moved {
		return nil
	}
	return cmd
}

// hexShowsAll says why nothing goes sideways.
const hexShowsAll = "the hex view shows all of its bytes"

// lineEdge goes to one end of a line that is longer than the screen.
func (m *moves) lineEdge(to func(*pane.Pane) pane.Move) tea.Cmd {
	p := m.Active()
	if p.Stride > 0 {
		return m.screen.desk.Say(hexShowsAll)
	}
	return m.MoveActive(to(p))
}

// follow lets the window follow the file pane's cursor where that has moved since. While a move is under way or a search
// is being typed it waits.
func (m *moves) follow() tea.Cmd {
	s := m.screen
	if s.Text.Search.Typing() || s.Text.File.Awaited() || s.Text.File.Cursor == m.followed {
		return nil
	}
	m.followed = s.Text.File.Cursor
	if s.Preview.TakeBrought() || s.Text.ToolOff || s.Preview.Sent != nil || !s.Preview.Request.Follows() ||
		s.Preview.Losses.KeepsBlock() {
		return nil
	}
	return s.Preview.FollowCursor()
}

// stay says that the window need not follow to where the cursor is now.
func (m *moves) stay() { m.followed = m.screen.Text.File.Cursor }

// align scrolls the model pane with the file pane where that has moved since: beside the file always, alone until a
// person moves it.
func (m *moves) align() tea.Cmd {
	s, now := m.screen, aligned{panes: m.screen.Panes.shown(), cursor: m.screen.Text.File.Cursor}
	if top, ok := s.Text.File.TopLine(); ok {
		now.top, now.number = top.Off, top.Number
	}
	if now == m.aligned {
		return nil
	}
	m.aligned = now
	if now.panes == layout.File || now.panes == layout.Model && m.outputMoved {
		return nil
	}
	return s.Preview.Model.Place()
}

// aligned is what the model pane was put beside: a place of the file pane, and which panes were shown.
type aligned struct {
	panes               layout.Panes
	cursor, top, number int64
}

// gotoWindowEnd goes to the window's first line, or to its last one.
func (m *moves) gotoWindowEnd(last bool) tea.Cmd {
	m.screen.Text.Letters.KeepPlace()
	r := m.screen.Preview.Reading
	runs := r.Stats.Runs
	if m.Active() == m.screen.Preview.Output() {
		if len(runs) == 0 {
			return nil
		}
		line := runs[0].Content
		if end := runs[len(runs)-1]; last {
			line = end.Content + max(end.Lines-1, 0)
		}
		return m.MoveActive(pane.ToFound(r.PlaceOf(line), pane.Middle))
	}
	off := r.Window.Start
	if last {
		off = max(r.Window.End-1, off)
	}
	if m.screen.Text.Doc.Decoded() && !m.screen.Text.Hex {
		lines := r.FirstLine
		if last {
			lines += r.Given().Lines() - 1
		}
		return m.MoveActive(m.screen.Text.ToLine(max(lines, 1), pane.Middle))
	}
	return m.MoveActive(pane.To(off, pane.Middle))
}

// followModelPane puts the file pane where the model pane was, when the panes change places.
func (m *moves) followModelPane() tea.Cmd {
	r := m.screen.Preview.Reading
	if r == nil || r.Out == nil || m.screen.Preview.Output().Empty() {
		return nil
	}
	n, _, ok := r.TopFileLine(m.screen.Preview.Output())
	if !ok {
		return nil
	}
	if first, last, ok := m.screen.Text.File.Visible(); ok && first.Number <= n && n <= last.Number {
		return nil
	}
	return m.GotoLine(n)
}

// MovesOutput reports whether the keys move what a tool gives.
func (m *moves) MovesOutput() bool { return m.Active() == m.screen.Preview.Output() }

var errDestination = errors.New("type a line, N%, @BYTE (0x…, KiB, MiB, GiB), n or p for another file, e FILE, or q")

// travel goes where a command says: LINE, N% or @BYTE.
func (m *moves) travel(typed string) (tea.Cmd, error) {
	at, err := address.Parse(typed)
	switch {
	case errors.Is(err, address.ErrSyntax):
		return nil, errDestination
	case err != nil:
		return nil, err
	case at.Byte.Given:
		return m.gotoByte(at.Byte.At), nil
	case at.Part.Given:
		return m.gotoPart(at.Part.Of), nil
	}
	return m.GotoLine(m.screen.Sent.ShownLine(at.Line)), nil
}

// awaiting goes to a place once it is unpacked and has arrived, which move does then.
func (m *moves) awaiting(at options.Start, unpacked func(*document.Document) bool, move func() tea.Cmd) tea.Cmd {
	if m.screen.Text.Arrival.AfterUnpacking(unpacked, func() tea.Cmd { return m.awaiting(at, unpacked, move) }) {
		return nil
	}
	m.screen.Text.Letters.KeepPlace()
	if cmd, wait := m.screen.place.later(at); wait {
		return cmd
	}
	return move()
}

func (m *moves) gotoByte(off int64) tea.Cmd {
	return m.awaiting(options.Start{Byte: off}, textview.ByteUnpacked(off), func() tea.Cmd {
		to := off
		if size := m.Active().Text.Size(); off >= size && size > 0 {
			m.screen.desk.Say(fmt.Sprintf("the file has %s bytes; this is the last", humanize.Group(size)))
			to = size - 1
		}
		return m.MoveActive(pane.To(to, pane.Middle))
	})
}

// GotoLine goes to a line, counting in the background as far as the index does not reach.
func (m *moves) GotoLine(line int64) tea.Cmd {
	if m.MovesOutput() {
		m.screen.Text.Letters.KeepPlace()
		if r := m.screen.Preview.Reading; r != nil && r.Out != nil {
			return m.MoveActive(pane.ToFound(r.PlaceOf(line-1), pane.Middle))
		}
		return nil
	}
	d := m.screen.Text.Doc
	if d == nil {
		return nil
	}
	return m.awaiting(options.Start{Line: line}, textview.LineUnpacked(line), func() tea.Cmd {
		to := line
		if total, known := d.Shown().TotalLines(); known && line > total {
			m.screen.desk.Say(fmt.Sprintf("the file has %s lines; this is the last", humanize.Group(total)))
			to = max(total, 1)
		}
		return m.MoveActive(m.screen.Text.ToLine(to, pane.Middle))
	})
}

// gotoPercent goes as far into the file as the count says.
func (m *moves) gotoPercent(n int64, given bool) tea.Cmd {
	if !given {
		return m.screen.desk.Say("type a number before it: 50" + m.screen.desk.KeyName(keymap.Percent) + " is the middle")
	}
	return m.gotoPart(float64(min(n, 100)) / 100)
}

// gotoPart goes to a place by how far into the file it is, 0 to 1.
func (m *moves) gotoPart(part float64) tea.Cmd {
	return m.awaiting(options.Start{Part: part}, textview.AllUnpacked, func() tea.Cmd {
		return m.gotoByte(int64(part * float64(m.Active().Text.Size())))
	})
}

func (m *moves) gotoTop(n int64, given bool) tea.Cmd {
	if given {
		return m.GotoLine(m.screen.Sent.ShownLine(n))
	}
	m.screen.Text.Letters.KeepPlace()
	return m.MoveActive(pane.To(0, pane.Top))
}

func (m *moves) gotoBottom(n int64, given bool) tea.Cmd {
	if given {
		return m.GotoLine(m.screen.Sent.ShownLine(n))
	}
	if m.screen.Text.Arrival.AfterUnpacking(textview.AllUnpacked, func() tea.Cmd { return m.gotoBottom(0, false) }) {
		return nil
	}
	m.screen.Text.Letters.KeepPlace()
	if !m.screen.jobs.Runs(jobs.Tail) && !m.screen.Text.Arrival.TailPaused {
		if cmd, wait := m.screen.place.later(options.Start{End: true}); wait {
			return cmd
		}
	}
	cmd := m.MoveActive(pane.To(max(m.Active().Text.Size()-1, 0), pane.Bottom))
	m.screen.Text.Arrival.ResumeTail()
	return cmd
}

// waitForStart begins to wait for the place of the command line, if it has not arrived yet.
func (p *place) waitForStart() {
	s := p.screen
	at := p.startAt
	if s.Text.Doc.Shown().Complete() || p.hasArrived(p.startAt) && at.Pattern == "" || at == (options.Start{}) {
		return
	}
	s.jobs.Start(jobs.AwaitPlace)
	p.startSearched = s.Text.Doc.Shown().Size()
}

// later goes to a place as soon as it has arrived, if it has not; false when it has. What is done meanwhile ends the
// waiting.
func (p *place) later(at options.Start) (tea.Cmd, bool) {
	s := p.screen
	if s.Text.Doc == nil || s.Moves.Active() != s.Text.File || s.Text.Hex || p.hasArrived(at) {
		return nil, false
	}
	s.Text.Arrival.PauseTail()
	p.startAt = at
	s.jobs.Start(jobs.AwaitPlace)
	return p.ContinueStart(), true
}

// hasArrived reports whether a place has arrived; a pattern has none.
func (p *place) hasArrived(at options.Start) bool {
	switch d := p.screen.Text.Doc; {
	case d.Shown().Complete():
		return true
	case at.End || at.Part > 0:
		return false
	case at.Byte > 0:
		return d.Shown().HasByte(at.Byte)
	case at.Line > 1:
		return d.Shown().HasLine(at.Line)
	}
	return at.Pattern == ""
}

// startProgress is what the footer says of what is waited for.
func (p *place) startProgress() string {
	at := p.startAt
	switch {
	case at.End || at.Part > 0:
		return " the end of the input"
	case at.Byte > 0:
		return " byte " + humanize.Group(at.Byte)
	case at.Line > 1:
		return " line " + strconv.FormatInt(at.Line, 10)
	}
	return " a match"
}

// ContinueStart goes to the place that is waited for once it has arrived.
func (p *place) ContinueStart() tea.Cmd {
	s := p.screen
	if !s.jobs.Runs(jobs.AwaitPlace) {
		return nil
	}
	d, at := s.Text.Doc, p.startAt
	if at.Pattern != "" && !s.jobs.Runs(jobs.Search) {
		fresh := d.Shown().Size() - p.startSearched
		if d.Shown().Complete() {
			s.jobs.End(jobs.AwaitPlace)
			return p.startSearch()
		}
		if fresh >= textview.StartSearchStep || fresh > p.startSearched/2 {
			p.startSearched = d.Shown().Size()
			return s.Text.Search.Find(0, search.Forward, 1)
		}
		return nil
	}
	if p.hasArrived(p.startAt) {
		s.jobs.End(jobs.AwaitPlace)
		return s.Text.File.Do(p.moveTo(at))
	}
	if at.End {
		return s.Text.File.Do(pane.To(max(d.Shown().Size()-1, 0), pane.Bottom))
	}
	return nil
}

// firstMove is where the screen opens: the place given on the command line, or the window's place.
func (p *place) firstMove() pane.Move {
	if p.startAt != (options.Start{Pattern: p.startAt.Pattern}) {
		return p.moveTo(p.startAt)
	}
	switch place := p.screen.Preview.Request.Place(); {
	case p.screen.Text.ToolOff:
	case p.screen.Preview.Request.Mode() == tools.ModeBytes:
		return pane.To(place, pane.Top)
	case place > 1:
		return p.screen.Text.ToLine(place, pane.Middle)
	}
	return pane.To(0, pane.Top)
}

// moveTo is the move to a place of the command line.
func (p *place) moveTo(at options.Start) pane.Move {
	d, top := p.screen.Text.Doc, pane.Top
	if p.screen.Preview.Request.Mode() == tools.ModeBlock && !p.screen.Text.ToolOff {
		top = pane.Middle // the block is around the anchor
	}
	switch {
	case at.End:
		return pane.To(max(d.Shown().Size()-1, 0), pane.Bottom)
	case at.Byte > 0:
		return pane.To(at.Byte, top)
	case at.Part > 0:
		return pane.To(int64(at.Part*float64(d.Shown().Size())), top)
	case at.Line > 1:
		return p.screen.Text.ToLine(at.Line, top)
	}
	return pane.To(0, pane.Top)
}

// place is a place of the document that is gone to once it has arrived.
type place struct {
	screen        *Screen
	startAt       options.Start
	startSearched int64 // how much of the input was searched for its pattern, in bytes
}

// startSearch begins the search asked for on the command line.
func (p *place) startSearch() tea.Cmd {
	if p.screen.opts.Start.Pattern == "" || p.screen.Text.Doc == nil {
		return nil
	}
	cmd, err := p.screen.Text.Search.SearchFor(p.screen.opts.Start.Pattern, search.Forward)
	if err != nil {
		p.screen.desk.Warn(cells.Sanitize(err.Error()))
	}
	return cmd
}
