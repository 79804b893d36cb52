package search

import (
	"bytes"
	"math"
	"math/bits"
	"regexp/syntax"
	"slices"
	"sync"
	"unicode"
	"unicode/utf8"
)

// needle looks for one text, in any case of its letters where they are to be ignored.
//
// It picks the two bytes of the text that are the rarest in files as a rule and looks for them at their distance
// (see pair), or for the first alone with bytes.IndexByte when it is rare; what is found is then compared in full.
// Comparing bytes is as good as comparing characters: the first byte of a character never occurs inside another.
//
// A letter whose cases differ in length (k and the Kelvin sign, s and the long s) leaves the bytes after it no fixed
// place. Both picked bytes therefore come from one stretch without such a letter, the core; what is before the
// core is compared backwards from it, what is after it forwards. Where the text has no good core it takes several
// needles (see needles.add).
type needle struct {
	pair
	exact  []byte     // the text when no case is ignored; the core is then all of it
	before [][]string // the letters before the core, each with the encodings of its cases
	after  [][]string // the letters from the core's start on
	core   int        // bytes of the core
	minPre int        // the fewest bytes that the letters before the core take
	rare   bool       // the first byte of the pair is rare enough for bytes.IndexByte
	lower  byte       // that byte in its one or two cases
	upper  byte
}

const (
	// rareByte is how often in 65,536 bytes a byte may stand for bytes.IndexByte to be faster than pair.
	rareByte = 1000
	// maxNeedles bounds a choice of texts with the needles that a text may need.
	maxNeedles = 16
	// poorCore is how often in 65,536 bytes a pair may stand for a core to be good enough.
	poorCore = 300
	// maxParts is how many needles one text may take.
	maxParts = 4
)

// hit is a half-open range of a text; start is -1 for none.
type hit struct{ start, end int }

var none = hit{-1, -1}

// find returns the first occurrence in b that starts at or after pos. ahead is for b alone and zero at first.
func (n *needle) find(b []byte, pos int, ahead *rareAhead) hit {
	last := len(b) - n.core // where a core may start
	fails, checked := 0, 0
	for at := pos + n.minPre; at <= last; at++ {
		// A byte that turns out to be common makes many short calls, where pair is the faster.
		if n.rare && fails <= 16+(at-pos)>>6 {
			if at = n.nextRare(b, at, last, ahead); at >= 0 && !n.pair.matches(b, at) {
				fails++
				continue
			}
		} else {
			at = n.pair.next(b, at, last)
		}
		if at < 0 {
			return none
		}
		if n.exact == nil {
			if h, ok := n.match(b, pos, at); ok {
				return h
			}
			continue
		}
		if bytes.Equal(b[at:at+n.core], n.exact) {
			return hit{at, at + n.core}
		}
		// Text that repeats itself can make each comparison a long one; bytes.Index has an answer to that.
		if checked += n.core; checked > 1<<16+16*(at-pos) {
			if i := bytes.Index(b[at+1:], n.exact); i >= 0 {
				return hit{at + 1 + i, at + 1 + i + n.core}
			}
			return none
		}
	}
	return none
}

// rareAhead remembers, from call to call on one text, where the two cases of a rare byte occur next, plus 1; 0 is for
// not looked for yet. Otherwise a case that is not in the text would be looked for over and over.
type rareAhead struct{ lower, upper int }

// nextRare is pair.next for the first byte of the pair alone.
func (n *needle) nextRare(b []byte, at, last int, ahead *rareAhead) int {
	from := at + n.i1
	if ahead.lower <= from {
		ahead.lower = indexByteFrom(b, n.lower, from) + 1
	}
	next := ahead.lower
	if n.upper != n.lower {
		if ahead.upper <= from {
			ahead.upper = indexByteFrom(b, n.upper, from) + 1
		}
		next = min(next, ahead.upper)
	}
	if at = next - 1 - n.i1; at > last {
		return -1
	}
	return at
}

// indexByteFrom is the index of the first c in b from an index on, or len(b).
func indexByteFrom(b []byte, c byte, from int) int {
	if i := bytes.IndexByte(b[from:], c); i >= 0 {
		return from + i
	}
	return len(b)
}

// match compares all letters around a core at b[at:], none of them before pos.
func (n *needle) match(b []byte, pos, at int) (hit, bool) {
	start, end := at, at
	for i := len(n.before) - 1; i >= 0; i-- {
		w := suffixOf(b[pos:start], n.before[i])
		if w == 0 {
			return none, false
		}
		start -= w
	}
	for _, spellings := range n.after {
		w := prefixOf(b[end:], spellings)
		if w == 0 {
			return none, false
		}
		end += w
	}
	return hit{start, end}, true
}

// prefixOf is the length of the one of all that b begins with, 0 for none of them.
func prefixOf(b []byte, all []string) int {
	for _, s := range all {
		if len(b) >= len(s) && string(b[:len(s)]) == s {
			return len(s)
		}
	}
	return 0
}

// suffixOf is the length of the one of all that b ends with, 0 for none of them. No encoding of a character ends
// with that of another, so there is at most one.
func suffixOf(b []byte, all []string) int {
	for _, s := range all {
		if len(b) >= len(s) && string(b[len(b)-len(s):]) == s {
			return len(s)
		}
	}
	return 0
}

// column is one byte of a core: the values that it may have in all cases agree with value in the bits of keep.
type column struct {
	keep, value byte
	often       float64 // in 65,536 bytes of an ordinary file
}

// columns are the bytes of a letter whose cases all have the same length; nil for another.
func columns(spellings []string) []column {
	cols := make([]column, len(spellings[0]))
	for i := range cols {
		c := column{keep: 0xff, value: spellings[0][i]}
		for _, s := range spellings {
			if len(s) != len(cols) {
				return nil
			}
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

// spell is the text as the encodings of each letter's cases.
func spell(text []letter) [][]string {
	out := make([][]string, len(text))
	for i, l := range text {
		for _, r := range l.cases() {
			out[i] = append(out[i], string(r))
		}
	}
	return out
}

// newNeedle makes the needle of a text that is not empty, given as spellings, and estimates how often its pair occurs
// in 65,536 bytes: +Inf when the text has no core and the needle is of no use.
func newNeedle(text [][]string) (n needle, often float64) {
	often = math.Inf(1)
	one := true // every letter has one spelling
	for i := 0; i < len(text); {
		var core []column
		j := i
		for ; j < len(text); j++ {
			cols := columns(text[j])
			if cols == nil {
				break
			}
			core = append(core, cols...)
			one = one && len(text[j]) == 1
		}
		if len(core) > 0 {
			if p, o := rarestPair(core); o < often {
				often = o
				n = needle{pair: p, before: text[:i], after: text[i:], core: len(core)}
				c := core[p.i1]
				n.upper, n.lower = c.value, c.value|^c.keep
				n.rare = c.often < rareByte && bits.OnesCount8(^c.keep) <= 1
			}
		}
		one = one && j == len(text)
		i = j + 1
	}
	for _, spellings := range n.before {
		n.minPre += shortest(spellings)
	}
	if !one {
		return n, often
	}
	n.before, n.after = nil, nil
	for _, spellings := range text {
		n.exact = append(n.exact, spellings[0]...)
	}
	return n, often
}

func shortest(all []string) int {
	n := len(all[0])
	for _, s := range all {
		n = min(n, len(s))
	}
	return n
}

// rarestPair picks the two bytes of a core to look for, and estimates how often they occur together in 65,536 bytes.
// The second is the first when the core is one byte long.
func rarestPair(core []column) (pair, float64) {
	i1 := 0
	for i, c := range core {
		if c.often < core[i1].often {
			i1 = i
		}
	}
	i2 := i1
	for i, c := range core {
		if i != i1 && (i2 == i1 || c.often < core[i2].often) {
			i2 = i
		}
	}
	often := core[i1].often
	if i2 != i1 {
		often *= core[i2].often / 65536
	}
	return newPair(i1, core[i1], i2, core[i2]), often
}

// needles looks for several texts at once.
type needles struct {
	all    []needle
	maxLen int // bytes of the longest occurrence
	// overlaps is set when occurrences may overlap each other.
	overlaps bool
}

// sweep goes through one text from front to back and remembers what each needle found ahead.
type sweep struct {
	b     []byte
	ahead [maxNeedles]hit
	known [maxNeedles]bool
	rare  [maxNeedles]rareAhead
}

// find returns the first occurrence of any needle that starts at or after pos; pos must not go back in one sweep.
func (s *sweep) find(n *needles, pos int) hit {
	if len(n.all) == 1 {
		return n.all[0].find(s.b, pos, &s.rare[0])
	}
	first := none
	for i := range n.all {
		if !s.known[i] || s.ahead[i].start >= 0 && s.ahead[i].start < pos {
			s.ahead[i], s.known[i] = n.all[i].find(s.b, pos, &s.rare[i]), true
		}
		if h := s.ahead[i]; h.start >= 0 && (first.start < 0 || h.start < first.start) {
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
	if !out.add(r.text) {
		return nil
	}
	return out
}

// hintNeedles are needles of which every match of an expression contains one, or nil.
func hintNeedles(tree *syntax.Regexp) *needles {
	out := &needles{}
	for _, text := range requiredText(tree).choice() {
		// A few letters of a text that cannot be had whole do as well.
		if !out.add(text) && !out.add(text[:min(len(text), maxParts-1)]) {
			return nil
		}
	}
	if len(out.all) == 0 {
		return nil
	}
	return out
}

// add adds a text, or returns false when there is no good way to look for it.
//
// A text with only a poor core, or none, takes one needle for the ordinary spellings of its uneven letters, those
// whose cases differ in length, and further ones for the others: each of these looks for the other spellings of one
// uneven letter, which hardly ever occur in a file.
func (n *needles) add(text []letter) bool {
	spelled := spell(text)
	parts := make([]needle, 1, maxParts)
	var often float64
	parts[0], often = newNeedle(spelled)
	if often > poorCore {
		if p := splitNeedles(spelled); p != nil {
			parts = p
		} else if math.IsInf(often, 1) {
			return false
		}
	}
	if len(n.all)+len(parts) > maxNeedles {
		return false
	}
	n.all = append(n.all, parts...)

	length := 0
	for _, spellings := range spelled {
		longest := 0
		for _, s := range spellings {
			longest = max(longest, len(s))
		}
		length += longest
	}
	n.maxLen = max(n.maxLen, length)
	return true
}

// splitNeedles are the needles of a text by the spellings of its uneven letters, nil when they would be too many.
func splitNeedles(text [][]string) []needle {
	ordinary := slices.Clone(text)
	var other []needle
	for i, spellings := range text {
		short := shortest(spellings)
		var even, uneven []string
		for _, s := range spellings {
			if len(s) == short {
				even = append(even, s)
			} else {
				uneven = append(uneven, s)
			}
		}
		ordinary[i] = even
		if len(uneven) == 0 {
			continue
		}
		rare := slices.Clone(text)
		rare[i] = uneven
		one, often := newNeedle(rare)
		if math.IsInf(often, 1) || len(other)+2 > maxParts {
			return nil
		}
		other = append(other, one)
	}
	if len(other) == 0 {
		return nil
	}
	one, _ := newNeedle(ordinary)
	return append(other, one)
}

// overlapsItself reports whether two occurrences of the text can overlap: whether it ends as it begins.
func overlapsItself(text []letter) bool {
	same := func(a, b letter) bool {
		if a.r == b.r || !a.fold && !b.fold {
			return a.r == b.r
		}
		return leastCase(a.r) == leastCase(b.r)
	}
	// The failure function of Knuth, Morris and Pratt.
	border := make([]int, len(text))
	for i := 1; i < len(text); i++ {
		k := border[i-1]
		for k > 0 && !same(text[i], text[k]) {
			k = border[k-1]
		}
		if same(text[i], text[k]) {
			k++
		}
		border[i] = k
	}
	return border[len(text)-1] > 0
}

// leastCase is the least of all cases of r.
func leastCase(r rune) rune {
	least := r
	for c := unicode.SimpleFold(r); c != r; c = unicode.SimpleFold(c) {
		least = min(least, c)
	}
	return least
}

// searchCost estimates the nanoseconds that a byte of a file takes to look for a choice of texts, with the regular
// expression run on each line that contains one of them.
func searchCost(texts [][]letter) float64 {
	const scan, verify = 0.2, 500
	cost := 0.0
	for _, text := range texts {
		chance := 1.0
		for _, spellings := range spell(text) {
			letter := 0.0
			for _, s := range spellings {
				one := 1.0
				for i := range len(s) {
					one *= frequency()[s[i]] / 65536
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
