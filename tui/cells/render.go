package cells

import "unicode/utf8"

// Span is a run of bytes of the data with the escape sequence that begins its style.
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
	// Colours draws the colours of the text itself (Options.Colours).
	Colours bool
	// Spans rise and do not overlap: syntax. Over is laid over them, a later one over an earlier: matches, cuts.
	Spans []Span
	Over  []Span
}

// RowCount is the number of rows of the line when it is wrapped at width cells; at least 1.
func (l *Line) RowCount(width int) int {
	l.wrap(width)
	return len(l.rows)
}

// RowStart is the column where a row begins when the line is wrapped; the line's width past the last row.
func (l *Line) RowStart(row, width int) int {
	l.wrap(width)
	if row >= len(l.rows) {
		return l.width
	}
	return int(l.rows[row])
}

// RowOf is the row that holds the byte at off when the line is wrapped.
func (l *Line) RowOf(off, width int) int {
	l.wrap(width)
	col := int32(l.Column(off))
	row := len(l.rows) - 1
	for row > 0 && l.rows[row] > col {
		row--
	}
	return row
}

// wrap finds the columns where rows begin: a cluster that does not fit goes to the next row, and one that is wider than
// a row over several.
func (l *Line) wrap(width int) {
	width = max(width, 1)
	if l.rowWidth == width {
		return
	}
	l.rowWidth = width
	l.rows = append(l.rows[:0], 0)
	start, limit := int32(0), int32(width)
	for _, c := range l.clusters {
		if c.col > start && c.col+c.width-start > limit {
			start = c.col
			l.rows = append(l.rows, start)
		}
		for c.col+c.width-start > limit {
			start += limit
			l.rows = append(l.rows, start)
		}
	}
}

// RenderRow appends a row of the wrapped line, exactly width cells.
func (l *Line) RenderRow(dst []byte, row, width int, st Style) []byte {
	return l.render(dst, l.RowStart(row, width), l.RowStart(row+1, width), width, st)
}

// Render appends the columns [from, from+width) of the line, exactly width cells.
func (l *Line) Render(dst []byte, from, width int, st Style) []byte {
	return l.render(dst, from, from+width, width, st)
}

func (l *Line) render(dst []byte, from, stop, width int, st Style) []byte {
	p := painter{dst: dst, reset: st.Reset}
	used, span, own := 0, 0, 0
	end, base := min(stop, from+width), st.Base
	for i := l.atColumn(from); i < len(l.clusters); i++ {
		c := l.clusters[i]
		col := int(c.col)
		if col >= end {
			break
		}
		for span < len(st.Spans) && st.Spans[span].End <= int(c.start) {
			span++
		}
		for own < len(l.colours) && l.colours[own].End <= int(c.start) {
			own++
		}
		if st.Colours && c.kind == text && own < len(l.colours) && int(c.start) >= l.colours[own].Start {
			st.Base = l.colours[own].Open
		} else {
			st.Base = base
		}
		lo, hi := max(from-col, 0), min(int(c.width), end-col)
		if lo == 0 && hi == int(c.width) {
			p.style(st.of(c, span))
			p.dst = append(p.dst, l.text(c)...)
		} else {
			l.part(&p, c, lo, hi, st, span)
		}
		used += hi - lo
	}
	p.style(base)
	for ; used < width; used++ {
		p.dst = append(p.dst, ' ')
	}
	p.style("")
	return p.dst
}

// part appends the cells [lo, hi) of a cluster that straddles an edge: of a mark its text, of a wide character a mark
// that points to where it goes on.
func (l *Line) part(p *painter, c cluster, lo, hi int, st Style, span int) {
	if t := l.text(c); c.text >= 0 && utf8.RuneCount(t) == int(c.width) {
		p.style(st.of(c, span))
		r := []rune(string(t))
		p.dst = append(p.dst, string(r[lo:hi])...)
		return
	}
	p.style(st.Mark)
	for ; lo < hi; lo++ {
		if lo == 0 {
			p.dst = append(p.dst, '>')
		} else {
			p.dst = append(p.dst, '<')
		}
	}
}

// of is the style of a cluster; span is the first span that does not end before it.
func (st *Style) of(c cluster, span int) string {
	at := int(c.start)
	for i := len(st.Over) - 1; i >= 0; i-- {
		o := st.Over[i]
		if o.Open != "" && at < o.End && (at >= o.Start || int(c.end) > o.Start) {
			return o.Open
		}
	}
	switch c.kind {
	case mark:
		return st.Mark
	case bad:
		return st.Bad
	}
	if span < len(st.Spans) && at >= st.Spans[span].Start {
		return st.Spans[span].Open
	}
	return st.Base
}

// painter writes a style's sequence only where it changes.
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
