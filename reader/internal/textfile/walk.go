// Package textfile decodes files and splits them into lines as tools do, while holding no more than a buffer.
//
//	walk.go, wide.go, chunks.go  bytes to lines: line ends, UTF-8; UTF-16, UTF-32 and byte order marks; the buffers
//	scan.go                      finding lines by number, also by '\n' for tools that count in another way
//	lineends.go                  counting line ends
//	characters.go                invalid UTF-8; white space
package textfile

import (
	"bytes"
	"context"

	"eyeline/reader/internal/lossy"
	"eyeline/reader/source"
)

// lineEnding is a set of line ends besides '\n'.
type lineEnding uint8

const (
	EndLF   lineEnding = 0         // '\n' alone; a '\r' before it is text
	EndCRLF lineEnding = 1 << iota // '\r' before '\n' is part of the line end
	EndCR                          // a lone '\r' ends a line, too
	// EndPython: those of Python's str.splitlines: the above and VT, FF, FS, GS, RS, NEL, U+2028, U+2029.
	EndPython
)

// Coding is the encoding as which a tool decodes a file.
type Coding uint8

const (
	UTF8    Coding = iota // lossy: each maximal invalid subpart becomes U+FFFD (WHATWG)
	UTF16LE               // an odd last byte is dropped, lone surrogates become U+FFFD
	UTF16BE
	UTF32LE
	UTF32BE
	Legacy // LineCoding.Set; each invalid byte becomes U+FFFD
)

// LineCoding says how the bytes of a file become lines of text.
type LineCoding struct {
	Coding Coding
	Set    charSet // character set of Legacy
	// Skip is the length of a byte order mark to drop, in bytes; 0 to drop nothing.
	Skip int64
	Ends lineEnding
	// OddTail: an odd byte at the end of UTF-16 becomes U+FFFD instead of being dropped, as in the WHATWG decoder.
	OddTail bool
}

// CRLF: lines end at '\n', and '\r' before it is part of the line end.
var CRLF = LineCoding{Ends: EndCRLF}

// AnyEnd: lines end at '\n', "\r\n" and a lone '\r'.
var AnyEnd = LineCoding{Ends: EndCRLF | EndCR}

// charSet is a character set outside of Unicode.
type charSet interface {
	// Next decodes the character at the start of p, which is complete unless p is the end of the text: its first code
	// point, any further ones, and its length in bytes, 0 if p is empty. Invalid bytes return -1, which becomes U+FFFD.
	Next(p []byte) (r rune, more string, n int)
}

// maxCharBytes is the greatest length of a character of any charSet: of a syllable in EUC-KR.
const maxCharBytes = 8

// Span is a half-open range of bytes of the file.
type Span struct{ Start, End int64 }

// Continuation is how a LineVisitor wants to continue.
type Continuation uint8

const (
	More     Continuation = iota // with the rest of the line
	SkipLine                     // with the end of the line, skipping its text
	Stop                         // not at all
)

// LineVisitor receives the lines of a text one by one.
type LineVisitor interface {
	// Text receives a piece of the current line: valid UTF-8 of whole characters, without line ends, from the bytes
	// span of the file. replaced: p is one U+FFFD for bytes that could not be decoded.
	Text(p []byte, span Span, replaced bool) Continuation
	// End ends the line. Its text ends at offset end, and the next line begins at offset next; term is the line end, ""
	// at the end of the file. It returns false to stop.
	End(end, next int64, term string) bool
}

// Walk decodes the file from offset start on, which must begin a line, and passes its lines to v, one buffer at a time.
// The text after the last line end is a line even if it is empty (End with term ""), so n line ends make n+1 lines;
// callers can check its length. The error is ctx's or that of reading, access.ErrChanged if the file is shorter than
// its size.
func Walk(ctx context.Context, b source.Bytes, form LineCoding, start int64, v LineVisitor) error {
	start = max(start, form.Skip)
	w := walker{form: form, v: v, size: b.Size(), memory: source.MemoryOf(b)}
	take := w.chunk

	if form.Coding != UTF8 {
		take = w.wideChunk
	}

	whole, err := EachChunk(ctx, b, start, b.Size(), take)
	if whole {
		w.finish()
	}

	return err
}

// walker splits chunks of a file into lines.
type walker struct {
	form    LineCoding
	v       LineVisitor
	size    int64
	memory  *source.Memory // the file in memory, or nil
	want    Continuation
	scratch []byte

	// Of the current chunk:
	lf, cr   int  // indexes of the next '\n' and '\r', len(p) if there is no further one; -1 if not searched yet
	isValid  bool // it is valid UTF-8
	isPython bool // it may have a line end of EndPython
}

// replacement is U+FFFD; it must not be changed.
var replacement = []byte(lossy.Replacement)

// finish ends the last line.
func (w *walker) finish() {
	w.v.End(w.size, w.size, "")
}

// chunk processes UTF-8, all of p except an unfinished character or line end.
func (w *walker) chunk(p []byte, off int64, last bool) (int, bool) {
	done := 0
	w.inspect(p)
	for done < len(p) {
		at, size := w.lineEnd(p, done, last)
		if at < 0 { // no line end in p
			whole := p[done:]
			if !last {
				whole = whole[:len(whole)-w.unfinished(whole)]
			}
			w.text(whole, off+int64(done))
			return done + len(whole), w.want == Stop
		}

		if at > done {
			w.text(p[done:at], off+int64(done))
		}
		if size == 0 || w.want == Stop { // size 0: the next chunk shows whether a line ends here
			return at, w.want == Stop
		}

		end := off + int64(at)
		done = at + size
		w.want = More
		if !w.v.End(end, end+int64(size), string(p[at:done])) {
			return done, true
		}
	}

	return done, false
}

// inspect checks a chunk once for what would otherwise be checked for each line; a file in memory has the results.
func (w *walker) inspect(p []byte) {
	w.lf = -1
	w.cr = -1
	w.isPython = w.form.Ends&EndPython != 0

	if m := w.memory; m != nil {
		w.isValid = m.Valid() && lossy.PartialTail(p) == 0
		w.isPython = w.isPython && !FileHasUsualEnds(m)
		return
	}

	w.isValid = lossy.ASCIIPrefix(p) == len(p)
	w.isPython = w.isPython && !HasUsualEnds(p)
}

// FileHasUsualEnds is HasUsualEnds of a file in memory. It finds out once.
func FileHasUsualEnds(m *source.Memory) bool {
	return m.Once("usual line ends", func() any { return HasUsualEnds(m.Data()) }).(bool)
}

// HasUsualEnds reports whether p has no line end that only EndPython knows: no other control characters than "\n", "\r"
// and tabs, and none of NEL, U+2028 and U+2029.
func HasUsualEnds(p []byte) bool {
	usual := bytes.Count(p, []byte("\n")) + bytes.Count(p, []byte("\r")) + bytes.Count(p, []byte("\t"))
	if lossy.Controls(p) != usual {
		return false
	}
	wide := p[lossy.ASCIIPrefix(p):]
	return !bytes.Contains(wide, []byte("\xC2\x85")) && !bytes.Contains(wide, []byte("\xE2\x80\xA8")) &&
		!bytes.Contains(wide, []byte("\xE2\x80\xA9"))
}

// unfinished returns how many bytes at the end of p may belong to an unfinished character or line end.
func (w *walker) unfinished(p []byte) int {
	if n := lossy.PartialTail(p); n > 0 {
		return n
	}
	if w.form.Ends != EndLF && p[len(p)-1] == '\r' {
		return 1
	}
	return 0
}

// lineEnd returns the first line end in p from index from on. at is -1 if there is no line end; size is 0 if the bytes
// from at on may be an unfinished one.
func (w *walker) lineEnd(p []byte, from int, last bool) (at, size int) {
	if w.isPython {
		return pythonLineEnd(p, from, last)
	}
	if w.lf < from {
		w.lf = nextByte(p, from, '\n')
	}

	if w.form.Ends&(EndCR|EndPython) != 0 {
		if w.cr < from {
			w.cr = nextByte(p, from, '\r')
		}
		if w.cr < w.lf {
			return crEnd(p, w.cr, last)
		}
	}

	if w.lf == len(p) {
		return -1, 0
	}
	if w.lf > from && w.form.Ends&EndCRLF != 0 && p[w.lf-1] == '\r' {
		return w.lf - 1, 2
	}

	return w.lf, 1
}

// nextByte returns the index of c in p from an index on, len(p) if it does not occur.
func nextByte(p []byte, from int, c byte) int {
	if i := bytes.IndexByte(p[from:], c); i >= 0 {
		return from + i
	}
	return len(p)
}

// crEnd returns the line end that begins with '\r' at index cr, for EndCR.
func crEnd(p []byte, cr int, last bool) (at, size int) {
	switch {
	case cr+1 == len(p) && !last:
		return cr, 0
	case cr+1 < len(p) && p[cr+1] == '\n':
		return cr, 2
	}
	return cr, 1
}

// pythonLineEnd is lineEnd for EndPython.
func pythonLineEnd(p []byte, from int, last bool) (at, size int) {
	for i := from; i < len(p); i++ {
		c := p[i]
		switch {
		case c >= 0x20 && c < 0x80: // most characters are no line ends
		case c == '\r':
			return crEnd(p, i, last)
		case c == '\n', c == '\v', c == '\f', c >= 0x1c && c <= 0x1e:
			return i, 1
		case c == 0xC2 && i+1 < len(p) && p[i+1] == 0x85:
			return i, 2
		case c == 0xE2 && i+2 < len(p) && p[i+1] == 0x80 && (p[i+2] == 0xA8 || p[i+2] == 0xA9):
			return i, 3
		}
	}

	return -1, 0
}

// text passes p, decoded, to the visitor, as if nothing followed it.
func (w *walker) text(p []byte, off int64) {
	if w.isValid && len(p) > 0 && w.want == More {
		w.want = w.v.Text(p, Span{off, off + int64(len(p))}, false)
		return
	}

	for len(p) > 0 && w.want == More {
		valid, n := lossy.Next(p)
		if valid > 0 {
			w.want = w.v.Text(p[:valid], Span{off, off + int64(valid)}, false)
			p = p[valid:]
			off += int64(valid)
		}

		if n == 0 || w.want != More {
			return
		}

		w.want = w.v.Text(replacement, Span{off, off + int64(n)}, true)
		p = p[n:]
		off += int64(n)
	}
}

func pythonEnd(r rune) bool {
	return r == '\v' || r == '\f' || r >= 0x1c && r <= 0x1e || r == 0x85 || r == 0x2028 || r == 0x2029
}
