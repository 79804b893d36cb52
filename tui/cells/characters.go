package cells

import (
	"fmt"
	"unicode"
	"unicode/utf8"

	"github.com/charmbracelet/x/ansi"
)

// maxCombining is how many marks may be drawn on one character. A text can stack thousands.
const maxCombining = 8

// longestCluster is how many bytes are looked at for a character and what combines with it. A text can be one cluster
// from end to end; the longest that means something are emoji of some 40 bytes.
const longestCluster = 256

// character adds the character at i, with what combines with it, and returns the offset after it.
func (l *Line) character(i int, opt Options) int {
	r, n := utf8.DecodeRune(l.data[i:])
	switch {
	case r == utf8.RuneError && n == 1:
		if opt.Decoded {
			return l.standFor(i, subpart(l.data[i:]), bad, "\uFFFD", 1)
		}
		return l.mark(i, 1, bad, fmt.Sprintf("<%02X>", l.data[i]))
	case r == utf8.RuneError && opt.Decoded:
		return l.standFor(i, n, bad, "\uFFFD", 1)
	case r == '\u200d' || selector(r):
		return l.code(i, n, r)
	}
	if s := standIn(r); s != "" {
		return l.mark(i, n, mark, s)
	}
	if r != ' ' && unicode.Is(unicode.Zs, r) {
		if opt.Invisibles {
			return l.code(i, n, r)
		}
		return l.mark(i, n, fill, blanks[:max(ansi.StringWidth(string(r)), 1)])
	}
	whole, _ := ansi.FirstGraphemeCluster(l.data[i:min(i+longestCluster, len(l.data))], ansi.GraphemeWidth)
	whole = whole[:drawable(whole)]
	if w, ok := stands(whole); ok {
		l.add(cluster{start: int32(i), end: int32(i + len(whole)), text: -1, width: int32(w)})
		return i + len(whole)
	}
	if combining(r) {
		// Marks that combine with nothing that is drawn.
		s := "◌" + string(whole)
		if w, ok := stands([]byte(s)); ok {
			return l.standFor(i, len(whole), mark, s, w)
		}
	}
	return l.code(i, n, r)
}

// code adds a character's code point in its place.
func (l *Line) code(i, n int, r rune) int { return l.mark(i, n, mark, fmt.Sprintf("<%04X>", r)) }

// latin1 adds the byte at i as a character of ISO 8859-1.
func (l *Line) latin1(i int) int {
	r := rune(l.data[i])
	if s := standIn(r); s != "" {
		return l.mark(i, 1, bad, s)
	}
	if unicode.Is(unicode.Zs, r) {
		return l.mark(i, 1, fill, " ")
	}
	return l.mark(i, 1, bad, string(r))
}

// stands says whether a text is one grapheme cluster of its own whatever stands beside it, and its width. What would
// join with its neighbours, a blank among them, cannot be counted in cells.
func stands(text []byte) (width int, ok bool) {
	w := ansi.StringWidth(string(text))
	if w < 1 {
		return 0, false
	}
	var beside [64]byte
	joined := append(append(append(beside[:0], ' '), text...), 'x')
	first, _ := ansi.FirstGraphemeCluster(joined, ansi.GraphemeWidth)
	if len(first) != 1 {
		return 0, false
	}
	second, _ := ansi.FirstGraphemeCluster(joined[1:], ansi.GraphemeWidth)
	return w, len(second) == len(text)
}

// drawable is how much of a grapheme cluster may be drawn as it is, in bytes, at least its first character: combining
// marks up to a number, and invisible characters where they make an emoji.
func drawable(whole []byte) int {
	base, n := utf8.DecodeRune(whole)
	prev := base
	marks := 0
	if combining(base) {
		marks = 1
	}
	for n < len(whole) {
		r, size := utf8.DecodeRune(whole[n:])
		switch {
		case r == utf8.RuneError && size == 1:
			return n
		case r == '\u200d':
			next, k := utf8.DecodeRune(whole[n+size:])
			if !pictograph(base) || prev == r || !pictograph(next) {
				return n
			}
			size += k
			base, r = next, next
		case r == '\ufe0f':
			if !(pictograph(base) && prev == base) && !keycap(base, whole[n+size:]) {
				return n
			}
		case selector(r) || standIn(r) != "":
			return n
		case combining(r):
			if marks++; marks > maxCombining {
				return n
			}
		}
		prev = r
		n += size
	}
	return n
}

func combining(r rune) bool { return unicode.In(r, unicode.Mn, unicode.Me, unicode.Mc) }

// pictograph says whether r is of the blocks that emoji are in.
func pictograph(r rune) bool {
	switch r {
	case 0xA9, 0xAE, 0x203C, 0x2049, 0x2122, 0x2139:
		return true
	}
	return r >= 0x1F000 && r <= 0x1FAFF || r >= 0x2190 && r <= 0x2BFF || r >= 0x3030 && r <= 0x3299
}

// keycap says whether base and what stands after a variation selector are a key's cap.
func keycap(base rune, rest []byte) bool {
	r, _ := utf8.DecodeRune(rest)
	return r == '\u20e3' && (base >= '0' && base <= '9' || base == '#' || base == '*')
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

// subpart is the length of the maximal part of a character at the start of p, which is not UTF-8: what a lossy decoder
// replaces by one U+FFFD (Unicode 16.0, section 3.9, "U+FFFD Substitution of Maximal Subparts").
func subpart(p []byte) int {
	lo, hi, need := byte(0x80), byte(0xBF), 0
	switch c := p[0]; {
	case c >= 0xC2 && c <= 0xDF:
		need = 1
	case c == 0xE0:
		lo, need = 0xA0, 2
	case c == 0xED:
		hi, need = 0x9F, 2
	case c >= 0xE1 && c <= 0xEF:
		need = 2
	case c == 0xF0:
		lo, need = 0x90, 3
	case c == 0xF4:
		hi, need = 0x8F, 3
	case c >= 0xF1 && c <= 0xF3:
		need = 3
	}
	n := 1
	for n <= need && n < len(p) && p[n] >= lo && p[n] <= hi {
		lo, hi = 0x80, 0xBF
		n++
	}
	return n
}

// First returns the first character of data and its length in bytes, 0 when there is none.
func First(data []byte) (rune, int) { return utf8.DecodeRune(data) }
