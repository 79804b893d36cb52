package search

import (
	"bytes"
	"context"
	"regexp"
	"runtime"
)

// stopEvery is how many bytes are searched between two calls of stop.
const stopEvery = 64 << 10

// stopper lets others work, and reports whether ctx is done.
func stopper(ctx context.Context) (stop func() bool) {
	return func() bool {
		runtime.Gosched()
		return ctx.Err() != nil
	}
}

// scan finds the matches that start in lo…hi of the stretch, offsets in its data. It ends early when yield returns
// false, or when stop, which is asked every now and then, returns true.
type scan struct {
	p      *Pattern
	in     stretch
	lo, hi int
	stop   func() bool
	yield  func(h hit) bool
	looked int // the match at which stop was asked last
}

func (s *scan) run() {
	if n := s.p.pure.in(s.in.data); n != nil {
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
	eachLine(data, first, s.p.hint.in(data), s.stop, func(pos, end, next int) bool {
		if pos >= s.hi {
			return false
		}
		re := s.p.piece(s.in.cutLeft && pos == 0, s.in.cutRight && next == len(data))
		if s.p.invert {
			cut := s.in.cutLeft && pos == 0 // the line begins before
			return cut || s.p.matches(re, data[pos:end]) || s.match(hit{pos, end})
		}
		return s.line(re, data[pos:end], pos)
	})
}

// eachLine yields the lines from the one that starts at pos on, those alone that contain a needle where there are any:
// where a line starts and ends, and where the next one starts. It ends when yield returns false or stop true.
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

// lineEnd returns where the line at pos ends, without its terminator, and where the next one starts.
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

// line yields the matches of a line that starts at pos in the data, and reports whether to go on.
func (s *scan) line(re *regexp.Regexp, line []byte, pos int) (more bool) {
	if s.p.styled && isStyled(line) {
		bare := bareOf(line)
		return eachMatch(re, bare.text, func(h hit) bool { return s.match(bare.in(line, h).plus(pos)) })
	}
	return eachMatch(re, line, func(h hit) bool { return s.match(h.plus(pos)) })
}

// eachMatch yields the matches of a line until yield returns false, and reports whether to go on.
//
// A line may have a million matches, and [regexp.Regexp.FindAllIndex] takes memory for all of them. A replacement comes
// by the same matches one at a time; where a match lies is how much of the line's memory it begins.
func eachMatch(re *regexp.Regexp, line []byte, yield func(hit) bool) (more bool) {
	more = true
	re.ReplaceAllFunc(line, func(match []byte) []byte {
		start := cap(line) - cap(match)
		more = more && yield(hit{start, start + len(match)})
		return nil
	})
	return more
}

// plus is h in a text that has n bytes more before it.
func (h hit) plus(n int) hit { return hit{h.start + n, h.end + n} }

// match yields a match if it is one of those asked for, and reports whether to go on.
func (s *scan) match(h hit) bool {
	if h.start-s.looked >= stopEvery {
		s.looked = h.start
		if s.stop() {
			return false
		}
	}
	return h.start < s.lo || h.start < s.hi && s.yield(h)
}
