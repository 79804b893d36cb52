package cells

import (
	"bytes"
	"unicode"
	"unicode/utf8"

	"eyeline/tui/kit/sgr"
)

const (
	// maxMarks is how many combining marks are drawn on one base: more than writing needs. A terminal handed thousands
	// stalls, or draws over the rows around.
	maxMarks = 8
	// maxRunes is how many characters one cluster draws. The longest emoji sequences in use have 10.
	maxRunes = 32
	// window is the bytes of a cluster of maxRunes and the character after it.
	window = (maxRunes + 1) * utf8.UTFMax
)

// Layout lays data out. The data has no '\n'; it is kept, not copied.
func Layout(data []byte, opt Drawing) *Line {
	l := &Line{data: data, words: opt.Words}
	y := layouter{Line: l, opt: opt, trailing: len(data)}
	y.opt.TabWidth = min(opt.TabWidth, 255)

	if opt.TabWidth <= 0 {
		y.opt.TabWidth = 8
	}

	y.opt.Whole = opt.Whole || opt.LineEnd
	if opt.Invisibles && opt.LineEnd {
		y.trailing = len(bytes.TrimRight(data, " \t"))
	}

	y.layOut()
	return l
}

// layouter walks over the data of a line. Its methods take an offset and return how many bytes they laid out there.
type layouter struct {
	*Line
	opt      Drawing
	trailing int // where the blanks at the line's end begin that are shown
	state    state

	style sgr.Style // of what comes, with Options.Colours
	from  int       // where it began
	open  string    // its sequence
}

// layOut lays out the data, and the carriage return taken off it.
func (y *layouter) layOut() {
	data := y.data
	opt := y.opt
	defer y.turn(len(data), sgr.Style{})
	for i := 0; i < len(data); {
		n := 0
		switch {
		case opt.Colours && data[i] == 0x1B:
			n = y.sequence(i)
		case opt.Colours:
			n = y.overstruck(i)
		}

		if n == 0 {
			n = y.plain(i)
		}
		if n == 0 {
			n = y.next(i)
		}
		if n == 0 {
			return // the rest of the character has not come
		}

		i += n
	}

	if opt.Invisibles && opt.LineEnd && opt.CRLF {
		y.add(run{start: len(data), n: 1, cells: 1, kind: carriageReturn})
	}
}

// add appends clusters to the line.
func (l *Line) add(r run) {
	r.col = l.width
	l.width += r.n * int(r.cells)
	if k := len(l.runs); k > 0 && r.size > 0 {
		p := &l.runs[k-1]
		if p.kind == r.kind && p.size == r.size && p.cells == r.cells {
			p.n += r.n
			return
		}
	}

	l.runs = append(l.runs, r)
}

// state says what the last cluster means for the next character.
type state uint8

const (
	// open: the last cluster is a mark, or no cluster came yet. What extends a character has no character to extend.
	open state = iota
	// closed: a grapheme cluster ended. By the rules nothing that extends one follows.
	closed
	// full: a cluster was cut short where it has as much as is drawn of one. The next character must be a mark.
	full
	// crowded: such a mark came. What would extend the cluster further must be a mark too.
	crowded
)

// one adds a cluster of n bytes.
func (y *layouter) one(i, n, cells int, k kind) int {
	y.add(run{start: i, n: 1, size: uint8(n), cells: uint8(cells), kind: k})
	return n
}

// plain lays out printable ASCII that nothing can combine with.
func (y *layouter) plain(i int) int {
	if i >= y.trailing || y.state == full {
		return 0
	}

	p := y.data[i:y.trailing]
	n := plainLen(p)
	if n > 0 && n < len(p) && p[n] >= utf8.RuneSelf && !y.opt.Latin1 {
		n-- // what follows may combine with the last one
	} else if n > 0 && n < len(p) && p[n] == '\b' && y.opt.Colours {
		n-- // what follows is printed over the last one
	}

	if n > 0 {
		y.add(run{start: i, n: n, size: 1, cells: 1, kind: verbatim})
		y.state = closed
	}

	return n
}

// plainLen is the number of printable ASCII characters that p begins with.
func plainLen(p []byte) int {
	i := 0
	for i < len(p) && p[i] >= 0x20 && p[i] < 0x7F {
		i++
	}
	return i
}

// next lays out one cluster. It returns 0 for an unfinished character at the end of data that is not whole.
func (y *layouter) next(i int) int {
	before := y.state
	y.state = open
	if n := y.single(i); n > 0 {
		return n
	}

	r, n := utf8.DecodeRune(y.data[i:])
	if r == utf8.RuneError && n == 1 {
		return y.invalid(i)
	}
	if y.opt.ASCII {
		return y.ascii(i, r, n)
	}

	extender := before != closed && extends(r)
	switch {
	case before == full, before == crowded && extender:
		y.state = crowded
		return y.codePoint(i, r, n)
	case hidden(r):
		return y.codePoint(i, r, n)
	case extender:
		return y.extender(i, r, n)
	case r == utf8.RuneError && y.opt.Decoded:
		return y.one(i, n, replacementCells, replacement)
	case otherBlank(r):
		if y.opt.Invisibles {
			return y.codePoint(i, r, n)
		}
		return y.one(i, n, max(runeWidth(r), 1), blank)
	}

	return y.character(i, r, n)
}

// ascii lays out a character where only ASCII is drawn as it is: what extends a letter is a number of its own.
func (y *layouter) ascii(i int, r rune, n int) int {
	if r >= utf8.RuneSelf {
		return y.codePoint(i, r, n)
	}
	y.state = closed
	return y.one(i, n, 1, verbatim)
}

// single lays out a byte that is drawn by itself, whatever is beside it; 0 for another.
func (y *layouter) single(i int) int {
	c := y.data[i]
	switch {
	case c == ' ' && i >= y.trailing:
		return y.one(i, 1, 1, trailingBlank)
	case c == '\t':
		k := blank
		from := 0
		if y.opt.Invisibles {
			k = shownTab
		}
		if i >= y.opt.TabFrom {
			from = y.Column(y.opt.TabFrom)
		}

		return y.one(i, 1, y.opt.TabWidth-(y.width-from)%y.opt.TabWidth, k)
	case c < 0x20 || c == 0x7F:
		return y.one(i, 1, 2, control)
	case c >= utf8.RuneSelf && y.opt.Latin1:
		return y.latin(i)
	}

	return 0
}

// invalid lays out bytes that are not UTF-8.
func (y *layouter) invalid(i int) int {
	p := y.data[i:]
	switch {
	case !y.opt.Whole && !utf8.FullRune(p):
		return 0
	case y.opt.Decoded:
		return y.one(i, subpart(p), replacementCells, replacement)
	}
	return y.one(i, 1, 4, bad)
}

// latin lays out a byte of ISO 8859-1 past ASCII.
func (y *layouter) latin(i int) int {
	r := rune(y.data[i])
	switch {
	case y.opt.ASCII || hidden(r) || runeWidth(r) != 1:
		return y.one(i, 1, 4, bad)
	case otherBlank(r):
		return y.one(i, 1, 1, blank)
	}
	return y.one(i, 1, 1, latin)
}

// codePoint lays out a character as its number.
func (y *layouter) codePoint(i int, r rune, n int) int {
	if r == bom && i == 0 && !y.opt.Continued {
		return y.one(i, n, len(bomMark), byteOrder)
	}
	return y.one(i, n, hexCells(r), hex)
}

// extender lays out what extends a character and has none before it, on a base of our own.
func (y *layouter) extender(i int, r rune, n int) int {
	if modifier(r) {
		return y.codePoint(i, r, n) // it would draw itself wide
	}

	end := i + n
	for marks := 1; end < len(y.data); marks++ {
		r, n := utf8.DecodeRune(y.data[end:])
		if !extends(r) || hidden(r) || modifier(r) {
			break
		}

		if marks == maxMarks {
			y.state = crowded
			break
		}

		end += n
	}

	return y.one(i, end-i, 1, onCircle)
}

// character lays out the grapheme cluster that begins with r, or as much of it as may be drawn.
func (y *layouter) character(i int, r rune, n int) int {
	end := min(i+window, len(y.data))
	if i < y.trailing {
		end = min(end, y.trailing)
	}

	cluster, cells := First(y.data[i:end])
	after := closed
	if k, st := y.drawable(cluster); k < len(cluster) {
		if k == 0 {
			return y.codePoint(i, r, n)
		}

		part, w := First(cluster[:k])
		if len(part) < k {
			w = 0
		}

		cluster = part
		cells = w
		after = st
	}

	if cells < 1 || cells > 2 {
		return y.codePoint(i, r, n)
	}

	y.state = after
	return y.one(i, len(cluster), cells, verbatim)
}

// drawable is how many bytes of a grapheme cluster may be drawn as they are. When that is not all, it says what that
// means for the next character.
func (y *layouter) drawable(cluster []byte) (int, state) {
	r, k := utf8.DecodeRune(cluster)
	if k == len(cluster) && !prepends(r) {
		return k, closed
	}

	last := r
	runes := 1
	if n, count := emojiSequence(cluster); n > 0 {
		k = n
		runes = count
	}

	after := closed
	for marks := 0; k < len(cluster); runes++ {
		r, n := utf8.DecodeRune(cluster[k:])
		if r == utf8.RuneError && (n == 1 || y.opt.Decoded) || hidden(r) || modifier(r) || otherBlank(r) {
			after = open // it will be a mark
			break
		}

		marks++
		if unicode.IsLetter(r) {
			marks = 0 // of a conjunct or a syllable: a base
		}

		if marks > maxMarks || runes == maxRunes {
			after = full
			break
		}

		k += n
		last = r
	}

	if prepends(last) {
		return 0, open // it would join with the mark or the blank that follows
	}

	return k, after
}
