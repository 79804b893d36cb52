// Package cells turns bytes of a file into terminal cells. It is the one authority on what may reach the terminal: no
// byte of a file or a name does as a control character. C0, DEL, C1, bidi controls, invisible and format characters,
// private and unassigned characters and bytes that are not UTF-8 are drawn as visible marks.
//
// Widths are those of charmbracelet/x/ansi. Columns are 0-based cells; offsets are 0-based bytes of the data laid out;
// ranges are half-open.
package cells

import (
	"sort"
	"strings"
	"unicode/utf8"

	"github.com/charmbracelet/x/ansi"
)

// Options say how bytes are laid out.
type Options struct {
	// TabWidth is the distance of tab stops in cells; 0 means 8.
	TabWidth int
	// Invisibles shows tabs, trailing blanks, the carriage return of a CRLF and spaces other than U+0020 as marks.
	Invisibles bool
	// Decoded shows what a model gets of bytes that are not UTF-8: U+FFFD, once for each maximal part of a character.
	Decoded bool
	// Latin1 reads each byte as a character of ISO 8859-1. Those that are not ASCII are drawn in the style of bytes
	// that are not UTF-8: the tools do not read them so.
	Latin1 bool
	// LineEnd says that the data reaches the end of its line; CRLF that a '\r' was taken off there.
	LineEnd, CRLF bool
	// Whole says that the data reaches the end of what is to be shown of its line, so that a character cut off there
	// is shown as bytes. Otherwise its rest was not loaded, and it is left out. LineEnd implies it.
	Whole bool
	// Colours takes SGR sequences, and characters printed over others, for colours and weights instead of showing
	// them; Style.Colours draws these.
	Colours bool
	// Continued says that the data does not begin its line, so that a combining mark may stand first.
	Continued bool
}

type kind uint8

const (
	text kind = iota // the data's own bytes
	mark             // stands for something that is not drawn as itself
	bad              // stands for a byte that is not UTF-8
	fill             // blank cells: a tab, an unusual space
)

// cluster is what is drawn together: a character with what combines with it, or a mark.
type cluster struct {
	start, end int32 // bytes of the data
	col        int32
	text       int32 // where its drawn text begins in Line.drawn; -1: the data's own bytes
	length     int32
	width      int32
	kind       kind
}

// Line is data laid out in cells.
type Line struct {
	data     []byte
	clusters []cluster
	drawn    []byte // the texts of marks
	width    int
	colours  []Span // of Options.Colours

	rowWidth int // the width that rows was made for
	rows     []int32
}

// maxTabWidth bounds Options.TabWidth.
const maxTabWidth = 255

// Layout lays data out. The data holds no '\n'; it is kept, not copied.
func Layout(data []byte, opt Options) *Line {
	l := &Line{}
	l.Reset(data, opt)
	return l
}

// Reset is Layout into the memory of an earlier line.
func (l *Line) Reset(data []byte, opt Options) {
	if cap(l.clusters) == 0 {
		l.clusters = make([]cluster, 0, len(data)+1)
	}
	*l = Line{data: data, clusters: l.clusters[:0], drawn: l.drawn[:0], rows: l.rows[:0], colours: l.colours[:0]}
	if opt.TabWidth <= 0 {
		opt.TabWidth = 8
	}
	opt.TabWidth = min(opt.TabWidth, maxTabWidth)
	trailing := len(data)
	if opt.Invisibles && opt.LineEnd {
		for trailing > 0 && (data[trailing-1] == ' ' || data[trailing-1] == '\t') {
			trailing--
		}
	}
	var now look
	from, open := 0, "" // where the colour at hand began, and its sequence
	turn := func(at int) {
		if open != "" && at > from {
			l.colours = append(l.colours, Span{from, at, open})
		}
		from, open = at, now.open()
	}
	defer func() { turn(len(data)) }()
	for i := 0; i < len(data); {
		c := data[i]
		if opt.Colours && (c == 0x1B || i+1 < len(data) && c >= 0x20 && (data[i+1] == '\b' || c >= utf8.RuneSelf)) {
			if n, params := sgr(data[i:]); n > 0 {
				now.apply(params)
				i += n
				turn(i)
				continue
			}
			if n := erases(data[i:]); n > 0 {
				i += n
				continue
			}
			if next, ok := l.overstruck(i, &now, turn); ok {
				i = next
				continue
			}
		}
		switch {
		case c == ' ' && i >= trailing:
			i = l.mark(i, 1, mark, "·")
		case c >= 0x20 && c < 0x7F && (i+1 == len(data) || data[i+1] < utf8.RuneSelf || opt.Latin1):
			l.add(cluster{start: int32(i), end: int32(i + 1), text: -1, width: 1})
			i++
		case c == '\t':
			i = l.tab(i, opt)
		case c < 0x20 || c == 0x7F:
			i = l.mark(i, 1, mark, "^"+string(rune(c^0x40)))
		case opt.Latin1:
			i = l.latin1(i)
		default:
			if !opt.LineEnd && !opt.Whole && !utf8.FullRune(data[i:]) {
				return // the rest of the character was not loaded
			}
			i = l.character(i, opt)
		}
	}
	if opt.Invisibles && opt.LineEnd && opt.CRLF {
		l.mark(len(data), 0, mark, "␍")
	}
}

func (l *Line) add(c cluster) {
	c.col = int32(l.width)
	l.width += int(c.width)
	l.clusters = append(l.clusters, c)
}

// overstruck adds a character that is printed over another at i; false when there is none.
func (l *Line) overstruck(i int, now *look, turn func(at int)) (next int, ok bool) {
	last, n, bold, underline := overstruck(l.data[i:])
	if n == 0 {
		return i, false
	}
	_, size := utf8.DecodeRune(l.data[i+last:])
	char := l.data[i+last : i+last+size]
	w, ok := stands(char)
	if !ok || drawable(char) < size {
		return i, false
	}
	// What follows may join with it: then neither is printed over.
	var beside [32]byte
	joined := append(append(beside[:0], char...), l.data[i+n:min(i+n+8, len(l.data))]...)
	if whole, _ := ansi.FirstGraphemeCluster(joined, ansi.GraphemeWidth); len(whole) != size {
		return i, false
	}
	if r, _ := utf8.DecodeRune(char); standIn(r) != "" {
		return i, false
	}
	before := *now
	now.bold, now.underline = now.bold || bold, now.underline || underline
	turn(i)
	next = l.standFor(i, n, text, string(char), w)
	*now = before
	turn(next)
	return next, true
}

// blanks are what fills a tab.
var blanks = strings.Repeat(" ", maxTabWidth)

// tab adds the cells to the next tab stop.
func (l *Line) tab(at int, opt Options) int {
	n := opt.TabWidth - l.width%opt.TabWidth
	if opt.Invisibles {
		return l.mark(at, 1, mark, "→"+blanks[:n-1])
	}
	return l.mark(at, 1, fill, blanks[:n])
}

// mark adds a mark for n bytes, whose characters are one cell wide each, and returns the offset after them.
func (l *Line) mark(at, n int, k kind, s string) int {
	return l.standFor(at, n, k, s, utf8.RuneCountInString(s))
}

// standFor adds a text of some width that stands for n bytes and returns the offset after them.
func (l *Line) standFor(at, n int, k kind, s string, width int) int {
	text := int32(len(l.drawn))
	l.drawn = append(l.drawn, s...)
	l.add(cluster{start: int32(at), end: int32(at + n), text: text, length: int32(len(s)), width: int32(width), kind: k})
	return at + n
}

// Width is the number of cells of the whole line.
func (l *Line) Width() int { return l.width }

// text is what a cluster draws.
func (l *Line) text(c cluster) []byte {
	if c.text < 0 {
		return l.data[c.start:c.end]
	}
	return l.drawn[c.text : int(c.text)+int(c.length)]
}

// Column is the column of the cluster that holds the byte at off; the line's width at or past the end.
func (l *Line) Column(off int) int {
	i := l.at(off)
	if i == len(l.clusters) {
		return l.width
	}
	return int(l.clusters[i].col)
}

// at is the cluster that holds the byte at off.
func (l *Line) at(off int) int {
	return sort.Search(len(l.clusters), func(i int) bool { return int(l.clusters[i].end) > off })
}

// Offset is the offset of the cluster that holds a column; the data's length past the end.
func (l *Line) Offset(col int) int {
	i := l.atColumn(col)
	if i == len(l.clusters) {
		return len(l.data)
	}
	return int(l.clusters[i].start)
}

func (l *Line) atColumn(col int) int {
	return sort.Search(len(l.clusters), func(i int) bool { return int(l.clusters[i].col)+int(l.clusters[i].width) > col })
}
