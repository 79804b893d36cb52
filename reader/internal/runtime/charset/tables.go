// Package charset guesses character sets as the npm package "chardet" 2.1 does, and decodes them as "iconv-lite" 0.7
// does. What both know of the sets stands in tables.json, beside their licences.
package charset

import (
	_ "embed"
	"encoding/json"
	"sort"
	"sync"
	"unicode/utf8"
)

//go:embed tables.json
var tablesJSON []byte

// table is tables.json. Doubles, Escapes and Letters are sets that can be guessed, in the order of chardet.
type table struct {
	Doubles []double
	Escapes []struct {
		Name      string
		Sequences []string // that switch between its parts
	}
	Letters []letters
	Sets    map[string]*set
}

// double is a set in which most characters have two bytes.
type double struct {
	Name string
	// Forms are what a character may be: for each byte the least and the most. The first that fits counts; another
	// number at its end says that it is no character. Other bytes are one each.
	Forms  [][]int
	Common []int // the most common characters, as numbers of their two bytes
}

// letters is a set of single bytes that is known by the languages that are written in it.
type letters struct {
	Name  string
	C1    string           // the name where a byte from 0x80 to 0x9F occurs
	Bytes []byte           // what each byte counts as: a small letter, a blank, or 0 for nothing
	Grams map[uint32][]int // the languages in which three such bytes are common

	maybe *[1 << 12]bool // false at the places of runs that Grams does not have, which most do not ask it for
}

// set is a character set other than those of Unicode.
type set struct {
	// Runs are texts of successive characters, by the bytes of the first as a number.
	Runs map[uint32]string
	// Bytes and Runes are where successive characters of four bytes begin: by their number, and in Unicode.
	Bytes []int
	Runes []rune
	More  map[uint32]string // accents that follow letters of Big5

	chars map[uint32]rune
}

var tables = sync.OnceValue(func() (t table) {
	if err := json.Unmarshal(tablesJSON, &t); err != nil {
		panic(err) // it is built in
	}
	for i := range t.Letters {
		l := &t.Letters[i]
		l.maybe = new([1 << 12]bool)
		for run := range l.Grams {
			l.maybe[place(run)] = true
		}
	}
	for _, s := range t.Sets {
		s.chars = map[uint32]rune{}
		for code, run := range s.Runs {
			for _, r := range run {
				s.chars[code] = r
				code++
			}
		}
	}
	return t
})

// longestChar is how many bytes a character of any set has at most.
const longestChar = 4

// Of is a set by the name that Guess gives it; nil for Unicode, and for what iconv-lite does not know.
func Of(name string) *set { return tables().Sets[name] }

// Next decodes the character at the front of p, which is longestChar bytes or all that is left: its code point, what
// else it decodes to, and its length in bytes, 0 where p is empty. Bytes that are no character give -1, which becomes
// U+FFFD.
func (s *set) Next(p []byte) (r rune, more string, n int) {
	code := uint32(0)
	for i, b := range p[:min(len(p), longestChar)] {
		code = code<<8 | uint32(b)
		if r, ok := s.chars[code]; ok {
			return r, s.More[code], i + 1
		}
	}

	if s.Bytes == nil || len(p) < 4 || p[0]-0x81 >= 126 || p[1]-'0' >= 10 || p[2]-0x81 >= 126 || p[3]-'0' >= 10 {
		return -1, "", min(len(p), 1)
	}

	number := ((int(p[0]-0x81)*10+int(p[1]-'0'))*126+int(p[2]-0x81))*10 + int(p[3]-'0')
	i := sort.SearchInts(s.Bytes, number+1) - 1
	r = s.Runes[i] + rune(number-s.Bytes[i])
	if r > utf8.MaxRune {
		return -1, "\uFFFD", 4 // iconv-lite makes two halves of pairs of it, each of which becomes U+FFFD
	}

	return r, "", 4
}
