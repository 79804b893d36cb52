package charsetnormalizer

import (
	"math/bits"
	"sort"
	"strconv"
)

// traits are bits that say what a character is, in the words of Python; trait is the number of one.
type (
	traits uint32
	trait  int
)

// The traits, in the order of tables.py.
const (
	letter   trait = iota
	variable       // a letter of which there is a capital, or a small one
	upper
	lower
	digit
	printable
	unprintable // it is neither printable nor a blank
	beyond      // ASCII
	accented    // a letter with an accent
	high        // a capital with an accent
	latin       // a letter
	glyph       // of Chinese, Japanese, Korean or Thai
	foreign     // any other letter that is not plain Latin
	cjk
	uncommon // of cjk
	arabic
	isolated    // a form of arabic
	punctuation // that is not common in source code
	symbol      // the same
	separate    // it belongs to no run of one range of Unicode
	wordEnd
	inWord // a symbol that makes a word an odd one
	allTraits
)

func (t traits) one(which trait) int  { return int(t) >> which & 1 }
func (t traits) has(which trait) bool { return t.one(which) == 1 }

// counts are how many characters have each trait.
type counts [allTraits]int

func (c *counts) add(is traits) {
	for ; is != 0; is &= is - 1 {
		c[bits.TrailingZeros32(uint32(is))]++
	}
}

// maxMess is how unlikely a text may be.
const maxMess = 0.2

// mess is how unlikely a text is, at least until it is too unlikely.
func mess(text []rune) float64 {
	step := 32 << sort.SearchInts([]int{511, 1024}, len(text)+1) // twice as much from each of these lengths on
	var m measures
	for i, r := range text {
		m.observe(r)
		if ((i+1)%step == 0 || i+1 == len(text)) && m.ratio() >= maxMess {
			return round(m.ratio(), 3)
		}
	}

	m.observe('\n') // the last word ends
	return round(m.ratio(), 3)
}

// round returns x with a number of decimal places, rounded as Python rounds.
func round(x float64, places int) float64 {
	x, _ = strconv.ParseFloat(strconv.FormatFloat(x, 'f', places, 64), 64) // it is a number
	return x
}

// measures count what is unlikely in a text.
type measures struct {
	all           int // characters
	n             counts
	signs         int // punctuation and symbols, but for those that repeat the one before
	lastPrintable rune
	odd           int    // neighbours from ranges of Unicode that do not go together
	beside        bool   // the character before counts as a neighbour
	lastRange     uint32 // that it is in
	repeated      int    // accents and capitals with an accent that repeat those of the letter before
	lastLatin     rune
	lastIs        traits
	words         wordMeasure
	cases         caseMeasure
}

// observe feeds the next character to all measures.
func (m *measures) observe(r rune) {
	t := tables()
	is, in := t.of(r)
	m.all++
	m.n.add(is)
	m.words.observe(is)
	m.cases.observe(is)

	if is.has(printable) {
		if r != m.lastPrintable {
			m.signs += 2*is.one(symbol) + is.one(punctuation)
		}

		m.lastPrintable = r
		if m.beside && !is.has(separate) && !t.related(m.lastRange, in) {
			m.odd++
		}

		m.beside = !is.has(separate)
		m.lastRange = in
	}

	if is.has(latin) {
		both := is & m.lastIs
		m.repeated += both.one(high)
		if both.has(accented) && t.Bases[r] == t.Bases[m.lastLatin] {
			m.repeated++
		}
		m.lastLatin = r
		m.lastIs = is
	}
}

// ratio is the sum of what is measured, in the order of Python: another one would be rounded otherwise.
func (m *measures) ratio() float64 {
	const overHalf = 0.5001 // no part of so few characters is between
	badWords := 0.0
	if m.words.all > 10 || m.words.long > 0 {
		badWords = part(m.words.bad, m.words.chars, 1, 0)
	}

	return part(m.signs, m.n[printable], 1, 0.3) +
		part(m.n[accented], m.n[letter], 8, 0.35) +
		part(8*m.n[unprintable], m.all, 1, 0) +
		part(2*m.repeated, m.n[latin], 1, 0) +
		part(2*m.odd, m.n[printable], 14, 0) +
		badWords +
		part(m.n[uncommon], m.n[cjk], 8, overHalf)/10 +
		part(m.cases.changes, m.cases.all, 1, 0) +
		part(m.n[isolated], m.n[arabic], 8, 0)
}

// part is a part of all where there are enough of them and the part is not too small, else 0.
func part(n, all, enough int, least float64) float64 {
	if ratio := float64(n) / float64(all); all >= enough && ratio >= least {
		return ratio
	}
	return 0
}

// wordMeasure counts the words, their characters, and the characters of those that are unlikely.
type wordMeasure struct {
	all, chars, bad int
	long            int // words, or reasons to take one so, that no language is likely to have

	// Of the current word: its length, its letters, whether it is bad, and whether a capital with an accent ends it.
	length          int
	n               counts
	isBad, endsHigh bool
}

func (w *wordMeasure) observe(is traits) {
	switch {
	case is.has(letter):
		w.length++
		w.n.add(is)
		w.endsHigh = is.has(high)
	case w.length == 0: // outside of a word
	case is.has(wordEnd):
		w.end()
	case is.has(inWord):
		w.length++
		w.isBad = true
		w.endsHigh = false
	}
}

func (w *wordMeasure) end() {
	done := wordMeasure{all: w.all + 1, chars: w.chars + w.length, bad: w.bad, long: w.long}
	switch {
	case w.length < 4: // too short to tell
	case part(w.n[accented], w.length, 1, 0.5) > 0:
		w.isBad = true
	case w.endsHigh && w.n[upper] != w.length, w.n[glyph] == 1:
		done.long++
	}

	capitals := float64(w.n[upper]) / float64(w.length)
	if w.length >= 24 && w.n[foreign] > 0 && (capitals == 0 || capitals > 0.3) {
		done.long++
	}
	if w.isBad || done.long > w.long {
		done.bad += w.length
	}

	*w = done
}

// caseMeasure counts characters, and where capitals and small letters change within words.
type caseMeasure struct {
	all, changes int

	// Of the current run: its length, its changes, whether the character before had one, what that character is, and
	// whether there is more than ASCII.
	length, found   int
	changed, beyond bool
	last            traits
}

func (c *caseMeasure) observe(is traits) {
	c.all++
	if c.length > 0 && !is.has(variable) {
		if c.length <= 64 && !is.has(digit) && c.beyond {
			c.changes += c.found
		}
		*c = caseMeasure{all: c.all, changes: c.changes}
		return
	}

	turns := is.has(upper) && c.last.has(lower) || is.has(lower) && c.last.has(upper)
	if turns && c.changed {
		c.found += 2
	}

	c.changed = turns && !c.changed
	c.beyond = c.beyond || is.has(beyond)
	c.last = is
	c.length++
}
