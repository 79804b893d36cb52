package agents

import (
	"bytes"
	"encoding/json"
	"math"
	"slices"
	"strconv"
)

// jsKind is the kind of a JSON value as validators written in JavaScript name it.
type jsKind string

const (
	jsUndefined jsKind = "undefined" // an absent field
	jsNull      jsKind = "null"
	jsBoolean   jsKind = "boolean"
	jsNum       jsKind = "number"
	jsString    jsKind = "string"
	jsArray     jsKind = "array"
	jsObject    jsKind = "object"
)

// jsValue is a JSON value as JavaScript has it.
type jsValue struct {
	kind  jsKind
	text  string  // of a string
	num   float64 // of a number; may be infinite
	yes   bool    // of a boolean
	items []jsValue
	// keys are the names of an object's fields in the order in which JavaScript goes through them: whole numbers in
	// ascending order first. fields has their values.
	keys   []string
	fields map[string]jsValue
}

// get is a field of an object; its kind is jsUndefined when there is none, or v is no object.
func (v jsValue) get(name string) jsValue {
	if f, ok := v.fields[name]; ok {
		return f
	}
	return jsValue{kind: jsUndefined}
}

// has reports whether an object has a field, null or not.
func (v jsValue) has(name string) bool {
	_, ok := v.fields[name]
	return ok
}

// jsParse is JSON.parse, without its error: of a field given twice the last one counts, numbers are doubles, and half a
// surrogate pair is U+FFFD.
func jsParse(data []byte) (v jsValue, ok bool) {
	if !json.Valid(data) {
		return jsValue{kind: jsUndefined}, false
	}
	dec := json.NewDecoder(bytes.NewReader(data))
	dec.UseNumber()
	v, err := jsDecode(dec)
	return v, err == nil
}

// jsDecode reads one value of a text that is valid.
func jsDecode(dec *json.Decoder) (jsValue, error) {
	t, err := dec.Token()
	if err != nil {
		return jsValue{}, err
	}
	switch t := t.(type) {
	case nil:
		return jsValue{kind: jsNull}, nil
	case bool:
		return jsValue{kind: jsBoolean, yes: t}, nil
	case string:
		return jsValue{kind: jsString, text: t}, nil
	case json.Number:
		f, _ := strconv.ParseFloat(t.String(), 64) // beyond the doubles it is infinite, as in JavaScript
		return jsValue{kind: jsNum, num: f}, nil
	case json.Delim:
		if t == '[' {
			return jsDecodeArray(dec)
		}
	}
	return jsDecodeObject(dec)
}

func jsDecodeArray(dec *json.Decoder) (jsValue, error) {
	v := jsValue{kind: jsArray}
	for dec.More() {
		item, err := jsDecode(dec)
		if err != nil {
			return v, err
		}
		v.items = append(v.items, item)
	}
	_, err := dec.Token()
	return v, err
}

func jsDecodeObject(dec *json.Decoder) (jsValue, error) {
	v := jsValue{kind: jsObject, fields: map[string]jsValue{}}
	for dec.More() {
		t, err := dec.Token()
		if err != nil {
			return v, err
		}
		name, _ := t.(string)
		field, err := jsDecode(dec)
		if err != nil {
			return v, err
		}
		if !v.has(name) {
			v.keys = append(v.keys, name)
		}
		v.fields[name] = field
	}
	slices.SortStableFunc(v.keys, func(a, b string) int {
		i, j := jsIndex(a), jsIndex(b)
		switch {
		case i < j:
			return -1
		case i > j:
			return 1
		}
		return 0
	})
	_, err := dec.Token()
	return v, err
}

// jsIndex is the number that a field's name is, when it is one that JavaScript sorts by; else the same for all.
func jsIndex(name string) uint64 {
	n, err := strconv.ParseUint(name, 10, 32)
	if err != nil || strconv.FormatUint(n, 10) != name || n == math.MaxUint32 {
		return math.MaxUint64
	}
	return n
}

// String is JSON.stringify(v).
func (v jsValue) String() string { return string(v.appendJSON(nil, "", "")) }

// pretty is JSON.stringify(v, null, indent).
func (v jsValue) pretty(indent string) string { return string(v.appendJSON(nil, indent, "\n")) }

// appendJSON appends the value as JSON. line is the line break before a field of this value's parent, with its indent; ""
// writes everything on one line.
func (v jsValue) appendJSON(dst []byte, indent, line string) []byte {
	switch v.kind {
	case jsBoolean:
		return strconv.AppendBool(dst, v.yes)
	case jsNum:
		if math.IsInf(v.num, 0) || math.IsNaN(v.num) {
			return append(dst, "null"...)
		}
		return append(dst, jsNumber(v.num)...)
	case jsString:
		return appendJSQuote(dst, v.text)
	case jsArray:
		return appendJSList(dst, '[', ']', len(v.items), indent, line, func(dst []byte, i int, inner string) []byte {
			return v.items[i].appendJSON(dst, indent, inner)
		})
	case jsObject:
		return appendJSList(dst, '{', '}', len(v.keys), indent, line, func(dst []byte, i int, inner string) []byte {
			dst = append(appendJSQuote(dst, v.keys[i]), ':')
			if line != "" {
				dst = append(dst, ' ')
			}
			return v.fields[v.keys[i]].appendJSON(dst, indent, inner)
		})
	}
	return append(dst, v.kind...)
}

func appendJSList(dst []byte, begin, end byte, n int, indent, line string, item func(dst []byte, i int, inner string) []byte) []byte {
	dst = append(dst, begin)
	inner := line
	if line != "" {
		inner += indent
	}
	for i := range n {
		if i > 0 {
			dst = append(dst, ',')
		}
		dst = append(dst, inner...)
		dst = item(dst, i, inner)
	}
	if n > 0 {
		dst = append(dst, line...)
	}
	return append(dst, end)
}
