package tools

import (
	"bytes"
	"encoding/json"
	"slices"
	"strconv"
	"strings"

	"eyeline/reader/internal/jsonskim"
	"eyeline/reader/internal/runtime/jsontext"
	"eyeline/reader/lists"
)

// SetArg returns the JSON object args with the field at path set to value, a JSON text. All other bytes are unchanged;
// of a name that occurs twice the last one is set; a new field is added at the end of its object. It returns nil if
// args is not valid JSON, even if a tool accepts it, or if it, or a value along the path, is not an object.
//
// A name in brackets is a 0-based index of an array; missing elements before it become null.
func SetArg(args []byte, path []string, value string) []byte {
	if !json.Valid(args) {
		return nil
	}
	return setArg(args, path, value)
}

// setArg is SetArg for valid JSON.
func setArg(args []byte, path []string, value string) []byte {
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

			return setArg(args, path[:1], array)
		}
	}

	start, end, fields, closing := findField(args, path[0])
	switch {
	case closing < 0:
		return nil
	case start >= 0 && len(path) == 1:
		return splice(args, start, end, value)
	case start >= 0 && JSONKind(args[start:end]) != "null":
		inner := setArg(args[start:end], path[1:], value)
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

// element returns the index in a bracketed name.
func element(name string) (int, bool) {
	digits, ok := strings.CutPrefix(name, "[")
	if !ok {
		return 0, false
	}
	i, err := strconv.Atoi(strings.TrimSuffix(digits, "]"))
	return i, err == nil && i >= 0
}

// setElement returns the array raw with element i, or a field below it, set to value; "" if that is impossible.
func setElement(raw []byte, i int, path []string, value string) string {
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
		inner = setArg(inner, path, value)
		if inner == nil {
			return ""
		}

		value = string(inner)
	}

	elements[i] = json.RawMessage(value)
	parts := lists.Map(elements, func(e json.RawMessage) string { return string(e) })
	return "[" + strings.Join(parts, ",") + "]"
}

func splice(b []byte, start, end int, with string) []byte {
	return slices.Concat(b[:start], []byte(with), b[end:])
}

// findField returns the half-open range of the named field's value in a JSON object, start -1 if it does not exist; the
// number of fields; and the offset of the closing brace, -1 if the text is not an object.
func findField(obj []byte, name string) (start, end, fields, closing int) {
	object := jsonskim.FromBytes(obj).First(0, int64(len(obj)))
	if object.Kind != jsonskim.Object {
		return -1, 0, 0, -1
	}

	start = -1
	closing = int(object.Off) + 1
	err := object.Each(func(key []byte, value jsonskim.Value) error {
		fields++
		closing = int(value.End)
		if jsontext.Name(key) == name {
			start = int(value.Off)
			end = closing
		}
		return nil
	})
	if err != nil {
		return -1, 0, fields, -1
	}

	return start, end, fields, closing + bytes.IndexByte(obj[closing:], '}')
}
