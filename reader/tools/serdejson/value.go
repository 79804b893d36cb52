package serdejson

import (
	"errors"
	"slices"
	"strconv"
	"strings"

	"eyeline/reader/internal/lossy"
	"eyeline/reader/tools/runtime/jsontext"
)

// Kind is the type of a Value.
type Kind uint8

const (
	Null Kind = iota
	Bool
	Number
	String
	Array
	Object
)

// Value is a JSON value as serde_json's Value is one: what a tool sees that reads its arguments from a value instead of
// from text. Errors about it name no position.
type Value struct {
	Kind     Kind
	Bool     bool
	Text     string // of a String
	Elements []Value
	// Fields of an Object, in the order of the text.
	Fields jsontext.Fields[Value]

	number number
}

// maxNesting is how deeply serde_json lets arrays and objects nest in a Value.
const maxNesting = 127

// ParseValue reads one JSON value. The error, an *Error, is serde_json's.
func ParseValue(text []byte) (Value, error) {
	d := &Decoder{text: lossy.Decode(text)}
	v, err := d.value(0)
	if err == nil {
		err = d.end()
	}
	if err != nil {
		return Value{}, d.positioned(err)
	}
	return v, nil
}

// ParseObjects reads the JSON objects that follow each other at the front of text, up to the first thing that is none.
func ParseObjects(text []byte) []Value {
	d := &Decoder{text: lossy.Decode(text)}
	var objects []Value
	for {
		if c, ok := d.space(); !ok || c != '{' {
			return objects
		}
		v, err := d.value(0)
		if err != nil {
			return objects
		}
		objects = append(objects, v)
	}
}

// CheckSyntax says why text is not JSON, nil when it is. Numbers of any size and halves of surrogate pairs are JSON
// here. The error is an *Error.
func CheckSyntax(text []byte) error {
	d := &Decoder{text: lossy.Decode(text)}
	err := d.ignore()
	if err == nil {
		err = d.end()
	}
	if err != nil {
		return d.positioned(err)
	}
	return nil
}

// value reads a value inside depth others.
func (d *Decoder) value(depth int) (v Value, err *Error) {
	c, ok := d.space()
	switch {
	case !ok:
		return v, d.peeked(eofValue)
	case c == 'n':
		d.at++
		return v, d.ident("ull")
	case c == 't':
		d.at++
		return Value{Kind: Bool, Bool: true}, d.ident("rue")
	case c == 'f':
		d.at++
		return Value{Kind: Bool}, d.ident("alse")
	case c == '-' || isDigit(c):
		v.Kind = Number
		v.number, err = d.number()
		return v, err
	case c == '"':
		d.at++
		v.Kind = String
		v.Text, err = d.quoted()
		return v, err
	case c != '[' && c != '{':
		return v, d.peeked(wantValue)
	case depth == maxNesting:
		return v, d.peeked("recursion limit exceeded")
	}
	d.at++
	if c == '[' {
		v.Kind = Array
		v.Elements, err = d.elements(depth + 1)
	} else {
		v.Kind = Object
		v.Fields, err = d.fields(depth + 1)
	}
	return v, err
}

// elements reads an array after its bracket.
func (d *Decoder) elements(depth int) ([]Value, *Error) {
	var list []Value
	for {
		more, err := d.nextElement(list == nil)
		if err != nil {
			return nil, err
		}
		if !more {
			return list, d.endList()
		}
		v, err := d.value(depth)
		if err != nil {
			return nil, err
		}
		list = append(list, v)
	}
}

// fields reads an object after its brace.
func (d *Decoder) fields(depth int) (fields jsontext.Fields[Value], err *Error) {
	for {
		more, err := d.nextKey(fields.Keys == nil)
		if err != nil {
			return fields, err
		}
		if !more {
			return fields, d.endObject()
		}
		d.at++
		name, err := d.quoted()
		if err != nil {
			return fields, err
		}
		if err := d.colon(); err != nil {
			return fields, err
		}
		v, err := d.value(depth)
		if err != nil {
			return fields, err
		}
		fields.Set(name, v)
	}
}

// Int is the number as an int64; ok is false when it is no integer or does not fit.
func (v Value) Int() (n int64, ok bool) {
	switch {
	case v.Kind != Number:
	case v.number.kind == isSigned:
		return v.number.i, true
	case v.number.kind == isUnsigned && v.number.u < 1<<63:
		return int64(v.number.u), true
	}
	return 0, false
}

// Float is the number as a float64, rounded where it must be; 0 for what is no number.
func (v Value) Float() float64 {
	switch v.number.kind {
	case isUnsigned:
		return float64(v.number.u)
	case isSigned:
		return float64(v.number.i)
	}
	return v.number.f
}

// Str reads a string; the errors of this method and those below are serde's, without a position.
func (v Value) Str() (string, error) {
	if v.Kind != String {
		return "", v.Invalid("a string")
	}
	return v.Text, nil
}

// Usize reads an unsigned integer.
func (v Value) Usize() (uint64, error) {
	if v.Kind == Number && v.number.kind == isUnsigned {
		return v.number.u, nil
	}
	if v.Kind == Number && v.number.kind == isSigned {
		return 0, errors.New("invalid value: " + v.number.unexpected() + ", expected usize")
	}
	return 0, v.Invalid("usize")
}

// Struct hands the fields of a struct to set, one after the other: those of an object by name in the order of the text,
// those of an array by their place in names. expected is the struct's name, required the names of those that must be
// there.
func (v Value) Struct(expected string, names []string, required int, set func(name string, v Value) error) error {
	switch v.Kind {
	case Object:
		for i, name := range v.Fields.Keys {
			if !slices.Contains(names, name) {
				continue
			}
			if err := set(name, v.Fields.Values[i]); err != nil {
				return err
			}
		}
		for _, name := range names[:required] {
			if !v.Fields.Has(name) {
				return errors.New("missing field `" + name + "`")
			}
		}
	case Array:
		for i, e := range v.Elements[:min(len(v.Elements), len(names))] {
			if err := set(names[i], e); err != nil {
				return err
			}
		}
		n := strconv.Itoa(len(v.Elements))
		switch {
		case len(v.Elements) < required:
			return errors.New("invalid length " + n + ", expected struct " + expected + " with " + strconv.Itoa(len(names)) + " elements")
		case len(v.Elements) > len(names):
			return errors.New("invalid length " + n + ", expected fewer elements in array")
		}
	default:
		return v.Invalid("struct " + expected)
	}
	return nil
}

// Variant reads an enum of unit variants: a string, or an object of one variant with null.
func (v Value) Variant(variants ...string) (string, error) {
	name := v.Text
	switch v.Kind {
	case String:
	case Object:
		if len(v.Fields.Keys) != 1 {
			return "", errors.New("invalid value: map, expected map with a single key")
		}
		name = v.Fields.Keys[0]
	default:
		return "", v.Invalid("string or map")
	}
	if !slices.Contains(variants, name) {
		return "", errors.New(unknownVariant(name, variants))
	}
	if v.Kind == Object && v.Fields.Values[0].Kind != Null {
		return "", v.Fields.Values[0].Invalid("unit")
	}
	return name, nil
}

// unknownVariant is serde's error for a variant that an enum does not have.
func unknownVariant(name string, variants []string) string {
	expected := "`" + strings.Join(variants, "`, `") + "`"
	switch len(variants) {
	case 1:
	case 2:
		expected = "`" + variants[0] + "` or `" + variants[1] + "`"
	default:
		expected = "one of " + expected
	}
	return "unknown variant `" + name + "`, expected " + expected
}

// Invalid is serde's error for a value of another type than expected.
func (v Value) Invalid(expected string) error {
	got := "null"
	switch v.Kind {
	case Bool:
		got = "boolean `" + strconv.FormatBool(v.Bool) + "`"
	case Number:
		got = v.number.unexpected()
	case String:
		got = "string " + debug(v.Text)
	case Array:
		got = "sequence"
	case Object:
		got = "map"
	}
	return errors.New("invalid type: " + got + ", expected " + expected)
}

// String is the value as compact JSON.
func (v Value) String() string { return string(v.append(nil)) }

func (v Value) append(dst []byte) []byte {
	switch v.Kind {
	case Bool:
		return strconv.AppendBool(dst, v.Bool)
	case Number:
		switch v.number.kind {
		case isUnsigned:
			return strconv.AppendUint(dst, v.number.u, 10)
		case isSigned:
			return strconv.AppendInt(dst, v.number.i, 10)
		}
		return append(dst, formatFloat(v.number.f)...)
	case String:
		return appendQuoted(dst, v.Text)
	case Array:
		dst = append(dst, '[')
		for i, e := range v.Elements {
			if i > 0 {
				dst = append(dst, ',')
			}
			dst = e.append(dst)
		}
		return append(dst, ']')
	case Object:
		dst = append(dst, '{')
		for i, name := range v.Fields.Keys {
			if i > 0 {
				dst = append(dst, ',')
			}
			dst = append(appendQuoted(dst, name), ':')
			dst = v.Fields.Values[i].append(dst)
		}
		return append(dst, '}')
	}
	return append(dst, "null"...)
}

// appendQuoted appends s as serde_json writes a string: nothing is escaped that need not be.
func appendQuoted(dst []byte, s string) []byte {
	const hex = "0123456789abcdef"
	dst = append(dst, '"')
	for i := range len(s) {
		switch c := s[i]; {
		case c == '"' || c == '\\':
			dst = append(dst, '\\', c)
		case c >= 0x20:
			dst = append(dst, c)
		case c == '\b':
			dst = append(dst, `\b`...)
		case c == '\f':
			dst = append(dst, `\f`...)
		case c == '\n':
			dst = append(dst, `\n`...)
		case c == '\r':
			dst = append(dst, `\r`...)
		case c == '\t':
			dst = append(dst, `\t`...)
		default:
			dst = append(dst, '\\', 'u', '0', '0', hex[c>>4], hex[c&15])
		}
	}
	return append(dst, '"')
}
