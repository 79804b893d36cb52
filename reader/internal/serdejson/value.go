package serdejson

import (
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"eyeline/reader/internal/lossy"
	"eyeline/reader/internal/runtime/jsontext"
	"eyeline/reader/lists"
)

// kind is the type of a Value.
type kind uint8

const (
	Null kind = iota
	Bool
	Number
	String
	Array
	Object
)

// Value is a JSON value like serde_json's Value, for tools that decode their arguments from a value instead of text.
// Errors about it have no position.
type Value struct {
	Kind     kind
	Bool     bool
	Text     string // value of a String
	Elements []Value
	// Fields of an Object, in order.
	Fields jsontext.Fields[Value]

	number number
}

// maxNesting is serde_json's limit for nested arrays and objects.
const maxNesting = 127

// ParseValue parses one JSON value. The error is an *Error.
func ParseValue(text []byte) (v Value, err error) {
	err = Decode(text, func(d *Decoder) (err *Error) {
		v, err = d.read(true)
		return err
	})
	return v, err
}

// ParseObjects parses consecutive JSON objects at the start of text, up to anything else.
func ParseObjects(text []byte) []Value {
	d := &Decoder{text: lossy.Decode(text)}
	var objects []Value
	for {
		if !d.space() || d.peek() != '{' {
			return objects
		}

		v, err := d.read(true)
		if err != nil {
			return objects
		}

		objects = append(objects, v)
	}
}

// CheckSyntax returns why text is not JSON, nil if it is. Numbers of any size and lone surrogates are accepted. The
// error is an *Error.
func CheckSyntax(text []byte) error { return Decode(text, (*Decoder).ignore) }

// ignore skips a value.
func (d *Decoder) ignore() *Error {
	_, err := d.read(false)
	return err
}

// Int returns the number as an int64; ok is false if it is not an integer or does not fit.
func (v Value) Int() (n int64, ok bool) {
	switch {
	case v.Kind != Number: // not a number
	case v.number.kind == isSigned:
		return v.number.i, true
	case v.number.kind == isUnsigned && v.number.u < 1<<63:
		return int64(v.number.u), true
	}
	return 0, false
}

// Float returns the number as a float64, rounded if necessary; 0 if it is not a number.
func (v Value) Float() float64 {
	switch v.number.kind {
	case isUnsigned:
		return float64(v.number.u)
	case isSigned:
		return float64(v.number.i)
	}
	return v.number.f
}

// Str returns a string; the errors of this method and those below are serde's, without a position.
func (v Value) Str() (string, error) {
	if v.Kind != String {
		return "", v.Invalid("a string")
	}
	return v.Text, nil
}

// Usize returns an unsigned integer.
func (v Value) Usize() (uint64, error) {
	if v.Kind != Number {
		return 0, v.Invalid("usize")
	}
	if reason := v.number.notUnsigned("usize"); reason != "" {
		return 0, errors.New(reason)
	}
	return v.number.u, nil
}

// Struct passes the fields of a struct to set: those of an object in order of the text, those of an array by their
// index in names. expected is the struct's name, required the number of names that must be present.
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

		n := len(v.Elements)
		switch {
		case n < required:
			return fmt.Errorf("invalid length %d, expected struct %s with %d elements", n, expected, len(names))
		case n > len(names):
			return fmt.Errorf("invalid length %d, expected fewer elements in array", n)
		}
	default:
		return v.Invalid("struct " + expected)
	}

	return nil
}

// Variant returns the variant of an enum of unit variants: a string, or an object of one variant with null.
func (v Value) Variant(variants ...string) (string, error) {
	name := v.Text
	switch v.Kind {
	case String: // the text is the name
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

// unknownVariant returns serde's error for an unknown variant.
func unknownVariant(name string, variants []string) string {
	expected := "`" + strings.Join(variants, "`, `") + "`"
	switch len(variants) {
	case 1: // a single variant is not listed
	case 2:
		expected = "`" + variants[0] + "` or `" + variants[1] + "`"
	default:
		expected = "one of " + expected
	}
	return "unknown variant `" + name + "`, expected " + expected
}

// Invalid returns serde's error for a value of another type than expected.
func (v Value) Invalid(expected string) error { return errors.New(v.invalidText(expected)) }

func (v Value) invalidText(expected string) string {
	got := "null"
	switch v.Kind {
	case Bool:
		got = "boolean `" + v.String() + "`"
	case Number:
		got = v.number.unexpected()
	case String:
		got = "string " + debug(v.Text)
	case Array:
		got = "sequence"
	case Object:
		got = "map"
	}

	return "invalid type: " + got + ", expected " + expected
}

// String returns the value as compact JSON.
func (v Value) String() string {
	switch v.Kind {
	case Bool:
		return strconv.FormatBool(v.Bool)
	case Number:
		return v.number.String()
	case String:
		return jsontext.Quote(v.Text)
	case Array:
		return "[" + strings.Join(lists.Map(v.Elements, Value.String), ",") + "]"
	case Object:
		parts := make([]string, len(v.Fields.Keys))
		for i, name := range v.Fields.Keys {
			parts[i] = jsontext.Quote(name) + ":" + v.Fields.Values[i].String()
		}
		return "{" + strings.Join(parts, ",") + "}"
	}

	return "null"
}
