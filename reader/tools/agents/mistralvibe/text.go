package mistralvibe

import (
	"bytes"
	"strings"
	"unicode/utf8"

	"eyeline/reader/internal/lossy"
	"eyeline/reader/source"
	"eyeline/reader/tools"
	"eyeline/reader/tools/textfile"
)

// decodedText is a part of a file as it was decoded.
type decodedText struct {
	text       string
	replaced   int64 // U+FFFD in place of bytes
	transcoded bool
}

// decode decodes bytes as UTF-8, or as their byte-order mark says, which stays.
func decode(p []byte) decodedText {
	if utf8.Valid(p) {
		return decodedText{text: string(p)}
	}
	if coding, mark := textfile.BOM(p[:min(len(p), 4)], true); mark > 0 && coding != textfile.UTF8 {
		if text, ok := textfile.DecodeWide(p, coding); ok {
			return decodedText{text: text, transcoded: true}
		}
	}
	var t decodedText
	var b strings.Builder
	for len(p) > 0 {
		n := lossy.ValidPrefix(p)
		b.Write(p[:n])
		if p = p[n:]; len(p) == 0 {
			break
		}
		n, _ = lossy.UnitAt(p)
		b.WriteString(lossy.Replacement)
		t.replaced++
		p = p[n:]
	}
	t.text = b.String()
	return t
}

// isPlain reports whether p, bytes of b, needs no decoding, and "\n" alone ends its lines.
func isPlain(b source.Bytes, p []byte) bool {
	if lossy.ASCIIPrefix(p) < len(p) {
		return false
	}
	m := source.MemoryOf(b)
	for _, c := range []byte{'\r', '\v', '\f', 0x1C, 0x1D, 0x1E} {
		if (m == nil || m.Has(c)) && bytes.IndexByte(p, c) >= 0 {
			return false
		}
	}
	return true
}

// lineEnd finds the first place in well-formed text where Python's splitlines ends a line; size is 0 when there is none.
func lineEnd(s string) (at, size int) {
	for i := 0; i < len(s); i++ {
		switch c := s[i]; {
		case c >= 0x20 && c < utf8.RuneSelf:
		case c == '\r' && i+1 < len(s) && s[i+1] == '\n':
			return i, 2
		case c == '\n', c == '\r', c == '\v', c == '\f', c >= 0x1C && c <= 0x1E:
			return i, 1
		case c == 0xC2 && s[i+1] == 0x85:
			return i, 2
		case c == 0xE2 && s[i+1] == 0x80 && (s[i+2] == 0xA8 || s[i+2] == 0xA9):
			return i, 3
		}
	}
	return len(s), 0
}

// split is Python's splitlines.
func (t decodedText) split() (lines []string) {
	for rest := t.text; rest != ""; {
		at, size := lineEnd(rest)
		lines = append(lines, rest[:at])
		rest = rest[at+size:]
	}
	return lines
}

// renumbered is the number of the first line, as "\n" counts, that has another line end in it; first is that of the
// first line.
func (t decodedText) renumbered(first int64) int64 {
	for rest := t.text; rest != ""; first++ {
		at, size := lineEnd(rest)
		if end := rest[at : at+size]; size > 0 && end != "\n" && end != "\r\n" {
			return first
		}
		rest = rest[at+size:]
	}
	return 0
}

// count notes how the lines differ from the file's.
func (t decodedText) count(s *tools.Stats) {
	s.Replaced = t.replaced
	if t.transcoded {
		s.Altered[tools.Transcoded]++
	}
	for rest := t.text; rest != ""; {
		at, size := lineEnd(rest)
		s.Altered.LineEnd(rest[at : at+size])
		rest = rest[at+size:]
	}
}
