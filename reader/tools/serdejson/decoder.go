package serdejson

import "fmt"

// Decoder reads JSON text from left to right.
type Decoder struct {
	text []byte
	at   int // bytes consumed
	// Arbitrary: numbers of the wrong type are named as with serde_json's feature arbitrary_precision, where one that
	// is no 64-bit integer is just a number.
	Arbitrary bool
	// ObjectsOnly: an array of a struct's values is not taken for the struct.
	ObjectsOnly bool
}

// unplaced is the Line of an error that gets its position where a struct or the text ends (positioned).
const unplaced = -1

// here is an error at the last byte consumed.
func (d *Decoder) here(reason string) *Error { return d.errorAt(reason, d.at) }

// peeked is an error at the next byte.
func (d *Decoder) peeked(reason string) *Error { return d.errorAt(reason, min(d.at+1, len(d.text))) }

func (d *Decoder) errorAt(reason string, at int) *Error {
	e := &Error{Reason: reason, Line: 1}
	for _, c := range d.text[:at] {
		if c == '\n' {
			e.Line++
			e.Column = 0
		} else {
			e.Column++
		}
	}
	return e
}

// positioned places an error that has no place yet.
func (d *Decoder) positioned(e *Error) *Error {
	if e.Line == unplaced {
		return d.here(e.Reason)
	}
	return e
}

// space skips white space and returns the next byte, not consumed.
func (d *Decoder) space() (byte, bool) {
	for d.at < len(d.text) {
		switch c := d.text[d.at]; c {
		case ' ', '\n', '\t', '\r':
			d.at++
		default:
			return c, true
		}
	}
	return 0, false
}

// peek returns the next byte, 0 at the end.
func (d *Decoder) peek() byte {
	if d.at < len(d.text) {
		return d.text[d.at]
	}
	return 0
}

// next consumes a byte, 0 at the end.
func (d *Decoder) next() byte {
	c := d.peek()
	if d.at < len(d.text) {
		d.at++
	}
	return c
}

func (d *Decoder) end() *Error {
	if _, more := d.space(); more {
		return d.peeked(trailingChars)
	}
	return nil
}

// ident consumes the rest of null, true or false.
func (d *Decoder) ident(rest string) *Error {
	for i := range len(rest) {
		if d.at >= len(d.text) {
			return d.here(eofValue)
		}
		if d.next() != rest[i] {
			return d.here(wantIdent)
		}
	}
	return nil
}

// invalidType is the error for a value of another type than expected; it consumes scalar values first.
func (d *Decoder) invalidType(expected string) *Error {
	var got string
	switch c := d.peek(); {
	case d.at >= len(d.text):
		return d.peeked(wantValue)
	case c == 'n':
		d.at++
		if err := d.ident("ull"); err != nil {
			return err
		}
		got = "null"
	case c == 't':
		d.at++
		if err := d.ident("rue"); err != nil {
			return err
		}
		got = "boolean `true`"
	case c == 'f':
		d.at++
		if err := d.ident("alse"); err != nil {
			return err
		}
		got = "boolean `false`"
	case d.Arbitrary && (c == '-' || c >= '0' && c <= '9'):
		var err *Error
		if got, err = d.anyNumber(); err != nil {
			return err
		}
	case c == '-' || c >= '0' && c <= '9':
		n, err := d.number()
		if err != nil {
			return err
		}
		got = n.unexpected()
	case c == '"':
		d.at++
		s, err := d.quoted()
		if err != nil {
			return err
		}
		got = "string " + debug(s)
	case c == '[':
		got = "sequence"
	case c == '{':
		got = "map"
	default:
		return d.peeked(wantValue)
	}
	return d.here("invalid type: " + got + ", expected " + expected)
}

// Text reads a string; expected names it where the value is of another type.
func (d *Decoder) Text(expected string, into *string) *Error {
	c, ok := d.space()
	if !ok {
		return d.peeked(eofValue)
	}
	if c != '"' {
		return d.invalidType(expected)
	}
	d.at++
	s, err := d.quoted()
	if err != nil {
		return err
	}
	*into = s
	return nil
}

// Usize reads an unsigned 64-bit integer.
func (d *Decoder) Usize(into *uint64) *Error { return d.Unsigned(into, "usize") }

// Unsigned is Usize for a type of another name.
func (d *Decoder) Unsigned(into *uint64, expected string) *Error {
	c, ok := d.space()
	if !ok {
		return d.peeked(eofValue)
	}
	if c != '-' && (c < '0' || c > '9') {
		return d.invalidType(expected)
	}
	n, err := d.number()
	if err != nil {
		return err
	}
	switch {
	case n.kind == isUnsigned:
		*into = n.u
		return nil
	case n.kind == isSigned:
		return d.here(fmt.Sprintf("invalid value: integer `%d`, expected %s", n.i, expected))
	}
	return d.here("invalid type: " + n.unexpected() + ", expected " + expected)
}

// Bool reads true or false.
func (d *Decoder) Bool(into *bool) *Error {
	c, ok := d.space()
	switch {
	case !ok:
		return d.peeked(eofValue)
	case c == 't':
		d.at++
		*into = true
		return d.ident("rue")
	case c == 'f':
		d.at++
		*into = false
		return d.ident("alse")
	}
	return d.invalidType("a boolean")
}

// null reads the unit value.
func (d *Decoder) null() *Error {
	c, ok := d.space()
	switch {
	case !ok:
		return d.peeked(eofValue)
	case c == 'n':
		d.at++
		return d.ident("ull")
	}
	return d.invalidType("unit")
}

// Option reads null, or a value with some.
func (d *Decoder) Option(some func() *Error) *Error {
	if c, ok := d.space(); ok && c == 'n' {
		d.at++
		return d.ident("ull")
	}
	return some()
}

func (d *Decoder) colon() *Error {
	switch c, ok := d.space(); {
	case !ok:
		return d.peeked(eofObject)
	case c != ':':
		return d.peeked(wantColon)
	}
	d.at++
	return nil
}
