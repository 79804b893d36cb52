package tools

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"math"
	"slices"
	"strings"
	"unicode"
)

// BuildArgs returns a tool's arguments as JSON, in the order of its parameters: file, unless it is "", and values by
// their flag ("max-levels"), which may be anything that encoding/json writes. A json.RawMessage is inserted unchanged,
// so that the tool can refuse it in its own words. Values that cannot be written, or whose flag the tool does not have,
// are omitted.
func BuildArgs(t *Tool, file string, values Values) json.RawMessage {
	if t.Args != nil {
		return t.Args(file, values)
	}

	args := []byte("{}")
	for i := range t.Params {
		p := &t.Params[i]
		text := argument(t.Params, i, file, values)
		if text == nil || p.Path == nil {
			continue
		}
		if _, raw := values[p.Flag].(json.RawMessage); raw && !json.Valid(text) {
			continue
		}
		if with := setArg(args, p.Path, string(text)); with != nil {
			args = with
		}
	}

	return args
}

// argument returns the JSON text of a parameter; nil if it is not given.
func argument(params []Param, i int, file string, values Values) []byte {
	p := &params[i]
	if p.IsFile {
		if file == "" {
			return nil
		}
		return Encode(file)
	}

	if v, ok := values[p.Flag]; ok {
		return Encode(v)
	}
	if p.Fill == nil || len(p.Path) < 2 {
		return nil
	}

	// A missing element of an array is filled in if a later one of the same array is given.
	array := p.Path[:len(p.Path)-1]
	for _, later := range params[i+1:] {
		if _, ok := values[later.Flag]; ok && len(later.Path) == len(p.Path) &&
			slices.Equal(later.Path[:len(array)], array) {
			return Encode(p.Fill)
		}
	}

	return nil
}

// ValuesOf is the inverse of BuildArgs, without the file: it returns the arguments in JSON such as Result.NextArgs.
// Unknown fields are omitted. ok is false if the JSON is not an object.
func ValuesOf(t *Tool, args json.RawMessage) (values Values, ok bool) {
	if t.Values != nil {
		return t.Values(args)
	}

	var fields map[string]any
	if json.Unmarshal(args, &fields) != nil || fields == nil {
		return nil, false
	}

	values = Values{}
	for _, p := range t.Params {
		if p.IsFile || p.Path == nil {
			continue
		}

		at := valueAt(fields, p.Path)
		if f, isNumber := at.(float64); isNumber {
			at = wholeNumber(f)
		}
		if at != nil {
			values[p.Flag] = at
		}
	}

	return values, true
}

// FileOf returns the file in a tool's arguments; ok is false if there is no file.
func FileOf(t *Tool, args json.RawMessage) (file string, ok bool) {
	if t.File != nil {
		return t.File(args)
	}

	var fields map[string]any
	i := slices.IndexFunc(t.Params, func(p Param) bool { return p.IsFile && p.Path != nil })
	if i < 0 || json.Unmarshal(args, &fields) != nil {
		return "", false
	}

	file, ok = valueAt(fields, t.Params[i].Path).(string)
	return file, ok
}

// valueAt returns the value at a path in decoded JSON; nil if it does not exist.
func valueAt(at any, path []string) any {
	for _, name := range path {
		if i, isElement := element(name); isElement {
			array, _ := at.([]any)
			at = nil
			if i < len(array) {
				at = array[i]
			}

			continue
		}

		m, _ := at.(map[string]any)
		at = m[name]
	}

	return at
}

// wholeNumber converts a JSON number to an int64 if it is an integer.
func wholeNumber(f float64) any {
	if f == math.Trunc(f) && math.Abs(f) < 1<<53 {
		return int64(f)
	}
	return f
}

// Set is SetArg for a dotted name ("offset", "line_range.start") and a value that Encode writes, and for further pairs
// of names and values.
func Set(args []byte, name string, value any, more ...any) json.RawMessage {
	args = SetArg(args, strings.Split(name, "."), string(Encode(value)))
	if len(more) > 1 {
		return Set(args, more[0].(string), more[1], more[2:]...)
	}
	return args
}

// Encode returns v as JSON without the escapes that only HTML needs; nil if it cannot be written.
func Encode(v any) []byte {
	if raw, ok := v.(json.RawMessage); ok {
		return raw
	}

	var b bytes.Buffer
	enc := json.NewEncoder(&b)
	enc.SetEscapeHTML(false)

	if err := enc.Encode(v); err != nil {
		return nil
	}

	return bytes.TrimRight(b.Bytes(), "\n")
}

// JSON returns a value as commands print it: JSON on one line, without the escapes that only HTML needs, and with those
// of Visible. It is nil for what cannot be written.
func JSON(v any) []byte { return Visible(Encode(v)) }

// WriteJSON writes a value as JSON returns it, with a newline.
func WriteJSON(w io.Writer, v any) error {
	text := JSON(v)
	if text == nil {
		return fmt.Errorf("a %T cannot be written as JSON", v)
	}
	_, err := w.Write(append(text, '\n'))
	return err
}

// Visible escapes the characters of a JSON text that a terminal obeys instead of showing: C1 control characters, and
// those that change the direction of text.
func Visible(text []byte) []byte {
	if !bytes.ContainsFunc(text, obeyed) {
		return text
	}

	var b bytes.Buffer
	for _, r := range string(text) {
		if obeyed(r) {
			fmt.Fprintf(&b, `\u%04x`, r)
		} else {
			b.WriteRune(r)
		}
	}

	return b.Bytes()
}

// obeyed reports whether Visible escapes a character, which in JSON can only occur in a string.
func obeyed(r rune) bool { return r >= 0x7F && r < 0xA0 || unicode.Is(unicode.Bidi_Control, r) }
