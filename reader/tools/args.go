package tools

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"strconv"
	"strings"
	"unicode/utf8"
)

// maxDepth is how deeply arrays and objects may be nested in arguments.
const maxDepth = 127

// CheckJSON says why data is not one JSON text: bad UTF-8, bad syntax, half a surrogate pair in a string, or nesting
// beyond maxDepth. encoding/json alone would let the first, third and fourth pass.
func CheckJSON(data []byte) error {
	if !utf8.Valid(data) {
		return errors.New("not valid UTF-8")
	}
	if !json.Valid(data) {
		var v json.RawMessage
		err := json.Unmarshal(data, &v)
		var syntax *json.SyntaxError
		if errors.As(err, &syntax) {
			return fmt.Errorf("not valid JSON: %s (at byte %d)", syntax, syntax.Offset)
		}
		return errors.New("not valid JSON")
	}
	return checkNesting(data)
}

// checkNesting looks through a valid JSON text for what its grammar allows and this program does not.
func checkNesting(data []byte) error {
	depth := 0
	for i := 0; i < len(data); i++ {
		switch data[i] {
		case '{', '[':
			if depth++; depth > maxDepth {
				return fmt.Errorf("nested deeper than %d levels", maxDepth)
			}
		case '}', ']':
			depth--
		case '"':
			n, err := checkString(data[i:])
			if err != nil {
				return err
			}
			i += n - 1
		}
	}
	return nil
}

// checkString looks at the string at the front of a valid JSON text and returns its length with both quotes.
func checkString(data []byte) (int, error) {
	for i := 1; ; i++ {
		switch data[i] {
		case '"':
			return i + 1, nil
		case '\\':
			i++
			if data[i] != 'u' {
				continue
			}
			unit := hexUnit(data[i+1 : i+5])
			i += 4
			switch {
			case unit >= 0xDC00 && unit <= 0xDFFF:
				return 0, errors.New("a string holds half a surrogate pair")
			case unit >= 0xD800 && unit <= 0xDBFF:
				// A quote always follows, so the slices stay inside a valid text.
				if data[i+1] != '\\' || data[i+2] != 'u' {
					return 0, errors.New("a string holds half a surrogate pair")
				}
				if low := hexUnit(data[i+3 : i+7]); low < 0xDC00 || low > 0xDFFF {
					return 0, errors.New("a string holds half a surrogate pair")
				}
				i += 6
			}
		}
	}
}

func hexUnit(digits []byte) uint64 {
	n, err := strconv.ParseUint(string(digits), 16, 16)
	if err != nil {
		return 0
	}
	return n
}

// Object is a JSON object's fields; of a name given twice the last one counts.
type Object map[string]json.RawMessage

// ParseObject reads arguments that must be a JSON object.
func ParseObject(data []byte) (Object, error) {
	if err := CheckJSON(data); err != nil {
		return nil, err
	}
	if kind := JSONKind(data); kind != "an object" {
		return nil, fmt.Errorf("expected an object, not %s", kind)
	}
	o := Object{}
	eachField(data, func(name string, start, end int) { o[name] = json.RawMessage(data[start:end:end]) })
	return o, nil
}

// Present reports whether the object has a field that is not null.
func (o Object) Present(name string) bool {
	raw, ok := o[name]
	return ok && JSONKind(raw) != "null"
}

// Str is a required string.
func (o Object) Str(name string) (string, error) {
	raw, ok := o[name]
	if !ok {
		return "", fmt.Errorf("missing field `%s`", name)
	}
	if kind := JSONKind(raw); kind != "a string" {
		return "", fmt.Errorf("`%s` must be a string, not %s", name, kind)
	}
	if n := len(raw) - 1; raw[0] == '"' && raw[n] == '"' {
		if text := string(raw[1:n]); isPlainJSON(text) {
			return text, nil
		}
	}
	var s string
	err := json.Unmarshal(raw, &s)
	return s, err
}

// Integer is a whole number as it was written; its size is at most an unsigned 64-bit integer's.
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

// Clamp is n as an int64, or the nearest one.
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

// Integer is a required whole number; label names it in messages.
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

// Unsigned is an optional whole number from 0 to limit; given is false when it is absent or null.
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

// JSONKind names the type of a valid JSON text, with its article.
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

// SetArg returns the JSON object args with the field at path set to value, a JSON text. All other bytes stay as
// they are; of a name given twice the last one is set; a new field goes to the end of its object. It returns nil when
// args, or what is on the path to it, is not an object.
//
// A name in brackets is an element of an array, 0-based; elements before it that are missing become null.
func SetArg(args []byte, path []string, value string) []byte {
	if len(path) > 1 {
		if i, ok := element(path[1]); ok {
			start, end, _, closing := findField(args, path[0])
			if closing < 0 {
				return nil
			}
			var raw []byte
			if start >= 0 {
				raw = args[start:end]
			}
			array := setElement(raw, i, path[2:], value)
			if array == "" {
				return nil
			}
			return SetArg(args, path[:1], array)
		}
	}
	start, end, fields, closing := findField(args, path[0])
	switch {
	case closing < 0:
		return nil
	case start >= 0 && len(path) == 1:
		return splice(args, start, end, value)
	case start >= 0 && JSONKind(args[start:end]) != "null":
		inner := SetArg(args[start:end], path[1:], value)
		if inner == nil {
			return nil
		}
		return splice(args, start, end, string(inner))
	}
	for i := len(path) - 1; i > 0; i-- {
		value = "{" + Quote(path[i]) + ":" + value + "}"
	}
	if start >= 0 {
		return splice(args, start, end, value)
	}
	value = Quote(path[0]) + ":" + value
	if fields > 0 {
		value = "," + value
	}
	return splice(args, closing, closing, value)
}

// element is the index that a name in brackets gives.
func element(name string) (int, bool) {
	digits, ok := strings.CutPrefix(name, "[")
	if !ok {
		return 0, false
	}
	i, err := strconv.Atoi(strings.TrimSuffix(digits, "]"))
	return i, err == nil && i >= 0
}

// setElement is the array raw with its element i, or a field below it, set to value; "" when that cannot be.
func setElement(raw []byte, i int, path []string, value string) string {
	if len(raw) == 0 && i == 0 && len(path) == 1 {
		return "[{" + Quote(path[0]) + ":" + value + "}]"
	}
	var elements []json.RawMessage
	if len(raw) > 0 && json.Unmarshal(raw, &elements) != nil {
		return ""
	}
	for len(elements) <= i {
		elements = append(elements, json.RawMessage("null"))
	}
	if len(path) > 0 {
		inner := elements[i]
		if string(inner) == "null" {
			inner = json.RawMessage("{}")
		}
		if inner = SetArg(inner, path, value); inner == nil {
			return ""
		}
		value = string(inner)
	}
	elements[i] = json.RawMessage(value)
	parts := make([]string, len(elements))
	for j, e := range elements {
		parts[j] = string(e)
	}
	return "[" + strings.Join(parts, ",") + "]"
}

func splice(b []byte, start, end int, with string) []byte {
	out := make([]byte, 0, len(b)+len(with))
	out = append(out, b[:start]...)
	out = append(out, with...)
	return append(out, b[end:]...)
}

// scanField is findField for a valid JSON text.
func scanField(obj []byte, name string) (start, end, fields, closing int) {
	start = -1
	closing = eachField(obj, func(key string, from, to int) {
		if fields++; key == name {
			start, end = from, to
		}
	})
	return start, end, fields, closing
}

// eachField hands the fields of an object, a valid JSON text, to take: the name, and the half-open range of bytes of the value.
// It returns the place of the closing brace; -1 when the text is no object.
func eachField(obj []byte, take func(name string, start, end int)) (closing int) {
	i := skipSpace(obj, 0)
	if obj[i] != '{' {
		return -1
	}
	for i = skipSpace(obj, i+1); obj[i] != '}'; i = skipSpace(obj, i) {
		if obj[i] == ',' {
			i = skipSpace(obj, i+1)
		}
		from := i
		i = skipValue(obj, i)
		name := string(obj[from+1 : i-1])
		if !isPlainJSON(name) {
			_ = json.Unmarshal(obj[from:i], &name) // it is valid
		}
		i = skipSpace(obj, skipSpace(obj, i)+1) // the colon
		from = i
		i = skipValue(obj, i)
		take(name, from, i)
	}
	return i
}

// skipSpace is the index of the first byte of a JSON text from i on that is not white space.
func skipSpace(text []byte, i int) int {
	for i < len(text) && (text[i] == ' ' || text[i] == '\t' || text[i] == '\n' || text[i] == '\r') {
		i++
	}
	return i
}

// skipValue is the index after the value of a valid JSON text that begins at i.
func skipValue(text []byte, i int) int {
	depth := 0
	for {
		switch text[i] {
		case '"':
			for i++; text[i] != '"'; i++ {
				if text[i] == '\\' {
					i++
				}
			}
			i++
		case '{', '[':
			depth++
			i++
		case '}', ']':
			depth--
			i++
		case ',', ':', ' ', '\t', '\n', '\r':
			i++
			continue
		default: // a number, true, false or null
			for i < len(text) && bytes.IndexByte([]byte(",:]} \t\n\r"), text[i]) < 0 {
				i++
			}
		}
		if depth == 0 {
			return i
		}
	}
}

// findField returns the half-open byte range of the named field's value in a JSON object, -1 when it has none, the
// number of fields and the place of the closing brace, -1 when the text is no object.
func findField(obj []byte, name string) (start, end, fields, closing int) {
	if json.Valid(obj) {
		return scanField(obj, name)
	}
	return decodeField(obj, name)
}

// decodeField is findField for a text that may not be valid JSON, or goes on after the object.
func decodeField(obj []byte, name string) (start, end, fields, closing int) {
	start, closing = -1, -1
	dec := json.NewDecoder(bytes.NewReader(obj))
	if t, err := dec.Token(); err != nil || t != json.Delim('{') {
		return start, end, fields, closing
	}
	for dec.More() {
		key, err := dec.Token()
		if err != nil {
			return -1, 0, fields, -1
		}
		var raw json.RawMessage
		if err := dec.Decode(&raw); err != nil {
			return -1, 0, fields, -1
		}
		fields++
		if key == name {
			end = int(dec.InputOffset())
			start = end - len(raw)
		}
	}
	if _, err := dec.Token(); err != nil {
		return -1, 0, fields, -1
	}
	return start, end, fields, int(dec.InputOffset()) - 1
}

// isPlainJSON reports whether nothing of s is escaped in a JSON string.
func isPlainJSON(s string) bool {
	for i := range len(s) {
		if c := s[i]; c < ' ' || c > '~' || c == '"' || c == '\\' {
			return false
		}
	}
	return true
}

// appendQuoted appends Quote(s).
func appendQuoted(dst []byte, s string) []byte {
	if !isPlainJSON(s) {
		return append(dst, Quote(s)...)
	}
	dst = append(dst, '"')
	dst = append(dst, s...)
	return append(dst, '"')
}

// Quote is s as a JSON string, without the escapes that only HTML needs.
func Quote(s string) string {
	if isPlainJSON(s) {
		return `"` + s + `"`
	}
	var b bytes.Buffer
	enc := json.NewEncoder(&b)
	enc.SetEscapeHTML(false)
	if err := enc.Encode(s); err != nil {
		return `""` // a string always encodes
	}
	return string(bytes.TrimRight(b.Bytes(), "\n"))
}
