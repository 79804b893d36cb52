package pane

import (
	"sort"

	"eyeline/reader/source"
	"eyeline/tui/file/filepages"
	"eyeline/tui/kit/cells"
)

// Text is what a pane shows.
type Text struct {
	Bytes   source.Bytes         // nil: nothing
	Numbers filepages.Numbers    // nil: lines have no numbers
	Only    filepages.LineSubset // nil: all lines
	// Prefix is how many bytes at the start of a line are put before its text: tab stops are counted from there.
	// nil: none.
	Prefix func(filepages.Unit) int
	// Wraps reports whether a line is wrapped also where the others are chopped, between words. nil: none is.
	Wraps func(filepages.Unit) bool
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

// buffer is the part of the text that is in memory: a page of it, and the units of that laid out in cells.
type buffer struct {
	Text    Text
	page    filepages.Page
	Arrived bool // a page has come
	Options cells.Drawing
	layouts []*cells.Line // of page.Lines; nil until needed
	seams   seams
	header  header
}

// Lines are the units of the page: those on the screen and some around it. The caller changes none of them.
func (b *buffer) Lines() []filepages.Unit { return b.page.Lines }

// Empty reports whether there is nothing to show: no page has come, or it has no lines.
func (b *buffer) Empty() bool { return len(b.page.Lines) == 0 }

// AtEnd reports whether the page reached the end of the text as that was when the page was loaded.
func (b *buffer) AtEnd() bool { return b.page.AtEnd }

// Partial reports whether the search for a line's end was given up: the page may know more when it is loaded again.
func (b *buffer) Partial() bool { return b.page.Partial }

// Numberless reports whether the lines of the page lack the numbers that the text can have.
func (b *buffer) Numberless() bool {
	return !b.Empty() && b.page.Lines[0].Number == 0 && b.Text.Numbers != nil
}

// Line is the unit that begins at off; false when the page does not have it.
func (b *buffer) Line(off int64) (filepages.Unit, bool) { return b.unit(b.find(off)) }

// LineHolding is the unit with the byte at off; false when the page does not have it.
func (b *buffer) LineHolding(off int64) (filepages.Unit, bool) {
	if i, ok := b.holding(off); ok {
		return b.unit(i)
	}
	return filepages.Unit{}, false
}

// unit is the unit of an index in the page; false without one.
func (b *buffer) unit(i int) (filepages.Unit, bool) {
	if i < 0 || i >= len(b.page.Lines) {
		return filepages.Unit{}, false
	}
	return b.page.Lines[i], true
}

// find returns the index in the page of the unit that begins at off, -1 when it is not there.
func (b *buffer) find(off int64) int {
	lines := b.page.Lines
	i := sort.Search(len(lines), func(i int) bool { return lines[i].Off >= off })
	if i == len(lines) || lines[i].Off != off {
		return -1
	}
	return i
}

// holding returns the index in the page of the unit with the byte at off.
func (b *buffer) holding(off int64) (int, bool) {
	lines := b.page.Lines
	i := sort.Search(len(lines), func(i int) bool { return lines[i].Off > off }) - 1
	if i < 0 {
		return 0, false
	}
	return i, off < lines[i].End || lines[i].End < 0 || i == len(lines)-1 && b.reachesEnd()
}

// reachesEnd reports whether the page reaches the end of the text as it is now.
func (b *buffer) reachesEnd() bool {
	return b.page.AtEnd && (b.Text.Bytes == nil || b.page.Size >= b.Text.Bytes.Size())
}

func (b *buffer) setPage(p filepages.Page, header []filepages.Unit) {
	b.page = p
	b.Arrived = true
	b.layouts = make([]*cells.Line, len(p.Lines))
	b.header.units = header
	b.header.layouts = make([]*cells.Line, len(header))
	b.seams.place(p.Lines)
}

// SetOptions says how text is laid out in cells. LineEnd, CRLF, Continued and Whole are set for each unit.
func (b *buffer) SetOptions(o cells.Drawing) {
	if o == b.Options {
		return
	}
	b.Options = o
	b.forgetLayouts()
}

// forgetLayouts has all units laid out again.
func (b *buffer) forgetLayouts() {
	clear(b.layouts)
	clear(b.header.layouts)
}

// layout is a unit laid out in cells.
func (b *buffer) layout(i int) *cells.Line {
	if b.layouts[i] == nil {
		b.layouts[i] = b.laidOut(b.page.Lines[i])
	}
	return b.layouts[i]
}

// laidOut lays a unit out in cells.
func (b *buffer) laidOut(l filepages.Unit) *cells.Line {
	o := b.Options
	o.Continued = l.Continued || l.Skip > 0
	o.LineEnd = l.Whole && !l.More
	o.CRLF = l.CRLF
	o.Whole = l.Whole
	o.Words = b.Text.Wraps != nil && b.Text.Wraps(l)
	if b.Text.Prefix != nil && !o.Continued {
		o.TabFrom = min(b.Text.Prefix(l), len(l.Head))
	}
	return cells.Layout(l.Head, o)
}
