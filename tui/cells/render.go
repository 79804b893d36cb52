package cells

import (
	"math"
	"sort"
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
	return l.render(dst, l.RowStart(row, width), l.RowStart(row+1, width), width, st)
}

// Render appends the columns [from, from+width) of the line, exactly width cells. A wide character that an edge divides
// is drawn as '<' at the left edge, '>' at the right one, in the style Mark.
func (l *Line) Render(dst []byte, from, width int, st Style) []byte {
	return l.render(dst, from, l.width, width, st)
}

// render appends the columns [from, stop), at most width of them, and blanks up to width.
func (l *Line) render(dst []byte, from, stop, width int, st Style) []byte {
	from, width = max(from, 0), max(width, 0)
	stop = max(min(stop, l.width, from+min(width, max(l.width-from, 0))), from)
	p := painter{dst: dst, reset: st.Reset}
	if from < stop {
		c := l.rowStyles(&st, from, stop)
		for i := l.atColumn(from); i < len(l.runs) && l.runs[i].col < stop; i++ {
			p.run(l.data, &l.runs[i], from, stop, &c)
		}
	}
	if rest := width - (stop - from); rest > 0 {
		p.style(st.Base)
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

// run paints the clusters of a run in the columns [from, stop).
func (p *painter) run(data []byte, r *run, from, stop int, c *rowStyles) {
	size, cells := int(r.size), int(r.cells)
	if cells == 0 {
		return
	}
	k := max(from-r.col, 0) / cells
	if col := r.col + k*cells; col < from {
		p.cut(data, r, k, from-col, min(cells, stop-col), c)
		k++
	}
	for whole := min(r.n, (stop-r.col)/cells); k < whole; {
		at := r.start + k*size
		open, until := c.at(at, size, r.kind)
		p.style(open)
		same := whole
		if until < r.start+whole*size {
			same = k + (until-at+size-1)/size
		}
		if r.kind == own {
			p.dst = append(p.dst, data[at:r.start+same*size]...)
			k = same
			continue
		}
		for ; k < same; k++ {
			at := r.start + k*size
			p.dst = r.kind.appendCells(p.dst, data[at:at+size], 0, cells)
		}
	}
	if col := r.col + k*cells; k < r.n && col < stop {
		p.cut(data, r, k, 0, stop-col, c)
	}
}

// cut paints the cells [lo, hi) of a cluster that goes beyond an edge.
func (p *painter) cut(data []byte, r *run, k, lo, hi int, c *rowStyles) {
	size := int(r.size)
	at := r.start + k*size
	if r.kind.divisible() {
		open, _ := c.at(at, size, r.kind)
		p.style(open)
		p.dst = r.kind.appendCells(p.dst, data[at:at+size], lo, hi)
		return
	}
	open, _ := c.at(at, size, hex)
	p.style(open)
	side := byte('<')
	if lo == 0 {
		side = '>'
	}
	for ; lo < hi; lo++ {
		p.dst = append(p.dst, side)
	}
}

// rowStyles finds the styles of a row's clusters, asked for in rising order.
type rowStyles struct {
	st    *Style
	spans []Span // those that may still matter
	over  []Span // those that touch the row
	own   []Span // those that the text itself sets
}

func (l *Line) rowStyles(st *Style, from, stop int) rowStyles {
	first := l.Offset(from)
	r := &l.runs[l.atColumn(stop-1)]
	end := r.start + ((stop-1-r.col)/int(r.cells)+1)*int(r.size)
	l.over = l.over[:0]
	for _, o := range st.Over {
		if o.Open != "" && o.Start < o.End && o.Start < end && o.End > first {
			l.over = append(l.over, o)
		}
	}
	spans := st.Spans[sort.Search(len(st.Spans), func(i int) bool { return st.Spans[i].End > first }):]
	c := rowStyles{st: st, spans: spans, over: l.over}
	if st.Colours {
		c.own = l.colours
	}
	return c
}

// at is the style of a cluster, and an offset: all clusters of its run that begin before it have the same.
func (c *rowStyles) at(at, size int, k kind) (open string, until int) {
	until = math.MaxInt
	for i := len(c.over) - 1; i >= 0; i-- {
		switch o := &c.over[i]; {
		case o.Start >= at+size:
			until = min(until, o.Start-size+1)
		case o.End > at:
			return o.Open, min(until, o.End)
		}
	}
	switch k {
	case own, onCircle, blank, struck:
	case bad, replaced, latin:
		return c.st.Bad, until
	default:
		return c.st.Mark, until
	}
	for len(c.spans) > 0 && c.spans[0].End <= at {
		c.spans = c.spans[1:]
	}
	base, end := c.base(at)
	if len(c.spans) == 0 {
		return base, min(until, end)
	}
	switch s := &c.spans[0]; {
	case s.Start > at:
		return base, min(until, end, s.Start)
	case s.Open == "":
		return base, min(until, end, s.End)
	default:
		return s.Open, min(until, s.End)
	}
}

// base is the style of text outside the spans, and where it ends: the text's own, or the style's.
func (c *rowStyles) base(at int) (open string, until int) {
	for len(c.own) > 0 && c.own[0].End <= at {
		c.own = c.own[1:]
	}
	switch {
	case len(c.own) == 0:
		return c.st.Base, math.MaxInt
	case c.own[0].Start > at:
		return c.st.Base, c.own[0].Start
	}
	return c.own[0].Open, c.own[0].End
}
