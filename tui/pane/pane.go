// Package pane shows a text of any size as rows of a rectangle: a file, or what a tool gives of it. It knows nothing of
// tools or of the program around it.
//
// A pane has one page of the text: the units (lines, pieces of wrapped lines, or rows of bytes in the hex view) around
// the screen. A [Move] that the page can answer is made at once; otherwise a command loads another page in the
// background, and further moves wait in a queue until its [LoadedMsg] comes back through [Pane.Loaded].
//
// Places are 0-based byte offsets of the text in int64. Rows are 0-based from the top of the pane, columns 0-based cells.
package pane

import (
	tea "github.com/charmbracelet/bubbletea"

	"eyeline/reader/source"
	"eyeline/tui/cells"
	"eyeline/tui/page"
)

// ID distinguishes panes in messages.
type ID uint8

// Text is what a pane shows.
type Text struct {
	Bytes   source.Bytes // nil: nothing
	Numbers page.Numbers // nil: lines have no numbers
	Only    page.Only    // nil: all lines
	// Prefix is how many bytes at the start of a line are put before its text: tab stops are counted from there. nil: none.
	Prefix func(page.Unit) int
	// Generation changes when bytes shown before are no longer valid: pages of another generation are dropped.
	Generation uint64
}

// Size is the number of bytes of the text.
func (t Text) Size() int64 {
	if t.Bytes == nil {
		return 0
	}
	return t.Bytes.Size()
}

// Pane is a text with a place in it. Its methods are called from one goroutine; commands carry copies of what they need.
type Pane struct {
	id            ID
	width, height int
	gutter        int // cells left of the text, of width
	text          Text
	page          page.Page
	lines         []*cells.Line // page.Lines laid out; nil until needed
	options       cells.Options
	drawn         drawnRows
	shown         []string // the rows on the screen
	otherText     bool     // the page is of another text than the next one

	top    int64 // offset of the unit at the top
	topRow int   // how many of its rows are above the top
	cursor int64 // offset of the cursor's unit
	left   int   // columns scrolled off to the left, when lines are chopped
	wrap   bool
	stride int // bytes of a row in the hex view; 0 when lines are shown
	// cursorless: there is no cursor to be seen, and the place is the top row. cursor is then the unit at the top or, at the
	// end of the text, where the screen stays full, the one that was gone to.
	cursorless bool
	// rolled: the last move asked for the rows on the screen, also where they have only a part of the cursor's unit. carried: the
	// cursor's unit went off the screen so, and the cursor went on to the one at that edge.
	rolled, carried bool

	upward  bool // the last move by units or rows went up
	loading bool // a load is under way
	staying bool // that load moves nothing
	loads   Loader
	queue   []Move
	err     error
	arrived bool // a page has come
}

// New returns a pane without a text or a size. wrap says that long lines go over several rows; loads runs its loads.
func New(id ID, wrap bool, loads Loader) Pane { return Pane{id: id, wrap: wrap, loads: loads} }

// Width is the width of the pane in cells, the gutter included.
func (p *Pane) Width() int { return p.width }

// Height is the number of rows.
func (p *Pane) Height() int { return p.height }

// Gutter is how many cells left of the text the caller draws.
func (p *Pane) Gutter() int { return p.gutter }

// TextWidth is the width of the text in cells, at least 1.
func (p *Pane) TextWidth() int { return max(p.width-p.gutter, 1) }

// Resize gives the pane another size and keeps the cursor on the screen.
func (p *Pane) Resize(width, height, gutter int) tea.Cmd {
	if width == p.width && height == p.height && gutter == p.gutter {
		return nil
	}
	relayout := p.wrap && width-gutter != p.width-p.gutter
	p.width, p.height, p.gutter = width, max(height, 1), gutter
	p.Redraw()
	if relayout {
		p.topRow = 0
	}
	if p.text.Bytes == nil {
		return nil
	}
	if len(p.page.Lines) > 0 {
		p.clampTop()
		p.keepCursor()
	}
	return p.again()
}

// Show gives the pane another text and a place in it.
func (p *Pane) Show(t Text, m Move) tea.Cmd {
	p.text, p.otherText = t, true
	p.Stop()
	return p.load(p.withoutCursor(m))
}

// SetText gives the pane the same text as it is now: longer, or with more line numbers. Nothing is loaded, and where the
// text is of another generation what is under way is abandoned.
func (p *Pane) SetText(t Text) {
	if t.Generation != p.text.Generation {
		p.stopLoad()
		p.otherText = true
	}
	p.text = t
}

// Text is what the pane shows.
func (p *Pane) Text() Text { return p.text }

// Clear leaves the pane without a text.
func (p *Pane) Clear() {
	p.Stop()
	p.text, p.otherText = Text{}, true
	p.setPage(page.Page{Anchor: -1, AtStart: true, AtEnd: true})
}

// Stop abandons the load under way and the moves that wait for it.
func (p *Pane) Stop() {
	p.stopLoad()
	p.queue = nil
}

// Lines are the units of the page: those on the screen and some around it. The caller changes none of them.
func (p *Pane) Lines() []page.Unit { return p.page.Lines }

// Empty reports whether there is nothing to show: no page has come, or it has no lines.
func (p *Pane) Empty() bool { return len(p.page.Lines) == 0 }

// Arrived reports whether a page has come.
func (p *Pane) Arrived() bool { return p.arrived }

// Err is the error of the last load, nil when it had none.
func (p *Pane) Err() error { return p.err }

// AtEnd reports whether the page reached the end of the text as that was when the page was loaded.
func (p *Pane) AtEnd() bool { return p.page.AtEnd }

// Partial reports whether the search for a line's end was given up: the page may know more when it is loaded again.
func (p *Pane) Partial() bool { return p.page.Partial }

// Numberless reports whether the lines of the page lack the numbers that the text can have.
func (p *Pane) Numberless() bool {
	return len(p.page.Lines) > 0 && p.page.Lines[0].Number == 0 && p.text.Numbers != nil
}
