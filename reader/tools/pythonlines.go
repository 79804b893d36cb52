package tools

import (
	"bytes"
	"context"
	"unicode/utf8"

	"eyeline/reader/internal/lossy"
	"eyeline/reader/source"
)

// PythonLines is the number of lines that Python's str.splitlines makes of a file in UTF-8: also at VT, FF, FS, GS, RS,
// NEL, U+2028 and U+2029; text after the last end is one more. valid is false, and the count not known, where the file is
// not UTF-8. The file is read through once, at the speed of memory.
func PythonLines(ctx context.Context, b source.Bytes) (lines int64, valid bool, err error) {
	if m := source.MemoryOf(b); m != nil && m.ASCII() && m.Special(0) > m.Ends(m.Size()) {
		return m.Lines(b.Size()), true, ctx.Err()
	}
	valid = true
	err = eachChunk(ctx, b, 0, b.Size(), func(p []byte, _ int64, last bool) (int, bool) {
		if !last {
			p = p[:len(p)-lossy.PartialTail(p)]
			if len(p) > 0 && p[len(p)-1] == '\r' { // whether a '\n' follows is in the next chunk
				p = p[:len(p)-1]
			}
		}
		if valid = utf8.Valid(p); !valid {
			return len(p), true
		}
		lines += pythonEnds(p)
		if last {
			if r, _ := utf8.DecodeLastRune(p); r != '\n' && r != '\r' && !pythonEnd(r) {
				lines++
			}
		}
		return len(p), false
	}, nil)
	return lines, valid, err
}

// pythonEnds counts the line ends of Python's str.splitlines in whole characters.
func pythonEnds(p []byte) (n int64) {
	for _, end := range []string{"\n", "\v", "\f", "\x1c", "\x1d", "\x1e"} {
		n += int64(bytes.Count(p, []byte(end)))
	}
	if bytes.IndexByte(p, '\r') >= 0 {
		n += int64(bytes.Count(p, []byte{'\r'}) - bytes.Count(p, []byte("\r\n")))
	}
	n += countAfter(p, 0xC2, func(rest []byte) bool { return rest[0] == 0x85 })                                         // NEL
	n += countAfter(p, 0xE2, func(rest []byte) bool { return rest[0] == 0x80 && (rest[1] == 0xA8 || rest[1] == 0xA9) }) // U+2028, U+2029
	return n
}

// countAfter counts the places of a byte that begins a character at which is says yes to what follows it; p is UTF-8.
func countAfter(p []byte, begin byte, is func(rest []byte) bool) (n int64) {
	for {
		i := bytes.IndexByte(p, begin)
		if i < 0 {
			return n
		}
		if p = p[i+1:]; is(p) {
			n++
		}
	}
}
