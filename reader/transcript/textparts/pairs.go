package textparts

import (
	"slices"
	"strings"

	"eyeline/reader/transcript/giventext"
	"eyeline/reader/transcript/record"
)

// Pairs are the pairs of neighbouring words of texts: a line whose pairs are not all in it stands within no text. They
// are kept in Bloom filters: one of all texts, which grows, and one of each part of them. The zero Pairs has no text.
// Their memory is bounded: once they are full, more and more lines are let through.
type Pairs struct {
	filters []bloomFilter
	parts   []part
}

// part is a run of consecutive texts that share one Bloom filter.
type part struct {
	bloomFilter
	bytes int // of its texts
	of    Span
}

// Span is a number of texts by the numbers of their calls, or by their indices among the texts that were said; each is
// the first and the last, both included. A range whose last is 0 is empty.
type Span struct {
	Calls, Said record.Range
}

const (
	// partText is from how many bytes of text on the next text begins a part, and partBits how many words of 64 bits
	// its filter has.
	partText = 256 << 10
	partBits = 2 << 10
	// maxParts bounds the parts: the last one has all that comes.
	maxParts = 512
)

// bloomFilter is a Bloom filter of two hashes.
type bloomFilter struct {
	bits []uint64 // their number is a power of two
	set  int      // how many bits are set
}

const (
	// How many words of 64 bits the smallest and the largest filter have.
	smallestFilter = 1 << 10
	largestFilter  = 1 << 20
)

// AddCall takes the words of a text of a call, by its number.
func (p *Pairs) AddCall(call int, text string) {
	if one := p.add(text); one != nil {
		one.Calls = widened(one.Calls, int64(call))
	}
}

// AddSaid takes the words of a text that was said, by its 1-based place among such texts.
func (p *Pairs) AddSaid(place int, text string) {
	if one := p.add(text); one != nil {
		one.Said = widened(one.Said, int64(place))
	}
}

// add takes the words of a text. It returns what texts the part has in which they are; nil for a text without pairs.
func (p *Pairs) add(text string) *Span {
	var in *part
	pairsOf(text, func(_ int, pair uint64) bool {
		if in == nil {
			in = p.part()
		}

		p.put(pair)
		in.put(pair)
		return true
	})
	if in == nil {
		return nil
	}

	in.bytes += len(text)
	return &in.of
}

// part is the part in which the next text is.
func (p *Pairs) part() *part {
	n := len(p.parts)
	if n == 0 || n < maxParts && p.parts[n-1].bytes >= partText {
		p.parts = append(p.parts, part{bloomFilter: bloomFilter{bits: make([]uint64, partBits)}})
	}
	return &p.parts[len(p.parts)-1]
}

// widened is a range with a number; its zero value has none.
func widened(r record.Range, n int64) record.Range {
	if r[1] == 0 {
		return record.Range{n, n}
	}
	return record.Range{min(r[0], n), max(r[1], n)}
}

// MayHold reports whether a line may stand within one of the texts. One with fewer than two words may.
func (p *Pairs) MayHold(line string) bool {
	return pairsOf(line, func(_ int, pair uint64) bool { return p.has(pair) })
}

// Where are the texts within which a line may stand.
func (p *Pairs) Where(line string) (all []Span) {
	var pairs []uint64
	pairsOf(line, func(_ int, pair uint64) bool {
		pairs = append(pairs, pair)
		return true
	})
	for i := range p.parts {
		isIn := true
		for _, pair := range pairs {
			isIn = isIn && p.parts[i].has(pair)
		}
		if isIn {
			all = append(all, p.parts[i].of)
		}
	}

	return all
}

func (p *Pairs) put(pair uint64) {
	if p.has(pair) {
		return
	}

	n := len(p.filters)
	if n == 0 {
		p.filters = append(p.filters, bloomFilter{bits: make([]uint64, smallestFilter)})
	} else if full := &p.filters[n-1]; full.set > len(full.bits)*64/4 && len(full.bits) < largestFilter {
		p.filters = append(p.filters, bloomFilter{bits: make([]uint64, 4*len(full.bits))})
	}

	p.filters[len(p.filters)-1].put(pair)
}

func (p *Pairs) has(pair uint64) bool {
	for i := range p.filters {
		if p.filters[i].has(pair) {
			return true
		}
	}
	return false
}

// places are the two bits of a pair: the index of a word of 64 bits, and the bit in it, of each.
func (l *bloomFilter) places(pair uint64) (first, second uint64) {
	mask := uint64(len(l.bits)*64 - 1)
	return pair & mask, pair >> 32 & mask
}

func (l *bloomFilter) put(pair uint64) {
	first, second := l.places(pair)
	for _, at := range [...]uint64{first, second} {
		bit := uint64(1) << (at & 63)
		if l.bits[at>>6]&bit == 0 {
			l.bits[at>>6] |= bit
			l.set++
		}
	}
}

func (l *bloomFilter) has(pair uint64) bool {
	first, second := l.places(pair)
	return l.bits[first>>6]>>(first&63)&1 > 0 && l.bits[second>>6]>>(second&63)&1 > 0
}

// pairsOf calls take for each pair of neighbouring words of a text, with the offset of the first of them, as long as it
// answers true. It reports whether all were taken.
func pairsOf(text string, take func(at int, pair uint64) bool) bool {
	before := uint64(0)
	beforeAt := 0
	for start, end, hash := nextWord(text, 0); start < end; start, end, hash = nextWord(text, end) {
		if before != 0 && !take(beforeAt, mix(before, hash)) {
			return false
		}

		before = hash
		beforeAt = start
	}
	return true
}

// nextWord finds the first word of a text from an offset on: the offset of its first byte, the one behind its last
// byte, and its hash. start and end are equal at the end of the text.
func nextWord(text string, from int) (start, end int, hash uint64) {
	const offset, prime = 14695981039346656037, 1099511628211 // of the hash FNV-1a
	for from < len(text) && classes[text[from]] == noWord {
		from++
	}
	if from == len(text) {
		return from, from, 0
	}

	end = from
	hash = offset
	follows := follower[classes[text[from]]]
	for more := true; more; more = end < len(text) && classes[text[end]] == follows {
		hash = (hash ^ uint64(text[end])) * prime
		end++
	}

	return from, end, hash
}

// mix makes one hash of those of two words.
func mix(first, second uint64) uint64 {
	h := (first ^ second*0x9e3779b97f4a7c15) * 0xff51afd7ed558ccd
	return h ^ h>>29
}

// byteClass tells what a byte is in a word. A word is a run of ASCII letters, digits and underscores, or one character
// that is not ASCII: some scripts write no blanks between words, and quotation marks and dashes stand beside them.
type byteClass uint8

const (
	noWord byteClass = iota
	letter
	leading    // the first byte of a character that is not ASCII
	continuing // another byte of one
)

// follower is the class of the bytes that belong to the same word as a byte of a class before them.
var follower = [...]byteClass{letter: letter, leading: continuing, continuing: continuing}

// classes has the class of each byte.
var classes = func() (all [256]byteClass) {
	for b := range all {
		isLetter := b|0x20 >= 'a' && b|0x20 <= 'z'
		switch {
		case b >= 0xC0:
			all[b] = leading
		case b >= 0x80:
			all[b] = continuing
		case isLetter || b >= '0' && b <= '9' || b == '_':
			all[b] = letter
		}
	}
	return all
}()

// SoughtLines are lines that are looked for within the lines of texts.
type SoughtLines struct {
	lines  []string
	lead   []int            // how many bytes of each line are before the words by which it is looked for
	byPair map[uint64][]int // indices of the lines that are still looked for, by one pair of words of each
	byWord map[uint64][]int // and of those with one word, by that
}

// NewSoughtLines looks for lines without the white space around them. One without a word is not found.
func NewSoughtLines(lines []string) *SoughtLines {
	s := &SoughtLines{byPair: map[uint64][]int{}, byWord: map[uint64][]int{}, lead: make([]int, len(lines))}
	shared := map[uint64]int{}
	for _, line := range lines {
		line = strings.TrimSpace(line)
		s.lines = append(s.lines, line)
		pairsOf(line, func(_ int, pair uint64) bool {
			shared[pair]++
			return true
		})
	}

	for i := range s.lines {
		s.index(i, shared)
	}

	return s
}

// index takes a line by the pair of its words that the fewest lines share: lines may all begin with the same words.
func (s *SoughtLines) index(i int, shared map[uint64]int) {
	var rarest uint64
	least := 0
	pairsOf(s.lines[i], func(at int, pair uint64) bool {
		if n := shared[pair]; least == 0 || n < least {
			least = n
			rarest = pair
			s.lead[i] = at
		}
		return true
	})
	if least > 0 {
		s.byPair[rarest] = append(s.byPair[rarest], i)
		return
	}

	start, end, word := nextWord(s.lines[i], 0)
	if start < end {
		s.lead[i] = start
		s.byWord[word] = append(s.byWord[word], i)
	}
}

// In calls found with the index of each line that stands within a text, perhaps several times, until found answers that
// the line is not looked for any longer. A text that has others as the literals of a program have them has their lines,
// too.
func (s *SoughtLines) In(text string, found func(i int) (isDone bool)) {
	s.findIn(text, found)
	if escaped := giventext.Escaped(text); escaped != "" {
		s.findIn(escaped, found)
	}
}

func (s *SoughtLines) findIn(text string, found func(i int) (isDone bool)) {
	if !s.mayBeIn(text) {
		return
	}

	if len(s.byPair) > 0 {
		pairsOf(text, func(at int, pair uint64) bool {
			s.at(s.byPair, pair, text, at, found)
			return true
		})
	}
	if len(s.byWord) == 0 {
		return
	}
	for start, end, word := nextWord(text, 0); start < end; start, end, word = nextWord(text, end) {
		s.at(s.byWord, word, text, start, found)
	}
}

// at looks for the lines that have words, by a key of them, where these stand at an offset of a text.
func (s *SoughtLines) at(by map[uint64][]int, key uint64, text string, at int, found func(i int) (isDone bool)) {
	all := by[key]
	if len(all) == 0 {
		return
	}

	by[key] = slices.DeleteFunc(all, func(i int) bool {
		start := at - s.lead[i]
		return start >= 0 && strings.HasPrefix(text[start:], s.lines[i]) && found(i)
	})
}

// fewLines is up to how many lines are looked for one after the other in less time than the words of a text take.
const fewLines = 8

// mayBeIn reports whether one of the lines stands in a text, perhaps within a word; true where there are many.
func (s *SoughtLines) mayBeIn(text string) bool {
	isIn := func(line string) bool { return strings.Contains(text, line) }
	return len(s.lines) > fewLines || slices.ContainsFunc(s.lines, isIn)
}
