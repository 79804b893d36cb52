package window

import (
	"context"

	"eyeline/reader/lineindex"
	"eyeline/reader/source"
)

// Indents are the facts of a run of lines, computed once so that very many blocks can be tried there (CONTRACTS.md §1
// Indentation). The cost of each depends on the nesting of the lines, not on their number.
//
// Line numbers are 1-based. Each line takes about 60 bytes, so this is for thousands of lines and not for a whole file.
type Indents struct {
	// First and Last are the numbers of the first and last known line; both are 0 if no line is known.
	First, Last int64
	// Top and Bottom report that First is the first line of the file, and Last its last one.
	Top, Bottom bool

	lines []indentLine
	end   int64 // offset after the last line
}

// indentLine is a line of Indents. It refers to others by index: -1 is above all, len(lines) below all.
type indentLine struct {
	start        int64 // 0-based offset in the file
	indent       int64 // effective, in columns
	above, below int32 // the nearest line each way that is indented less
	rise, sink   int32 // the nearest line each way that is indented less or as much
	// the highest line of a block in which this one is the first at the floor, with header comments
	header         int32
	blank, comment bool
}

// IndentsOf returns the facts of lines first to last, or of as many as the file has. The error is ctx's or that of
// reading; io.ErrUnexpectedEOF if the file is shorter than its size.
func IndentsOf(ctx context.Context, b source.Bytes, index Index, first, last int64) (*Indents, error) {
	first = max(first, 1)
	n := &Indents{}
	start, _, found, err := lineindex.FindLine(ctx, b, index, first)
	if err != nil {
		return nil, err
	}
	if !found || last < first {
		return n, untruncated(ctx, b)
	}

	var carry int64
	for r := newForward(ctx, b, index, start); int64(len(n.lines)) <= last-first && r.at < b.Size(); {
		l := indentLine{start: r.at}
		f, err := r.line()
		if err != nil {
			return nil, err
		}

		l.indent = f.Indent
		l.blank = f.Blank
		l.comment = f.Comment && !f.Blank
		if f.Blank {
			if len(n.lines) == 0 {
				if carry, err = effectiveIndent(ctx, b, index, start); err != nil {
					return nil, err
				}
			}
			l.indent = carry
		}

		carry = l.indent
		n.end = r.at
		n.lines = append(n.lines, l)
	}

	if len(n.lines) > 0 {
		n.First = first
		n.Last = first + int64(len(n.lines)) - 1
		n.Top = first == 1
		n.Bottom = n.end == b.Size()
	}

	n.link()
	return n, nil
}

// link sets the indexes of other lines: upwards first, then downwards.
func (n *Indents) link() {
	for i := range n.lines {
		l := &n.lines[i]
		l.rise = n.atMost(int32(i)-1, l.indent, true)
		l.above = l.rise
		if l.rise >= 0 && n.lines[l.rise].indent == l.indent {
			l.above = n.lines[l.rise].above
		}

		l.header = l.rise + 1
		k := l.rise
		if k >= 0 && n.lines[k].indent == l.indent && n.lines[k].comment {
			l.header = n.lines[k].header
		}
	}

	for i := len(n.lines) - 1; i >= 0; i-- {
		l := &n.lines[i]
		l.sink = n.atMost(int32(i)+1, l.indent, false)
		l.below = l.sink
		if int(l.sink) < len(n.lines) && n.lines[l.sink].indent == l.indent {
			l.below = n.lines[l.sink].below
		}
	}
}

// atMost returns the nearest line, from i upwards or downwards, whose indent is at most indent columns.
func (n *Indents) atMost(i int32, indent int64, up bool) int32 {
	for i >= 0 && int(i) < len(n.lines) && n.lines[i].indent > indent {
		if up {
			i = n.lines[i].above
		} else {
			i = n.lines[i].below
		}
	}
	return i
}

// Has reports whether a line is known.
func (n *Indents) Has(line int64) bool { return line >= n.First && line <= n.Last && n.First > 0 }

// Blank reports whether a known line is blank.
func (n *Indents) Blank(line int64) bool { return n.lines[line-n.First].blank }

// Indent returns the effective indent of a known line in columns.
func (n *Indents) Indent(line int64) int64 { return n.lines[line-n.First].indent }

// TextAbove returns the nearest line that is not blank, from a known line upwards; 0 if no such line is known.
func (n *Indents) TextAbove(line int64) int64 { return n.text(line, -1) }

// TextBelow returns the nearest line that is not blank, from a known line downwards; 0 if no such line is known.
func (n *Indents) TextBelow(line int64) int64 { return n.text(line, 1) }

// text returns the nearest known line that is not blank, from line on in steps of step.
func (n *Indents) text(line, step int64) int64 {
	for ; n.Has(line); line += step {
		if !n.Blank(line) {
			return line
		}
	}
	return 0
}

// Start returns the 0-based offset of a known line, or the end of the last one.
func (n *Indents) Start(line int64) int64 {
	if line > n.Last {
		return n.end
	}
	return n.lines[line-n.First].start
}

// BlockReach is how many lines a block without a cap extends above and below its anchor. It ends at the edge of the
// known lines.
type BlockReach struct{ Up, Down int64 }

// Level is how far blocks extend for one value of max_levels.
type Level struct {
	Levels int64 // max_levels; 0 is no limit
	// Plain is without siblings and header comments, Header with header comments, and Siblings with siblings, to which
	// such comments belong.
	Plain, Header, Siblings BlockReach
}

// Levels returns how far blocks of a known anchor extend for each max_levels, from 1 to no limit. It omits values that
// do not change anything.
func (n *Indents) Levels(anchor int64) []Level {
	a := int32(anchor - n.First)
	indent := n.lines[a].indent
	up := a - 1
	down := a + 1
	var out []Level
	for k := int64(1); ; {
		floor := max(indent-tabColumns*k, 0)
		l := Level{Levels: k}
		if floor == 0 {
			l.Levels = 0
		}

		up = n.atMost(up, floor, true)
		down = n.atMost(down, floor, false)
		over := int64(-1) // indent of the line that next ends the growth, as the floor sinks
		atFloor := false
		header := up + 1
		plain := up + 1
		if up >= 0 {
			over = max(over, n.lines[up].indent)
			if n.lines[up].indent == floor {
				atFloor = true
				plain = n.lines[up].rise + 1
				header = n.lines[up].header
			}
		}

		bottom := down - 1
		if int(down) < len(n.lines) {
			over = max(over, n.lines[down].indent)
			if n.lines[down].indent == floor {
				atFloor = true
				bottom = n.lines[down].sink - 1
			}
		}

		l.Plain = BlockReach{int64(a - plain), int64(bottom - a)}
		l.Header = BlockReach{int64(a - header), int64(bottom - a)}
		above := n.atMost(up, floor-1, true)
		below := n.atMost(down, floor-1, false)
		l.Siblings = BlockReach{int64(a - above - 1), int64(below - 1 - a)}
		out = append(out, l)
		if floor == 0 {
			return out
		}

		k++
		if !atFloor { // until the floor is no longer above the line that ended the growth, nothing changes
			k = max(k, (indent-max(over, 0)+tabColumns-1)/tabColumns)
		}
	}
}

// Within returns how far a block extends under a cap in lines, which includes the anchor: it grows up and down in turn,
// up first.
func (r BlockReach) Within(limit int64) BlockReach {
	rest := limit - 1
	if rest >= r.Up+r.Down || rest < 0 {
		return BlockReach{min(r.Up, max(rest, 0)), min(r.Down, max(rest, 0))}
	}
	up := min(r.Up, max((rest+1)/2, rest-r.Down))
	return BlockReach{up, rest - up}
}

// Range returns the first and last line of the block that extends as far as r from a known anchor, under a cap in
// lines. Blank lines at its ends are trimmed, except from an anchor alone under a cap of one. Both are 0 if nothing is
// left.
func (n *Indents) Range(anchor int64, r BlockReach, limit int64) (first, last int64) {
	if n.Top && n.Bottom && len(n.lines) == 1 {
		limit = 1
	}
	if limit <= 1 {
		return anchor, anchor
	}

	r = r.Within(limit)
	first = n.TextBelow(max(anchor-r.Up, n.First))
	last = n.TextAbove(min(anchor+r.Down, n.Last))
	if first == 0 || first > last {
		return 0, 0
	}

	return first, last
}
