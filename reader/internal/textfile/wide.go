package textfile

import (
	"bytes"
	"encoding/binary"
	"unicode/utf16"
	"unicode/utf8"
)

// wideChunk processes encodings other than UTF-8: whole characters are decoded into pieces of UTF-8.
func (w *walker) wideChunk(p []byte, off int64, last bool) (int, bool) {
	done := 0
	from := 0 // from is the start of the piece
	piece := w.scratch[:0]
	text := func(p []byte, to int, replaced bool) {
		if len(p) > 0 && w.want == More {
			w.want = w.v.Text(p, Span{off + int64(from), off + int64(to)}, replaced)
		}
		from = to
	}

	for done < len(p) {
		c := w.decodeChar(p[done:], last)
		if c.size == 0 {
			break
		}

		begin := done
		done += c.size
		if c.term == "" && !c.fault {
			if !c.dropped {
				piece = append(utf8.AppendRune(piece, c.r), c.more...)
			}

			if w.form.Coding == Legacy { // the length of the text does not determine that of its bytes
				text(piece, done, false)
				piece = piece[:0]
			}

			continue
		}

		text(piece, begin, false)
		piece = piece[:0]
		if c.fault {
			piece = append(append(piece, replacement...), c.more...)
			text(piece, done, true)
			piece = piece[:0]
			continue
		}

		from = done
		if w.want == Stop {
			break
		}

		w.want = More
		if !w.v.End(off+int64(begin), off+int64(done), c.term) {
			w.want = Stop
			break
		}
	}

	text(piece, done, false)
	w.scratch = piece[:0]
	return done, w.want == Stop
}

// wideChar is a decoded character.
type wideChar struct {
	r              rune
	more           string // further code points, usually ""
	size           int    // in bytes; 0 if more bytes are needed
	term           string // its line end, if it is one
	fault, dropped bool   // it is replaced, or omitted
}

// decodeChar decodes the character at the start of p. Its size is 0 if more bytes are needed.
func (w *walker) decodeChar(p []byte, last bool) wideChar {
	r, more, n := decodeWide(p, w.form)
	c := wideChar{r: r, more: more, size: n}
	switch {
	case w.form.Coding == Legacy && len(p) < maxCharBytes && !last:
		c.size = 0
	case n == 0 && last: // an incomplete unit
		c.size = len(p)
		c.fault = len(p) == 1 && w.form.OddTail
		c.dropped = !c.fault
	case r < 0 || r > utf8.MaxRune:
		c.fault = true
	case r >= 0xD800 && r < 0xE000: // decodeWide only returns a lone surrogate
		c.fault = true
		if r < 0xDC00 {
			c.size = w.firstHalfSize(n, len(p), last)
		}
	case n > 0 && (r == '\n' || w.form.Ends&EndPython != 0 && pythonEnd(r)):
		c.term = string(r)
	case r == '\r' && w.form.Ends&(EndCRLF|EndCR|EndPython) != 0:
		c.size, c.term = w.afterReturn(p, n, last)
	}

	return c
}

// firstHalfSize is the size of the first half of a surrogate pair of n bytes that no other half follows; left is how
// many bytes there are with it.
func (w *walker) firstHalfSize(n, left int, last bool) int {
	switch {
	case n == left && !last:
		return 0 // the other half may follow
	case n == left-1 && last && w.form.OddTail:
		return n + 1 // half a pair and an incomplete unit are one fault
	}
	return n
}

// afterReturn is the size of "\r", whose n bytes begin p, with a "\n" that belongs to it, and the line end that it is;
// "" for none.
func (w *walker) afterReturn(p []byte, n int, last bool) (size int, term string) {
	next, _, more := decodeWide(p[n:], w.form)
	switch {
	case more == 0 && !last:
		return 0, ""
	case more > 0 && next == '\n':
		return n + more, "\r\n"
	case w.form.Ends&(EndCR|EndPython) != 0:
		return n, "\r"
	}
	return n, ""
}

// decodeWide returns the first code point of the character at the start of p, any further ones, and its length in
// bytes, 0 if p is too short. It may return a lone surrogate, and a value beyond Unicode, even below 0.
func decodeWide(p []byte, f LineCoding) (r rune, more string, n int) {
	switch c := f.Coding; c {
	case Legacy:
		return f.Set.Next(p)
	case UTF32LE, UTF32BE:
		if len(p) < 4 {
			return 0, "", 0
		}

		v := binary.LittleEndian.Uint32(p)
		if c == UTF32BE {
			v = binary.BigEndian.Uint32(p)
		}

		return rune(v), "", 4
	}

	unit := binary.LittleEndian.Uint16
	if f.Coding == UTF16BE {
		unit = binary.BigEndian.Uint16
	}
	if len(p) < 2 {
		return 0, "", 0
	}

	r = rune(unit(p))
	if r >= 0xD800 && r < 0xDC00 && len(p) >= 4 {
		if pair := utf16.DecodeRune(r, rune(unit(p[2:]))); pair != utf8.RuneError {
			return pair, "", 4
		}
	}

	return r, "", 2
}

// BOM returns the encoding of a byte order mark at the start of a file, and its length in bytes, 0 without one. head is
// the beginning of the file, at least four bytes unless it is shorter. FF FE 00 00 is UTF-32LE if wide32 is set, else
// UTF-16LE.
func BOM(head []byte, wide32 bool) (Coding, int64) {
	switch {
	case bytes.HasPrefix(head, []byte("\xEF\xBB\xBF")):
		return UTF8, 3
	case wide32 && bytes.HasPrefix(head, []byte("\xFF\xFE\x00\x00")):
		return UTF32LE, 4
	case wide32 && bytes.HasPrefix(head, []byte("\x00\x00\xFE\xFF")):
		return UTF32BE, 4
	case bytes.HasPrefix(head, []byte("\xFF\xFE")):
		return UTF16LE, 2
	case bytes.HasPrefix(head, []byte("\xFE\xFF")):
		return UTF16BE, 2
	}

	return UTF8, 0
}
