package js

import (
	"bytes"
	"cmp"
	"encoding/json"
	"math"
	"strconv"

	"eyeline/reader/internal/runtime/jsontext"
)

// kind is the kind of a JSON value as validators written in JavaScript name it.
type kind string

// The kinds of values.
const (
	Undefined kind = "undefined" // an absent field
	Null      kind = "null"
	Boolean   kind = "boolean"
	Number    kind = "number"
	String    kind = "string"
	Array     kind = "array"
	Object    kind = "object"
)

// Value is a JSON value as JavaScript has it.
type Value struct {
	Kind  kind
	Text  string  // of a string
	Num   float64 // of a number; may be infinite
	Yes   bool    // of a boolean
	Items []Value
	// Fields of an object, in the order in which JavaScript goes through them: names that are whole numbers in
	// ascending order first. SortKeys makes that order.
	jsontext.Fields[Value]
}

// True reports whether JavaScript takes a value for true.
func (v Value) True() bool {
	return v.Kind == Object || v.Kind == Array || v.Text != "" || v.Num != 0 || v.Yes
}

// Get is a field of an object; its Kind is Undefined without one, or v is no object.
func (v Value) Get(name string) Value {
	if field, ok := v.Lookup(name); ok {
		return field
	}
	return Value{Kind: Undefined}
}

// Parse is JSON.parse, without its error: of a field given twice the last one counts, numbers are doubles, and half a
// surrogate pair is U+FFFD.
func Parse(data []byte) (v Value, ok bool) {
	v, ok = values.Parse(data)
	if !ok {
		v.Kind = Undefined
	}
	return v, ok
}

var values = jsontext.Maker[Value]{
	Scalar: func(token json.Token) Value {
		switch token := token.(type) {
		case string:
			return Value{Kind: String, Text: token}
		case bool:
			return Value{Kind: Boolean, Yes: token}
		case json.Number:
			f, _ := token.Float64() // beyond the doubles it is infinite, as in JavaScript
			return Value{Kind: Number, Num: f}
		}
		return Value{Kind: Null}
	},
	Array: func(items []Value) Value { return Value{Kind: Array, Items: items} },
	Object: func(fields jsontext.Fields[Value]) Value {
		v := Value{Kind: Object, Fields: fields}
		v.SortKeys()
		return v
	},
}

// With is an object with one more field, or another value of one.
func (v Value) With(name string, field Value) Value {
	v.Fields = v.Clone()
	v.Set(name, field)
	return v
}

// SortKeys puts the fields into the order of JavaScript, after the last Set.
func (v *Value) SortKeys() {
	v.Sort(func(a, b string) int { return cmp.Compare(index(a), index(b)) })
}

// index is the number that a field's name is, when it is one that JavaScript sorts by; else the same for all.
func index(name string) uint64 {
	if name == "" || name[0] < '0' || name[0] > '9' {
		return math.MaxUint64
	}
	n, err := strconv.ParseUint(name, 10, 32)
	if err != nil || strconv.FormatUint(n, 10) != name || n == math.MaxUint32 {
		return math.MaxUint64
	}
	return n
}

// String is JSON.stringify(v).
func (v Value) String() string { return string(v.appendJSON(nil)) }

// Pretty is JSON.stringify(v, null, indent).
func (v Value) Pretty(indent string) string {
	var b bytes.Buffer
	_ = json.Indent(&b, v.appendJSON(nil), "", indent) // it is JSON
	return b.String()
}

// appendJSON appends the value as JSON.
func (v Value) appendJSON(dst []byte) []byte {
	switch v.Kind {
	case Boolean:
		return strconv.AppendBool(dst, v.Yes)
	case Number:
		if math.IsInf(v.Num, 0) || math.IsNaN(v.Num) {
			return append(dst, "null"...)
		}
		return append(dst, NumberText(v.Num)...)
	case String:
		return jsontext.AppendQuote(dst, v.Text)
	case Array:
		dst = append(dst, '[')
		for i, item := range v.Items {
			if i > 0 {
				dst = append(dst, ',')
			}
			dst = item.appendJSON(dst)
		}

		return append(dst, ']')
	case Object:
		dst = append(dst, '{')
		for i, name := range v.Keys {
			if i > 0 {
				dst = append(dst, ',')
			}
			dst = v.Values[i].appendJSON(append(jsontext.AppendQuote(dst, name), ':'))
		}

		return append(dst, '}')
	}

	return append(dst, v.Kind...)
}

// Slice is the half-open range of the elements that slice(start, end) takes of a list of n; the numbers may be
// fractions and negative, and NaN counts as 0.
func Slice(start, end float64, n int64) (from, to int64) {
	at := func(f float64) int64 {
		f = math.Trunc(f)
		if f < 0 {
			f += float64(n)
		}
		if math.IsNaN(f) {
			f = 0
		}

		return int64(min(max(f, 0), float64(n)))
	}
	from = at(start)
	to = at(end)
	return from, max(from, to)
}
