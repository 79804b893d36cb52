package window

import (
	"bytes"
	"math/rand/v2"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"eyeline/reader/source"
)

// The references in this package's tests hold a whole file in memory and follow the contract's prose, slowly and
// obviously. This file has what they share.

func view(p []byte) source.Bytes { return source.View(bytes.NewReader(p), int64(len(p))) }

// linesOf splits at '\n' and at nothing else; terminators stay.
func linesOf(p []byte) [][]byte {
	out := bytes.SplitAfter(p, []byte{'\n'})
	if len(out[len(out)-1]) == 0 {
		out = out[:len(out)-1]
	}
	return out
}

// bare is a line's text: without its terminator, decoded.
func bare(line []byte) string {
	line = bytes.TrimSuffix(line, []byte{'\n'})
	return strings.ToValidUTF8(string(bytes.TrimSuffix(line, []byte{'\r'})), "\uFFFD")
}

func factsRef(line []byte) Facts {
	s := bare(line)
	f := Facts{}
	for _, c := range s {
		if c == ' ' {
			f.Indent++
		} else if c == '\t' {
			f.Indent += 4
		} else {
			break
		}
	}
	t := strings.TrimFunc(s, unicode.IsSpace)
	f.Blank = t == ""
	f.Comment = strings.HasPrefix(t, "#") || strings.HasPrefix(t, "//") || strings.HasPrefix(t, "--")
	return f
}

// offsetsOf is where the lines first … last, 1-based, lie.
func offsetsOf(lines [][]byte, first, last int64) (int64, int64) {
	var start, end int64
	for i, l := range lines {
		if int64(i) < first-1 {
			start += int64(len(l))
		}
		if int64(i) < last {
			end += int64(len(l))
		}
	}
	return start, end
}

// randomFile has indents, blanks of all kinds, comments, invalid UTF-8, CRLF and lines longer than a cursor's first
// reads.
func randomFile(r *rand.Rand) []byte {
	pieces := []string{
		"a", "if x {", "}", "# c", "// d", "-- e", "/", "-", "", "", "\r", "\xff\xfe", "\xe2\x80", "日本", "\u00a0",
		"\u2003x", "\u3000# f", "\u0085", "\v\f", "\v// g", "x\r", strings.Repeat("y", 700),
	}
	var b bytes.Buffer
	blanks := 0
	for range r.IntN(30) {
		if blanks == 0 && r.IntN(25) == 0 {
			blanks = r.IntN(40)
		}
		if blanks > 0 {
			blanks--
			b.WriteString([]string{"\n", "  \n", "\t\n", "\r\n", "\u2003\n"}[r.IntN(5)])
			continue
		}
		b.WriteString(strings.Repeat(" ", r.IntN(4)*r.IntN(4)))
		b.WriteString(strings.Repeat("\t", r.IntN(3)))
		b.WriteString(pieces[r.IntN(len(pieces))])
		if r.IntN(60) == 0 {
			b.WriteString(strings.Repeat([]string{" ", "z", "\u2003"}[r.IntN(3)], r.IntN(20000)))
		}
		b.WriteString([]string{"\n", "\n", "\r\n"}[r.IntN(3)])
	}
	if r.IntN(2) == 0 {
		b.WriteString([]string{"  tail", " ", "\t# c"}[r.IntN(3)])
	}
	return b.Bytes()
}

// blocks is an index that knows a place in each block of a few bytes.
type blocks struct {
	data []byte
	size int64
}

func (x blocks) newlines(from, to int64) int64 {
	return int64(bytes.Count(x.data[from:to], []byte{'\n'}))
}

func (x blocks) SeekLine(line int64) (off, newlines int64) {
	for off+x.size <= int64(len(x.data)) && newlines+x.newlines(off, off+x.size) < line {
		newlines += x.newlines(off, off+x.size)
		off += x.size
	}
	// The block contains the line's start or more; a place after the start is none of the contract's.
	for line > 1 && newlines >= line || line == 1 && off > 0 {
		off -= x.size
		newlines = x.newlines(0, off)
	}
	if newlines == line-1 && off > 0 && x.data[off-1] != '\n' {
		off = int64(bytes.LastIndexByte(x.data[:off], '\n') + 1)
	}
	return off, newlines
}

func (x blocks) SeekOffset(off int64) (int64, int64) {
	off = min(off, int64(len(x.data))) / x.size * x.size
	return off, x.newlines(0, off)
}

func (x blocks) Lines() (int64, bool) { return int64(len(linesOf(x.data))), true }

func (x blocks) SkipForward(off int64) int64 {
	for off < int64(len(x.data)) {
		to := min((off/x.size+1)*x.size, int64(len(x.data)))
		if x.newlines(off/x.size*x.size, to) > 0 {
			break
		}
		off = to
	}
	return off
}

func (x blocks) SkipBackward(off int64) int64 {
	for off > 0 {
		from := (off - 1) / x.size * x.size
		if x.newlines(from, min(from+x.size, int64(len(x.data)))) > 0 {
			break
		}
		off = from
	}
	return off
}

// plain is an index that cannot skip blocks.
type plain struct{ Index }

// indexes are the indexes that a selector must give the same window with.
func indexes(data []byte) map[string]Index {
	return map[string]Index{
		"none": nil, "blocks of 7": blocks{data, 7}, "blocks of 4096": blocks{data, 4096},
		"no skips": plain{blocks{data, 64}},
	}
}

// chars says of each offset in p, and of its end, whether a character begins there: a valid sequence or a maximal
// invalid subpart.
func chars(p []byte) []bool {
	out := make([]bool, len(p)+1)
	out[len(p)] = true
	for i := 0; i < len(p); {
		out[i] = true
		if _, n := utf8.DecodeRune(p[i:]); n > 1 || p[i] < utf8.RuneSelf {
			i += n
			continue
		}
		// The longest prefix of some character: lengthen while a completion is valid.
		n := 1
		for n < 4 && i+n < len(p) && completes(p[i:i+n+1]) {
			n++
		}
		i += n
	}
	return out
}

// completes reports whether some bytes after p make it one valid character.
func completes(p []byte) bool {
	for size := len(p) + 1; size <= 4; size++ {
		for _, fill := range [][]byte{{0x80, 0x80, 0x80}, {0xBF, 0xBF, 0xBF}} {
			q := append(slices.Clone(p), fill[:size-len(p)]...)
			if r, n := utf8.DecodeRune(q); n == size && r != utf8.RuneError {
				return true
			}
		}
	}
	return false
}
