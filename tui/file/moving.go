package file

import (
	"eyeline/tui/layout"
	"eyeline/tui/pane"

	tea "github.com/charmbracelet/bubbletea"
)

// Moving the pane that the keys move, and what follows it.

// Active is the pane that the moving keys move.
func (s *Screen) Active() *pane.Pane {
	if s.panes() == layout.Model || s.beside() != nil {
		return s.preview.Output()
	}
	return s.text.File()
}

func (s *Screen) half() int64 { return int64(max(s.Active().Height()/2, 1)) }

func (s *Screen) moveCursor(n int64) tea.Cmd { return s.MoveActive(pane.CursorBy(n)) }

// scroll moves the screen by n rows, and the cursor with it.
func (s *Screen) scroll(n int64) tea.Cmd { return s.MoveActive(pane.ScrollBy(n)) }

// roll moves the screen by n rows under the cursor. What a tool gives shows no cursor, so there is nothing to leave behind: it scrolls.
func (s *Screen) roll(n int64) tea.Cmd {
	if s.Active() == s.preview.Output() {
		return s.scroll(n)
	}
	return s.MoveActive(pane.RollBy(n))
}

// MoveActive moves the active pane and whatever follows it.
func (s *Screen) MoveActive(mv pane.Move) tea.Cmd {
	p := s.Active()
	if p == s.text.File() {
		if mv.By() != 0 || mv.Jumps() {
			s.text.Filter().Left = true // see filterState
		}
		if mv.By() < 0 || mv.Jumps() {
			s.text.Arrival().PauseTail()
		}
	}
	before := p.Position()
	cmd := p.Do(mv)
	if by := mv.By(); by != 0 && !p.Loading() && p.Position() == before && !p.Empty() {
		if by > 0 {
			s.desk.Say(s.endWord())
		} else {
			s.desk.Say("beginning")
		}
	}
	if p == s.preview.Output() {
		s.outputMoved = true
		return tea.Batch(cmd, s.Colour(), s.tuning.Comparing().AlignBeside())
	}
	return tea.Batch(cmd, s.CursorMoved(before.Cursor), s.Colour())
}

func (s *Screen) endWord() string {
	if s.Active() == s.preview.Output() {
		return "end of the output"
	}
	if s.text.Doc() != nil && !s.text.Doc().Shown().Complete() {
		return "end so far; more may come"
	}
	return "end"
}

// sideways scrolls chopped lines by n half screens.
func (s *Screen) sideways(n int64) tea.Cmd {
	p := s.Active()
	cmd, moved := p.Sideways(n)
	if !moved {
		return nil
	}
	return tea.Batch(cmd, s.Colour())
}

// lineEdge goes to one end of a line that is longer than the screen.
func (s *Screen) lineEdge(to func(*pane.Pane) pane.Move) tea.Cmd {
	p := s.Active()
	if p.Stride() > 0 {
		s.desk.Say("the hex view shows all of its bytes")
		return nil
	}
	return s.MoveActive(to(p))
}

// CursorMoved lets the window and the model pane follow the file pane's cursor, which was at before, a 0-based byte offset.
// While a move is under way or a search is being typed they wait, and then follow from where the first of the moves began.
func (s *Screen) CursorMoved(before int64) tea.Cmd {
	cmd := s.preview.Model().Align()
	if s.movedFrom.Set {
		before = s.movedFrom.Off
	}
	waits := s.text.Search().Typing() || s.text.File().Awaited()
	s.movedFrom = MovedFrom{Off: before, Set: waits}
	if waits || s.text.ToolOff() || s.text.File().Cursor() == before || s.preview.Sent() != nil || !s.preview.Request().Follows() {
		return cmd
	}
	return tea.Batch(cmd, s.preview.FollowCursor())
}

// MovedFrom is where the cursor was, as a 0-based byte offset, before moves that nothing has followed yet.
type MovedFrom struct {
	Off int64
	Set bool
}

// gotoWindowEnd goes to the window's first line, or to its last one.
func (s *Screen) gotoWindowEnd(last bool) tea.Cmd {
	s.text.Letters().KeepPlace()
	r := s.preview.Reading()
	runs := r.Stats.Runs
	if s.Active() == s.preview.Output() {
		if len(runs) == 0 {
			return nil
		}
		line := runs[0].Content
		if end := runs[len(runs)-1]; last {
			line = end.Content + max(end.Lines-1, 0)
		}
		return s.MoveActive(pane.ToFound(r.PlaceOf(line), pane.Middle))
	}
	off := r.Win.Start
	if last {
		off = max(r.Win.End-1, r.Win.Start)
	}
	if s.text.Doc().Decoded() && !s.text.Hex() {
		lines := r.FirstLine
		if last {
			lines += r.Given().Lines() - 1
		}
		return s.MoveActive(s.text.ToLine(max(lines, 1), pane.Middle))
	}
	return s.MoveActive(pane.To(off, pane.Middle))
}

// followModelPane puts the file pane where the model pane was, when the panes change places.
func (s *Screen) followModelPane() tea.Cmd {
	r := s.preview.Reading()
	if r == nil || r.Out == nil || s.preview.Output().Empty() {
		return nil
	}
	n, ok := r.TopFileLine(s.preview.Output())
	if !ok {
		return nil
	}
	if top, ok := s.text.File().TopLine(); ok && top.Number <= n && n < top.Number+int64(s.text.File().Height()) {
		return nil
	}
	return s.GotoLine(n)
}
