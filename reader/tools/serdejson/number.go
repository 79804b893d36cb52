package serdejson

import (
	"math"
	"strconv"
)

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

func isDigit(c byte) bool { return c >= '0' && c <= '9' }

// number reads a number from its sign on.
func (d *Decoder) number() (number, *Error) {
	positive := d.peek() != '-'
	if !positive {
		d.at++
	}
	if d.at >= len(d.text) {
		return number{}, d.here(eofValue)
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

func (d *Decoder) float(f float64, err *Error) (number, *Error) {
	return number{kind: isFloat, f: f}, err
}

// longInteger reads on in an integer that does not fit 64 bits.
func (d *Decoder) longInteger(positive bool, sig uint64) (float64, *Error) {
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

func (d *Decoder) decimal(positive bool, sig uint64, exp int) (float64, *Error) {
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

func (d *Decoder) exponent(positive bool, sig uint64, start int) (float64, *Error) {
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
func (d *Decoder) scale(positive bool, sig uint64, exp int) (float64, *Error) {
	f := float64(sig)
	for {
		if n := max(exp, -exp); n <= maxPower {
			if exp < 0 {
				f /= powerOfTen(n)
			} else if f *= powerOfTen(n); math.IsInf(f, 0) {
				return 0, d.here(outOfRange)
			}
			break
		}
		if f == 0 {
			break
		}
		if exp >= 0 {
			return 0, d.here(outOfRange)
		}
		f /= powerOfTen(maxPower)
		exp += maxPower
	}
	if !positive {
		f = -f
	}
	return f, nil
}

// maxPower is the largest power of ten in the range of float64.
const maxPower = 308

// powerOfTen is the float64 nearest to 10^n. math.Pow10 multiplies two of its powers and can be off by one bit.
func powerOfTen(n int) float64 {
	f, _ := strconv.ParseFloat("1e"+strconv.Itoa(n), 64) // well-formed, and in range for n up to maxPower
	return f
}

// ignoreNumber skips a number after its sign.
func (d *Decoder) ignoreNumber() *Error {
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

// anyNumber passes over a number and names it.
func (d *Decoder) anyNumber() (string, *Error) {
	from := d.at
	if d.peek() == '-' {
		d.at++
	}
	if d.at >= len(d.text) {
		return "", d.here(eofValue)
	}
	if err := d.ignoreNumber(); err != nil {
		return "", err
	}
	text := string(d.text[from:d.at])
	if n, err := strconv.ParseUint(text, 10, 64); err == nil {
		return "integer `" + strconv.FormatUint(n, 10) + "`", nil
	}
	if n, err := strconv.ParseInt(text, 10, 64); err == nil {
		return "integer `" + strconv.FormatInt(n, 10) + "`", nil
	}
	return "number", nil
}
