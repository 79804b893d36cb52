// Package jsontext has what readers of JSON share that make values of it as JavaScript and as Python have them: how a
// text is taken apart, the fields of an object in the order in which they were given, and strings as text again.
package jsontext

import (
	"bytes"
	"encoding/json"
	"strings"
	"unicode/utf8"

	"eyeline/reader/internal/jsonskim"
)

// Maker makes the values of a text.
type Maker[V any] struct {
	// Scalar makes a string, a json.Number, a boolean, or nil for null. Half a surrogate pair in a string, and bytes
	// that are not UTF-8, are U+FFFD.
	Scalar func(token json.Token) V
	Array  func(items []V) V
	Object func(fields Fields[V]) V
}

// Parse reads a JSON text; ok is false where it is not one.
func (m Maker[V]) Parse(text []byte) (v V, ok bool) {
	whole, err := jsonskim.FromBytes(text).Value(0, int64(len(text)))
	if err != nil {
		return v, false
	}
	return m.convert(text, whole), true
}

// convert builds the value of a text that is known to be valid JSON.
func (m Maker[V]) convert(text []byte, from jsonskim.Value) V {
	switch from.Kind {
	case jsonskim.Object:
		var fields Fields[V]
		_ = from.Each(func(key []byte, member jsonskim.Value) error { // the text is valid
			fields.Set(Name(key), m.convert(text, member))
			return nil
		})
		return m.Object(fields)
	case jsonskim.Array:
		var items []V
		for item := range from.Values() {
			items = append(items, m.convert(text, item))
		}
		return m.Array(items)
	case jsonskim.String:
		var s strings.Builder
		_ = from.WriteText(&s) // the text is valid
		return m.Scalar(s.String())
	case jsonskim.Number:
		return m.Scalar(json.Number(text[from.Off:from.End]))
	case jsonskim.Null:
		return m.Scalar(nil)
	}

	return m.Scalar(from.Kind == jsonskim.True)
}

// Name is a field's name, given its text between the quotes, as package jsonskim does.
func Name(raw []byte) (name string) {
	if bytes.IndexByte(raw, '\\') < 0 && utf8.Valid(raw) {
		return string(raw)
	}
	_ = json.Unmarshal([]byte(`"`+string(raw)+`"`), &name) // it is valid
	return name
}
