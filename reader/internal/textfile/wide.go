package textfile

import (
	"bytes"
	"encoding/binary"
	"unicode/utf16"
	"unicode/utf8"
)

// wide takes what is not UTF-8: whole characters are decoded into pieces of UTF-8.
func (w *walker) wide(p []byte, off int64, last bool) (int, bool) {
	done, from := 0, 0 // from is where the piece begins
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

			if w.form.Coding == Legacy { // how long the text is does not tell how many bytes it is of
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

// wideChar is what stands at the front of a text that is not UTF-8.
type wideChar struct {
	r              rune
	more           string // what else it decodes to, "" for most
	size           int    // in bytes; 0: what follows decides, and is not there yet
	term           string // the line end that it is, "" for none
	fault, dropped bool   // it is replaced, or left out
}

// decodeChar decodes the character at the start of p. Its size is 0 where more bytes are needed to tell.
func (w *walker) decodeChar(p []byte, last bool) wideChar {
	r, more, n := decodeWide(p, w.form)
	c := wideChar{r: r, more: more, size: n}
	switch {
	case w.form.Coding == Legacy && len(p) < longestChar && !last:
		c.size = 0
	case n == 0 && last: // an odd rest
		c.size = len(p)
		c.fault = len(p) == 1 && w.form.OddTail
		c.dropped = !c.fault
	case r < 0 || r > utf8.MaxRune:
		c.fault = true
	case r >= 0xD800 && r < 0xE000: // decodeWide gives a surrogate only when it is not half of a pair
		c.fault = true
		switch first := r < 0xDC00; {
		case first && n == len(p) && !last:
			c.size = 0 // its other half may come
		case first && n == len(p)-1 && last && w.form.OddTail:
			c.size++ // half a pair and half of its other half are one fault
		}
	case n > 0 && (r == '\n' || w.form.Ends&EndPython != 0 && pythonEnd(r)):
		c.term = string(r)
	case r == '\r' && w.form.Ends&(EndCRLF|EndCR|EndPython) != 0:
		next, _, size := decodeWide(p[n:], w.form)
		switch {
		case size == 0 && !last:
			c.size = 0
		case size > 0 && next == '\n':
			c.size = n + size
			c.term = "\r\n"
		case w.form.Ends&(EndCR|EndPython) != 0:
			c.term = "\r"
		}
	}

	return c
}

// decodeWide is the character at the front of p, what else it decodes to, and its length in bytes, 0 when p is too
// short for any. A surrogate is given as it is when p does not begin with a pair, and a value beyond Unicode, which may
// be below 0.
func decodeWide(p []byte, f Form) (r rune, more string, n int) {
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

// BOM is the byte-order mark at the front of a file: what it says of the coding, and its length in bytes, 0 for none.
// head is the beginning of the file: four bytes at least, or fewer where it has no more. FF FE 00 00 is UTF-32LE where
// wide32 is set, else UTF-16LE.
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
