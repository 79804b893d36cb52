package textfile

import (
	"bytes"
	"encoding/binary"
	"strings"
	"unicode/utf16"
	"unicode/utf8"
)

// DecodeWide decodes text in UTF-16 or UTF-32, with its byte-order mark, which stays; ok is false where a part of it
// cannot be decoded.
func DecodeWide(p []byte, c Coding) (text string, ok bool) {
	var b strings.Builder
	for len(p) > 0 {
		r, n := decodeWide(p, c)
		if n == 0 || !utf8.ValidRune(r) || r == utf8.RuneError && !isReplacement(p[:n], c) {
			return "", false
		}
		b.WriteRune(r)
		p = p[n:]
	}
	return b.String(), true
}

// isReplacement reports whether U+FFFD is what the bytes of a character say, and not what stands for a value beyond
// Unicode.
func isReplacement(p []byte, c Coding) bool {
	switch c {
	case UTF32LE:
		return string(p) == "\xFD\xFF\x00\x00"
	case UTF32BE:
		return string(p) == "\x00\x00\xFF\xFD"
	}
	return true
}

// wide takes UTF-16 or UTF-32: whole characters are decoded into pieces of UTF-8.
func (w *walker) wide(p []byte, off int64, last bool) (int, bool) {
	done := 0
	piece, from := w.scratch[:0], off
	flush := func(to int64) {
		if len(piece) > 0 && w.want == More {
			w.want = w.v.Text(piece, Span{from, to}, false)
		}
		piece, from = piece[:0], to
	}
	defer func() { w.scratch = piece[:0] }()
	fault := func(to int) {
		flush(off + int64(done))
		if w.want == More {
			w.want = w.v.Text(replacement, Span{off + int64(done), off + int64(to)}, true)
		}
		done, from = to, off+int64(to)
	}
	for done < len(p) {
		r, n := decodeWide(p[done:], w.form.Coding)
		if n == 0 {
			if !last {
				break
			}
			if len(p)-done == 1 && w.form.OddTail {
				fault(len(p))
			}
			done = len(p) // an odd rest is dropped
			break
		}
		if pair := r >= 0xD800 && r < 0xE000; pair { // decodeWide gives a surrogate only when it is not half of a pair
			if !last && done+n == len(p) && r < 0xDC00 {
				break // its other half may come
			}
			if last && w.form.OddTail && done+n == len(p)-1 && r < 0xDC00 {
				n++ // half a pair and half of its other half are one fault
			}
			fault(done + n)
			continue
		}
		term, more := w.wideEnd(r, p[done+n:], last)
		if more {
			break
		}
		if term == "\r\n" {
			n *= 2
		}
		if term == "" {
			piece = utf8.AppendRune(piece, r)
			done += n
			continue
		}
		flush(off + int64(done))
		end := off + int64(done)
		done += n
		from = off + int64(done)
		if w.want == Stop {
			return done, true
		}
		w.want = More
		if !w.v.End(end, end+int64(n), term) {
			return done, true
		}
	}
	flush(off + int64(done))
	return done, w.want == Stop
}

// wideEnd is the line end that a character begins, "" for none; more: what follows it decides, and is not there yet.
func (w *walker) wideEnd(r rune, rest []byte, last bool) (term string, more bool) {
	switch {
	case r == '\n':
		return "\n", false
	case r == '\r' && w.form.Ends&(EndCRLF|EndCR|EndPython) != 0:
		next, n := decodeWide(rest, w.form.Coding)
		switch {
		case n == 0 && !last:
			return "", true
		case n > 0 && next == '\n':
			return "\r\n", false
		case w.form.Ends&(EndCR|EndPython) != 0:
			return "\r", false
		}
	case w.form.Ends&EndPython != 0 && pythonEnd(r):
		return string(r), false
	}
	return "", false
}

// decodeWide is the character at the front of p and its length in bytes, 0 when p is too short for any. A surrogate is
// given as it is when p does not begin with a pair; a value beyond Unicode is U+FFFD.
func decodeWide(p []byte, c Coding) (rune, int) {
	switch c {
	case UTF32LE, UTF32BE:
		if len(p) < 4 {
			return 0, 0
		}
		v := binary.LittleEndian.Uint32(p)
		if c == UTF32BE {
			v = binary.BigEndian.Uint32(p)
		}
		if v > utf8.MaxRune {
			v = utf8.RuneError
		}
		return rune(v), 4
	}
	unit := binary.LittleEndian.Uint16
	if c == UTF16BE {
		unit = binary.BigEndian.Uint16
	}
	if len(p) < 2 {
		return 0, 0
	}
	r := rune(unit(p))
	if r >= 0xD800 && r < 0xDC00 && len(p) >= 4 {
		if pair := utf16.DecodeRune(r, rune(unit(p[2:]))); pair != utf8.RuneError {
			return pair, 4
		}
	}
	return r, 2
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
