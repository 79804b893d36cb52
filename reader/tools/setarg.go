package tools

import (
	"bytes"
	"encoding/json"
	"strconv"
	"strings"
)

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

// eachField hands the fields of an object, a valid JSON text, to take: the name, and the half-open range of bytes of
// the value. It returns the place of the closing brace; -1 when the text is no object.
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
