package tui

import (
	"fmt"

	tea "github.com/charmbracelet/bubbletea"

	"eyeline/reader/tools"
	"eyeline/tui/coverage"
	"eyeline/tui/pane"
)

// whyWidth is the width of the column that says why a line is in a block, its space included.
const whyWidth = 11

// whyPane is the width of a pane from which it has room for that column.
const whyPane = 50

// arrange computes the areas of the screen and gives each pane its size. It is called whenever what the areas depend
// on has changed.
func (m *Model) arrange() tea.Cmd {
	if !m.ready {
		return nil
	}
	m.areas = m.arrangement().areas()
	m.invalidateRows()
	if !m.showsFile() {
		return nil // the panes get their size when they are shown again
	}
	a := &m.areas
	if m.beside != nil {
		one, other := a.compared[m.beside.at].output, a.compared[1-m.beside.at].output
		return tea.Batch(m.output.Resize(one.width, one.height, differGutter(one)), m.beside.pane.Resize(other.width, other.height, differGutter(other)))
	}
	file, model := a.file, a.model
	// A pane that is not shown has the size that it will have when it is shown alone, so that it is ready then.
	switch m.panes() {
	case layoutFile:
		model = a.panes
	case layoutModel:
		file = a.panes
	}
	return tea.Batch(m.arrangeHex(file.width), m.file.Resize(file.width, file.height, m.gutterWidth(file.width)),
		m.output.Resize(model.width, model.height, 0))
}

// showPanes changes which panes are on the screen.
func (m *Model) showPanes(which layout) tea.Cmd {
	if m.layout == which {
		return nil
	}
	m.layout = which
	return m.arrange()
}

// showsOutput reports whether a pane shows what a tool gives.
func (m *Model) showsOutput() bool { return m.panes() != layoutFile || m.beside != nil }

// bothPanes reports whether the file and the model pane are shown together.
func (m *Model) bothPanes() bool { return m.panes() == layoutBoth }

// fileHidden reports whether the model pane has the place of the file pane.
func (m *Model) fileHidden() bool { return m.panes() == layoutModel }

// showFile brings the file pane onto the screen where the model pane has its place.
func (m *Model) showFile() tea.Cmd {
	if !m.fileHidden() {
		return nil
	}
	return m.showPanes(layoutFile)
}

// gutterWidth is the width of the window's bar, the cursor's mark, the line number and, in block mode, the reasons.
func (m *Model) gutterWidth(paneWidth int) int {
	if paneWidth < 16 {
		return min(2, paneWidth/2)
	}
	if m.hex {
		return 2 + m.offsetDigits() + 2
	}
	if m.toolOff {
		if !m.opts.Numbers {
			return 0
		}
		return m.digits() + 1
	}
	w := 2 + m.digits() + 1
	if m.sent != nil {
		w++
	}
	if paneWidth >= 40 {
		w += 2
	}
	if m.showsWhy() && paneWidth >= whyPane {
		w += whyWidth
	}
	return w
}

func (m *Model) showsWhy() bool { return m.opts.Why && m.req.Mode() == tools.ModeBlock }

// noRoomForWhy says why the column of reasons is not on the screen although it is asked for; "" when it is.
func (m *Model) noRoomForWhy() string {
	if w := m.file.Width(); m.showsWhy() && w > 0 && w < whyPane {
		return fmt.Sprintf("the reasons need a pane %d cells wide; this one has %d", whyPane, w)
	}
	return ""
}

// digits is the width of the line numbers: enough for the whole file once it is counted, and for an estimate before.
func (m *Model) digits() int {
	n := int64(9999)
	if m.sent != nil {
		n = max(n, coverage.LastLine(&m.sent.Coverage))
	}
	if d := m.doc; d != nil {
		if total, known := d.Shown().TotalLines(); known {
			n = max(n, total)
		} else if covered := d.Shown().Lines().Covered(); covered > 0 {
			n = max(n, int64(float64(d.Shown().Lines().Newlines())*float64(d.Shown().Size())/float64(covered)))
		} else if k := len(m.file.Lines()); k > 0 {
			first, last := m.file.Lines()[0].Off, max(m.file.Lines()[k-1].End, m.file.Lines()[k-1].Off+1)
			n = max(n, int64(float64(k)*float64(d.Shown().Size())/float64(last-first)))
		}
		if k := len(m.file.Lines()); k > 0 {
			n = max(n, m.file.Lines()[k-1].Number)
		}
	}
	w := 0
	for ; n > 0; n /= 10 {
		w++
	}
	return w
}

// click puts the cursor on the line at a cell of the screen, if the cell is in the pane that the keys move.
func (m *Model) click(x, y int) tea.Cmd {
	p, area := &m.file, m.areas.file
	switch {
	case m.beside != nil:
		p, area = &m.output, m.areas.compared[m.beside.at].output
		if m.beside.own != nil && m.areas.compared[1-m.beside.at].all().contains(x, y) {
			return m.tuneOther()
		}
	case m.panes() == layoutModel:
		p, area = &m.output, m.areas.model
	}
	if !area.contains(x, y) {
		return nil
	}
	l, ok := p.LineAt(y - area.y)
	if !ok {
		return nil
	}
	return m.moveActive(pane.To(l.Off, pane.Near))
}
