package pattern

import (
	"bytes"
	"regexp/syntax"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"
)

// Finder finds places where a line may match: each line that matches has one of its texts, in upper or lower case. A
// finder without texts finds every line.
type Finder struct{ texts []needle }

// Every reports whether each line may match.
func (f *Finder) Every() bool { return len(f.texts) == 0 }

// needle is a text in lower case. rare is the place of a byte of it that is seldom in texts, low and high that byte in
// either case.
type needle struct {
	text      []byte
	rare      int
	low, high byte
}

// NewFinder makes a finder for lines that one of some matchers matches.
func NewFinder(matchers []*Matcher) *Finder {
	f := &Finder{}
	var all []string
	for _, m := range matchers {
		tree, err := syntax.Parse(m.source, syntax.Perl)
		if err != nil {
			return f
		}

		texts := required(tree.Simplify())
		if texts == nil {
			return f
		}

		all = append(all, texts...)
	}

	slices.Sort(all)
	all = slices.Compact(all)
	const most = 8
	if len(all) > most {
		return f
	}

	for _, text := range all {
		f.texts = append(f.texts, newNeedle([]byte(text)))
	}

	return f
}

// commonness are ASCII characters, those that are most common in programs first.
const commonness = " etaoinsrldcpmufghbyvw_.,()=\"-/:;01x2>kT<SRCAEIDNPL{}'[]34j*5689FMBOz7GU#qVHW+`&!K|Y$XJ\\?QZ@%^~"

func newNeedle(text []byte) needle {
	n := needle{text: text}
	best := -1
	for i, c := range text {
		rank := strings.IndexByte(commonness, c)
		if rank < 0 {
			rank = len(commonness)
		}
		if rank > best {
			n.rare = i
			best = rank
		}
	}

	n.low = text[n.rare]
	n.high = n.low
	if n.low >= 'a' && n.low <= 'z' {
		n.high = n.low - 'a' + 'A'
	}

	return n
}

// required are texts one of which is in all that a tree matches; nil where no text has to be there.
func required(re *syntax.Regexp) []string {
	switch re.Op {
	case syntax.OpLiteral:
		if text := folded(re.Rune); text != "" {
			return []string{text}
		}
	case syntax.OpCapture, syntax.OpPlus:
		return required(re.Sub[0])
	case syntax.OpRepeat:
		if re.Min > 0 {
			return required(re.Sub[0])
		}
	case syntax.OpConcat:
		return requiredOfOne(re.Sub)
	case syntax.OpAlternate:
		var all []string
		for _, sub := range re.Sub {
			texts := required(sub)
			if texts == nil {
				return nil
			}
			all = append(all, texts...)
		}

		return all
	}

	return nil
}

// requiredOfOne are the texts of the part whose shortest one is the longest.
func requiredOfOne(parts []*syntax.Regexp) (best []string) {
	shortest := func(texts []string) int {
		n := len(texts[0])
		for _, t := range texts {
			n = min(n, len(t))
		}
		return n
	}
	for _, part := range parts {
		if texts := required(part); texts != nil && (best == nil || shortest(texts) > shortest(best)) {
			best = texts
		}
	}
	return best
}

// folded is the longest part of a text, in lower case, whose characters have one form in each case, as long in bytes.
func folded(text []rune) (longest string) {
	var now strings.Builder
	for _, r := range text {
		if !stays(r) {
			now.Reset()
			continue
		}
		now.WriteRune(unicode.ToLower(r))
		if now.Len() > len(longest) {
			longest = now.String()
		}
	}
	return longest
}

// stays reports whether a character has no other forms, or as an ASCII letter one.
func stays(r rune) bool {
	if r == utf8.RuneError {
		return false
	}
	for other := unicode.SimpleFold(r); other != r; other = unicode.SimpleFold(other) {
		if r >= utf8.RuneSelf || other >= utf8.RuneSelf {
			return false
		}
	}
	return true
}

// Searching is a finder at work in a buffer.
type Searching struct {
	Finder *Finder
	buf    []byte
	next   []int // for each needle, its next place, or len(buf)
	rares  [][2]int
}

// Begin starts in a buffer.
func (s *Searching) Begin(buf []byte) {
	s.buf = buf
	s.next = s.next[:0]
	s.rares = s.rares[:0]
	for range s.Finder.texts {
		s.next = append(s.next, -1)
		s.rares = append(s.rares, [2]int{-1, -1})
	}
}

// From is the first place from at on where a line may match; len(buf) where no line can.
func (s *Searching) From(at int) int {
	first := len(s.buf)
	for i := range s.Finder.texts {
		if s.next[i] < at {
			s.next[i] = s.findText(i, at)
		}
		first = min(first, s.next[i])
	}
	return first
}

// findText returns the first offset from at on at which text i stands, or the length of the buffer.
func (s *Searching) findText(i, at int) int {
	n := &s.Finder.texts[i]
	for p := at + n.rare; p < len(s.buf); p++ {
		p = s.rare(i, p)
		if p >= len(s.buf) {
			break
		}
		begin := p - n.rare
		if begin+len(n.text) <= len(s.buf) && equalFold(s.buf[begin:begin+len(n.text)], n.text) {
			return begin
		}
	}
	return len(s.buf)
}

// rare is the next place of a needle's rare byte.
func (s *Searching) rare(i, at int) int {
	n := &s.Finder.texts[i]
	places := &s.rares[i]
	for k, c := range [2]byte{n.low, n.high} {
		if places[k] >= at {
			continue
		}

		places[k] = len(s.buf)
		if k == 1 && n.low == n.high {
			continue
		}
		if d := bytes.IndexByte(s.buf[at:], c); d >= 0 {
			places[k] = at + d
		}
	}

	return min(places[0], places[1])
}

// equalFold compares bytes with a text in lower case.
func equalFold(b, lower []byte) bool {
	for i, c := range b {
		if c >= 'A' && c <= 'Z' {
			c += 'a' - 'A'
		}
		if c != lower[i] {
			return false
		}
	}
	return true
}
