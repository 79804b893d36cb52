package charsetnormalizer

import (
	"sort"
	"strings"
	"unicode/utf16"
	"unicode/utf8"
)

// set is a character set as Python decodes it.
type set struct {
	Name      string      // in Python
	Wide      bool        // a character may have several bytes
	Family    int         // sets with the same number are for the same languages
	Latin     bool        // only languages in Latin letters are written in it
	Languages []*language // that are written in it; none: it is for any
	Similar   []int       // sets that are not tried where this one does not fit, by their places in the table
	Mark      []byte      // the byte-order mark of GB 18030, which is no part of a text

	// Unit is how many bytes a unit of UTF-16 or UTF-32 has, 0 where it is another set; the place of a byte in it with
	// the bits of Flip turned is that from the highest one on.
	Unit, Flip int

	Codes string   // what bytes are, by the state that those before are, which is 0 at first, and the byte
	More  []string // characters that become two
	// Escapes: it is ISO 2022. Of that only what can stand beside bytes beyond ASCII is read, as Latin-1: those bytes
	// follow an escape that ISO 2022 does not define, up to a capital.
	Escapes bool
	// Fours and Runes are where successive characters of four bytes begin: by their number, and in Unicode, 0 for none.
	Fours []int
	Runes []rune

	codes []rune // Codes
}

// What codes of bytes are that are no character.
const (
	states   rune = 0x100000 // and on: the next state
	texts    rune = 0x10F000 // and on: one of More
	illegal  rune = 0x10FFF0 // the code less this is how many bytes are skipped
	four     rune = 0x10FFFE // four bytes of GB 18030 are one by their number
	composed rune = 0x10FFFF // a syllable of Hangul follows by its letters
)

// The letters of a syllable of Hangul by the second of their bytes in EUC-KR. Vowels are in a row.
const (
	initials = "\xA1\xA2\xA4\xA7\xA8\xA9\xB1\xB2\xB3\xB5\xB6\xB7\xB8\xB9\xBA\xBB\xBC\xBD\xBE"
	finals   = "\xD4\xA1\xA2\xA3\xA4\xA5\xA6\xA7\xA9\xAA\xAB\xAC\xAD\xAE\xAF\xB0\xB1\xB2\xB4\xB5" +
		"\xB6\xB7\xB8\xBA\xBB\xBC\xBD\xBE"
)

// Next decodes the character at the front of p: its code point, what else it decodes to, and its length in bytes. Bytes
// that are no character, or only a part of one, give -1, and how many bytes Python skips.
func (s *set) Next(p []byte) (r rune, more string, n int) {
	switch {
	case len(p) < s.Unit:
		return -1, "", len(p)
	case s.Unit > 0:
		return s.decodeUnit(p)
	}

	state := rune(0)
	for i, b := range p {
		code := s.codes[state<<8|rune(b)]
		switch {
		case code < states:
			return code, "", i + 1
		case code < texts:
			state = code - states
		case code < illegal:
			text := s.More[code-texts]
			r, n = utf8.DecodeRuneInString(text)
			return r, text[n:], i + 1
		case code < four:
			return -1, "", int(code - illegal)
		case len(p) < 4 || code == composed && len(p) < 8:
			return -1, "", len(p)
		case code == four:
			return s.four(p)
		default:
			return syllable(p)
		}
	}

	return -1, "", len(p)
}

// decodeUnit decodes a character of UTF-16 or UTF-32.
func (s *set) decodeUnit(p []byte) (r rune, more string, n int) {
	for i := range s.Unit {
		r = r<<8 | rune(p[i^s.Flip])
	}
	if s.Unit == 2 && len(p) >= 4 {
		if pair := utf16.DecodeRune(r, rune(p[2^s.Flip])<<8|rune(p[3^s.Flip])); pair != utf8.RuneError {
			return pair, "", 4
		}
	}
	if !utf8.ValidRune(r) {
		r = -1
	}

	return r, "", s.Unit
}

// four is a character of GB 18030 of four bytes.
func (s *set) four(p []byte) (r rune, more string, n int) {
	const lowest, all = 0x81, 126 // of the first byte, and the third
	c := int(p[2]) - lowest
	d := int(p[3]) - '0'
	number := ((int(p[0]-lowest)*10+int(p[1]-'0'))*all+c)*10 + d
	i := sort.SearchInts(s.Fours, number+1) - 1
	if i < 0 || s.Runes[i] == 0 || c < 0 || c >= all || d < 0 || d >= 10 {
		return -1, "", 1
	}
	return s.Runes[i] + rune(number-s.Fours[i]), "", 4
}

// syllable reads a Hangul syllable whose letters EUC-KR gives one by one, in two bytes each, behind a sign that stands
// for no letter.
func syllable(p []byte) (r rune, more string, n int) {
	first := strings.IndexByte(initials, p[3])
	vowel := int(p[5]) - 0xBF
	last := strings.IndexByte(finals, p[7])
	if p[2] != 0xA4 || p[4] != 0xA4 || p[6] != 0xA4 || first < 0 || vowel < 0 || vowel > 20 || last < 0 {
		return -1, "", 1
	}
	return rune(0xAC00 + (first*21+vowel)*28 + last), "", 8
}

// decode decodes a text and leaves out bytes that are no character; whole is false where there are such bytes. With
// strict it ends at the first of them.
func (s *set) decode(p []byte, strict bool) (text []rune, whole bool) {
	text = make([]rune, 0, len(p))
	whole = true
	for escaped := false; len(p) > 0 && (whole || !strict); {
		r, more, n := s.Next(p)
		p = p[n:]
		if s.Escapes {
			r, escaped = besideEscapes(r, escaped, p)
		}

		if r < 0 {
			whole = false
			continue
		}

		text = append(text, r)
		if more != "" {
			text = append(text, []rune(more)...)
		}
	}

	return text, whole
}

// besideEscapes is a character of ISO 2022, or -1 where it cannot be there, and whether it follows an escape that ISO
// 2022 does not define.
func besideEscapes(r rune, escaped bool, rest []byte) (rune, bool) {
	switch {
	case escaped:
		return r, r != '@' && (r < 'A' || r > 'Z')
	case r == 0x1B && len(rest) > 0 && strings.IndexByte("().$&", rest[0]) < 0:
		return r, true
	case r == 0x1B || r >= 0x80:
		return -1, false
	}
	return r, false
}
