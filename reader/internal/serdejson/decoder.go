package serdejson

import (
	"fmt"
	"slices"

	"eyeline/reader/internal/lossy"
)

// Decoder decodes JSON text from left to right.
type Decoder struct {
	text []byte
	at   int // number of bytes consumed
	// Arbitrary: errors about numbers are those of serde_json's feature arbitrary_precision, where only 64-bit integers
	// are more than "a number".
	Arbitrary bool
	// ObjectsOnly: an array is not accepted for a struct.
	ObjectsOnly bool
}

// Decode decodes a whole JSON text with read. Invalid UTF-8, which cannot reach the original, is decoded lossily first.
// The error is an *Error.
func Decode(text []byte, read func(d *Decoder) *Error) error {
	d := &Decoder{text: lossy.Decode(text)}
	err := read(d)
	if err == nil && d.space() {
		err = d.errorNext(trailingChars)
	}
	if err != nil {
		return d.positioned(err)
	}
	return nil
}

// noPosition is the Line of an error whose position is that of the end of the struct or text (positioned).
const noPosition = -1

// errorHere returns an error at the last byte consumed.
func (d *Decoder) errorHere(reason string) *Error { return d.errorAt(reason, d.at) }

// errorNext returns an error at the next byte.
func (d *Decoder) errorNext(reason string) *Error { return d.errorAt(reason, min(d.at+1, len(d.text))) }

func (d *Decoder) errorAt(reason string, at int) *Error {
	e := &Error{Reason: reason, Line: 1}
	for _, c := range d.text[:at] {
		e.Column++
		if c == '\n' {
			e.Line++
			e.Column = 0
		}
	}
	return e
}

// positioned sets the position of an unplaced error.
func (d *Decoder) positioned(e *Error) *Error {
	if e.Line == noPosition {
		return d.errorHere(e.Reason)
	}
	return e
}

// space skips white space; it returns false at the end of the text.
func (d *Decoder) space() bool {
	for d.at < len(d.text) {
		switch d.text[d.at] {
		case ' ', '\n', '\t', '\r':
			d.at++
		default:
			return true
		}
	}
	return false
}

// peekToken skips white space and returns the next byte without consuming it; ended is the error at the end of the
// text.
func (d *Decoder) peekToken(ended string) (byte, *Error) {
	if !d.space() {
		return 0, d.errorNext(ended)
	}
	return d.text[d.at], nil
}

// peek returns the next byte without consuming it, 0 at the end.
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

// word consumes null, true or false, whose first letter is next.
func (d *Decoder) word(word string) *Error {
	for i := range len(word) {
		if d.at >= len(d.text) {
			return d.errorHere(eofValue)
		}
		if d.next() != word[i] {
			return d.errorHere(wantIdent)
		}
	}
	return nil
}

// scalar decodes a value that begins with c and is neither array nor object. If it is not kept, numbers of any size and
// lone surrogates are accepted.
func (d *Decoder) scalar(c byte, kept bool) (v Value, err *Error) {
	switch {
	case c == 'n':
		return v, d.word("null")
	case c == 't':
		return Value{Kind: Bool, Bool: true}, d.word("true")
	case c == 'f':
		return Value{Kind: Bool}, d.word("false")
	case (c == '-' || isDigit(c)) && !kept:
		return v, d.scanNumber(badNumber)
	case c == '-' || isDigit(c):
		v.Kind = Number
		v.number, err = d.parseNumber()
		return v, err
	case c == '"':
		v.Kind = String
		v.Text, err = d.quoted(kept)
		return v, err
	}

	return v, d.errorNext(wantValue)
}

// invalidType returns the error for a value of another type than expected; it consumes a scalar first.
func (d *Decoder) invalidType(expected string) *Error {
	var v Value
	switch c := d.peek(); c {
	case '[':
		v.Kind = Array
	case '{':
		v.Kind = Object
	default:
		var err *Error
		if d.Arbitrary && (c == '-' || isDigit(c)) {
			v.Kind = Number
			v.number, err = d.anyNumber()
		} else {
			v, err = d.scalar(c, true)
		}

		if err != nil {
			return err
		}
	}

	return d.errorHere(v.invalidText(expected))
}

// Text decodes a string.
func (d *Decoder) Text(into *string) *Error { return d.textOf("a string", into) }

// textOf decodes a string; expected names it in errors.
func (d *Decoder) textOf(expected string, into *string) *Error {
	c, err := d.peekToken(eofValue)
	if err != nil {
		return err
	}
	if c != '"' {
		return d.invalidType(expected)
	}
	*into, err = d.quoted(true)
	return err
}

// Usize decodes an unsigned 64-bit integer.
func (d *Decoder) Usize(into *uint64) *Error { return d.Unsigned(into, "usize") }

// Unsigned is Usize for a type of another name.
func (d *Decoder) Unsigned(into *uint64, expected string) *Error {
	c, err := d.peekToken(eofValue)
	if err != nil {
		return err
	}
	if c != '-' && !isDigit(c) {
		return d.invalidType(expected)
	}

	n, err := d.parseNumber()
	if err != nil {
		return err
	}
	if reason := n.notUnsigned(expected); reason != "" {
		return d.errorHere(reason)
	}

	*into = n.u
	return nil
}

// Bool decodes a boolean.
func (d *Decoder) Bool(into *bool) *Error {
	c, err := d.peekToken(eofValue)
	if err != nil {
		return err
	}
	if c != 't' && c != 'f' {
		return d.invalidType("a boolean")
	}

	v, err := d.scalar(c, true)
	*into = v.Bool
	return err
}

// Option decodes null, or a value with some.
func (d *Decoder) Option(some func() *Error) *Error {
	if d.space() && d.peek() == 'n' {
		return d.word("null")
	}
	return some()
}

// Optional returns a function that decodes null, for which into stays nil, or a value.
func Optional[T any](d *Decoder, into **T, read func(into *T) *Error) func() *Error {
	return func() *Error {
		return d.Option(func() *Error {
			*into = new(T)
			return read(*into)
		})
	}
}

// Enum decodes an enum of unit variants: a string, or an object of one variant with null. into is set to the index of
// the variant.
func (d *Decoder) Enum(into *int, variants ...string) *Error {
	c, err := d.peekToken(eofValue)
	switch {
	case err != nil:
		return err
	case c == '"':
		return d.variant(into, variants)
	case c != '{':
		return d.errorNext(wantValue)
	}

	d.at++
	if err := d.variant(into, variants); err != nil {
		return err
	}
	if err := d.colon(); err != nil {
		return err
	}
	if err := d.Option(d.notUnit); err != nil {
		return err
	}

	switch {
	case !d.space():
		return d.errorHere(eofObject)
	case d.peek() != '}':
		return d.errorHere(wantValue)
	}

	d.at++
	return nil
}

// notUnit returns the error for a value that is not null.
func (d *Decoder) notUnit() *Error {
	if _, err := d.peekToken(eofValue); err != nil {
		return err
	}
	return d.invalidType("unit")
}

func (d *Decoder) variant(into *int, variants []string) *Error {
	var name string
	if err := d.textOf("variant identifier", &name); err != nil {
		return err
	}
	*into = slices.Index(variants, name)
	if *into < 0 {
		return d.errorHere(unknownVariant(name, variants))
	}
	return nil
}

func (d *Decoder) colon() *Error {
	c, err := d.peekToken(eofObject)
	switch {
	case err != nil:
		return err
	case c != ':':
		return d.errorNext(wantColon)
	}
	d.at++
	return nil
}

// StructField is a field of a struct, by name in an object, by index in an array.
type StructField struct {
	Name     string
	Read     func() *Error
	Required bool
	// Placed: an array must have it, even if an object need not.
	Placed bool
}

// Struct decodes an object, or an array of the fields' values unless ObjectsOnly is set. name is the struct's in
// errors.
func (d *Decoder) Struct(name string, fields []StructField) *Error {
	c, err := d.peekToken(eofValue)
	if err != nil {
		return err
	}
	if c != '{' && (c != '[' || d.ObjectsOnly) {
		return d.invalidType("struct " + name)
	}

	d.at++
	if c == '{' {
		err = d.byName(fields)
	} else {
		err = d.byPlace(name, fields)
	}

	if err != nil && err.Line != noPosition {
		return err
	}

	// An unplaced error is at the end of the struct.
	closing := d.close(c + 2)
	if err != nil {
		return d.positioned(err)
	}

	return closing
}

func (d *Decoder) byName(fields []StructField) *Error {
	seen := make([]bool, len(fields))
	for first := true; ; first = false {
		more, err := d.nextItem(Object, first, true)
		if err != nil {
			return err
		}
		if !more {
			break
		}

		key, err := d.key(true)
		if err != nil {
			return err
		}

		i := slices.IndexFunc(fields, func(f StructField) bool { return f.Name == key })
		if i >= 0 && seen[i] {
			return &Error{Reason: "duplicate field `" + key + "`", Line: noPosition}
		}
		if err := d.colon(); err != nil {
			return err
		}

		read := d.ignore
		if i >= 0 {
			seen[i] = true
			read = fields[i].Read
		}
		if err := read(); err != nil {
			return err
		}
	}

	for i, f := range fields {
		if f.Required && !seen[i] {
			return &Error{Reason: "missing field `" + f.Name + "`", Line: noPosition}
		}
	}

	return nil
}

func (d *Decoder) byPlace(name string, fields []StructField) *Error {
	for i, f := range fields {
		more, err := d.nextItem(Array, i == 0, true)
		switch {
		case err != nil:
			return err
		case more:
			err = f.Read()
		case !f.Required && !f.Placed:
			return nil
		default:
			reason := fmt.Sprintf("invalid length %d, expected struct %s with %d elements", i, name, len(fields))
			if len(fields) == 1 {
				reason = reason[:len(reason)-1]
			}
			err = &Error{Reason: reason, Line: noPosition}
		}

		if err != nil {
			return err
		}
	}

	return nil
}
