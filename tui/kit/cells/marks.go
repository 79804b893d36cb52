package cells

import "unicode/utf8"

// kind is what a cluster draws.
type kind uint8

const (
	verbatim       kind = iota // the data's own bytes
	onCircle                   // the data's own bytes, combined with a dotted circle
	blank                      // blanks: a tab, an unusual space
	shownTab                   // an arrow and blanks
	trailingBlank              // ·
	carriageReturn             // ␍, for a '\r' that is not in the data
	control                    // ^X
	hex                        // <200B>
	byteOrder                  // <BOM>
	bad                        // <FF>, a byte that is not UTF-8
	latin                      // a byte of ISO 8859-1
	sequence                   // nothing: it sets a colour
	overstrike                 // the last of characters printed over each other
	replacement                // U+FFFD, for what is not UTF-8 or U+FFFD itself
)

const (
	circle   = "\u25cc"
	bomMark  = "<BOM>"
	hexDigit = "0123456789ABCDEF"
)

// What is drawn in place of bytes is one cell wide, unless the widths are set to those of East Asian fonts
// (RUNEWIDTH_EASTASIAN).
var (
	arrow            = oneCell('→', '>')
	middleDot        = oneCell('·', '.')
	replacementCells = max(runeWidth(utf8.RuneError), 1)
)

func oneCell(r, ascii rune) string {
	if runeWidth(r) == 1 {
		return string(r)
	}
	return string(ascii)
}

// hexCells is the width of the mark for a character.
func hexCells(r rune) int {
	if r < 0xA0 {
		return len("<9F>")
	}
	n := 4
	for r>>(4*n) > 0 {
		n++
	}
	return n + len("<>")
}

// appendCells appends the cells [lo, hi) of what a cluster of the bytes p draws. What is not made of single cells is
// drawn whole: own bytes, a combined circle, U+FFFD.
func (k kind) appendCells(dst, p []byte, lo, hi int) []byte {
	switch k {
	case verbatim:
		return append(dst, p...)
	case onCircle:
		return append(append(dst, circle...), p...)
	case replacement:
		return append(dst, string(utf8.RuneError)...)
	case latin:
		return utf8.AppendRune(dst, rune(p[0]))
	case overstrike:
		last, _, _ := overstruck(p)
		_, n := utf8.DecodeRune(p[last:])
		return append(dst, p[last:last+n]...)
	case trailingBlank:
		return append(dst, middleDot...)
	case carriageReturn:
		return append(dst, "␍"...)
	case blank, shownTab:
		if k == shownTab && lo == 0 {
			dst = append(dst, arrow...)
			lo++
		}
		return appendBlanks(dst, hi-lo)
	}

	var scratch [len("<10FFFF>")]byte
	text := scratch[:0]
	switch k {
	case control:
		text = append(text, '^', p[0]^0x40)
	case bad:
		text = append(text, '<', hexDigit[p[0]>>4], hexDigit[p[0]&0xF], '>')
	case byteOrder:
		text = append(text, bomMark...)
	case hex:
		r, _ := utf8.DecodeRune(p)
		text = append(text, '<')
		for shift := 4 * (hexCells(r) - 3); shift >= 0; shift -= 4 {
			text = append(text, hexDigit[r>>shift&0xF])
		}
		text = append(text, '>')
	}

	return append(dst, text[lo:hi]...)
}

// divisible reports whether what is drawn is made of single cells that may be drawn apart.
func (k kind) divisible() bool { return k != verbatim && k != replacement && k != overstrike }

// appendBlanks takes no memory of its own: each row that is drawn has some.
func appendBlanks(dst []byte, n int) []byte {
	for range n {
		dst = append(dst, ' ')
	}
	return dst
}
