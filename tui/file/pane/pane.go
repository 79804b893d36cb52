// Package pane, which changes without notice, shows a text of any size as rows of a rectangle: a file, or what a tool
// gives of it. It knows nothing of tools or of the program around it.
//
// A pane has one page of the text: the units (lines, pieces of wrapped lines, or rows of bytes in the hex view) around
// the screen. A [Move] that the page can answer is made at once; otherwise a command loads another page in the
// background, and further moves wait in a queue until its [LoadedMsg] comes back through [Pane.Loaded].
//
// A [Pane] is built of layers, each of which knows only those below: the buffer is the page that is in memory, the
// viewport is what of it is on the screen, the cursor view moves a cursor in that, and the pane itself loads pages.
//
// Places are 0-based byte offsets of the text in int64. Rows are 0-based from the top of the pane, columns 0-based
// cells.
package pane

import (
	tea "github.com/charmbracelet/bubbletea"

	"eyeline/tui/file/filepages"
)

// id distinguishes panes in messages.
type id uint8

// The panes of the file screen.
const (
	OfFile     id = iota // the file
	OfModel              // what the tool gives
	OfCompared           // what the other tool of a comparison gives
)

// Pane is a text with a place in it. Its methods are called from one goroutine; commands carry copies of what they
// need.
type Pane struct {
	cursorView
	loads loads
	id    id
	Err   error
}

// New returns a pane without a text or a size. wrap says that long lines go over several rows; loader runs its loads.
func New(id id, wrap bool, loader pageLoader) Pane {
	p := Pane{id: id, loads: loads{loader: loader}}
	p.setWrap(wrap)
	return p
}

// Resize gives the pane another size and keeps the cursor on the screen. The first size begins what waited for it.
func (p *Pane) Resize(width, height, gutter int) tea.Cmd {
	was := p.rectangle
	p.rectangle = (rectangle{width, max(height, 1), gutter})
	if p.rectangle == was {
		return nil
	}
	if p.Wrap && width-gutter != was.Width-was.Gutter {
		p.topRow = 0 // its lines have other rows
	}
	if p.Text.Bytes == nil {
		return nil
	}

	if was.Height == 0 {
		if first, ok := p.loads.next(); ok {
			return p.load(first)
		}
	}

	p.keepOnScreen()
	return p.Reload()
}

// Show gives the pane another text and a place in it. A pane without a size loads nothing before it has one.
func (p *Pane) Show(t Text, m Move) tea.Cmd {
	p.Text = t
	p.Stop()
	m = p.withoutCursor(m)
	if p.Height == 0 {
		p.loads.queue = []Move{m}
		return nil
	}
	return p.load(m)
}

// SetText gives the pane the same text as it is now: longer, or with more line numbers. Nothing is loaded, and where
// the text is of another generation what is under way is abandoned.
func (p *Pane) SetText(t Text) {
	if t.Generation != p.Text.Generation {
		p.loads.end()
	}
	p.Text = t
}

// Clear leaves the pane without a text.
func (p *Pane) Clear() {
	p.Stop()
	p.Text = Text{}
	p.setPage(filepages.Page{Anchor: -1, AtStart: true, AtEnd: true}, nil)
}

// SetWrap wraps long lines or chops them.
func (p *Pane) SetWrap(wrap bool) tea.Cmd {
	p.setWrap(wrap)
	return p.Reload()
}

// SetStride makes rows of stride bytes, from the text on that is shown next; 0 stands for lines.
func (p *Pane) SetStride(stride int) { p.Stride = stride }

// ShowStride shows a text as rows of stride bytes, from the row with the cursor.
func (p *Pane) ShowStride(stride int, t Text) tea.Cmd {
	p.Stride = stride
	n := int64(stride)
	p.setPosition(Position{p.Cursor - p.Cursor%n, p.Top - p.Top%n, 0})
	p.Left = 0
	p.Clear()
	return p.Show(t, To(p.Cursor, Middle))
}

// ShowLines shows a text as lines again, at a place.
func (p *Pane) ShowLines(place Move, t Text) tea.Cmd {
	p.Stride = 0
	p.Put(place.off)
	p.Clear()
	return p.Show(t, place)
}

// Sideways scrolls chopped lines by n half screens, to the right when n is positive. It reports whether anything moved.
func (p *Pane) Sideways(n int64) (tea.Cmd, bool) {
	left := p.Left
	cmd := p.ScrollToColumn(p.halfScreens(n))
	return cmd, p.Left != left
}

// ScrollToColumn makes left the first column shown of chopped lines.
func (p *Pane) ScrollToColumn(left int) tea.Cmd {
	p.shift.to = 0
	if p.Wrap || p.Stride > 0 || p.showColumn(left) {
		return nil
	}
	return p.Reload()
}

// Exchange gives two panes that draw text alike each other's text and place, and keeps their sizes. Loads under way and
// the moves that wait for them are given up.
func (p *Pane) Exchange(q *Pane) tea.Cmd {
	p.Stop()
	q.Stop()
	p.cursorView, q.cursorView = q.cursorView, p.cursorView
	p.rectangle, q.rectangle = q.rectangle, p.rectangle
	p.Err, q.Err = q.Err, p.Err

	for _, one := range []*Pane{p, q} {
		one.topRow = 0
		one.forgetLayouts()
		one.keepOnScreen()
	}

	return tea.Batch(p.Reload(), q.Reload())
}

// Do makes a move, at once if the present page allows it.
func (p *Pane) Do(m Move) tea.Cmd {
	if p.Text.Bytes == nil {
		return nil
	}

	m = p.withoutCursor(m)
	if m.n != 0 {
		p.last.up = m.n < 0
	}

	switch {
	case p.Awaited() || p.loads.running && p.loads.waiting():
		p.loads.enqueue(m) // in the order of the keys
		return nil
	case !p.unshift(m):
		return p.load(m)
	case p.try(m):
		return p.prefetch()
	case p.loads.running && m.kind != toOffset && m.kind != returnTo:
		p.loads.enqueue(m)
		return nil
	}

	return p.load(m)
}
