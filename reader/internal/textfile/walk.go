// Package textfile makes lines of text of the bytes of a file, as tools decode and split them, without holding more
// than a buffer of it.
//
//	walk.go, wide.go, chunks.go  bytes to lines: line ends, UTF-8; UTF-16, UTF-32 and byte-order marks; the buffers
//	scan.go                      finding lines by number, also as '\n' counts, for tools that count otherwise
//	lineends.go                  counting line ends
//	characters.go                bytes that are no UTF-8; white space
package textfile

import (
	"bytes"
	"context"

	"eyeline/reader/internal/lossy"
	"eyeline/reader/source"
)

// lineEnding is the set of line ends that a tool knows besides '\n'.
type lineEnding uint8

const (
	EndLF   lineEnding = 0         // '\n' alone; a '\r' before it is text
	EndCRLF lineEnding = 1 << iota // '\r' before '\n' belongs to the line end
	EndCR                          // a lone '\r' ends a line too
	// EndPython: what Python's str.splitlines ends lines at: besides the above VT, FF, FS, GS, RS, NEL, U+2028, U+2029.
	EndPython
)

// Coding is how a tool decodes a file.
type Coding uint8

const (
	UTF8    Coding = iota // lossy, as the WHATWG standard replaces maximal invalid subparts
	UTF16LE               // a last odd byte is dropped, lone surrogates become U+FFFD
	UTF16BE
	UTF32LE
	UTF32BE
	Legacy // the character set of the form; what is in no character becomes U+FFFD byte for byte
)

// Form is how the bytes of a file become lines of text.
type Form struct {
	Coding Coding
	Set    charSet // of Legacy
	// Skip is the length of the byte-order mark that is dropped, in bytes; 0: nothing is.
	Skip int64
	Ends lineEnding
	// OddTail replaces the odd byte at the end of UTF-16 by U+FFFD instead of dropping it, as the WHATWG decoder does.
	OddTail bool
}

// CRLF: lines end at '\n', and a '\r' before it belongs to the end.
var CRLF = Form{Ends: EndCRLF}

// AnyEnd: lines end at '\n', "\r\n" and a lone '\r', and a byte-order mark stays.
var AnyEnd = Form{Ends: EndCRLF | EndCR}

// charSet is a character set other than those of Unicode.
type charSet interface {
	// Next decodes the character at the front of p, which is as long as any or all that is left: its code point, what
	// else it decodes to, and its length in bytes, 0 where p is empty. Bytes that are no character give -1, which
	// becomes U+FFFD.
	Next(p []byte) (r rune, more string, n int)
}

// longestChar is how many bytes a character of any charSet has at most: that many make a syllable in EUC-KR.
const longestChar = 8

// Span is a half-open range of bytes of the file.
type Span struct{ Start, End int64 }

// Want is what a LineVisitor wants next.
type Want uint8

const (
	More     Want = iota // the rest of the line
	SkipLine             // the end of the line, without its text
	Stop                 // nothing
)

// LineVisitor takes the lines of a text one after the other.
type LineVisitor interface {
	// Text takes a piece of the current line: well-formed UTF-8 of whole characters, without line ends, from the bytes
	// span of the file. replaced: p is one U+FFFD that stands for bytes that could not be decoded.
	Text(p []byte, span Span, replaced bool) Want
	// End ends the line. Its text ended at byte end of the file, the next line begins at byte next; term is the line
	// end, "" at the end of the file. It returns false to stop.
	End(end, next int64, term string) bool
}

// Walk decodes the file from byte start on, which begins a line, and hands its lines to v, one buffer at a time. The
// text after the last line end is a line, also when it is empty (the file's end is End with term ""), so a file of n
// line ends has n+1 lines here; callers that count otherwise look at the length of the last one. Errors are ctx's and
// those of reading; a file that ends before its size gives access.ErrChanged.
func Walk(ctx context.Context, b source.Bytes, form Form, start int64, v LineVisitor) error {
	start = max(start, form.Skip)
	w := walker{form: form, v: v, size: b.Size(), memory: source.MemoryOf(b)}
	take := w.chunk
	if form.Coding != UTF8 {
		take = w.wide
	}
	whole, err := EachChunk(ctx, b, start, b.Size(), take)
	if whole {
		w.finish()
	}
	return err
}

// walker cuts chunks of a file into lines.
type walker struct {
	form    Form
	v       LineVisitor
	size    int64
	memory  *source.Memory // that has the file, or nil
	want    Want
	scratch []byte

	// Of the current chunk:
	lf, cr   int  // the places of the next '\n' and '\r', len(p) for none; -1 when not looked for yet
	isValid  bool // it needs no decoding
	isPython bool // it may have a line end that only Python knows
}

// replacement stands for what cannot be decoded; nothing writes to it.
var replacement = []byte(lossy.Replacement)

// finish ends the last line.
func (w *walker) finish() {
	w.v.End(w.size, w.size, "")
}

// chunk takes UTF-8. It is done with all of p but for a character or a line end that p does not finish.
func (w *walker) chunk(p []byte, off int64, last bool) (int, bool) {
	done := 0
	w.look(p)
	for done < len(p) {
		at, size := w.lineEnd(p, done, last)
		if at < 0 { // no line end here
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
		if size == 0 || w.want == Stop { // size 0: whether a line ends here is in the next chunk
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

// look finds out once for a chunk what need not be asked for each of its lines, or once for a file in memory.
func (w *walker) look(p []byte) {
	w.lf = -1
	w.cr = -1
	w.isPython = w.form.Ends&EndPython != 0
	if m := w.memory; m != nil {
		w.isValid = m.Valid() && lossy.PartialTail(p) == 0
		w.isPython = w.isPython && !m.Once("usual line ends", func() any { return hasUsualEnds(m.Data()) }).(bool)
		return
	}
	w.isValid = lossy.ASCIIPrefix(p) == len(p)
	w.isPython = w.isPython && !hasUsualEnds(p)
}

// hasUsualEnds reports whether p is ASCII without a line end that only Python knows.
func hasUsualEnds(p []byte) bool {
	usual := bytes.Count(p, []byte("\n")) + bytes.Count(p, []byte("\r")) + bytes.Count(p, []byte("\t"))
	return lossy.ASCIIPrefix(p) == len(p) && lossy.Controls(p) == usual
}

// unfinished is how many bytes at the end of p may belong to a character or a line end that p does not finish.
func (w *walker) unfinished(p []byte) int {
	if n := lossy.PartialTail(p); n > 0 {
		return n
	}
	if w.form.Ends != EndLF && p[len(p)-1] == '\r' {
		return 1
	}
	return 0
}

// lineEnd finds the first line end in p from index from on. at is -1 without one; size is 0 when the bytes from
// at on may be one that p does not finish.
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

// nextByte is the index of a byte in p from an index on, len(p) without one.
func nextByte(p []byte, from int, c byte) int {
	if i := bytes.IndexByte(p[from:], c); i >= 0 {
		return from + i
	}
	return len(p)
}

// crEnd is the line end that begins with the '\r' at index cr, for tools that end lines at a lone one.
func crEnd(p []byte, cr int, last bool) (at, size int) {
	switch {
	case cr+1 == len(p) && !last:
		return cr, 0
	case cr+1 < len(p) && p[cr+1] == '\n':
		return cr, 2
	}
	return cr, 1
}

// pythonLineEnd is lineEnd for what Python's str.splitlines knows.
func pythonLineEnd(p []byte, from int, last bool) (at, size int) {
	for i := from; i < len(p); i++ {
		switch c := p[i]; {
		case c >= 0x20 && c < 0x80: // most characters end no line
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

// text hands p decoded to the visitor; p is taken as complete.
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
			off = off + int64(valid)
		}

		if n == 0 || w.want != More {
			return
		}

		w.want = w.v.Text(replacement, Span{off, off + int64(n)}, true)
		p = p[n:]
		off = off + int64(n)
	}
}

func pythonEnd(r rune) bool {
	return r == '\v' || r == '\f' || r >= 0x1c && r <= 0x1e || r == 0x85 || r == 0x2028 || r == 0x2029
}
