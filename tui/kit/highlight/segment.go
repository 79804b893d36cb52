package highlight

import (
	"context"
	"sort"
	"strings"
	"time"

	"github.com/alecthomas/chroma/v2"

	"eyeline/themes"
)

// steady is how many bytes a call is to get on; when it does not, the next has four times the time, and after maxTries
// of them the lexer is left alone.
const (
	steady   = 16 << 10
	maxTries = 3
)

// stallTime is how long a token may take before a pattern may have been stopped. chroma takes a pattern that is stopped
// by its time limit of 250 ms for one that does not match, so neither that token nor the state after it can be relied
// on; its clock may be late by some tenths of a second. Tests of what is coloured raise both: a loaded machine takes
// long for anything.
var stallTime = 100 * time.Millisecond

// segment is a text and what a lexer has made of it so far.
type segment struct {
	*text
	lexer chroma.Lexer
	next  chroma.Iterator // nil before the first token, and when the lexer is to begin again
	at    int             // how far the body is coloured
	spans []Span          // of the body, in rising order
	// tries are the calls that hardly got on, one after the other, and stalls those that ended with a token that took
	// long.
	tries, stalls int
	over          bool // all is coloured, or the lexer is left alone
}

// knowledge is what is known of a line.
type knowledge uint8

const (
	never  knowledge = iota // it will not be known
	coming                  // it will be known when more of the text is coloured
	known
)

// advance colours up to the end of the line at last, or as far as the time allows. The error is the context's.
func (s *segment) advance(ctx context.Context, last int64, budget time.Duration) (err error) {
	if s == nil || s.over {
		return nil
	}

	defer func() {
		if recover() != nil { // the lexer has failed
			s.over = true
			err = nil
		}
	}()
	to := s.end(min(sort.Search(len(s.lines), func(i int) bool { return s.lines[i].off >= last }), len(s.lines)-1))
	if s.next == nil {
		s.at = 0
		s.spans = nil
		if s.next, err = s.lexer.Tokenise(&chroma.TokeniseOptions{State: "root"}, s.body); err != nil {
			s.over = true // a pattern does not compile
			return nil
		}
	}

	clock := time.Now()
	from := s.at
	deadline := clock.Add(budget << (2 * s.tries))
	for n := 1; !s.over && s.at <= to; n++ {
		if n%64 == 0 && ctx.Err() != nil {
			return ctx.Err()
		}

		token := s.next()
		now := time.Now()
		if now.Sub(clock) >= stallTime {
			s.next = nil
			s.stalls++
			break
		}

		s.paint(token)
		if now.After(deadline) {
			break
		}

		clock = now
	}

	s.tries++
	if s.at > to || s.at-from >= steady {
		s.tries = 0
	}

	s.over = s.over || max(s.tries, s.stalls) >= maxTries
	return nil
}

// paint gives the next token its class. A rule may leave out a part of its match: the token is looked for behind that.
func (s *segment) paint(t chroma.Token) {
	s.over = t == chroma.EOF
	if s.over {
		s.at = len(s.body)
		return
	}

	skip := strings.Index(s.body[s.at:min(s.at+len(t.Value)+lineCap, len(s.body))], t.Value)
	if skip < 0 {
		return
	}

	start := s.at + skip
	s.at = start + len(t.Value)
	class := themes.ClassOf(t.Type)
	if class == themes.ClassPlain || t.Value == "" {
		return
	}

	n := len(s.spans)
	if n > 0 && s.spans[n-1].End == start && s.spans[n-1].Class == class {
		s.spans[n-1].End = s.at
		return
	}

	s.spans = append(s.spans, Span{start, s.at, class})
}

// line are the colours of the line that begins at off.
func (s *segment) line(off int64) ([]Span, knowledge) {
	if s == nil {
		return nil, never
	}

	i := s.indexOf(off)
	if i < 0 || !s.toEnd && s.end(i)+lookAhead > len(s.body) {
		return nil, never
	}

	from := s.lines[i].at
	to := s.end(i)
	switch {
	case s.at >= to: // the line's tokens are known
	case s.over:
		return nil, never
	default:
		return nil, coming
	}

	var spans []Span
	k := sort.Search(len(s.spans), func(k int) bool { return s.spans[k].End > from })
	for ; from < to && k < len(s.spans) && s.spans[k].Start < to; k++ {
		p := s.spans[k]
		spans = append(spans, Span{max(p.Start, from) - from, min(p.End, to) - from, p.Class})
	}

	return spans, known
}

// covers reports whether the segment has the lines at first and last, and enough after them.
func (s *segment) covers(first, last int64) bool {
	if s == nil || s.indexOf(first) < 0 {
		return false
	}
	i := s.indexOf(last)
	return i >= 0 && (s.toEnd || s.end(i)+lookAhead <= len(s.body))
}
