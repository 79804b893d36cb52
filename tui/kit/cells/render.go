package cells

import (
	"cmp"
	"slices"
)

// Span is a run of bytes of the data with the escape sequence that begins its style. One with an empty sequence, or
// without a byte, colours nothing.
type Span struct {
	Start, End int
	Open       string
}

// Style says how a row is coloured. All sequences come from a theme; an empty one means no style.
type Style struct {
	Base  string // text outside all spans
	Mark  string // marks for what is not drawn as itself
	Bad   string // marks for bytes that are not UTF-8
	Reset string // ends any style
	// Colours draws the colours that the text itself sets (Options.Colours) where there is no syntax.
	Colours bool
	// Spans rise and do not overlap: syntax. A cluster takes the one with its first byte; marks take none.
	Spans []Span
	// Over is laid over all of that, a later one over an earlier: matches, cuts. It colours each cluster it touches.
	Over []Span
}

// RenderRow appends a 0-based row of the wrapped line, exactly width cells.
func (l *Line) RenderRow(dst []byte, row, width int, st Style) []byte {
	return l.renderColumns(dst, l.RowStart(row, width), l.RowStart(row+1, width), width, st)
}

// Render appends the columns [from, from+width) of the line, exactly width cells. A wide character that an edge divides
// is drawn as '<' at the left edge, '>' at the right one, in the style Mark.
func (l *Line) Render(dst []byte, from, width int, st Style) []byte {
	return l.renderColumns(dst, from, l.width, width, st)
}

// renderColumns appends the columns [from, stop), at most width of them, and blanks up to width.
func (l *Line) renderColumns(dst []byte, from, stop, width int, st Style) []byte {
	from = max(from, 0)
	width = max(width, 0)
	stop = max(min(stop, l.width, from+min(width, max(l.width-from, 0))), from)
	p := painter{dst: dst, reset: st.Reset}
	if from < stop {
		c := l.prepareStyles(&st, from, stop)
		for i := l.atColumn(from); i < len(l.runs) && l.runs[i].col < stop; i++ {
			p.paintRun(l.data, &l.runs[i], from, stop, &c)
		}
	}

	if rest := width - (stop - from); rest > 0 {
		style := st.Base
		if st.Colours && stop >= l.width {
			style = cmp.Or(l.rest, style)
		}
		p.style(style)
		p.dst = appendBlanks(p.dst, rest)
	}

	p.style("")
	return p.dst
}

// painter writes a row: a style's sequence only where it changes.
type painter struct {
	dst   []byte
	now   string
	reset string
}

func (p *painter) style(open string) {
	if open == p.now {
		return
	}
	if p.now != "" {
		p.dst = append(p.dst, p.reset...)
	}
	p.dst = append(p.dst, open...)
	p.now = open
}

// paintRun paints the clusters of a run in the columns [from, stop).
func (p *painter) paintRun(data []byte, r *run, from, stop int, c *rowStyles) {
	size := int(r.size)
	cells := int(r.cells)
	if cells == 0 {
		return
	}

	for k := max(from-r.col, 0) / cells; k < r.n && r.col+k*cells < stop; k++ {
		at := r.start + k*size
		col := r.col + k*cells
		lo := max(from-col, 0)
		hi := min(stop-col, cells)
		if hi-lo == cells || r.kind.divisible() {
			p.style(c.at(at, size, r.kind))
			p.dst = r.kind.appendCells(p.dst, data[at:at+size], lo, hi)
			continue
		}

		p.style(c.at(at, size, hex))
		side := byte('<')
		if lo == 0 {
			side = '>'
		}

		for ; lo < hi; lo++ {
			p.dst = append(p.dst, side)
		}
	}
}

// rowStyles finds the styles of a row's clusters, asked for in rising order.
type rowStyles struct {
	st    *Style
	spans []Span // those that may still matter
	over  []Span // those that touch the row
	own   []Span // those that the text itself sets
}

func (l *Line) prepareStyles(st *Style, from, stop int) rowStyles {
	first := l.Offset(from)
	end := l.Offset(stop-1) + int(l.runs[l.atColumn(stop-1)].size)
	l.over = l.over[:0]

	for _, o := range st.Over {
		if o.Open != "" && o.Start < o.End && o.Start < end && o.End > first {
			l.over = append(l.over, o)
		}
	}

	c := rowStyles{st: st, spans: st.Spans, over: l.over}
	if st.Colours {
		c.own = l.colours
	}

	return c
}

// at is the style of a cluster.
func (c *rowStyles) at(at, size int, k kind) string {
	for _, o := range slices.Backward(c.over) {
		if o.Start < at+size && o.End > at {
			return o.Open
		}
	}

	switch k {
	case verbatim, onCircle, blank, overstrike:
		return cmp.Or(styleAt(&c.spans, at), styleAt(&c.own, at), c.st.Base)
	case bad, replacement, latin:
		return c.st.Bad
	}

	return c.st.Mark
}

// styleAt is the style of the span with the byte at an offset; "" for none. It drops the spans that end before.
func styleAt(spans *[]Span, at int) string {
	for len(*spans) > 0 && (*spans)[0].End <= at {
		*spans = (*spans)[1:]
	}
	if len(*spans) == 0 || (*spans)[0].Start > at {
		return ""
	}
	return (*spans)[0].Open
}
