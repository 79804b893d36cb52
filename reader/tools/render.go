package tools

import (
	"bytes"
	"strconv"
	"unicode/utf8"

	"eyeline/reader/source"
	"eyeline/reader/window"
)

// excerpt writes a window's bytes lossily decoded, endings kept, and counts their lines.
func (s *sink) excerpt(b source.Bytes, win window.Window) {
	if win.Start == win.End {
		return
	}
	s.stats.FirstContent = 0
	var newlines int64
	lastByte := byte('\n')
	s.chunks(b, win.Start, win.End, func(p []byte, _ int64, last bool) (int, bool) {
		if !last {
			p = p[:len(p)-partialTail(p)]
		}
		s.lossy(p)
		newlines += int64(bytes.Count(p, newline))
		lastByte = p[len(p)-1]
		return len(p), false
	})
	s.stats.Lines = newlines
	if lastByte != '\n' {
		s.stats.Lines++
	}
}

var newline = []byte{'\n'}

// lossy writes p decoded; p is taken as complete.
func (s *sink) lossy(p []byte) {
	for len(p) > 0 && s.err == nil {
		n := validPrefix(p)
		s.bytes(p[:n])
		if p = p[n:]; len(p) == 0 {
			return
		}
		size, _ := unitAt(p)
		s.str(replacement)
		s.stats.Replaced++
		p = p[size:]
	}
}

// lineFormat is how a tool shows numbered lines.
type lineFormat struct {
	// prefix writes what stands before a line's text.
	prefix func(s *sink, line int64)
	// maxBytes is the length at which a decoded line is cut, in bytes of UTF-8; 0 when maxRunes counts.
	maxBytes int
	// maxRunes is the length at which a line is cut, in Unicode scalar values.
	maxRunes int64
	// mark writes what follows a line that was cut; runes is the whole line's length. nil: nothing, and then the rest
	// of a cut line is not decoded.
	mark func(s *sink, runes int64)
}

// lines writes a window's lines, joined by "\n" with none at the end. Only their text is held, one buffer at a time.
func (s *sink) lines(b source.Bytes, win window.Window, format lineFormat) {
	if win.First == 0 {
		return
	}
	r := lineRun{sink: s, format: format, number: win.First}
	s.stats.FirstContent = 0
	s.chunks(b, win.Start, win.End, func(p []byte, off int64, last bool) (int, bool) {
		done := 0
		for done < len(p) && s.err == nil {
			rest := p[done:]
			at := off + int64(done)
			if i := bytes.IndexByte(rest, '\n'); i >= 0 {
				r.finish(rest[:i], at, true)
				done += i + 1
				continue
			}
			if last {
				r.finish(rest, at, false)
				return len(p), false
			}
			if r.cut && r.format.mark == nil && r.number == win.Last {
				s.fail(r.skipToEnd(b, win.End))
				return len(p), true
			}
			// A '\r' at the end may belong to the terminator, and a character may be cut off: both come again.
			whole := rest[:len(rest)-partialTail(rest)]
			whole = bytes.TrimSuffix(whole, carriageReturn)
			if len(whole) == 0 {
				return done, false
			}
			r.text(whole, at)
			return done + len(whole), false
		}
		return done, false
	})
}

var carriageReturn = []byte{'\r'}

// lineRun writes one line after the other.
type lineRun struct {
	*sink
	format lineFormat
	number int64 // of the line being written, 1-based

	begun bool  // its prefix is written
	bytes int   // of decoded text written
	runes int64 // of the decoded text so far, written or not
	cut   bool
	cutAt int64 // offset of the first byte of the file that was cut off
}

// begin writes what stands before the line.
func (r *lineRun) begin() {
	if r.begun {
		return
	}
	if r.stats.Lines > 0 {
		r.str("\n")
	}
	r.format.prefix(r.sink, r.number)
	r.begun = true
}

// finish takes the rest of the line, at offset at, without its '\n'; terminated says whether one follows.
func (r *lineRun) finish(p []byte, at int64, terminated bool) {
	end := at + int64(len(p))
	if terminated && len(p) > 0 && p[len(p)-1] == '\r' {
		p = p[:len(p)-1]
		end--
		r.stats.DroppedCR++
	}
	r.text(p, at)
	r.end(end)
}

// end closes the line, whose text ends at offset end.
func (r *lineRun) end(end int64) {
	if r.cut {
		r.stats.Cut++
		r.stats.CutBytes += end - r.cutAt
		if r.format.mark != nil {
			r.format.mark(r.sink, r.runes)
		}
	}
	r.stats.Lines++
	r.number++
	r.begun, r.bytes, r.runes, r.cut = false, 0, 0, false
}

// text takes a part of the line, at offset at. No character is cut off at its end, unless the line ends there.
func (r *lineRun) text(p []byte, at int64) {
	r.begin()
	for len(p) > 0 && r.err == nil {
		if r.cut && r.format.mark == nil {
			return
		}
		n := validPrefix(p)
		if n > 0 {
			r.take(p[:n], at)
		} else {
			n, _ = unitAt(p)
			if r.take([]byte(replacement), at) {
				r.stats.Replaced++
			}
		}
		p = p[n:]
		at += int64(n)
	}
}

// take writes decoded text as far as the limit allows, and says whether all of it was written. at is the offset in
// the file of the bytes that it was decoded from.
func (r *lineRun) take(p []byte, at int64) bool {
	if r.cut {
		r.runes += int64(utf8.RuneCount(p))
		return false
	}
	fits := len(p)
	if r.format.maxBytes > 0 {
		if room := r.format.maxBytes - r.bytes; len(p) > room {
			for fits = room; fits > 0 && !utf8.RuneStart(p[fits]); fits-- {
			}
		}
	} else {
		fits = r.fitRunes(p)
	}
	r.sink.bytes(p[:fits])
	r.bytes += fits
	if fits < len(p) {
		r.cut, r.cutAt = true, at+int64(fits)
	}
	return fits == len(p)
}

// fitRunes counts the scalar values of p and returns how many of its bytes are within the limit.
func (r *lineRun) fitRunes(p []byte) int {
	before := r.runes
	r.runes += int64(utf8.RuneCount(p))
	if r.runes <= r.format.maxRunes {
		return len(p)
	}
	fits := 0
	for n := before; n < r.format.maxRunes; n++ {
		_, size := utf8.DecodeRune(p[fits:])
		fits += size
	}
	return fits
}

// skipToEnd closes the window's last line, of which nothing more is shown, by a look at its last two bytes.
func (r *lineRun) skipToEnd(b source.Bytes, end int64) error {
	var tail [2]byte
	if err := readFull(b, tail[:], end-2); err != nil {
		return err
	}
	if tail[1] == '\n' {
		end--
		if tail[0] == '\r' {
			end--
			r.stats.DroppedCR++
		}
	}
	r.end(end)
	return nil
}

// codexLines and sageLines are the two tools' forms of a line (CONTRACTS.md §1 and §2).
var (
	codexLines = lineFormat{
		prefix: func(s *sink, line int64) {
			s.str("L")
			s.number(line, 0)
			s.str(": ")
		},
		maxBytes: 500,
	}
	sageLines = lineFormat{
		prefix: func(s *sink, line int64) {
			s.number(line, 6)
			s.str("→")
		},
		maxRunes: 2000,
		mark: func(s *sink, runes int64) {
			s.str("... [line truncated, " + strconv.FormatInt(runes, 10) + " chars total]")
		},
	}
)
