package pane

import tea "github.com/charmbracelet/bubbletea"

const (
	// exactColumns is how far sideways a chopped line is laid out from its start. Further right, columns of a line are
	// counted in bytes, so that a line of any length costs what is shown of it.
	exactColumns = 16 << 10
	// farthest is as far as one scrolls sideways, in columns.
	farthest = 1 << 40
)

// Wrap reports whether long lines go over several rows; otherwise they are chopped.
func (p *Pane) Wrap() bool { return p.wrap }

// SetWrap wraps long lines or chops them.
func (p *Pane) SetWrap(wrap bool) tea.Cmd {
	p.wrap = wrap
	p.left, p.topRow = 0, 0
	clear(p.lines)
	p.Redraw()
	return p.Reload()
}

// Left is how many columns of chopped lines are scrolled off to the left.
func (p *Pane) Left() int { return p.left }

// Sideways scrolls chopped lines by n half screens, to the right when n is positive. It reports whether anything moved.
func (p *Pane) Sideways(n int64) (tea.Cmd, bool) {
	half := int64(max(p.TextWidth()/2, 1))
	n = max(min(n, farthest/half), -farthest/half)
	return p.scrollTo(int(max(min(int64(p.left)+n*half, farthest), 0)))
}

// ScrollToColumn makes left the first column shown of chopped lines.
func (p *Pane) ScrollToColumn(left int) tea.Cmd {
	cmd, _ := p.scrollTo(left)
	return cmd
}

// scrollTo makes left the first column shown.
func (p *Pane) scrollTo(left int) (tea.Cmd, bool) {
	if left == p.left || p.wrap || p.stride > 0 {
		return nil, false
	}
	if !p.showColumn(left) {
		return p.Reload(), true
	}
	return nil, true
}

// column is the first column shown of the laid out part of a line.
func (p *Pane) column() int {
	if p.wrap || p.left > exactColumns {
		return 0
	}
	return p.left
}

// cutShort reports whether a line on the screen was loaded less far than it is shown.
func (p *Pane) cutShort() bool {
	if p.stride > 0 {
		return false
	}
	top := max(p.find(p.top), 0)
	for i := top; i < len(p.page.Lines) && i < top+p.height; i++ {
		if l := p.page.Lines[i]; !l.Whole && len(l.Head) < p.keep() {
			return true
		}
	}
	return false
}
