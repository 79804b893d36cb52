package search

import (
	"bytes"
	"regexp"
	"unicode/utf8"
)

// stopEvery is how many bytes are searched between two calls of stop.
const stopEvery = 64 << 10

// scan finds the matches that start in lo…hi of the stretch, offsets in its data. It ends early when yield returns
// false, or when stop, which is asked every now and then, returns true.
type scan struct {
	p      *Pattern
	in     stretch
	lo, hi int
	stop   func() bool
	yield  func(h hit) bool
	atOnce int // see sizes
}

func (s *scan) run() {
	if s.p.pure != nil {
		s.text()
	} else {
		s.lines()
	}
}

func (s *scan) text() {
	pos := 0
	if !s.p.pure.overlaps {
		pos = s.lo
	}
	sw := sweep{b: s.in.data}
	for {
		h := sw.find(s.p.pure, pos)
		if h.start < 0 || h.start >= s.hi {
			return
		}
		if h.start >= s.lo && !s.yield(h) {
			return
		}
		pos = h.end
	}
}

func (s *scan) lines() {
	data := s.in.data
	pos := lastNewline(data[:s.lo]) + 1
	sw := sweep{b: data}
	for looked := pos; pos < len(data) && pos < s.hi; {
		if pos-looked >= stopEvery {
			if looked = pos; s.stop() {
				return
			}
		}
		if s.p.hint != nil {
			h := sw.find(s.p.hint, pos)
			if h.start < 0 {
				return
			}
			pos += lastNewline(data[pos:h.start]) + 1
			if pos >= s.hi {
				return
			}
		}
		end, next := lineEnd(data, pos)
		re, resume := s.p.variants(s.in.cutLeft && pos == 0, s.in.cutRight && next == len(data))
		if !s.line(re, resume, data[pos:end], pos) {
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

// variants are the expressions for a whole line or a piece of one, and for going on inside it.
func (p *Pattern) variants(cutLeft, cutRight bool) (re *regexp.Regexp, resume func() *regexp.Regexp) {
	resume = p.resume
	if cutRight {
		resume = p.resumeCutEnd
	}
	switch {
	case cutLeft && cutRight:
		return p.both(), resume
	case cutLeft:
		return p.left(), resume
	case cutRight:
		return p.right(), resume
	default:
		return p.whole, resume
	}
}

// line yields the matches of a line that starts at pos in the data, and reports whether to go on.
//
// [regexp.Regexp.FindAllIndex] takes memory for every match, and a line may have a million of them: it is asked for
// so many only. From there on each match is looked for by itself, by the same rules.
func (s *scan) line(re *regexp.Regexp, resume func() *regexp.Regexp, line []byte, pos int) bool {
	if s.p.styled && isStyled(line) {
		return s.styledLine(re, resume, line, pos)
	}
	return s.plainLine(re, resume, line, pos)
}

// plainLine is line for a line that is searched as it is.
func (s *scan) plainLine(re *regexp.Regexp, resume func() *regexp.Regexp, line []byte, pos int) bool {
	found := re.FindAllIndex(line, s.atOnce)
	for _, loc := range found {
		if !s.match(loc[0]+pos, loc[1]+pos) {
			return false
		}
	}
	if len(found) < s.atOnce {
		return true
	}
	last := found[len(found)-1]
	at, end := last[1], last[1]
	if last[0] == last[1] {
		at += width(line[at:])
	}
	for looked := at; at <= len(line); {
		if at-looked >= stopEvery {
			if looked = at; s.stop() {
				return false
			}
		}
		// The byte before at is the context; groups count from it.
		loc := resume().FindSubmatchIndex(line[at-1:])
		if loc == nil {
			break
		}
		loc = []int{loc[2] + at - 1, loc[3] + at - 1}
		if loc[1] == at {
			at += width(line[at:])
		} else {
			at = loc[1]
		}
		again := loc[0] == loc[1] && loc[0] == end // an empty match right behind a match
		end = loc[1]
		if !again && !s.match(loc[0]+pos, loc[1]+pos) {
			return false
		}
	}
	return true
}

// width is that of the first character of b, 1 at its end.
func width(b []byte) int {
	_, n := utf8.DecodeRune(b)
	return max(n, 1)
}

// match yields a match if it is one of those asked for, and reports whether to go on.
func (s *scan) match(start, end int) bool {
	if start < s.lo {
		return true
	}
	return start < s.hi && s.yield(hit{start, end})
}
