package tokens

import (
	"math/bits"
	"strings"
	"sync/atomic"
	"unicode"
	"unicode/utf8"
)

// A text is split into pieces, over which no token extends, as this pattern of o200k splits it:
//
//	[^\r\n\p{L}\p{N}]?[\p{Lu}\p{Lt}\p{Lm}\p{Lo}\p{M}]*[\p{Ll}\p{Lm}\p{Lo}\p{M}]+(?i:'s|'t|'re|'ve|'m|'ll|'d)?
//	[^\r\n\p{L}\p{N}]?[\p{Lu}\p{Lt}\p{Lm}\p{Lo}\p{M}]+[\p{Ll}\p{Lm}\p{Lo}\p{M}]*(?i:'s|'t|'re|'ve|'m|'ll|'d)?
//	\p{N}{1,3}
//	 ?[^\s\p{L}\p{N}]+[\r\n/]*
//	\s*[\r\n]+
//	\s+(?!\S)
//	\s+
//
// An engine for it takes many times as long. What is not of ASCII is split by stand-ins: a byte for each character that
// the pattern takes in the same way.

const (
	// caseless stands for letters without case, which the pattern takes both as capital and as small.
	caseless = 0x80
	// mark stands for marks, such as accents. The pattern takes them as caseless letters, and also as signs.
	mark = 0x81
	// longS stands for the small letter that ends a contraction as "s" does.
	longS = 's'
)

// ones has each byte of a word of eight set to 1, high the highest bit of each.
const (
	ones = 0x0101010101010101
	high = 0x80 * ones
)

// between marks the bytes of a word from first to last by their highest bit, where all are ASCII.
func between(word uint64, first, last byte) uint64 {
	return (word + ones*uint64(0x80-first)) &^ (word + ones*uint64(0x7F-last)) & high
}

// firstMarked is the index of the lowest byte that is marked by its highest bit; 8 without one.
func firstMarked(marks uint64) int { return bits.TrailingZeros64(marks) / 8 }

// firstMarkedFrom is the index of the lowest byte from an index on that is marked; 8 without one.
func firstMarkedFrom(marks uint64, index int) int {
	return firstMarked(marks >> (8 * index) << (8 * index))
}

// asciiEnd is where the first byte from 0x7F on is in a text; its length without one.
func asciiEnd(text string) int {
	at := 0
	for ; at+8 <= len(text); at += 8 {
		if word := eight(text[at:]); (word|(word+ones))&high != 0 { // 0x7F has the high bit with one more
			break
		}
	}
	for at < len(text) && text[at] < 0x7F {
		at++
	}

	return at
}

func isUpper(c byte) bool { return c >= 'A' && c <= 'Z' || isBoth(c) }

func isLower(c byte) bool { return c >= 'a' && c <= 'z' || isBoth(c) }

// isBoth reports whether a stand-in is both capital and small.
func isBoth(c byte) bool { return c >= caseless }

func isDigit(c byte) bool { return c >= '0' && c <= '9' }

func isSpace(c byte) bool { return c == ' ' || c >= '\t' && c <= '\r' }

func isLineEnd(c byte) bool { return c == '\n' || c == '\r' }

// isSign reports whether a byte is no blank, letter or digit.
func isSign(c byte) bool { return !isSpace(c) && !isLetter(c) && c != caseless && !isDigit(c) }

// while is where the bytes of a text that a function takes end, from an index on.
func while(text string, from int, takes func(byte) bool) int {
	for from < len(text) && takes(text[from]) {
		from++
	}
	return from
}

// pieceOf is where the first piece of a text of ASCII and stand-ins ends, which is not empty.
func pieceOf(text string) int {
	c := text[0]
	if end := wordPiece(text); end > 0 {
		return end
	}

	if isDigit(c) {
		const most = 3
		return while(text[:min(len(text), most)], 0, isDigit)
	}

	signs := 0
	if c == ' ' {
		signs = 1
	}
	if end := while(text, signs, isSign); end > signs {
		return while(text, end, func(c byte) bool { return isLineEnd(c) || c == '/' })
	}

	end := while(text, 0, func(c byte) bool { return isSpace(c) && !isLineEnd(c) })
	if last := while(text, end, isLineEnd); last > end {
		return last // the engine of the pattern ends a piece with the first line ends of white space
	}
	if end < len(text) && end > 1 {
		return end - 1 // the last blank belongs to what follows
	}

	return end
}

// quickPiece is what pieceOf gives of a text of ASCII whose first eight bytes are those of word, the first one
// lowest: it looks at all of them at once. It is 0 where they do not tell, and for a piece of more than seven bytes.
func quickPiece(word uint64) int {
	first := byte(word)
	letters := between(word|' '*ones, 'a', 'z')
	capitals := letters &^ (word << 2) // they lack the bit 0x20
	afterSmall := (letters &^ capitals) << 8
	end := firstMarked((high&^letters | capitals&afterSmall) &^ 0x80)
	switch {
	case isLetter(first), end > 1 && !isDigit(first) && !isLineEnd(first):
		if end == 8 || byte(word>>(8*end)) == '\'' {
			return 0
		}
		return end
	case isDigit(first):
		return min(firstMarked(high&^between(word, '0', '9')), 3)
	}

	lineEnds := between(word, '\n', '\n') | between(word, '\r', '\r')
	spaces := between(word, '\t', '\r') | between(word, ' ', ' ')
	signs := high &^ (letters | between(word, '0', '9') | spaces)
	if end := quickSigns(word, signs, lineEnds); end > 0 {
		return end % 8
	}
	return quickSpace(spaces, lineEnds) % 8
}

// quickSigns is where the signs end that a word begins with, with a blank before them and line ends and slashes after
// them; 0 without signs, 8 where they may go on.
func quickSigns(word, signs, lineEnds uint64) int {
	blank := 0
	if byte(word) == ' ' {
		blank = 1
		signs |= 0x80
	}

	end := firstMarked(high &^ signs)
	if end == blank {
		return 0
	}
	return firstMarkedFrom(high&^lineEnds&^between(word, '/', '/'), end)
}

// quickSpace is where the piece ends that begins with white space; 8 where it may go on.
func quickSpace(spaces, lineEnds uint64) int {
	end := firstMarked(high &^ (spaces &^ lineEnds))
	switch {
	case end == 8:
		return 8
	case lineEnds>>(8*end)&0x80 != 0:
		return firstMarkedFrom(high&^lineEnds, end)
	}
	return max(end-1, 1) // the last blank belongs to what follows
}

// wordPiece is where a word at the beginning of a text ends, with a sign or blank before it and a contraction after it;
// 0 without a word.
func wordPiece(text string) int {
	first := 0
	if isSign(text[0]) || isSpace(text[0]) && !isLineEnd(text[0]) {
		first = 1
	}

	capitals := while(text, first, isUpper)
	end := while(text, capitals, isLower)
	if end == capitals {
		end = lastSmall(text, first, capitals)
	}
	if end == 0 {
		return 0
	}

	if rest := text[end:]; rest != "" && rest[0] == '\'' {
		end += contraction(rest)
	}
	return end
}

// lastSmall is where a word ends whose letters from first up to end are capitals that no small letter follows; 0
// without letters. The pattern wants a small letter last if it can have one, so that a word ends after the last letter
// that is both. Without one, a mark before the letters is the word.
func lastSmall(text string, first, end int) int {
	for i := end; i > first; i-- {
		if isBoth(text[i-1]) {
			return i
		}
	}
	switch {
	case text[0] == mark:
		return 1
	case end > first:
		return end
	}
	return 0
}

// contraction is how long the one is that a text begins with; 0 for none.
func contraction(text string) int {
	for _, short := range []string{"'s", "'t", "'re", "'ve", "'m", "'ll", "'d"} {
		if len(text) >= len(short) && strings.EqualFold(text[:len(short)], short) {
			return len(short)
		}
	}
	return 0
}

// standIns appends the stand-in of each character of a text to what is given; other is where those end that stand for
// characters that are not of ASCII.
func standIns(to []byte, text string) (alike []byte, other int) {
	for at := 0; at < len(text); {
		if end := at + asciiEnd(text[at:]); end > at {
			to = append(to, text[at:end]...)
			at = end
			continue
		}

		c, size := utf8.DecodeRuneInString(text[at:])
		to = append(to, keptStandIn(c))
		other = len(to)
		at += size
	}
	return to, other
}

// kept are the characters that were looked up last, each above its stand-in. A character takes the place of another one
// that was there. 0 is no character: NUL is of ASCII.
var kept [1 << 10]atomic.Uint32

// keptStandIn is what standIn gives of a character that is not of ASCII.
func keptStandIn(c rune) byte {
	place := &kept[int(c)%len(kept)]
	if found := place.Load(); rune(found>>8) == c {
		return byte(found)
	}
	like := standIn(c)
	place.Store(uint32(c)<<8 | uint32(like))
	return like
}

// standIn is the byte for a character that the pattern takes in the same way.
func standIn(c rune) byte {
	switch {
	case c < 0x80:
		return byte(c)
	case c == 'ſ':
		return longS
	case unicode.In(c, unicode.Lm, unicode.Lo):
		return caseless
	case unicode.Is(unicode.M, c):
		return mark
	case unicode.In(c, unicode.Lu, unicode.Lt):
		return 'B'
	case unicode.Is(unicode.Ll, c):
		return 'b'
	case unicode.Is(unicode.N, c):
		return '7'
	case unicode.IsSpace(c):
		return '\v'
	}

	return '#'
}
