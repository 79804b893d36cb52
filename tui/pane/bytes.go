package pane

import tea "github.com/charmbracelet/bubbletea"

// Stride is the number of bytes of a row in the hex view; 0 when lines are shown.
func (p *Pane) Stride() int { return p.stride }

// ShowStride shows a text as rows of so many bytes, from the row with the cursor.
func (p *Pane) ShowStride(stride int, t Text) tea.Cmd {
	p.SetStride(stride)
	n := int64(stride)
	p.cursor -= p.cursor % n
	p.top -= p.top % n
	p.topRow, p.left = 0, 0
	p.Clear()
	return p.Show(t, To(p.cursor, Middle))
}

// ShowLines shows a text as lines again, at off.
func (p *Pane) ShowLines(off int64, t Text) tea.Cmd {
	p.SetStride(0)
	p.Put(off)
	p.Clear()
	return p.Show(t, To(off, Middle))
}

// SetStride says how many bytes a row has when a text is shown next; 0 for lines.
func (p *Pane) SetStride(stride int) { p.stride = stride }
