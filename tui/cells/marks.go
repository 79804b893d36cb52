package cells

import "unicode/utf8"

// kind is what a cluster draws.
type kind uint8

const (
	own            kind = iota // the data's own bytes
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
	struck                     // the last of characters printed over each other
	replaced                   // U+FFFD, for what is not UTF-8 or U+FFFD itself
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
	replacementCells = max(new(measure).cells(utf8.RuneError), 1)
)

func oneCell(r, ascii rune) string {
	if new(measure).cells(r) == 1 {
		return string(r)
	}
	return string(ascii)
}

// hexCells is the width of the mark for a character.
func hexCells(r rune) int {
	n := 4
	switch {
	case r < 0xA0:
		n = 2
	case r >= 0x100000:
		n = 6
	case r >= 0x10000:
		n = 5
	}
	return n + 2
}

// appendHex appends the mark for a character or a byte.
func appendHex(dst []byte, r rune) []byte {
	dst = append(dst, '<')
	for shift := 4 * (hexCells(r) - 3); shift >= 0; shift -= 4 {
		dst = append(dst, hexDigit[r>>shift&0xF])
	}
	return append(dst, '>')
}

// appendCells appends the cells [lo, hi) of what a cluster of the bytes p draws in so many cells. What is not made of
// single cells is drawn whole: own bytes, a combined circle, U+FFFD.
func (k kind) appendCells(dst, p []byte, lo, hi int) []byte {
	switch k {
	case own:
		return append(dst, p...)
	case onCircle:
		return append(append(dst, circle...), p...)
	case replaced:
		return append(dst, string(utf8.RuneError)...)
	case latin:
		return utf8.AppendRune(dst, rune(p[0]))
	case struck:
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
		text = appendHex(text, r)
	}
	return append(dst, text[lo:hi]...)
}

// divisible reports whether what is drawn is made of single cells that may be drawn apart.
func (k kind) divisible() bool { return k != own && k != replaced && k != struck }

const blanks = "                                                                "

func appendBlanks(dst []byte, n int) []byte {
	for ; n > len(blanks); n -= len(blanks) {
		dst = append(dst, blanks...)
	}
	return append(dst, blanks[:max(n, 0)]...)
}
