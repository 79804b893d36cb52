package check

import (
	"encoding/binary"
	"math"
	"unicode/utf8"

	"eyeline/reader/internal/textfile"
	"eyeline/reader/loss"
)

// unitOf is how many bytes a unit of UTF-16 or UTF-32 has.
func unitOf(c textfile.Coding) int {
	if c == textfile.UTF32LE || c == textfile.UTF32BE {
		return 4
	}
	return 2
}

// widePosition is the place behind a text in UTF-16 or UTF-32 that begins a file, its column in characters.
func widePosition(before []byte, c textfile.Coding) spot {
	order := binary.ByteOrder(binary.LittleEndian)
	if c == textfile.UTF16BE || c == textfile.UTF32BE {
		order = binary.BigEndian
	}
	unit := unitOf(c)
	at := spot{1, 0} // the byte-order mark is no column
	for ; len(before) >= unit; before = before[unit:] {
		var r uint32
		if unit == 4 {
			r = order.Uint32(before)
		} else {
			r = uint32(order.Uint16(before))
		}
		if unit == 4 || r < 0xDC00 || r > 0xDFFF { // the second half of a pair is no character
			at.column++
		}
		if r == '\n' {
			at = spot{at.line + 1, 1}
		}
	}
	return at
}

// wideHidden finds the hidden characters of a text in UTF-16 or UTF-32, of which it gets pieces in UTF-8.
type wideHidden struct{ take func(loss.Hidden) }

// Text implements textfile.LineVisitor.
func (v *wideHidden) Text(p []byte, at textfile.Span, replaced bool) textfile.Want {
	if replaced || utf8.RuneCount(p) == len(p) {
		return textfile.More
	}
	const behindMark = 1 // a mark is only one at the start of the file, which is skipped
	from, off := 0, at.Start
	// Each character has one width in the file: runes below U+10000 and those above differ in UTF-16 alone.
	width := widthOf(p, at)
	for _, h := range loss.FindHidden(p, behindMark, math.MaxInt) {
		to := int(h.Offset - behindMark)
		for _, r := range string(p[from:to]) {
			off += width(r)
		}
		from = to
		v.take(loss.Hidden{Offset: off, Name: h.Name})
	}
	return textfile.More
}

// widthOf is how many bytes of the file a character of a piece has.
func widthOf(p []byte, at textfile.Span) func(r rune) int64 {
	if at.End-at.Start == 4*int64(utf8.RuneCount(p)) {
		return func(rune) int64 { return 4 } // UTF-32, or nothing but pairs
	}
	return func(r rune) int64 {
		if r >= 0x10000 {
			return 4
		}
		return 2
	}
}

// End implements textfile.LineVisitor.
func (v *wideHidden) End(int64, int64, string) bool { return true }
