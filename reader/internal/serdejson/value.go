package serdejson

import (
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"eyeline/reader/each"
	"eyeline/reader/internal/lossy"
	"eyeline/reader/internal/runtime/jsontext"
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

// Value is a JSON value as serde_json's Value is one: what a tool sees that reads its arguments from a value instead of
// from text. Errors about it name no position.
type Value struct {
	Kind     kind
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
func ParseValue(text []byte) (v Value, err error) {
	err = Decode(text, func(d *Decoder) (err *Error) {
		v, err = d.read(true)
		return err
	})
	return v, err
}

// ParseObjects reads the JSON objects that follow each other at the front of text, up to the first other thing.
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

// CheckSyntax says why text is not JSON, nil when it is. Numbers of any size and halves of surrogate pairs are JSON
// here. The error is an *Error.
func CheckSyntax(text []byte) error { return Decode(text, (*Decoder).ignore) }

// ignore passes over a value.
func (d *Decoder) ignore() *Error {
	_, err := d.read(false)
	return err
}

// Int is the number as an int64; ok is false when it is no integer or does not fit.
func (v Value) Int() (n int64, ok bool) {
	switch {
	case v.Kind != Number: // no number
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
	if v.Kind != Number {
		return 0, v.Invalid("usize")
	}
	if reason := v.number.notUnsigned("usize"); reason != "" {
		return 0, errors.New(reason)
	}
	return v.number.u, nil
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

		switch n := len(v.Elements); {
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

// Variant reads an enum of unit variants: a string, or an object of one variant with null.
func (v Value) Variant(variants ...string) (string, error) {
	name := v.Text
	switch v.Kind {
	case String: // its text is the name
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
	case 1: // the only variant is named as it is
	case 2:
		expected = "`" + variants[0] + "` or `" + variants[1] + "`"
	default:
		expected = "one of " + expected
	}
	return "unknown variant `" + name + "`, expected " + expected
}

// Invalid is serde's error for a value of another type than expected.
func (v Value) Invalid(expected string) error { return errors.New(v.invalid(expected)) }

func (v Value) invalid(expected string) string {
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

// String is the value as compact JSON.
func (v Value) String() string {
	switch v.Kind {
	case Bool:
		return strconv.FormatBool(v.Bool)
	case Number:
		return v.number.String()
	case String:
		return jsontext.Quote(v.Text)
	case Array:
		return "[" + strings.Join(each.Of(v.Elements, Value.String), ",") + "]"
	case Object:
		parts := make([]string, len(v.Fields.Keys))
		for i, name := range v.Fields.Keys {
			parts[i] = jsontext.Quote(name) + ":" + v.Fields.Values[i].String()
		}
		return "{" + strings.Join(parts, ",") + "}"
	}

	return "null"
}
