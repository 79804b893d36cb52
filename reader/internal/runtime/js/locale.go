package js

import (
	"cmp"
	"strings"
	"sync"
	"unicode"
	"unicode/utf8"
)

// localeOrder are the characters of ASCII in the order in which JavaScript's LocaleCompare (ICU, the root collation)
// sorts them. Letters are sorted without regard to their case, which decides only between texts that are otherwise the
// same.
const localeOrder = "\t\n\v\f\r _-,;:!?.'\"()[]{}@*/\\&#%`^+<=>|~$0123456789abcdefghijklmnopqrstuvwxyz"

// localeRank is the place of each character of ASCII in localeOrder, 0 for the control characters that are ignored.
var localeRank = func() (rank [utf8.RuneSelf]rune) {
	for i := range len(localeOrder) {
		rank[localeOrder[i]] = rune(i + 1)
	}
	for c := 'A'; c <= 'Z'; c++ {
		rank[c] = rank[c|0x20]
	}
	return rank
}()

// localeAccents are letters with accents under the letter that they are sorted as: the accent decides only between
// texts that are otherwise the same. All other letters come after those of ASCII in the order of Unicode.
var localeAccents = sync.OnceValue(func() map[rune]rune {
	m := map[rune]rune{}
	for _, group := range strings.Fields("aàáâãäåāăą cçćĉċč dď eèéêëēĕėęě gĝğġģ hĥ iìíîïĩīĭįı jĵ kķ lĺļľ nñńņň oòóôõöōŏő rŕŗř sśŝşš tţť uùúûüũūŭůűų wŵ yýÿŷ zźżž") {
		for _, r := range group[1:] {
			m[r] = rune(group[0])
		}
	}
	return m
})

// LocaleCompare compares as JavaScript's String.prototype.localeCompare does in English.
func LocaleCompare(a, b string) int {
	for level := range 3 {
		if c := compareAt(a, b, level); c != 0 {
			return c
		}
	}
	return 0
}

// compareAt compares by the letters alone (level 0), by their accents (1) or by their case, small letters first (2).
func compareAt(a, b string, level int) int {
	for {
		x, y := rune(-1), rune(-1)
		x, a = nextWeight(a, level)
		y, b = nextWeight(b, level)
		if c := cmp.Compare(x, y); c != 0 || x < 0 {
			return c
		}
	}
}

// nextWeight is what the first character of s that counts weighs at a level, -1 at the end, and what follows it.
func nextWeight(s string, level int) (rune, string) {
	for s != "" {
		r, n := utf8.DecodeRuneInString(s)
		s = s[n:]
		lower := unicode.ToLower(r)
		letter := lower
		if base, ok := localeAccents()[lower]; ok {
			letter = base
		}
		rank := letter
		if letter < utf8.RuneSelf {
			if rank = localeRank[letter]; rank == 0 {
				continue
			}
		}
		switch {
		case level == 0:
			return rank, s
		case level == 1:
			return lower - letter, s
		case r == lower:
			return 0, s
		}
		return 1, s
	}
	return -1, ""
}
