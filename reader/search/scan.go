package search

import (
	"bytes"
	"context"
	"regexp"
	"runtime"
)

// stopEvery is how many bytes are searched between two calls of stop.
const stopEvery = 64 << 10

// stopper returns a function that yields the processor, and reports whether ctx is done.
func stopper(ctx context.Context) (stop func() bool) {
	return func() bool {
		runtime.Gosched()
		return ctx.Err() != nil
	}
}

// scan finds the matches that start in [lo, hi) of the stretch's data. It ends early when yield returns false, or when
// stop, which is called from time to time, returns true.
type scan struct {
	p        *Pattern
	in       stretch
	lo, hi   int
	stop     func() bool
	yield    func(h hit) bool
	lastStop int // start of the match at which stop was called last
}

func (s *scan) run() {
	if n := s.p.pure.usableIn(s.in.data); n != nil {
		s.text(n)
	} else {
		s.lines()
	}
}

func (s *scan) text(n *needles) {
	pos := 0
	if !n.overlaps {
		pos = s.lo
	}

	sw := sweep{b: s.in.data}
	for {
		h := sw.find(n, pos)
		if h.start < 0 || h.start >= s.hi || !s.match(h) {
			return
		}

		pos = h.end
	}
}

func (s *scan) lines() {
	data := s.in.data
	first := lastNewline(data[:s.lo]) + 1
	eachLine(data, first, s.p.hint.usableIn(data), s.stop, func(pos, end, next int) bool {
		if pos >= s.hi {
			return false
		}

		re := s.p.piece(s.in.cutLeft && pos == 0, s.in.cutRight && next == len(data))
		if s.p.invert {
			cut := s.in.cutLeft && pos == 0 // the line begins before data
			return cut || s.p.matches(re, data[pos:end]) || s.match(hit{pos, end})
		}

		return s.line(re, data[pos:end], pos)
	})
}

// eachLine yields lines from the one at pos on, or if wanted is not nil those with a needle: the start, the end, and
// the start of the next line. It ends when yield returns false or stop true.
func eachLine(data []byte, pos int, wanted *needles, stop func() bool, yield func(pos, end, next int) bool) {
	sw := sweep{b: data}
	for looked := pos; pos < len(data); {
		if pos-looked >= stopEvery {
			looked = pos
			if stop() {
				return
			}
		}

		if wanted != nil {
			h := sw.find(wanted, pos)
			if h.start < 0 {
				return
			}
			pos += lastNewline(data[pos:h.start]) + 1
		}

		end, next := lineEnd(data, pos)
		if !yield(pos, end, next) {
			return
		}

		pos = next
	}
}

// lineEnd returns the end of the line at pos, without line end, and the start of the next line.
func lineEnd(data []byte, pos int) (end, next int) {
	i := bytes.IndexByte(data[pos:], '\n')
	if i < 0 {
		return len(data), len(data)
	}

	end = pos + i
	next = end + 1
	if i > 0 && data[end-1] == '\r' {
		end--
	}

	return end, next
}

// line yields the matches of a line at pos, and reports whether to continue.
func (s *scan) line(re *regexp.Regexp, line []byte, pos int) (more bool) {
	if s.p.styled && isStyled(line) {
		bare := bareOf(line)
		return eachMatch(re, bare.text, func(h hit) bool { return s.match(bare.in(line, h).plus(pos)) })
	}
	return eachMatch(re, line, func(h hit) bool { return s.match(h.plus(pos)) })
}

// eachMatch yields the matches of a line until yield returns false, and reports whether to continue.
//
// A line may have a million matches, and [regexp.Regexp.FindAllIndex] takes memory for all of them. ReplaceAllFunc
// finds the same matches one at a time; the position of each follows from its slice of the line's memory.
func eachMatch(re *regexp.Regexp, line []byte, yield func(hit) bool) (more bool) {
	more = true
	re.ReplaceAllFunc(line, func(match []byte) []byte {
		start := cap(line) - cap(match)
		more = more && yield(hit{start, start + len(match)})
		return nil
	})
	return more
}

// plus returns h for a text with n more bytes before it.
func (h hit) plus(n int) hit { return hit{h.start + n, h.end + n} }

// match yields a match if it starts in [lo, hi), and reports whether to continue.
func (s *scan) match(h hit) bool {
	if h.start-s.lastStop >= stopEvery {
		s.lastStop = h.start
		if s.stop() {
			return false
		}
	}
	return h.start < s.lo || h.start < s.hi && s.yield(h)
}
