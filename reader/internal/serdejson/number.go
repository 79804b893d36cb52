package serdejson

import (
	"bytes"
	"math"
	"strconv"
)

// number is a number as serde_json parses it.
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
	isAny // only the text is known
)

// String returns the number as serde_json writes it; "" if only the text is known.
func (n number) String() string {
	switch n.kind {
	case isUnsigned:
		return strconv.FormatUint(n.u, 10)
	case isSigned:
		return strconv.FormatInt(n.i, 10)
	case isFloat:
		return formatFloat(n.f)
	}
	return ""
}

// unexpected returns the number's description in errors.
func (n number) unexpected() string {
	switch n.kind {
	case isFloat:
		return "floating point `" + n.String() + "`"
	case isAny:
		return "number"
	}
	return "integer `" + n.String() + "`"
}

// notUnsigned returns why the number is not the expected unsigned one; "" if it is.
func (n number) notUnsigned(expected string) string {
	switch n.kind {
	case isUnsigned:
		return ""
	case isSigned:
		return "invalid value: " + n.unexpected() + ", expected " + expected
	}
	return "invalid type: " + n.unexpected() + ", expected " + expected
}

func isDigit(c byte) bool { return c >= '0' && c <= '9' }

// digits skips digits; it returns false if there are no digits.
func (d *Decoder) digits() bool {
	from := d.at
	for isDigit(d.peek()) {
		d.at++
	}
	return d.at > from
}

// scanNumber skips a number; ended is the error at the end of the text.
func (d *Decoder) scanNumber(ended string) *Error {
	if d.peek() == '-' {
		d.at++
	}
	if d.at == len(d.text) {
		return d.errorHere(ended)
	}

	c := d.next()
	switch {
	case !isDigit(c):
		return d.errorHere(badNumber)
	case c == '0' && isDigit(d.peek()):
		return d.errorNext(badNumber)
	}

	d.digits()
	if d.peek() == '.' {
		d.at++
		if d.at == len(d.text) {
			return d.errorHere(ended)
		}
		if !d.digits() {
			return d.errorNext(badNumber)
		}
	}

	if c := d.peek(); c != 'e' && c != 'E' {
		return nil
	}

	d.at++
	if c := d.peek(); c == '+' || c == '-' {
		d.at++
	}
	if d.at == len(d.text) {
		return d.errorHere(ended)
	}
	if !isDigit(d.next()) {
		return d.errorHere(badNumber)
	}

	d.digits()
	return nil
}

// parseNumber parses a number like serde_json: an integer if one fits, else a float.
func (d *Decoder) parseNumber() (number, *Error) {
	from := d.at
	if err := d.scanNumber(eofValue); err != nil {
		return number{}, err
	}

	text, negative := bytes.CutPrefix(d.text[from:d.at], []byte("-"))
	mantissa := text
	var exponent []byte
	if i := bytes.IndexAny(text, "eE"); i >= 0 {
		mantissa = text[:i]
		exponent = text[i+1:]
	}

	whole, fraction, _ := bytes.Cut(mantissa, []byte("."))
	sig := uint64(0)
	exp := int64(0)
	integer := len(whole) == len(text)
	for i, c := range whole {
		if overflows(sig, c) {
			exp = int64(len(whole) - i)
			integer = false
			break
		}
		sig = sig*10 + uint64(c-'0')
	}

	switch {
	case integer && !negative:
		return number{kind: isUnsigned, u: sig}, nil
	case integer && -int64(sig) < 0:
		return number{kind: isSigned, i: -int64(sig)}, nil
	case integer:
		return number{kind: isFloat, f: -float64(sig)}, nil
	}

	for _, c := range fraction {
		if overflows(sig, c) {
			break
		}
		sig = sig*10 + uint64(c-'0')
		exp--
	}

	power, over := exponentOf(exponent)
	if over >= 0 && sig != 0 {
		d.at -= over
		return number{}, d.errorHere(outOfRange)
	}

	f, ok := scale(sig, exp+power)
	if !ok {
		return number{}, d.errorHere(outOfRange)
	}
	if negative {
		f = -f
	}

	return number{kind: isFloat, f: f}, nil
}

// exponentOf parses an exponent after its letter. over is how many digits follow the one that makes it too large; -1 if
// it is not.
func exponentOf(text []byte) (exp int64, over int) {
	digits := bytes.TrimLeft(text, "+-")
	up := !bytes.HasPrefix(text, []byte("-"))
	for i, c := range digits {
		exp = exp*10 + int64(c-'0')
		switch {
		case exp <= math.MaxInt32: // it still fits
		case up:
			return exp, len(digits) - i - 1
		default:
			return -exp, -1
		}
	}

	if !up {
		exp = -exp
	}

	return exp, -1
}

// overflows reports whether another digit overflows sig.
func overflows(sig uint64, digit byte) bool {
	const most = math.MaxUint64
	return sig >= most/10 && (sig > most/10 || uint64(digit-'0') > most%10)
}

// maxPower is the largest power of ten in the range of float64.
const maxPower = 308

// scale returns sig·10^exp with serde_json's rounding, which is not always the nearest float64; ok is false on
// overflow.
func scale(sig uint64, exp int64) (f float64, ok bool) {
	f = float64(sig)
	for ; f != 0 && exp < -maxPower; exp += maxPower {
		f /= powerOfTen(maxPower)
	}

	switch {
	case f == 0:
		return 0, true
	case exp > maxPower:
		return 0, false
	case exp < 0:
		return f / powerOfTen(-exp), true
	}

	f *= powerOfTen(exp)
	return f, !math.IsInf(f, 0)
}

// powerOfTen returns the float64 nearest to 10^n. math.Pow10 can be off by one bit.
func powerOfTen(n int64) float64 {
	f, _ := strconv.ParseFloat("1e"+strconv.FormatInt(n, 10), 64) // no error for n up to maxPower
	return f
}

// anyNumber skips a number, and returns it if it is a 64-bit integer.
func (d *Decoder) anyNumber() (number, *Error) {
	from := d.at
	if string(d.text[from:]) == "-" {
		d.at++
		return number{}, d.errorHere(eofValue)
	}

	if err := d.scanNumber(badNumber); err != nil {
		return number{}, err
	}

	text := string(d.text[from:d.at])
	if n, err := strconv.ParseUint(text, 10, 64); err == nil {
		return number{kind: isUnsigned, u: n}, nil
	}
	if n, err := strconv.ParseInt(text, 10, 64); err == nil {
		return number{kind: isSigned, i: n}, nil
	}

	return number{kind: isAny}, nil
}
