package tools

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"strconv"
	"unicode/utf8"

	"eyeline/reader/internal/lazy"
)

// maxDepth is how deep arrays and objects may be nested in arguments.
const maxDepth = 127

// CheckJSON returns an error if data is not a JSON text: for invalid UTF-8, invalid syntax, half a surrogate pair in a
// string, or nesting beyond maxDepth. encoding/json alone accepts all but the second.
func CheckJSON(data []byte) error {
	if !utf8.Valid(data) {
		return errors.New("not valid UTF-8")
	}

	if !json.Valid(data) {
		var v json.RawMessage
		err := json.Unmarshal(data, &v)
		if syntax, ok := errors.AsType[*json.SyntaxError](err); ok {
			return fmt.Errorf("not valid JSON: %s (at byte %d)", syntax, syntax.Offset)
		}

		return errors.New("not valid JSON")
	}

	return checkNesting(data)
}

// checkNesting checks a valid JSON text for nesting and for halves of surrogate pairs.
func checkNesting(data []byte) error {
	tokens := json.NewDecoder(bytes.NewReader(data))
	depth := 0
	tokens.UseNumber()
	for token, err := tokens.Token(); err == nil; token, err = tokens.Token() {
		switch token {
		case json.Delim('{'), json.Delim('['):
			depth++
		case json.Delim('}'), json.Delim(']'):
			depth--
		}

		if depth > maxDepth {
			return fmt.Errorf("nested deeper than %d levels", maxDepth)
		}
	}

	// replaced, not removed, so that what is around stays apart
	escapes := bytes.ReplaceAll(data, []byte(`\\`), []byte("  "))
	for _, m := range surrogates().FindAllSubmatch(escapes, -1) {
		if m[1] != nil {
			return errors.New("a string holds half a surrogate pair")
		}
	}

	return nil
}

// surrogates matches pairs of escaped surrogates, and as group 1 a surrogate that is not in a pair.
var surrogates = lazy.Regexp(`(?i)\\ud[89ab]..\\ud[c-f]..|(\\ud[89a-f]..)`)

// Object is the fields of a JSON object. If a name occurs twice, the last value counts.
type Object map[string]json.RawMessage

// ParseObject parses arguments that must be a JSON object.
func ParseObject(data []byte) (Object, error) {
	if err := CheckJSON(data); err != nil {
		return nil, err
	}
	if kind := JSONKind(data); kind != "an object" {
		return nil, fmt.Errorf("expected an object, not %s", kind)
	}
	o := Object{}
	err := json.Unmarshal(data, &o)
	return o, err
}

// Present reports whether the object has a field that is not null.
func (o Object) Present(name string) bool {
	raw, ok := o[name]
	return ok && JSONKind(raw) != "null"
}

// Str returns a required string.
func (o Object) Str(name string) (string, error) {
	raw, ok := o[name]
	if !ok {
		return "", fmt.Errorf("missing field `%s`", name)
	}
	if kind := JSONKind(raw); kind != "a string" {
		return "", fmt.Errorf("`%s` must be a string, not %s", name, kind)
	}

	var s string
	err := json.Unmarshal(raw, &s)
	return s, err
}

// Integer is an integer whose absolute value fits in an unsigned 64-bit integer.
type Integer struct {
	Negative bool
	Size     uint64
}

func (n Integer) String() string {
	if n.Negative {
		return "-" + strconv.FormatUint(n.Size, 10)
	}
	return strconv.FormatUint(n.Size, 10)
}

// Clamp returns n as an int64, or the nearest one.
func (n Integer) Clamp() int64 {
	switch {
	case n.Negative && n.Size > math.MaxInt64:
		return math.MinInt64
	case n.Negative:
		return -int64(n.Size)
	case n.Size > math.MaxInt64:
		return math.MaxInt64
	}
	return int64(n.Size)
}

// Integer returns a required integer; label is its name in errors.
func (o Object) Integer(name, label string) (Integer, error) {
	raw, ok := o[name]
	if !ok {
		return Integer{}, fmt.Errorf("missing field `%s`", label)
	}
	if kind := JSONKind(raw); kind != "a number" {
		return Integer{}, fmt.Errorf("`%s` must be an integer, not %s", label, kind)
	}

	digits, negative := bytes.CutPrefix(raw, []byte("-"))
	if bytes.ContainsAny(digits, ".eE") {
		return Integer{}, fmt.Errorf("`%s` must be an integer, not %s", label, raw)
	}

	size, err := strconv.ParseUint(string(digits), 10, 64)
	if err != nil {
		return Integer{}, fmt.Errorf("`%s` is out of range: %s", label, raw)
	}

	return Integer{Negative: negative && size > 0, Size: size}, nil
}

// Unsigned returns an optional integer from 0 to limit; given is false if it is absent or null.
func (o Object) Unsigned(name string, limit uint64) (n uint64, given bool, err error) {
	if !o.Present(name) {
		return 0, false, nil
	}

	v, err := o.Integer(name, name)
	if err != nil {
		return 0, false, err
	}
	if v.Negative || v.Size > limit {
		return 0, false, fmt.Errorf("`%s` must be from 0 to %d, not %s", name, limit, v)
	}

	return v.Size, true, nil
}

// JSONKind returns the type of a valid JSON text, with its article.
func JSONKind(raw []byte) string {
	switch bytes.TrimLeft(raw, " \t\r\n")[0] {
	case '{':
		return "an object"
	case '[':
		return "an array"
	case '"':
		return "a string"
	case 't', 'f':
		return "a boolean"
	case 'n':
		return "null"
	}

	return "a number"
}

// Quote returns s as a JSON string, without the escapes that only HTML needs.
func Quote(s string) string { return string(Encode(s)) }

// DoubledName returns the first name that occurs twice in a valid JSON object; "" if all differ.
func DoubledName(object []byte) string {
	d := json.NewDecoder(bytes.NewReader(object))
	_, _ = d.Token() // the opening brace
	for known := map[string]struct{}{}; d.More(); {
		token, err := d.Token()
		name, ok := token.(string)
		_, twice := known[name]
		if twice || err != nil || !ok {
			return name
		}

		known[name] = struct{}{}
		var value json.RawMessage
		if d.Decode(&value) != nil {
			return ""
		}
	}

	return ""
}
