package file

import (
	"fmt"

	"eyeline/reader/tools"
	"eyeline/tui/layout"
	"eyeline/tui/pane"
	"eyeline/tui/tuning"

	tea "github.com/charmbracelet/bubbletea"
)

// Panes are the panes on the screen: which are shown, where, and how they draw what they show.
type Panes struct {
	screen *Screen
	layout layout.Panes // which panes are on the screen, while a tool is on
	areas  layout.Areas // which part of the screen shows what
}

// Arrangement is what the screen shows now.
func (panes *Panes) Arrangement() layout.Arrangement {
	a := layout.Arrangement{Width: panes.screen.desk.Width(), Height: panes.screen.host.TerminalHeight(), Panes: panes.shown(), Comparing: panes.screen.beside() != nil, Alone: !panes.screen.host.ShowsFile()}
	a.Bare = panes.screen.text.ToolOff() && !a.Alone
	if p := panes.screen.overlays.Panel(); p != nil {
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
func (p *Panes) Arrange() tea.Cmd {
	if !p.screen.host.Ready() {
		return nil
	}
	p.areas = p.Arrangement().Areas()
	p.Redraw()
	if !p.screen.host.ShowsFile() {
		return nil // the panes get their size when they are shown again
	}
	a := &p.areas
	if p.screen.beside() != nil {
		one, other := a.Compared[p.screen.beside().At].Output, a.Compared[1-p.screen.beside().At].Output
		return tea.Batch(p.screen.preview.Output().Resize(one.Width, one.Height, tuning.DifferGutter(one)), p.screen.beside().Pane.Resize(other.Width, other.Height, tuning.DifferGutter(other)))
	}
	file, model := a.File, a.Model
	// A pane that is not shown has the size that it will have when it is shown alone, so that it is ready then.
	switch p.shown() {
	case layout.File:
		model = a.Panes
	case layout.Model:
		file = a.Panes
	}
	return tea.Batch(p.arrangeHex(file.Width), p.screen.text.File().Resize(file.Width, file.Height, p.gutterWidth(file.Width)),
		p.screen.preview.Output().Resize(model.Width, model.Height, 0))
}

// ShowPanes changes which panes are on the screen.
func (p *Panes) ShowPanes(which layout.Panes) tea.Cmd {
	if p.layout == which {
		return nil
	}
	p.layout = which
	return p.Arrange()
}

// ShowsOutput reports whether a pane shows what a tool gives.
func (p *Panes) ShowsOutput() bool {
	return p.shown() != layout.File || p.screen.beside() != nil
}

// BothPanes reports whether the file and the model pane are shown together.
func (p *Panes) BothPanes() bool { return p.shown() == layout.Both }

// FileHidden reports whether the model pane has the place of the file pane.
func (p *Panes) FileHidden() bool { return p.shown() == layout.Model }

// ShowFile brings the file pane onto the screen where the model pane has its place.
func (p *Panes) ShowFile() tea.Cmd {
	if !p.FileHidden() {
		return nil
	}
	return p.ShowPanes(layout.File)
}

// gutterWidth is the width of the window's bar, the cursor's mark, the line number and, in block mode, the reasons.
func (p *Panes) gutterWidth(paneWidth int) int {
	if paneWidth < 16 {
		return min(2, paneWidth/2)
	}
	if p.screen.text.Hex() {
		return 2 + p.screen.text.OffsetDigits() + 2
	}
	if p.screen.text.ToolOff() {
		if !p.screen.opts.Numbers {
			return 0
		}
		return p.screen.rows.digits() + 1
	}
	w := 2 + p.screen.rows.digits() + 1
	if p.screen.preview.Sent() != nil {
		w++
	}
	if paneWidth >= 40 {
		w += 2
	}
	if p.showsWhy() && paneWidth >= whyPane {
		w += whyWidth
	}
	return w
}

func (p *Panes) showsWhy() bool {
	return p.screen.opts.Why && p.screen.preview.Request().Mode() == tools.ModeBlock
}

// noRoomForWhy says why the column of reasons is not on the screen although it is asked for; "" when it is.
func (p *Panes) noRoomForWhy() string {
	if w := p.screen.text.File().Width(); p.showsWhy() && w > 0 && w < whyPane {
		return fmt.Sprintf("the reasons need a pane %d cells wide; this one has %d", whyPane, w)
	}
	return ""
}

// click puts the cursor on the line at a cell of the screen, if the cell is in the pane that the keys move.
func (m *Mouse) click(x, y int) tea.Cmd {
	p, area := m.screen.text.File(), m.screen.panes.areas.File
	switch {
	case m.screen.beside() != nil:
		p, area = m.screen.preview.Output(), m.screen.panes.areas.Compared[m.screen.beside().At].Output
		if m.screen.beside().Own != nil && m.screen.panes.areas.Compared[1-m.screen.beside().At].All().Contains(x, y) {
			return m.screen.tuning.Comparing().TuneOther()
		}
	case m.screen.panes.shown() == layout.Model:
		p, area = m.screen.preview.Output(), m.screen.panes.areas.Model
	}
	if !area.Contains(x, y) {
		return nil
	}
	l, ok := p.LineAt(y - area.Y)
	if !ok {
		return nil
	}
	return m.screen.moves.MoveActive(pane.To(l.Off, pane.Near))
}
