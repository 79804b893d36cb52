package js

import (
	"encoding/json"
	"errors"
	"math"
	"math/big"
	"strconv"
	"strings"
	"unicode/utf16"

	"eyeline/reader/internal/runtime/jsontext"
	"eyeline/reader/internal/textfile"
	"eyeline/reader/tools"
)

// Trim is JavaScript's String.prototype.trim.
func Trim(s string) string { return strings.TrimFunc(s, textfile.IsJSSpace) }

// Length is the length of a string in UTF-16 code units.
func Length(s string) (n int64) {
	for _, r := range s {
		n += int64(utf16.RuneLen(r))
	}
	return n
}

// Prefix is the first n UTF-16 units of s. A character that would be cut in half is left out.
func Prefix(s string, n int64) string {
	fits, _ := tools.UTF16.Fit([]byte(s), n)
	return s[:fits]
}

// NumberText is a number as JavaScript prints it.
func NumberText(f float64) string {
	switch {
	case math.IsNaN(f):
		return "NaN"
	case math.IsInf(f, 1):
		return "Infinity"
	case math.IsInf(f, -1):
		return "-Infinity"
	case f == 0:
		return "0"
	}

	text, _ := json.Marshal(f) // as JavaScript does
	return string(text)
}

// Fixed is JavaScript's Number.prototype.toFixed for numbers below 1e21: halves are rounded away from zero.
func Fixed(f float64, digits int) string {
	r := new(big.Rat)
	if r.SetFloat64(f) == nil {
		return NumberText(f)
	}
	return r.FloatString(digits)
}

// signOf is -1 for the text of a number that begins with "-", else 1.
func signOf(s string) int {
	if s[0] == '-' {
		return -1
	}
	return 1
}

// ToNumber is JavaScript's Number(s): NaN for what is no number.
func ToNumber(s string) float64 {
	s = Trim(s)
	if s == "" {
		return 0
	}

	if len(s) > 2 && s[0] == '0' {
		base := map[byte]int{'x': 16, 'X': 16, 'o': 8, 'O': 8, 'b': 2, 'B': 2}[s[1]]
		if base > 0 {
			n, ok := new(big.Int).SetString(s[2:], base)
			if !ok || strings.ContainsAny(s[2:3], "+-_") {
				return math.NaN()
			}
			f, _ := new(big.Float).SetInt(n).Float64()
			return f
		}
	}

	digits := strings.TrimLeft(s, "+-")
	if len(s)-len(digits) > 1 {
		return math.NaN()
	}
	if digits == "Infinity" {
		return math.Inf(signOf(s))
	}

	for i := range len(digits) {
		c := digits[i]
		if (c < '0' || c > '9') && !strings.ContainsRune(".eE+-", rune(c)) {
			return math.NaN()
		}
	}

	f, err := strconv.ParseFloat(s, 64)
	if err != nil && !errors.Is(err, strconv.ErrRange) {
		return math.NaN()
	}

	return f
}

// Quote is JSON.stringify of a string.
func Quote(s string) string { return jsontext.Quote(s) }

// IsInteger reports whether a value is a number without a fraction.
func IsInteger(v Value) bool {
	return v.Kind == Number && v.Num == math.Trunc(v.Num) && !math.IsInf(v.Num, 0)
}

// ClampFloat is a whole number as an int64, or the nearest one.
func ClampFloat(f float64) int64 {
	switch {
	case f >= 1<<63:
		return math.MaxInt64
	case f < -1<<63:
		return math.MinInt64
	}
	return int64(f)
}
