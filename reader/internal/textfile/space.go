package textfile

import (
	"bytes"
	"context"
	"unicode"

	"eyeline/reader/source"
)

// OnlySpace reports whether the text of a file from byte start to byte end is nothing but what JavaScript's trim takes
// for white space, line ends included. It stops at the first other character.
func OnlySpace(ctx context.Context, b source.Bytes, form Form, start, end int64) (bool, error) {
	v := &spaceVisitor{blank: true}
	err := Walk(ctx, source.View(b, end), form, start, v)
	return v.blank, err
}

// spaceVisitor is a LineVisitor that looks for a character.
type spaceVisitor struct{ blank bool }

// Text implements LineVisitor.
func (v *spaceVisitor) Text(p []byte, _ Span, _ bool) Want {
	if len(bytes.TrimLeftFunc(p, IsJSSpace)) > 0 {
		v.blank = false
		return Stop
	}
	return More
}

// End implements LineVisitor.
func (v *spaceVisitor) End(int64, int64, string) bool { return v.blank }

// IsJSSpace reports whether JavaScript's trim functions take r for white space.
func IsJSSpace(r rune) bool {
	return r >= '\t' && r <= '\r' || r == 0xFEFF || unicode.Is(unicode.Z, r)
}
