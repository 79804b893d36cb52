package textfile

import (
	"bytes"
	"context"
	"unicode"

	"eyeline/reader/internal/lossy"
	"eyeline/reader/source"
)

// Fault is the first run of bytes of a file that is not valid UTF-8.
type Fault struct {
	// Start and End are its half-open range: a maximal invalid subpart, which becomes one U+FFFD.
	Start, End int64
	First      byte // the byte at Start
	// Cut: the bytes begin a character that is cut off by the end of the file. Otherwise First cannot begin a
	// character, or the byte at End does not continue it.
	Cut bool
}

// Begins reports whether the fault's first byte may begin a character.
func (f Fault) Begins() bool { return f.First >= 0xC2 && f.First <= 0xF4 }

// FirstFault returns the first run of bytes from start on that is not UTF-8; ok is false if all are.
func FirstFault(ctx context.Context, b source.Bytes, start int64) (f Fault, ok bool, err error) {
	_, err = EachChunk(ctx, b, start, b.Size(), func(p []byte, off int64, last bool) (int, bool) {
		n := lossy.ValidPrefix(p)
		if n == len(p) {
			return n, false
		}

		size, kind := lossy.UnitAt(p[n:])
		if kind == lossy.Partial && !last {
			return n, n == 0 // every character fits in a buffer
		}

		at := off + int64(n)
		f = Fault{Start: at, End: at + int64(size), First: p[n], Cut: kind == lossy.Partial}
		ok = true
		return n, true
	})
	return f, ok, err
}

// OnlySpace reports whether the text between two offsets of a file is white space as JavaScript's trim has it, line
// ends included. It stops at the first other character.
func OnlySpace(ctx context.Context, b source.Bytes, form LineCoding, start, end int64) (bool, error) {
	v := &spaceVisitor{blank: true}
	err := Walk(ctx, source.View(b, end), form, start, v)
	return v.blank, err
}

// spaceVisitor is a LineVisitor that stops at a character other than white space.
type spaceVisitor struct{ blank bool }

// Text implements LineVisitor.
func (v *spaceVisitor) Text(p []byte, _ Span, _ bool) Continuation {
	if len(bytes.TrimLeftFunc(p, IsJSSpace)) > 0 {
		v.blank = false
		return Stop
	}
	return More
}

// End implements LineVisitor.
func (v *spaceVisitor) End(int64, int64, string) bool { return v.blank }

// IsJSSpace reports whether r is white space for JavaScript's trim functions.
func IsJSSpace(r rune) bool {
	return r >= '\t' && r <= '\r' || r == 0xFEFF || unicode.Is(unicode.Z, r)
}
