package file

import (
	"errors"

	tea "github.com/charmbracelet/bubbletea"

	"eyeline/keymap"
	"eyeline/tui/file/document"
	"eyeline/tui/file/layout"
	"eyeline/tui/file/pane"
	"eyeline/tui/file/sentlines"
	"eyeline/tui/file/textview"
	"eyeline/tui/file/toolpanels"
	"eyeline/tui/kit/address"
	"eyeline/tui/kit/humanize"
	"eyeline/tui/kit/jobs"
	"eyeline/tui/options"
)

// moves moves the active pane, and makes the other pane and the window follow.
type moves struct {
	*base
	toolPanels    *toolpanels.Panels
	recordedLines *sentlines.Display
	modes         *modes
	place         *openingPlace
	moved
}

// moved is how far the panes of a document have been moved and aligned.
type moved struct {
	followed int64 // where the cursor was, as a 0-based byte offset, when the window followed it last
	aligned  aligned
	// outputMoved: a person has moved the model pane by itself. The file pane follows it when it is shown again.
	outputMoved bool
}

func (m *moves) half() int64 { return int64(max(m.modes.Active().Height/2, 1)) }

func (m *moves) moveCursor(n int64) tea.Cmd { return m.MoveActive(pane.CursorBy(n)) }

// scroll scrolls the screen by n rows; the cursor moves with it.
func (m *moves) scroll(n int64) tea.Cmd { return m.MoveActive(pane.ScrollBy(n)) }

// roll scrolls the screen by n rows; the cursor stays in its line.
func (m *moves) roll(n int64) tea.Cmd { return m.MoveActive(pane.RollBy(n)) }

// MoveActive moves the active pane and whatever follows it.
func (m *moves) MoveActive(mv pane.Move) tea.Cmd {
	p := m.modes.Active()
	if p == m.Text.File {
		if mv.By() != 0 || mv.Jumps() {
			m.Text.Filter.GoElsewhere()
		}
		if mv.By() < 0 || mv.Jumps() {
			m.Text.Loading.PauseTail()
		}
	}

	if cmd, moved := m.toolPanels.Comparing.MoveOther(mv); moved {
		return cmd
	}

	before := p.Position()
	cmd := p.Do(mv)
	if by := mv.By(); by != 0 && !p.Loading() && p.Position() == before && !p.Empty() {
		m.program.Say(m.edgeWord(by))
	}

	if p == m.Preview.Output() {
		m.outputMoved = true
		return tea.Batch(cmd, m.toolPanels.Comparing.Moved())
	}

	return cmd
}

// edgeWord says why nothing moves further down, or up where by is negative.
func (m *moves) edgeWord(by int64) string {
	switch {
	case by < 0:
		return "beginning"
	case m.modes.MovesOutput():
		return "end of the output"
	case m.Text.Doc != nil && !m.Text.Shown().Complete():
		return "end so far; more may come"
	}
	return "end"
}

// sideways scrolls cut-off lines by n half screens.
func (m *moves) sideways(n int64) tea.Cmd {
	cmd, moved := m.modes.Active().Sideways(n)
	if !moved {
		return nil
	}
	return tea.Batch(cmd, m.toolPanels.Comparing.Follow())
}

// lineEdge goes to one end of a line that is wider than the screen.
func (m *moves) lineEdge(to func(*pane.Pane) pane.Move) tea.Cmd {
	p := m.modes.Active()
	if p.Stride > 0 {
		return m.program.Say(hexShowsAll)
	}
	return m.MoveActive(to(p))
}

// follow makes the window follow the cursor of the file pane if that has moved. It waits while a move is under way or a
// person types a search.
func (m *moves) follow() tea.Cmd {
	if m.Text.Search.Typing() || m.Text.File.Awaited() || m.Text.File.Cursor == m.followed {
		return nil
	}
	m.followed = m.Text.File.Cursor
	if m.Preview.CursorWasSet() || m.Text.ToolOff || m.Preview.IsRecorded() || !m.Preview.Request.Follows() ||
		m.Preview.Losses.KeepsBlock() {
		return nil
	}
	return m.Preview.FollowCursor()
}

// stay keeps the window from following the cursor to where it is now.
func (m *moves) stay() { m.followed = m.Text.File.Cursor }

// align scrolls the model pane with the file pane if that has moved: always while both are shown; alone only until a
// person moves it.
func (m *moves) align() tea.Cmd {
	now := aligned{panes: m.modes.shown(), cursor: m.Text.File.Cursor}
	if top, ok := m.Text.File.TopLine(); ok {
		now.top = top.Off
		now.number = top.Number
		now.above, _ = m.Text.File.TextRow(top.Off)
	}
	if now == m.aligned {
		return nil
	}

	m.aligned = now
	if now.panes == layout.File || now.panes == layout.Model && m.outputMoved {
		return nil
	}

	return m.Preview.Model.Place()
}

// aligned is what the model pane was last aligned with: a place of the file pane, and which panes were shown.
type aligned struct {
	panes               layout.Panes
	cursor, top, number int64
	above               int // how many rows of the screen stand above the line at the top
}

// gotoWindowEnd goes to the window's first line, or to its last one.
func (m *moves) gotoWindowEnd(last bool) tea.Cmd {
	m.Text.Bookmarks.KeepPlace()
	r := m.Preview.Reading
	runs := r.Stats.Runs
	if m.modes.Active() == m.Preview.Output() {
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

	if m.Text.Doc.Decoded() && !m.Text.Hex {
		lines := r.FirstLine
		if last {
			lines += r.Given().Lines() - 1
		}
		return m.MoveActive(m.Text.ToLine(max(lines, 1), pane.Middle))
	}

	return m.MoveActive(pane.To(off, pane.Middle))
}

// followModelPane moves the file pane to where the model pane was, when it is shown in place of that.
func (m *moves) followModelPane() tea.Cmd {
	r := m.Preview.Reading
	if !r.HasOutput() || m.Preview.Output().Empty() {
		return nil
	}

	n, _, ok := r.TopFileLine(m.Preview.Output())
	if !ok {
		return nil
	}
	if first, last, ok := m.Text.File.Visible(); ok && first.Number <= n && n <= last.Number {
		return nil
	}

	return m.GotoLine(n)
}

var errDestination = errors.New("type a line, N%, @BYTE (0x…, KiB, MiB, GiB), n or p for another file, e FILE, or q")

// travel moves to the place that a command names: LINE, N% or @BYTE.
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

	return m.GotoLine(m.shownLine(at.Line)), nil
}

// waitsUnpacked calls then once as much of a compressed file is unpacked as until asks for. It reports false, and calls
// nothing, when that is so already.
func (m *moves) waitsUnpacked(until func(*document.Document) bool, then func() tea.Cmd) bool {
	return !m.modes.MovesOutput() && m.Text.Loading.AfterUnpacking(until, then)
}

// askForMark waits for the letter of a mark to go to.
func (m *moves) askForMark(int64, bool) tea.Cmd {
	m.overlays.AskLetter("go to mark: type its letter, or ' to go back", m.gotoMark)
	return nil
}

// gotoMark goes to a mark. ' is where the last jump started, ^ and $ are the ends of the file.
func (m *moves) gotoMark(r rune) tea.Cmd {
	if m.Text.Doc == nil {
		return nil
	}
	if r == '$' && m.waitsUnpacked(textview.AllUnpacked, func() tea.Cmd { return m.gotoMark(r) }) {
		return nil
	}

	to, why := m.Text.Bookmarks.MarkAt(r)
	if why != "" {
		return m.program.Say(why)
	}

	m.Text.Bookmarks.KeepPlace()
	return m.MoveActive(pane.To(to.Off, pane.Middle))
}

// nextPane shows the next of: file pane, model pane, both. The file pane then goes to where a person has moved the
// model pane.
func (m *moves) nextPane() tea.Cmd {
	cmd := m.toolPanels.Comparing.CloseComparison()
	from := m.modes.panes
	m.modes.show((from + 1) % 3)
	if from == layout.Model && m.outputMoved {
		cmd = tea.Batch(cmd, m.followModelPane())
	}
	m.outputMoved = false
	return cmd
}

// shownLine returns the line of the active pane that shows a line of the file.
func (m *moves) shownLine(line int64) int64 {
	if m.modes.MovesOutput() {
		return line
	}
	return m.recordedLines.ShownLine(line)
}

// awaiting calls move once a place is unpacked and has arrived.
func (m *moves) awaiting(at options.Start, unpacked func(*document.Document) bool, move func() tea.Cmd) tea.Cmd {
	if m.waitsUnpacked(unpacked, func() tea.Cmd { return m.awaiting(at, unpacked, move) }) {
		return nil
	}
	m.Text.Bookmarks.KeepPlace()
	if !m.modes.MovesOutput() && m.place.awaits(at) {
		return m.place.ContinueStart()
	}
	return move()
}

func (m *moves) gotoByte(off int64) tea.Cmd {
	return m.awaiting(options.Start{Byte: off}, textview.ByteUnpacked(off), func() tea.Cmd {
		to := off
		if size := m.modes.Active().Text.Size(); off >= size && size > 0 {
			m.program.Say("the file has " + humanize.Count(size, "byte") + "; this is the last")
			to = size - 1
		}
		return m.MoveActive(pane.ToBytes(to, to+1, pane.Middle)) // a line that is cut off is scrolled sideways
	})
}

// GotoLine goes to a line, counted from 1. Where the index of lines has not come so far, it counts in the background.
func (m *moves) GotoLine(line int64) tea.Cmd {
	if m.modes.MovesOutput() {
		m.Text.Bookmarks.KeepPlace()
		if place := m.Preview.PlaceOfLine(line); place != nil {
			return m.MoveActive(pane.ToFound(place, pane.Middle))
		}
		return nil
	}

	d := m.Text.Doc
	if d == nil {
		return nil
	}

	return m.awaiting(options.Start{Line: line}, textview.LineUnpacked(line), func() tea.Cmd {
		to := line
		if total, known := d.Shown().TotalLines(); known && line > total {
			m.program.Say("the file has " + humanize.Count(total, "line") + "; this is the last")
			to = max(total, 1)
		}
		return m.MoveActive(m.Text.ToLine(to, pane.Middle))
	})
}

// gotoPercent goes to a place in the file in percent, which the count says.
func (m *moves) gotoPercent(n int64, given bool) tea.Cmd {
	if !given {
		return m.program.Say("type a number before it: 50" + m.program.KeyName(keymap.Percent) + " is the middle")
	}
	return m.gotoPart(float64(min(n, 100)) / 100)
}

// gotoPart goes to a place in the file, from 0 at the beginning to 1 at the end.
func (m *moves) gotoPart(part float64) tea.Cmd {
	return m.awaiting(options.Start{Part: part}, textview.AllUnpacked, func() tea.Cmd {
		return m.gotoByte(int64(part * float64(m.modes.Active().Text.Size())))
	})
}

func (m *moves) gotoTop(n int64, given bool) tea.Cmd {
	if given {
		return m.GotoLine(m.shownLine(n))
	}
	m.Text.Bookmarks.KeepPlace()
	return m.MoveActive(pane.To(0, pane.Top))
}

func (m *moves) gotoBottom(n int64, given bool) tea.Cmd {
	if given {
		return m.GotoLine(m.shownLine(n))
	}
	if m.waitsUnpacked(textview.AllUnpacked, func() tea.Cmd { return m.gotoBottom(0, false) }) {
		return nil
	}

	m.Text.Bookmarks.KeepPlace()
	if !m.jobs.Runs(jobs.Tail) && !m.Text.Loading.TailPaused {
		if !m.modes.MovesOutput() && m.place.awaits(options.Start{End: true}) {
			return m.place.ContinueStart()
		}
	}

	cmd := m.MoveActive(pane.To(max(m.modes.Active().Text.Size()-1, 0), pane.Bottom))
	m.Text.Loading.ResumeTail()
	return cmd
}
