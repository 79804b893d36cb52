package file

import (
	"fmt"

	"eyeline/reader/tools"
	"eyeline/tui/layout"
	"eyeline/tui/pane"
	"eyeline/tui/tuning"

	tea "github.com/charmbracelet/bubbletea"
)

// Arrangement is what the screen shows now.
func (s *Screen) Arrangement() layout.Arrangement {
	a := layout.Arrangement{Width: s.desk.Width(), Height: s.host.TerminalHeight(), Panes: s.panes(), Comparing: s.beside() != nil, Alone: !s.host.ShowsFile()}
	a.Bare = s.text.ToolOff() && !a.Alone
	if p := s.overlays.Panel(); p != nil {
		a.Overlay = func(body int) int { return p.Height(body) }
	}
	return a
}

// whyWidth is the width of the column that says why a line is in a block, its space included.
const whyWidth = 11

// whyPane is the width of a pane from which it has room for that column.
const whyPane = 50

// Arrange computes the areas of the screen and gives each pane its size. It is called whenever what the areas depend
// on has changed.
func (s *Screen) Arrange() tea.Cmd {
	if !s.host.Ready() {
		return nil
	}
	s.areas = s.Arrangement().Areas()
	s.Redraw()
	if !s.host.ShowsFile() {
		return nil // the panes get their size when they are shown again
	}
	a := &s.areas
	if s.beside() != nil {
		one, other := a.Compared[s.beside().At].Output, a.Compared[1-s.beside().At].Output
		return tea.Batch(s.preview.Output().Resize(one.Width, one.Height, tuning.DifferGutter(one)), s.beside().Pane.Resize(other.Width, other.Height, tuning.DifferGutter(other)))
	}
	file, model := a.File, a.Model
	// A pane that is not shown has the size that it will have when it is shown alone, so that it is ready then.
	switch s.panes() {
	case layout.File:
		model = a.Panes
	case layout.Model:
		file = a.Panes
	}
	return tea.Batch(s.arrangeHex(file.Width), s.text.File().Resize(file.Width, file.Height, s.gutterWidth(file.Width)),
		s.preview.Output().Resize(model.Width, model.Height, 0))
}

// ShowPanes changes which panes are on the screen.
func (s *Screen) ShowPanes(which layout.Panes) tea.Cmd {
	if s.layout == which {
		return nil
	}
	s.layout = which
	return s.Arrange()
}

// ShowsOutput reports whether a pane shows what a tool gives.
func (s *Screen) ShowsOutput() bool {
	return s.panes() != layout.File || s.beside() != nil
}

// BothPanes reports whether the file and the model pane are shown together.
func (s *Screen) BothPanes() bool { return s.panes() == layout.Both }

// FileHidden reports whether the model pane has the place of the file pane.
func (s *Screen) FileHidden() bool { return s.panes() == layout.Model }

// ShowFile brings the file pane onto the screen where the model pane has its place.
func (s *Screen) ShowFile() tea.Cmd {
	if !s.FileHidden() {
		return nil
	}
	return s.ShowPanes(layout.File)
}

// gutterWidth is the width of the window's bar, the cursor's mark, the line number and, in block mode, the reasons.
func (s *Screen) gutterWidth(paneWidth int) int {
	if paneWidth < 16 {
		return min(2, paneWidth/2)
	}
	if s.text.Hex() {
		return 2 + s.text.OffsetDigits() + 2
	}
	if s.text.ToolOff() {
		if !s.opts.Numbers {
			return 0
		}
		return s.rows.digits() + 1
	}
	w := 2 + s.rows.digits() + 1
	if s.preview.Sent() != nil {
		w++
	}
	if paneWidth >= 40 {
		w += 2
	}
	if s.showsWhy() && paneWidth >= whyPane {
		w += whyWidth
	}
	return w
}

func (s *Screen) showsWhy() bool { return s.opts.Why && s.preview.Request().Mode() == tools.ModeBlock }

// noRoomForWhy says why the column of reasons is not on the screen although it is asked for; "" when it is.
func (s *Screen) noRoomForWhy() string {
	if w := s.text.File().Width(); s.showsWhy() && w > 0 && w < whyPane {
		return fmt.Sprintf("the reasons need a pane %d cells wide; this one has %d", whyPane, w)
	}
	return ""
}

// click puts the cursor on the line at a cell of the screen, if the cell is in the pane that the keys move.
func (s *Screen) click(x, y int) tea.Cmd {
	p, area := s.text.File(), s.areas.File
	switch {
	case s.beside() != nil:
		p, area = s.preview.Output(), s.areas.Compared[s.beside().At].Output
		if s.beside().Own != nil && s.areas.Compared[1-s.beside().At].All().Contains(x, y) {
			return s.tuning.Comparing().TuneOther()
		}
	case s.panes() == layout.Model:
		p, area = s.preview.Output(), s.areas.Model
	}
	if !area.Contains(x, y) {
		return nil
	}
	l, ok := p.LineAt(y - area.Y)
	if !ok {
		return nil
	}
	return s.MoveActive(pane.To(l.Off, pane.Near))
}
