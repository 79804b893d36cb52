package decode

import (
	"unicode/utf16"
	"unicode/utf8"

	"golang.org/x/text/transform"
)

// wide converts UTF-16 and UTF-32 to UTF-8. Each invalid unit becomes one U+FFFD, so that the position of invalid units
// is visible; golang.org/x/text merges two. A byte order mark at the start is dropped.
type wide struct {
	transform.NopResetter
	e     Encoding
	begun bool
}

// Transform implements transform.Transformer.
func (w *wide) Transform(dst, src []byte, atEOF bool) (nDst, nSrc int, err error) {
	size := unitSize(w.e)
	for nSrc < len(src) {
		if nDst+utf8.UTFMax > len(dst) {
			return nDst, nSrc, transform.ErrShortDst
		}

		rest := src[nSrc:]
		r := utf8.RuneError
		n := size
		switch {
		case len(rest) >= size:
			r = unitAt(rest, w.e)
		case !atEOF:
			return nDst, nSrc, transform.ErrShortSrc
		default:
			n = len(rest)
		}

		if size == 2 && r >= 0xD800 && r < 0xDC00 {
			switch {
			case len(rest) >= 2*size:
				if pair := utf16.DecodeRune(r, unitAt(rest[size:], w.e)); pair != utf8.RuneError {
					r = pair
					n = 2 * size
				}
			case !atEOF:
				return nDst, nSrc, transform.ErrShortSrc
			}
		}

		if w.begun || r != 0xFEFF {
			nDst += utf8.EncodeRune(dst[nDst:], r) // U+FFFD for an invalid unit
		}

		w.begun = true
		nSrc += n
	}

	return nDst, nSrc, nil
}
