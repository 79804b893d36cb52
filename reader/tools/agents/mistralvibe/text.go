package mistralvibe

import (
	"iter"
	"unicode/utf8"

	"eyeline/reader/internal/lossy"
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
	if coding, mark := textfile.BOM(p, true); mark > 0 && coding != textfile.UTF8 {
		if text, ok := textfile.DecodeWide(p, coding); ok {
			return decodedText{text: text, transcoded: true}
		}
	}
	text, replaced := lossy.Append(nil, p)
	return decodedText{text: string(text), replaced: replaced}
}

// lineEnd finds the first place in well-formed text where Python's splitlines ends a line; size is 0 when there is
// none.
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

// lines goes through the lines as Python's splitlines has them, each with the line end that follows it.
func (t decodedText) lines() iter.Seq2[string, string] {
	return func(yield func(line, end string) bool) {
		for rest := t.text; rest != ""; {
			at, size := lineEnd(rest)
			if !yield(rest[:at], rest[at:at+size]) {
				return
			}
			rest = rest[at+size:]
		}
	}
}
