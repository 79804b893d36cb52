package loss

import (
	"context"
	"math"
	"unicode/utf8"

	"eyeline/reader/internal/lossy"
	"eyeline/reader/internal/textfile"
	"eyeline/reader/source"
)

// EachHidden hands the hidden characters of a text to take, in their order. c and mark are what its byte-order mark
// says of the coding, and the mark's length in bytes. Errors are those of ctx and of reading.
func EachHidden(ctx context.Context, b source.Bytes, c textfile.Coding, mark int64, take func(Hidden)) error {
	if c != textfile.UTF8 {
		return textfile.Walk(ctx, b, textfile.LineCoding{Coding: c, Skip: mark}, mark, &wideHidden{take})
	}

	_, err := textfile.EachChunk(ctx, b, 0, b.Size(), func(p []byte, at int64, last bool) (int, bool) {
		if !last { // an incomplete character is completed by the next piece
			p = p[:len(p)-lossy.PartialTail(p)]
		}

		if lossy.ASCIIPrefix(p) < len(p) {
			for _, h := range FindHidden(p, at, math.MaxInt) {
				take(h)
			}
		}

		return len(p), false
	})
	return err
}

// wideHidden is a LineVisitor that finds the hidden characters of a text in UTF-16 or UTF-32.
type wideHidden struct{ take func(Hidden) }

// Text implements textfile.LineVisitor.
func (v *wideHidden) Text(p []byte, at textfile.Span, replaced bool) textfile.Continuation {
	if replaced || utf8.RuneCount(p) == len(p) {
		return textfile.More
	}

	const behindMark = 1 // a position after the start, where U+FEFF is not a byte order mark
	from := 0
	off := at.Start

	// In UTF-16 only characters above U+FFFF have another width.
	width := widthOf(p, at)
	for _, h := range FindHidden(p, behindMark, math.MaxInt) {
		to := int(h.Offset - behindMark)
		for _, r := range string(p[from:to]) {
			off += width(r)
		}
		from = to
		v.take(Hidden{Offset: off, Name: h.Name})
	}

	return textfile.More
}

// widthOf returns a function for the size in bytes that a character of a piece has in the file.
func widthOf(p []byte, at textfile.Span) func(r rune) int64 {
	if at.End-at.Start == 4*int64(utf8.RuneCount(p)) {
		return func(rune) int64 { return 4 } // UTF-32, or surrogate pairs alone
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
