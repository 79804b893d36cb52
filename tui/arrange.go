package tui

import (
	tea "github.com/charmbracelet/bubbletea"

	"eyeline/reader/tools"
)

// sideBySide is the width, in cells, from which both panes stand beside each other.
const sideBySide = 120

// whyWidth is the width of the column that says why a line is in a block, its space included.
const whyWidth = 11

// frame says which rows of the screen hold what. A terminal too low for all of them gives up the title, then the model
// line, then the footer: the text comes first.
type frame struct {
	title, line, footer bool
	body                int
}

func (m *Model) frame() frame {
	h := m.height
	f := frame{footer: h >= 2, line: h >= 3, title: h >= 5}
	f.body = h
	for _, on := range []bool{f.footer, f.line, f.title} {
		if on {
			f.body--
		}
	}
	return f
}

func (m *Model) bodyHeight() int { return m.frame().body }

// overlayHeight is how many rows of the body a panel takes from the panes.
func (m *Model) overlayHeight() int {
	if m.options == nil {
		return 0
	}
	return m.options.height(m.bodyHeight())
}

// stacked says that both panes stand one above the other.
func (m *Model) stacked() bool { return m.shows == layoutBoth && m.width < sideBySide }

// arrange gives each pane its size.
func (m *Model) arrange() tea.Cmd {
	if !m.ready {
		return nil
	}
	h := max(m.bodyHeight()-m.overlayHeight(), 1)
	if m.beside != nil {
		m.fresh()
		return m.arrangeComparison(h)
	}
	fw, fh, mw, mh := m.width, h, m.width, h
	switch {
	case m.shows == layoutBoth && m.stacked():
		fh = max((h-1)/2, 1)
		mh = max(h-1-fh, 1)
	case m.shows == layoutBoth:
		fw = (m.width - 1) / 2
		mw = m.width - 1 - fw
	}
	m.fresh()
	return tea.Batch(m.arrangeHex(fw), m.file.resize(fw, fh, m.gutterWidth(fw)), m.model.resize(mw, mh, 0))
}

// gutterWidth is the width of the window's bar, the cursor's mark, the line number and, in block mode, the reasons.
func (m *Model) gutterWidth(paneWidth int) int {
	if paneWidth < 16 {
		return min(2, paneWidth/2)
	}
	if m.hex {
		return 2 + m.offsetDigits() + 2
	}
	w := 2 + m.digits() + 1
	if paneWidth >= 40 {
		w += 2
	}
	if m.showsWhy() && paneWidth >= 60 {
		w += whyWidth
	}
	return w
}

func (m *Model) showsWhy() bool { return m.why && m.req.Mode() == tools.ModeBlock }

// digits is the width of the line numbers: enough for the whole file once it is counted, and for an estimate before.
func (m *Model) digits() int {
	n := int64(9999)
	if d := m.doc; d != nil {
		if total, known := d.totalLines(); known {
			n = max(n, total)
		} else if covered := d.lines.Covered(); covered > 0 {
			n = max(n, int64(float64(d.lines.Newlines())*float64(d.snap.Size)/float64(covered)))
		} else if k := len(m.file.page.Lines); k > 0 {
			first, last := m.file.page.Lines[0].Off, max(m.file.page.Lines[k-1].End, m.file.page.Lines[k-1].Off+1)
			n = max(n, int64(float64(k)*float64(d.snap.Size)/float64(last-first)))
		}
		if k := len(m.file.page.Lines); k > 0 {
			n = max(n, m.file.page.Lines[k-1].Number)
		}
	}
	w := 0
	for ; n > 0; n /= 10 {
		w++
	}
	return w
}

// click puts the cursor on the line at a screen cell.
func (m *Model) click(x, y int) tea.Cmd {
	f := m.frame()
	if f.title {
		y--
	}
	p := &m.file
	if m.shows == layoutModel {
		p = &m.model
	} else if m.shows == layoutBoth && !m.stacked() && x >= p.width {
		return nil
	}
	if y < 0 || y >= p.height {
		return nil
	}
	i := p.find(p.top)
	if i < 0 {
		return nil
	}
	r := y + p.topRow
	for i < len(p.page.Lines) && r >= p.rows(i) {
		r -= p.rows(i)
		i++
	}
	if i >= len(p.page.Lines) {
		return nil
	}
	return m.moveActive(move{kind: moveTo, off: p.page.Lines[i].Off, where: whereNear})
}
