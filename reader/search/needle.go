package search

import (
	"bytes"
	"math"
	"regexp/syntax"
	"slices"
	"sync"
	"unicode/utf8"

	"eyeline/reader/each"
)

// needle looks for one text, in any case of its letters where they are to be ignored.
//
// It picks the two bytes of the text that are the rarest in files as a rule and looks for them at their distance
// (see pair), or for the first alone with bytes.IndexByte when it is rare; what is found is then compared in full.
// Comparing bytes is as good as comparing characters: the first byte of a character never occurs inside another.
type needle struct {
	pair
	letters [][]string // each with the encodings of its cases, all of one length
	size    int        // bytes of the text
	rare    bool       // the first byte of the pair has one value, rare enough for bytes.IndexByte
}

// rareByte is how often in 65,536 bytes a byte may occur for bytes.IndexByte to be faster than pair.
const rareByte = 1000

// hit is a half-open range of a text; start is -1 for none.
type hit struct{ start, end int }

var none = hit{-1, -1}

// find returns the first occurrence in b that starts at or after pos.
func (n *needle) find(b []byte, pos int) hit {
	last := len(b) - n.size // where the text may start
	for at := pos; at <= last; at++ {
		if n.rare {
			i := bytes.IndexByte(b[at+n.i1:last+n.i1+1], byte(n.v1))
			if i < 0 {
				return none
			}
			at += i
			if !n.pair.matches(b, at) {
				continue
			}
		} else if at = n.pair.next(b, at, last); at < 0 {
			return none
		}

		if n.match(b[at:]) {
			return hit{at, at + n.size}
		}
	}

	return none
}

// match compares the whole text with what b begins with.
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

// column is one byte of a text: the values that it may have in all cases agree with value in the bits of keep.
type column struct {
	keep, value byte
	often       float64 // in 65,536 bytes of an ordinary file
}

// columns are the bytes of a letter.
func columns(spellings []string) []column {
	cols := make([]column, len(spellings[0]))
	for i := range cols {
		c := column{keep: 0xff, value: spellings[0][i]}
		for _, s := range spellings {
			c.keep &^= s[i] ^ c.value
		}

		c.value &= c.keep
		for v := range 256 {
			if byte(v)&c.keep == c.value {
				c.often += frequency()[v]
			}
		}

		cols[i] = c
	}

	return cols
}

// newNeedle makes the needle of a text that is not empty, given as the spellings of its letters.
func newNeedle(letters [][]string) needle {
	n := needle{letters: letters}
	cols := slices.Concat(each.Of(letters, columns)...)
	n.size = len(cols)

	// The second byte of the pair is the first when there is no other.
	i1, i2 := 0, 0
	for i, c := range cols {
		if c.often < cols[i1].often {
			i1 = i
		}
	}

	for i, c := range cols {
		if i != i1 && (i2 == i1 || c.often < cols[i2].often) {
			i2 = i
		}
	}

	n.pair = newPair(i1, cols[i1], i2, cols[i2])
	n.rare = cols[i1].keep == 0xff && cols[i1].often < rareByte
	return n
}

// needles looks for several texts at once.
type needles struct {
	all    []needle
	maxLen int // bytes of the longest occurrence
	// overlaps is set when occurrences may overlap each other.
	overlaps bool
	// uneven are spellings that no needle looks for: those of letters whose cases differ in length (the Kelvin sign is
	// a k, the long s an s). They are hardly ever in a file; where one is, the needles are of no use.
	uneven []string
}

// in is n for a text that has none of the spellings that the needles do not look for, else nil. So it is for nil.
func (n *needles) in(text []byte) *needles {
	if n == nil || slices.ContainsFunc(n.uneven, func(s string) bool { return bytes.Contains(text, []byte(s)) }) {
		return nil
	}
	return n
}

// add adds a text to look for.
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

// sweep goes through one text from front to back and remembers what each needle found ahead.
type sweep struct {
	b     []byte
	ahead [maxHints]hit
	known [maxHints]bool
}

// find returns the first occurrence of any needle that starts at or after pos; pos must not go back in one sweep.
func (s *sweep) find(n *needles, pos int) hit {
	first := none
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

// pureNeedles are the needles that find every match of an expression that is nothing but text, or nil.
func pureNeedles(tree *syntax.Regexp) *needles {
	r := requiredText(tree)
	if !r.pure || len(r.text) == 0 {
		return nil
	}
	out := &needles{overlaps: overlapsItself(r.text)}
	out.add(r.text)
	return out
}

// hintNeedles are needles of which every match of an expression contains one, or nil.
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

// overlapsItself reports whether two occurrences of the text can overlap: whether it ends as it begins.
func overlapsItself(text []letter) bool {
	least := each.Of(text, func(l letter) rune { return slices.Min(l.cases()) })
	for i := 1; i < len(least); i++ {
		if slices.Equal(least[i:], least[:len(least)-i]) {
			return true
		}
	}
	return false
}

// searchCost estimates the nanoseconds that a byte of a file takes to look for a choice of texts, with the regular
// expression run on each line that contains one of them.
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

// frequency is about how often each byte occurs in 65,536 bytes of source, logs and prose.
var frequency = sync.OnceValue(func() *[256]float64 {
	var f [256]float64
	// Measured on such files, the most common first; each is about 3.4 % rarer than the one before it.
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
