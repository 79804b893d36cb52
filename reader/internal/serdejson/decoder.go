package serdejson

import (
	"fmt"
	"slices"

	"eyeline/reader/internal/lossy"
)

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

// Decode reads a JSON text with read, to its end. Bytes that are not UTF-8, which cannot reach the original, are
// decoded lossily first. The error is an *Error.
func Decode(text []byte, read func(d *Decoder) *Error) error {
	d := &Decoder{text: lossy.Decode(text)}
	err := read(d)
	if err == nil && d.space() {
		err = d.peeked(trailingChars)
	}
	if err != nil {
		return d.positioned(err)
	}
	return nil
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
		e.Column++
		if c == '\n' {
			e.Line++
			e.Column = 0
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

// after skips white space and returns the next byte, not consumed; ended is the error where the text ends there.
func (d *Decoder) after(ended string) (byte, *Error) {
	if !d.space() {
		return 0, d.peeked(ended)
	}
	return d.text[d.at], nil
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

// word consumes null, true or false, of which the first letter is there.
func (d *Decoder) word(word string) *Error {
	for i := range len(word) {
		if d.at >= len(d.text) {
			return d.here(eofValue)
		}
		if d.next() != word[i] {
			return d.here(wantIdent)
		}
	}
	return nil
}

// scalar reads a value that begins with c, which is neither an array nor an object. Numbers of any size, and halves of
// surrogate pairs, are fine where it is not kept.
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

	return v, d.peeked(wantValue)
}

// invalidType is the error for the value at hand, which is of another type than expected; it consumes scalar values
// first.
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

	return d.here(v.invalid(expected))
}

// Text reads a string.
func (d *Decoder) Text(into *string) *Error { return d.textOf("a string", into) }

// textOf reads a string; expected names it where the value is of another type.
func (d *Decoder) textOf(expected string, into *string) *Error {
	c, err := d.after(eofValue)
	if err != nil {
		return err
	}
	if c != '"' {
		return d.invalidType(expected)
	}
	*into, err = d.quoted(true)
	return err
}

// Usize reads an unsigned 64-bit integer.
func (d *Decoder) Usize(into *uint64) *Error { return d.Unsigned(into, "usize") }

// Unsigned is Usize for a type of another name.
func (d *Decoder) Unsigned(into *uint64, expected string) *Error {
	c, err := d.after(eofValue)
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
		return d.here(reason)
	}

	*into = n.u
	return nil
}

// Bool reads true or false.
func (d *Decoder) Bool(into *bool) *Error {
	c, err := d.after(eofValue)
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

// Option reads null, or a value with some.
func (d *Decoder) Option(some func() *Error) *Error {
	if d.space() && d.peek() == 'n' {
		return d.word("null")
	}
	return some()
}

// Optional reads null, for which into stays nil, or a value.
func Optional[T any](d *Decoder, into **T, read func(into *T) *Error) func() *Error {
	return func() *Error {
		return d.Option(func() *Error {
			*into = new(T)
			return read(*into)
		})
	}
}

// Enum reads an enum of unit variants: a string, or an object of one variant with null. into gets the index of the
// variant.
func (d *Decoder) Enum(into *int, variants ...string) *Error {
	c, err := d.after(eofValue)
	switch {
	case err != nil:
		return err
	case c == '"':
		return d.variant(into, variants)
	case c != '{':
		return d.peeked(wantValue)
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
		return d.here(eofObject)
	case d.peek() != '}':
		return d.here(wantValue)
	}

	d.at++
	return nil
}

// notUnit is the error for a value that is not null.
func (d *Decoder) notUnit() *Error {
	if _, err := d.after(eofValue); err != nil {
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
		return d.here(unknownVariant(name, variants))
	}
	return nil
}

func (d *Decoder) colon() *Error {
	c, err := d.after(eofObject)
	switch {
	case err != nil:
		return err
	case c != ':':
		return d.peeked(wantColon)
	}
	d.at++
	return nil
}

// StructField is a field of a struct: an object may give it by name, an array by place.
type StructField struct {
	Name     string
	Read     func() *Error
	Required bool
	// Placed: an array has to give it, also where an object need not.
	Placed bool
}

// Struct reads an object, or an array of the values of the fields in their order (ObjectsOnly). name is the struct's in
// errors.
func (d *Decoder) Struct(name string, fields []StructField) *Error {
	c, err := d.after(eofValue)
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

	if err != nil && err.Line != unplaced {
		return err
	}

	// An error without a place is that of the struct's end.
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
			return &Error{Reason: "duplicate field `" + key + "`", Line: unplaced}
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
			return &Error{Reason: "missing field `" + f.Name + "`", Line: unplaced}
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
			err = &Error{Reason: reason, Line: unplaced}
		}

		if err != nil {
			return err
		}
	}

	return nil
}
