package jsonskim

import (
	"bytes"
	"encoding/binary"
	"math/bits"
)

// deepest is how many objects and arrays may be in each other.
const deepest = 64

// closers end an array and an object.
const closers = "]}"

// LooksWhole reports at little cost whether bytes are one object as programs write JSON: without white space but a
// blank after a comma or a colon, with numbers without exponents, and not deep. What it does not accept may still be
// JSON. What it accepts is JSON but for what it does not look at: escapes and control characters within texts, of which
// NUL is for the caller to look for. So it tells a record that was cut, or followed by another one in its line.
func LooksWhole(b []byte) bool {
	if len(b) == 0 || b[0] != '{' {
		return false
	}

	depth := 0         // how many objects and arrays are open
	kinds := uint64(0) // a bit for each of them, the lowest for the innermost: it is an object
	for i := 0; ; {
		for i < len(b) && (b[i] == '{' || b[i] == '[') && !isEmpty(b[i:]) {
			if depth == deepest {
				return false
			}

			depth++
			kinds <<= 1
			isObject := b[i] == '{'
			if i++; isObject {
				kinds |= 1
				i = afterKey(b, i)
			}
		}

		i = afterValue(b, i)
		for depth > 0 && i < len(b) && b[i] == closers[kinds&1] {
			i++
			depth--
			kinds >>= 1
		}

		if depth == 0 {
			return i == len(b)
		}
		if i >= len(b) || b[i] != ',' {
			return false
		}

		i = afterBlank(b, i+1)
		if kinds&1 != 0 {
			i = afterKey(b, i)
		}
	}
}

// The functions below are where something ends that begins at an index, and the length of the bytes and more where it
// is not there: then nothing follows.

const missing = 1 << 62

// isEmpty reports whether an object or an array has nothing in it; '}' and ']' are two after their openers.
func isEmpty(b []byte) bool { return len(b) > 1 && b[1] == b[0]+2 }

func afterBlank(b []byte, i int) int {
	if i < len(b) && b[i] == ' ' {
		return i + 1
	}
	return i
}

// afterKey skips the key of a member with its colon.
func afterKey(b []byte, i int) int {
	if i >= len(b) || b[i] != '"' {
		return missing
	}
	if i = afterText(b, i); i >= len(b) || b[i] != ':' {
		return missing
	}
	return afterBlank(b, i+1)
}

// afterValue skips a value that has no others in it.
func afterValue(b []byte, i int) int {
	if i >= len(b) {
		return missing
	}

	switch b[i] {
	case '"':
		return afterText(b, i)
	case '{', '[':
		return i + 2
	case 't':
		return afterWord(b, i, "true")
	case 'f':
		return afterWord(b, i, "false")
	case 'n':
		return afterWord(b, i, "null")
	default:
		return afterNumber(b, i)
	}
}

func afterWord(b []byte, i int, word string) int {
	if !bytes.HasPrefix(b[i:], []byte(word)) {
		return missing
	}
	return i + len(word)
}

func afterNumber(b []byte, i int) int {
	if b[i] == '-' {
		i++
	}

	first := i
	i = afterDigits(b, i)
	if i == first || b[first] == '0' && i > first+1 {
		return missing
	}

	if i < len(b) && b[i] == '.' {
		first = i + 1
		if i = afterDigits(b, first); i == first {
			return missing
		}
	}

	return i
}

func afterDigits(b []byte, i int) int {
	for i < len(b) && b[i]-'0' <= 9 {
		i++
	}
	return i
}

// afterText skips a text; its opening quote is at the index. What stands in it is not looked at.
func afterText(b []byte, i int) int {
	const ones, highs = 0x0101010101010101, 0x8080808080808080
	start := i + 1
	for i = start; ; i++ {
		for near := i + 40; i+8 <= len(b) && i < near; i += 8 { // most texts are short
			w := binary.LittleEndian.Uint64(b[i:]) ^ (ones * '"')
			if m := (w - ones) &^ w & highs; m != 0 { // the lowest mark is meant rightly
				i += bits.TrailingZeros64(m) / 8
				break
			}
		}

		if i >= len(b) {
			return missing
		}

		if b[i] != '"' {
			n := bytes.IndexByte(b[i:], '"')
			if n < 0 {
				return missing
			}
			i += n
		}

		if b[i-1] != '\\' || isEven(b[start:i]) {
			return i + 1
		}
	}
}

// isEven reports whether some bytes end with an even number of backslashes.
func isEven(b []byte) bool {
	n := len(b)
	for n > 0 && b[n-1] == '\\' {
		n--
	}
	return (len(b)-n)%2 == 0
}
