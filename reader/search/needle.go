package search

import (
	"bytes"
	"math"
	"regexp/syntax"
	"slices"
	"sync"
	"unicode/utf8"

	"eyeline/reader/lists"
)

// needle searches one text, optionally ignoring case.
//
// It selects the two bytes of the text that are rarest in ordinary files and searches them at their distance (see
// pair), or only the first with bytes.IndexByte if it is rare; candidates are then compared completely. Bytes can be
// compared instead of characters, because the first byte of a character never occurs inside another.
type needle struct {
	pair
	letters [][]string // each with the encodings of its cases, of the same length
	size    int        // length of the text in bytes
	rare    bool       // the first byte of the pair is rare, and has one case
}

// rareByte is how often in 65,536 bytes a byte may occur if bytes.IndexByte is to be faster than pair.
const rareByte = 1000

// hit is a half-open range of a text; start is -1 for no match.
type hit struct{ start, end int }

var noHit = hit{-1, -1}

// find returns the first occurrence in b that starts at or after pos.
func (n *needle) find(b []byte, pos int) hit {
	last := len(b) - n.size // last index at which the text may start
	for at := pos; at <= last; at++ {
		if n.rare {
			i := bytes.IndexByte(b[at+n.i1:last+n.i1+1], byte(n.v1))
			if i < 0 {
				return noHit
			}
			at += i
			if !n.pair.matches(b, at) {
				continue
			}
		} else if at = n.pair.next(b, at, last); at < 0 {
			return noHit
		}

		if n.match(b[at:]) {
			return hit{at, at + n.size}
		}
	}

	return noHit
}

// match compares the whole text with the start of b.
func (n *needle) match(b []byte) bool {
	for _, spellings := range n.letters {
		size := len(spellings[0])
		if !slices.Contains(spellings, string(b[:size])) {
			return false
		}
		b = b[size:]
	}
	return true
}

// column is one byte position of a text: its values in all cases equal value in the bits of keep.
type column struct {
	mask, value byte
	frequency   float64 // frequency in 65,536 bytes of an ordinary file
}

// columns returns the byte positions of a letter.
func columns(spellings []string) []column {
	cols := make([]column, len(spellings[0]))
	for i := range cols {
		c := column{mask: 0xff, value: spellings[0][i]}
		for _, s := range spellings {
			c.mask &^= s[i] ^ c.value
		}

		c.value &= c.mask
		for v := range 256 {
			if byte(v)&c.mask == c.value {
				c.frequency += frequency()[v]
			}
		}

		cols[i] = c
	}

	return cols
}

// newNeedle returns the needle of a non-empty text, given as the spellings of its letters.
func newNeedle(letters [][]string) needle {
	n := needle{letters: letters}
	cols := slices.Concat(lists.Map(letters, columns)...)
	n.size = len(cols)

	// For a single byte, both are the same.
	i1 := 0
	i2 := 0
	for i, c := range cols {
		if c.frequency < cols[i1].frequency {
			i1 = i
		}
	}

	for i, c := range cols {
		if i != i1 && (i2 == i1 || c.frequency < cols[i2].frequency) {
			i2 = i
		}
	}

	n.pair = newPair(i1, cols[i1], i2, cols[i2])
	n.rare = cols[i1].mask == 0xff && cols[i1].frequency < rareByte
	return n
}

// needles searches several texts at once.
type needles struct {
	all    []needle
	maxLen int // length of the longest occurrence in bytes
	// overlaps: occurrences may overlap each other.
	overlaps bool
	// uneven are spellings that the needles do not find: of letters whose cases differ in length (the Kelvin sign is a
	// k, the long s an s). They are very rare; in a text that has one the needles cannot be used.
	uneven []string
}

// usableIn returns n, or nil if a text has one of the uneven spellings. n may be nil.
func (n *needles) usableIn(text []byte) *needles {
	if n == nil || slices.ContainsFunc(n.uneven, func(s string) bool { return bytes.Contains(text, []byte(s)) }) {
		return nil
	}
	return n
}

// add adds a text.
func (n *needles) add(text []letter) {
	var letters [][]string
	length := 0
	for _, l := range text {
		shortest := utf8.UTFMax
		longest := 0
		for _, r := range l.cases() {
			shortest = min(shortest, utf8.RuneLen(r))
			longest = max(longest, utf8.RuneLen(r))
		}

		length += longest
		var spellings []string
		for _, r := range l.cases() {
			if utf8.RuneLen(r) == shortest {
				spellings = append(spellings, string(r))
			} else if !slices.Contains(n.uneven, string(r)) {
				n.uneven = append(n.uneven, string(r))
			}
		}

		letters = append(letters, spellings)
	}

	n.all = append(n.all, newNeedle(letters))
	n.maxLen = max(n.maxLen, length)
}

// sweep searches one text from front to back and caches what each needle found ahead.
type sweep struct {
	b     []byte
	ahead [maxHints]hit
	known [maxHints]bool
}

// find returns the first occurrence of any needle that starts at or after pos; pos must not decrease in one sweep.
func (s *sweep) find(n *needles, pos int) hit {
	first := noHit
	for i := range n.all {
		if !s.known[i] || s.ahead[i].start >= 0 && s.ahead[i].start < pos {
			s.ahead[i] = n.all[i].find(s.b, pos)
			s.known[i] = true
		}

		h := s.ahead[i]
		if h.start >= 0 && (first.start < 0 || h.start < first.start) {
			first = h
		}
	}

	return first
}

// pureNeedles returns needles that find every match of an expression of literal text; nil for any other expression.
func pureNeedles(tree *syntax.Regexp) *needles {
	r := requiredText(tree)
	if !r.pure || len(r.text) == 0 {
		return nil
	}
	out := &needles{overlaps: overlapsItself(r.text)}
	out.add(r.text)
	return out
}

// hintNeedles returns needles such that every match of an expression contains one of them; nil if they are not known.
func hintNeedles(tree *syntax.Regexp) *needles {
	texts := requiredText(tree).choice()
	if len(texts) == 0 {
		return nil
	}
	out := &needles{}
	for _, text := range texts {
		out.add(text)
	}
	return out
}

// overlapsItself reports whether two occurrences of a text can overlap: it has a common prefix and suffix.
func overlapsItself(text []letter) bool {
	least := lists.Map(text, func(l letter) rune { return slices.Min(l.cases()) })
	for i := 1; i < len(least); i++ {
		if slices.Equal(least[i:], least[:len(least)-i]) {
			return true
		}
	}
	return false
}

// searchCost estimates the time in ns for each byte of a file to search for a choice of texts, including the regular
// expression for each line with one of them.
func searchCost(texts [][]letter) float64 {
	const scan, verify = 0.2, 500
	cost := 0.0
	for _, text := range texts {
		chance := 1.0
		for _, l := range text {
			letter := 0.0
			for _, r := range l.cases() {
				one := 1.0
				for _, c := range []byte(string(r)) {
					one *= frequency()[c] / 65536
				}
				letter += one
			}

			chance *= letter
		}

		cost += scan + verify*chance
	}

	return cost
}

// frequency estimates how often each byte occurs in 65,536 bytes of source, logs and prose.
var frequency = sync.OnceValue(func() *[256]float64 {
	var f [256]float64
	// Measured, the most common first; each is about 3.4% rarer than the previous one.
	const byRank = " etanisorl\ndcu.p0-:2m_1fgh\tb,46/yxS(v)kET3A5IRCLOw\"" +
		"NP*9`=MD8{}7FU;GB#V+Xj|\r<>Hzq[]\\KYW&'%!~QJ$Z@?^\x00"
	for b := range f {
		f[b] = 8
		if b >= utf8.RuneSelf {
			f[b] = 40
		}
	}
	for rank := range len(byRank) {
		f[byRank[rank]] = 2500 * math.Pow(0.966, float64(rank))
	}
	return &f
})
