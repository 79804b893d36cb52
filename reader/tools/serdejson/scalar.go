package serdejson

import (
	"fmt"
	"math"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf16"
)

// printable says whether Rust's Debug leaves a character as it is.
func printable(r rune) bool {
	return unicode.IsPrint(r) && !unicode.In(r, unicode.Mn, unicode.Me)
}

// quoted reads a string after its opening quote.
func (d *decoder) quoted() (string, *Error) {
	var b strings.Builder
	for {
		from := d.at
		for d.at < len(d.text) && d.text[d.at] != '"' && d.text[d.at] != '\\' && d.text[d.at] >= 0x20 {
			d.at++
		}
		b.Write(d.text[from:d.at])
		switch {
		case d.at == len(d.text):
			return "", d.here(eofString)
		case d.text[d.at] == '"':
			d.at++
			return b.String(), nil
		case d.text[d.at] != '\\':
			d.at++
			return "", d.here(controlByte)
		}
		d.at++
		r, err := d.escape()
		if err != nil {
			return "", err
		}
		b.WriteRune(r)
	}
}

const escapes = "\"\\/bfnrt"

// escape reads an escape after its backslash.
func (d *decoder) escape() (rune, *Error) {
	if d.at >= len(d.text) {
		return 0, d.here(eofString)
	}
	c := d.next()
	if i := strings.IndexByte(escapes, c); i >= 0 {
		return rune("\"\\/\b\f\n\r\t"[i]), nil
	}
	if c != 'u' {
		return 0, d.here(badEscape)
	}
	n, err := d.hex()
	if err != nil {
		return 0, err
	}
	if n >= 0xDC00 && n <= 0xDFFF {
		return 0, d.here(loneSurrogate)
	}
	if n < 0xD800 || n > 0xDBFF {
		return n, nil
	}
	for _, want := range []byte{'\\', 'u'} {
		if d.at >= len(d.text) {
			return 0, d.here(eofString)
		}
		if d.next() != want {
			return 0, d.here(shortHex)
		}
	}
	low, err := d.hex()
	if err != nil {
		return 0, err
	}
	if low < 0xDC00 || low > 0xDFFF {
		return 0, d.here(loneSurrogate)
	}
	return utf16.DecodeRune(n, low), nil
}

// hex reads four hexadecimal digits.
func (d *decoder) hex() (rune, *Error) {
	if len(d.text)-d.at < 4 {
		d.at = len(d.text)
		return 0, d.here(eofString)
	}
	digits := d.text[d.at : d.at+4]
	d.at += 4
	var n rune
	for _, c := range digits {
		v := strings.IndexByte("0123456789abcdef", c|0x20)
		if v < 0 || c < '0' {
			return 0, d.here(badEscape)
		}
		n = n<<4 | rune(v)
	}
	return n, nil
}

// ignoreString passes over a string after its opening quote.
func (d *decoder) ignoreString() *Error {
	for {
		for d.at < len(d.text) && d.text[d.at] != '"' && d.text[d.at] != '\\' && d.text[d.at] >= 0x20 {
			d.at++
		}
		switch {
		case d.at == len(d.text):
			return d.here(eofString)
		case d.text[d.at] == '"':
			d.at++
			return nil
		case d.text[d.at] != '\\':
			return d.here(controlByte)
		}
		d.at++
		if d.at >= len(d.text) {
			return d.here(eofString)
		}
		c := d.next()
		switch {
		case c == 'u':
			if _, err := d.hex(); err != nil {
				return err
			}
		case strings.IndexByte(escapes, c) < 0:
			return d.here(badEscape)
		}
	}
}

// number is what serde_json makes of a number.
type number struct {
	kind numberKind
	u    uint64
	i    int64
	f    float64
}

type numberKind uint8

const (
	isUnsigned numberKind = iota
	isSigned
	isFloat
)

func (n number) unexpected() string {
	switch n.kind {
	case isUnsigned:
		return fmt.Sprintf("integer `%d`", n.u)
	case isSigned:
		return fmt.Sprintf("integer `%d`", n.i)
	}
	return "floating point `" + formatFloat(n.f) + "`"
}

func isDigit(c byte) bool { return c >= '0' && c <= '9' }

// number reads a number from its sign on.
func (d *decoder) number() (number, *Error) {
	positive := d.peek() != '-'
	if !positive {
		d.at++
	}
	c := d.next()
	if !isDigit(c) {
		return number{}, d.here(badNumber)
	}
	if c == '0' && isDigit(d.peek()) {
		return number{}, d.peeked(badNumber)
	}
	sig := uint64(c - '0')
	for c != '0' && isDigit(d.peek()) {
		digit := uint64(d.peek() - '0')
		if overflows(sig, digit) {
			return d.float(d.longInteger(positive, sig))
		}
		d.at++
		sig = sig*10 + digit
	}
	switch d.peek() {
	case '.':
		return d.float(d.decimal(positive, sig, 0))
	case 'e', 'E':
		return d.float(d.exponent(positive, sig, 0))
	}
	if positive {
		return number{kind: isUnsigned, u: sig}, nil
	}
	if neg := -int64(sig); neg < 0 {
		return number{kind: isSigned, i: neg}, nil
	}
	return number{kind: isFloat, f: -float64(sig)}, nil
}

func overflows(sig, digit uint64) bool {
	const most = math.MaxUint64
	return sig >= most/10 && (sig > most/10 || digit > most%10)
}

func (d *decoder) float(f float64, err *Error) (number, *Error) {
	return number{kind: isFloat, f: f}, err
}

// longInteger reads on in an integer that does not fit 64 bits.
func (d *decoder) longInteger(positive bool, sig uint64) (float64, *Error) {
	exp := 0
	for isDigit(d.peek()) {
		d.at++
		exp++
	}
	switch d.peek() {
	case '.':
		return d.decimal(positive, sig, exp)
	case 'e', 'E':
		return d.exponent(positive, sig, exp)
	}
	return d.scale(positive, sig, exp)
}

func (d *decoder) decimal(positive bool, sig uint64, exp int) (float64, *Error) {
	d.at++
	after := 0
	for isDigit(d.peek()) {
		digit := uint64(d.peek() - '0')
		if overflows(sig, digit) {
			for isDigit(d.peek()) {
				d.at++
			}
			after = min(after, -1)
			break
		}
		d.at++
		sig = sig*10 + digit
		exp--
		after--
	}
	if after == 0 {
		if d.at >= len(d.text) {
			return 0, d.peeked(eofValue)
		}
		return 0, d.peeked(badNumber)
	}
	if c := d.peek(); c == 'e' || c == 'E' {
		return d.exponent(positive, sig, exp)
	}
	return d.scale(positive, sig, exp)
}

func (d *decoder) exponent(positive bool, sig uint64, start int) (float64, *Error) {
	d.at++
	up := true
	switch d.peek() {
	case '+':
		d.at++
	case '-':
		d.at++
		up = false
	}
	if d.at >= len(d.text) {
		return 0, d.here(eofValue)
	}
	c := d.next()
	if !isDigit(c) {
		return 0, d.here(badNumber)
	}
	exp := int64(c - '0')
	for isDigit(d.peek()) {
		exp = exp*10 + int64(d.next()-'0')
		if exp > math.MaxInt32 {
			if sig != 0 && up {
				return 0, d.here(outOfRange)
			}
			for isDigit(d.peek()) {
				d.at++
			}
			if positive {
				return 0, nil
			}
			return math.Copysign(0, -1), nil
		}
	}
	if !up {
		exp = -exp
	}
	total := max(min(int64(start)+exp, math.MaxInt32), math.MinInt32)
	return d.scale(positive, sig, int(total))
}

// scale is sig·10^exp with serde_json's own rounding, which is not always the nearest float64.
func (d *decoder) scale(positive bool, sig uint64, exp int) (float64, *Error) {
	f := float64(sig)
	for {
		if n := max(exp, -exp); n < len(pow10) {
			if exp >= 0 {
				if f *= pow10[n]; math.IsInf(f, 0) {
					return 0, d.here(outOfRange)
				}
			} else {
				f /= pow10[n]
			}
			break
		}
		if f == 0 {
			break
		}
		if exp >= 0 {
			return 0, d.here(outOfRange)
		}
		f /= 1e308
		exp += 308
	}
	if !positive {
		f = -f
	}
	return f, nil
}

// ignoreNumber passes over a number after its sign.
func (d *decoder) ignoreNumber() *Error {
	c := d.next()
	switch {
	case !isDigit(c):
		return d.here(badNumber)
	case c == '0' && isDigit(d.peek()):
		return d.peeked(badNumber)
	}
	for c != '0' && isDigit(d.peek()) {
		d.at++
	}
	if d.peek() == '.' {
		d.at++
		if !isDigit(d.peek()) {
			return d.peeked(badNumber)
		}
		for isDigit(d.peek()) {
			d.at++
		}
	}
	if c := d.peek(); c == 'e' || c == 'E' {
		d.at++
		if c := d.peek(); c == '+' || c == '-' {
			d.at++
		}
		if !isDigit(d.next()) {
			return d.here(badNumber)
		}
		for isDigit(d.peek()) {
			d.at++
		}
	}
	return nil
}

// formatFloat writes the shortest digits that give f again, plainly from 1e-5 up to 1e16, else with an exponent.
func formatFloat(f float64) string {
	s := strconv.FormatFloat(math.Abs(f), 'e', -1, 64)
	mantissa, e, _ := strings.Cut(s, "e")
	exp, _ := strconv.Atoi(e) // FormatFloat writes a number there
	digits := strings.Replace(mantissa, ".", "", 1)
	point := exp + 1 // where the decimal point stands in the digits
	switch {
	case f == 0:
		s = "0.0"
	case point >= len(digits) && point <= 16:
		s = digits + strings.Repeat("0", point-len(digits)) + ".0"
	case point > 0 && point <= 16:
		s = digits[:point] + "." + digits[point:]
	case point > -5 && point <= 0:
		s = "0." + strings.Repeat("0", -point) + digits
	default:
		s = mantissa + "e" + strconv.Itoa(exp)
	}
	if math.Signbit(f) {
		return "-" + s
	}
	return s
}
