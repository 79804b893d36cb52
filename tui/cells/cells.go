// Package cells turns bytes of a file into terminal cells. It is the one authority on what may reach the terminal: no
// byte of a file or a name does as a control character. C0, DEL, C1, bidi controls, invisible and format characters,
// private and unassigned characters and bytes that are not UTF-8 are drawn as visible marks.
//
// Widths are those of charmbracelet/x/ansi. Columns are 0-based cells; offsets are 0-based bytes of the data laid out;
// ranges are half-open.
package cells

import (
	"fmt"
	"sort"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/charmbracelet/x/ansi"
)

// Options say how bytes are laid out.
type Options struct {
	// TabWidth is the distance of tab stops in cells; 0 means 8.
	TabWidth int
	// Invisibles shows tabs, trailing blanks, the carriage return of a CRLF and spaces other than U+0020 as marks.
	Invisibles bool
	// Decoded says that the data has been decoded lossily already: U+FFFD is drawn as itself.
	Decoded bool
	// LineEnd says that the data reaches the end of its line; CRLF that a '\r' was taken off there.
	LineEnd, CRLF bool
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
	length     uint16
	width      uint8
	kind       kind
}

// Line is data laid out in cells.
type Line struct {
	data     []byte
	clusters []cluster
	drawn    []byte // the texts of marks
	width    int

	rowWidth int // the width that rows was made for
	rows     []int32
}

// Layout lays data out. The data holds no '\n'; it is kept, not copied.
func Layout(data []byte, opt Options) *Line {
	l := &Line{data: data, clusters: make([]cluster, 0, len(data)+1)}
	if opt.TabWidth <= 0 {
		opt.TabWidth = 8
	}
	trailing := len(data)
	if opt.Invisibles && opt.LineEnd {
		for trailing > 0 && (data[trailing-1] == ' ' || data[trailing-1] == '\t') {
			trailing--
		}
	}
	for i := 0; i < len(data); {
		c := data[i]
		switch {
		case c == ' ' && i >= trailing:
			i = l.mark(i, 1, mark, "·")
		case c >= 0x20 && c < 0x7F && (i+1 == len(data) || data[i+1] < utf8.RuneSelf):
			l.add(cluster{start: int32(i), end: int32(i + 1), text: -1, width: 1})
			i++
		case c == '\t':
			n := opt.TabWidth - l.width%opt.TabWidth
			if opt.Invisibles {
				i = l.mark(i, 1, mark, "→"+strings.Repeat(" ", n-1))
			} else {
				i = l.mark(i, 1, fill, strings.Repeat(" ", n))
			}
		case c < 0x20 || c == 0x7F:
			i = l.mark(i, 1, mark, "^"+string(rune(c^0x40)))
		default:
			if !opt.LineEnd && !utf8.FullRune(data[i:]) {
				return l // the rest of the character was not loaded
			}
			i = l.character(i, opt)
		}
	}
	if opt.Invisibles && opt.LineEnd && opt.CRLF {
		l.mark(len(data), 0, mark, "␍")
	}
	return l
}

func (l *Line) add(c cluster) {
	c.col = int32(l.width)
	l.width += int(c.width)
	l.clusters = append(l.clusters, c)
}

// mark adds a mark for n bytes and returns the offset after them.
func (l *Line) mark(at, n int, k kind, s string) int {
	c := cluster{
		start: int32(at), end: int32(at + n), text: int32(len(l.drawn)), length: uint16(len(s)),
		width: uint8(min(Width(s), 255)), kind: k,
	}
	l.drawn = append(l.drawn, s...)
	l.add(c)
	return at + n
}

// character adds the character at i and returns the offset after it.
func (l *Line) character(i int, opt Options) int {
	r, n := utf8.DecodeRune(l.data[i:])
	if r == utf8.RuneError && n == 1 {
		return l.mark(i, 1, bad, fmt.Sprintf("<%02X>", l.data[i]))
	}
	if s := standIn(r); s != "" {
		return l.mark(i, n, mark, s)
	}
	if r != ' ' && unicode.Is(unicode.Zs, r) {
		w := max(ansi.StringWidth(string(r)), 1)
		if opt.Invisibles {
			return l.mark(i, n, mark, fmt.Sprintf("<%04X>", r))
		}
		return l.mark(i, n, fill, strings.Repeat(" ", w))
	}
	whole, w := ansi.FirstGraphemeCluster(l.data[i:], ansi.GraphemeWidth)
	if len(whole) > n && !drawable(whole[n:], r) {
		// Something inside must show: draw what stands before it.
		k := n
		for k < len(whole) {
			c, size := utf8.DecodeRune(whole[k:])
			if c == utf8.RuneError && size == 1 || standIn(c) != "" || selector(c) || c == '\u200d' {
				break
			}
			k += size
		}
		whole = whole[:k]
		w = ansi.StringWidth(string(whole))
	}
	if selector(r) || r == '\u200d' {
		return l.mark(i, n, mark, fmt.Sprintf("<%04X>", r))
	}
	if w == 0 {
		// A combining mark with nothing to combine with.
		return l.mark(i, len(whole), mark, "◌"+string(whole))
	}
	if w < 0 || w > 255 || ansi.StringWidth(string(whole)) != w {
		return l.mark(i, n, mark, fmt.Sprintf("<%04X>", r))
	}
	l.add(cluster{start: int32(i), end: int32(i + len(whole)), text: -1, width: uint8(w)})
	return i + len(whole)
}

// drawable says whether what follows the first rune of a cluster may be drawn as it is: combining marks, and what
// joins emoji.
func drawable(rest []byte, first rune) bool {
	emoji := first >= 0x1F000 || first >= 0x2190 && first <= 0x2BFF || first == 0xA9 || first == 0xAE ||
		first >= 0x3030 && first <= 0x3299
	keycap := first >= '0' && first <= '9' || first == '#' || first == '*'
	for len(rest) > 0 {
		r, n := utf8.DecodeRune(rest)
		if r == utf8.RuneError && n == 1 {
			return false
		}
		switch {
		case r == '\u200d' && emoji, r == '\ufe0f' && (emoji || keycap), r == '\u20e3' && keycap:
		case selector(r) || r == '\u200d' || standIn(r) != "":
			return false
		}
		rest = rest[n:]
	}
	return true
}

// selector says whether r is a variation selector: invisible, and harmless after an emoji only.
func selector(r rune) bool {
	return r >= 0xFE00 && r <= 0xFE0F || r >= 0xE0100 && r <= 0xE01EF || r >= 0x180B && r <= 0x180F
}

// standIn is the mark for a character that is never drawn, "" for one that may be.
func standIn(r rune) string {
	switch {
	case r == '\u200d' || selector(r):
		return "" // judged by what stands around them
	case r < 0x80:
		if r < 0x20 || r == 0x7F {
			return "^" + string(r^0x40)
		}
		return ""
	case r < 0xA0:
		return fmt.Sprintf("<%02X>", r)
	case r == 0x115F || r == 0x1160 || r == 0x3164 || r == 0xFFA0 || r == 0x34F || r == 0x17B4 || r == 0x17B5,
		r == 0x2028 || r == 0x2029:
	case unicode.IsPrint(r) || unicode.Is(unicode.Zs, r):
		return ""
	}
	return fmt.Sprintf("<%04X>", r)
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

// First returns the first character of data and its length in bytes, 0 when there is none.
func First(data []byte) (rune, int) { return utf8.DecodeRune(data) }
