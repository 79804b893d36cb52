package jsonskim

import (
	"bytes"
	"encoding/binary"
	"math/bits"
)

// maxWholeDepth is how deep objects and arrays may be nested for LooksWhole.
const maxWholeDepth = 64

// closers are the ends of an array and of an object.
const closers = "]}"

// LooksWhole reports cheaply whether bytes are one object as programs write it: without white space except a space
// after commas and colons, without exponents, and not deeply nested. Other JSON is rejected. What is accepted is JSON,
// apart from escapes and control characters in strings; NUL is for the caller to reject. So it recognizes a record that
// was truncated, or followed by another one in its line.
func LooksWhole(b []byte) bool {
	if len(b) == 0 || b[0] != '{' {
		return false
	}

	depth := 0         // number of open objects and arrays
	kinds := uint64(0) // a bit for each, the lowest for the innermost: 1 for an object
	for i := 0; ; {
		for i < len(b) && (b[i] == '{' || b[i] == '[') && !isEmpty(b[i:]) {
			if depth == maxWholeDepth {
				return false
			}

			depth++
			kinds <<= 1
			isObject := b[i] == '{'
			i++
			if isObject {
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

// The functions below return the end of what begins at an index, or missing if it is not there.

const missing = 1 << 62

// isEmpty reports whether an object or array is empty; '}' and ']' are two after their openers.
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
	i = afterText(b, i)
	if i >= len(b) || b[i] != ':' {
		return missing
	}
	return afterBlank(b, i+1)
}

// afterValue skips a value other than a non-empty container.
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
		i = afterDigits(b, first)
		if i == first {
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

// afterText skips a string whose opening quote is at the index, without checking its content.
func afterText(b []byte, i int) int {
	const ones, highs = 0x0101010101010101, 0x8080808080808080
	start := i + 1
	for i = start; ; i++ {
		for near := i + 40; i+8 <= len(b) && i < near; i += 8 { // most strings are short
			w := binary.LittleEndian.Uint64(b[i:]) ^ (ones * '"')
			if m := (w - ones) &^ w & highs; m != 0 { // the lowest mark is reliable
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

// isEven reports whether b ends with an even number of backslashes.
func isEven(b []byte) bool {
	n := len(b)
	for n > 0 && b[n-1] == '\\' {
		n--
	}
	return (len(b)-n)%2 == 0
}
