package pattern

import (
	"bytes"
	"regexp/syntax"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"
)

// Finder finds where in a buffer a line may match. Each line that matches has at least one of the finder's texts, in
// either case. A finder without texts stops at every line.
type Finder struct{ texts []needle }

// Every reports whether each line may match, so that finding places is useless.
func (f *Finder) Every() bool { return len(f.texts) == 0 }

// needle is a text in lower case. rare is the index of its least common byte, low and high are that byte in both cases.
type needle struct {
	text      []byte
	rare      int
	low, high byte
}

// NewFinder returns a finder of the lines that at least one of the matchers matches.
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

// commonness are ASCII characters, the most common in source code first.
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

// required returns texts of which each match of a tree contains at least one; nil if no such text is certain.
func required(re *syntax.Regexp) []string {
	switch re.Op {
	case syntax.OpLiteral:
		if text := longestFoldable(re.Rune); text != "" {
			return []string{text}
		}
	case syntax.OpCapture, syntax.OpPlus:
		return required(re.Sub[0])
	case syntax.OpRepeat:
		if re.Min > 0 {
			return required(re.Sub[0])
		}
	case syntax.OpConcat:
		return requiredOfConcat(re.Sub)
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

// requiredOfConcat returns the texts of one part of a concatenation: that whose shortest text is the longest.
func requiredOfConcat(parts []*syntax.Regexp) (best []string) {
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

// longestFoldable returns the longest part of a text, in lower case, whose characters have no case variants outside
// ASCII.
func longestFoldable(text []rune) (longest string) {
	var now strings.Builder
	for _, r := range text {
		if !foldsWithinASCII(r) {
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

// foldsWithinASCII reports whether a character has no case variant, or is a letter that has one in ASCII alone.
func foldsWithinASCII(r rune) bool {
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

// Cursor applies a Finder to one buffer after the other. Offsets given to Next must not decrease.
type Cursor struct {
	Finder *Finder
	buf    []byte
	next   []int // for each needle, its next offset, or len(buf)
	rares  [][2]int
}

// Reset starts at the beginning of a buffer.
func (s *Cursor) Reset(buf []byte) {
	s.buf = buf
	s.next = s.next[:0]
	s.rares = s.rares[:0]
	for range s.Finder.texts {
		s.next = append(s.next, -1)
		s.rares = append(s.rares, [2]int{-1, -1})
	}
}

// Next returns the first offset from at on where a line may match; len(buf) without one.
func (s *Cursor) Next(at int) int {
	first := len(s.buf)
	for i := range s.Finder.texts {
		if s.next[i] < at {
			s.next[i] = s.findText(i, at)
		}
		first = min(first, s.next[i])
	}
	return first
}

// findText returns the first offset from at on where needle i stands; len(buf) without one.
func (s *Cursor) findText(i, at int) int {
	n := &s.Finder.texts[i]
	for p := at + n.rare; p < len(s.buf); p++ {
		p = s.nextRare(i, p)
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

// nextRare returns the next offset of a needle's rare byte.
func (s *Cursor) nextRare(i, at int) int {
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

// equalFold compares b with a text in lower case, ignoring the case of ASCII letters. Both have the same length.
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
