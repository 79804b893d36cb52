package agents

import (
	"cmp"
	"encoding/json"
	"maps"
	"math"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"
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
	// ascending order first. values are theirs.
	keys   []string
	values []jsValue
	places map[string]int // of the keys, where there are many
}

// get is a field of an object; its kind is jsUndefined when there is none, or v is no object.
func (v jsValue) get(name string) jsValue {
	if i := v.find(name); i >= 0 {
		return v.values[i]
	}
	return jsValue{kind: jsUndefined}
}

// find is the place of a field; -1 when there is none.
func (v *jsValue) find(name string) int {
	if v.places == nil {
		return slices.Index(v.keys, name)
	}
	if i, ok := v.places[name]; ok {
		return i
	}
	return -1
}

// has reports whether an object has a field, null or not.
func (v jsValue) has(name string) bool {
	return v.find(name) >= 0
}

// jsParse is JSON.parse, without its error: of a field given twice the last one counts, numbers are doubles, and half a
// surrogate pair is U+FFFD.
func jsParse(data []byte) (v jsValue, ok bool) {
	if !json.Valid(data) {
		return jsValue{kind: jsUndefined}, false
	}
	p := jsParser{text: data}
	return p.value(), true
}

// jsParser reads a JSON text that is valid.
type jsParser struct {
	text []byte
	at   int
}

// next is the next byte that is not white space, which is not passed.
func (p *jsParser) next() byte {
	for p.text[p.at] == ' ' || p.text[p.at] == '\t' || p.text[p.at] == '\n' || p.text[p.at] == '\r' {
		p.at++
	}
	return p.text[p.at]
}

func (p *jsParser) value() jsValue {
	switch p.next() {
	case '{':
		return p.object()
	case '[':
		v := jsValue{kind: jsArray}
		for p.at++; p.next() != ']'; {
			if p.text[p.at] == ',' {
				p.at++
			}
			v.items = append(v.items, p.value())
		}
		p.at++
		return v
	case '"':
		return jsValue{kind: jsString, text: p.str()}
	case 't':
		p.at += len("true")
		return jsValue{kind: jsBoolean, yes: true}
	case 'f':
		p.at += len("false")
		return jsValue{kind: jsBoolean}
	case 'n':
		p.at += len("null")
		return jsValue{kind: jsNull}
	}
	f, _ := strconv.ParseFloat(p.number(), 64) // beyond the doubles it is infinite, as in JavaScript
	return jsValue{kind: jsNum, num: f}
}

// number reads a number, undecoded.
func (p *jsParser) number() string {
	from := p.at
	for p.at < len(p.text) && strings.IndexByte("+-.0123456789eE", p.text[p.at]) >= 0 {
		p.at++
	}
	return string(p.text[from:p.at])
}

// str reads a string, as encoding/json does.
func (p *jsParser) str() string {
	from := p.at
	plain := true
	for p.at++; p.text[p.at] != '"'; p.at++ {
		if c := p.text[p.at]; c == '\\' {
			p.at++
			plain = false
		} else if c >= utf8.RuneSelf {
			plain = false
		}
	}
	p.at++
	if plain {
		return string(p.text[from+1 : p.at-1])
	}
	var s string
	_ = json.Unmarshal(p.text[from:p.at], &s) // it is valid
	return s
}

func (p *jsParser) object() jsValue {
	v := jsValue{kind: jsObject}
	for p.at++; p.next() != '}'; {
		if p.text[p.at] == ',' {
			p.at++
		}
		p.next()
		name := p.str()
		p.next()
		p.at++ // the colon
		field := p.value()
		v.set(name, field)
	}
	p.at++
	v.sortKeys()
	return v
}

// set gives an object a field. sortKeys has to follow the last one.
func (v *jsValue) set(name string, field jsValue) {
	if i := v.find(name); i >= 0 {
		v.values[i] = field
		return
	}
	v.keys, v.values = append(v.keys, name), append(v.values, field)
	const few = 16
	switch {
	case v.places != nil:
		v.places[name] = len(v.keys) - 1
	case len(v.keys) > few:
		v.index()
	}
}

// index fills in places.
func (v *jsValue) index() {
	v.places = make(map[string]int, 2*len(v.keys))
	for i, name := range v.keys {
		v.places[name] = i
	}
}

// with is an object with one more field, or another value of one.
func (v jsValue) with(name string, field jsValue) jsValue {
	v.keys, v.values, v.places = slices.Clone(v.keys), slices.Clone(v.values), maps.Clone(v.places)
	v.set(name, field)
	return v
}

// sortKeys puts the fields into the order of JavaScript.
func (v *jsValue) sortKeys() {
	order := func(a, b string) int { return cmp.Compare(jsIndex(a), jsIndex(b)) }
	if slices.IsSortedFunc(v.keys, order) {
		return
	}
	values := map[string]jsValue{}
	for i, name := range v.keys {
		values[name] = v.values[i]
	}
	slices.SortStableFunc(v.keys, order)
	for i, name := range v.keys {
		v.values[i] = values[name]
	}
	if v.places != nil {
		v.index()
	}
}

// jsIndex is the number that a field's name is, when it is one that JavaScript sorts by; else the same for all.
func jsIndex(name string) uint64 {
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
			return v.values[i].appendJSON(dst, indent, inner)
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
