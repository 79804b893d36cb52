package js

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

// Kind is the kind of a JSON value as validators written in JavaScript name it.
type Kind string

// The kinds of values.
const (
	Undefined Kind = "undefined" // an absent field
	Null      Kind = "null"
	Boolean   Kind = "boolean"
	Number    Kind = "number"
	String    Kind = "string"
	Array     Kind = "array"
	Object    Kind = "object"
)

// Value is a JSON value as JavaScript has it.
type Value struct {
	Kind  Kind
	Text  string  // of a string
	Num   float64 // of a number; may be infinite
	Yes   bool    // of a boolean
	Items []Value
	// Keys are the names of an object's fields in the order in which JavaScript goes through them: whole numbers in
	// ascending order first. Values are theirs.
	Keys   []string
	Values []Value
	places map[string]int // of the keys, where there are many
}

// Get is a field of an object; its Kind is Undefined when there is none, or v is no object.
func (v Value) Get(name string) Value {
	if i := v.find(name); i >= 0 {
		return v.Values[i]
	}
	return Value{Kind: Undefined}
}

// find is the place of a field; -1 when there is none.
func (v *Value) find(name string) int {
	if v.places == nil {
		return slices.Index(v.Keys, name)
	}
	if i, ok := v.places[name]; ok {
		return i
	}
	return -1
}

// Has reports whether an object has a field, null or not.
func (v Value) Has(name string) bool {
	return v.find(name) >= 0
}

// Parse is JSON.parse, without its error: of a field given twice the last one counts, numbers are doubles, and half a
// surrogate pair is U+FFFD.
func Parse(data []byte) (v Value, ok bool) {
	if !json.Valid(data) {
		return Value{Kind: Undefined}, false
	}
	p := Parser{Text: data}
	return p.value(), true
}

// Parser reads a JSON text that is valid, for readers that make other values of it.
type Parser struct {
	Text []byte
	At   int // offset in bytes of what is read next
}

// Next is the next byte that is not white space, which is not passed.
func (p *Parser) Next() byte {
	for p.Text[p.At] == ' ' || p.Text[p.At] == '\t' || p.Text[p.At] == '\n' || p.Text[p.At] == '\r' {
		p.At++
	}
	return p.Text[p.At]
}

func (p *Parser) value() Value {
	switch p.Next() {
	case '{':
		return p.object()
	case '[':
		v := Value{Kind: Array}
		for p.At++; p.Next() != ']'; {
			if p.Text[p.At] == ',' {
				p.At++
			}
			v.Items = append(v.Items, p.value())
		}
		p.At++
		return v
	case '"':
		return Value{Kind: String, Text: p.Str()}
	case 't':
		p.At += len("true")
		return Value{Kind: Boolean, Yes: true}
	case 'f':
		p.At += len("false")
		return Value{Kind: Boolean}
	case 'n':
		p.At += len("null")
		return Value{Kind: Null}
	}
	f, _ := strconv.ParseFloat(p.Number(), 64) // beyond the doubles it is infinite, as in JavaScript
	return Value{Kind: Number, Num: f}
}

// Number reads a number, undecoded.
func (p *Parser) Number() string {
	from := p.At
	for p.At < len(p.Text) && strings.IndexByte("+-.0123456789eE", p.Text[p.At]) >= 0 {
		p.At++
	}
	return string(p.Text[from:p.At])
}

// Str reads a string, as encoding/json does.
func (p *Parser) Str() string {
	from := p.At
	plain := true
	for p.At++; p.Text[p.At] != '"'; p.At++ {
		if c := p.Text[p.At]; c == '\\' {
			p.At++
			plain = false
		} else if c >= utf8.RuneSelf {
			plain = false
		}
	}
	p.At++
	if plain {
		return string(p.Text[from+1 : p.At-1])
	}
	var s string
	_ = json.Unmarshal(p.Text[from:p.At], &s) // it is valid
	return s
}

func (p *Parser) object() Value {
	v := Value{Kind: Object}
	for p.At++; p.Next() != '}'; {
		if p.Text[p.At] == ',' {
			p.At++
		}
		p.Next()
		name := p.Str()
		p.Next()
		p.At++ // the colon
		field := p.value()
		v.Set(name, field)
	}
	p.At++
	v.SortKeys()
	return v
}

// Set gives an object a field. SortKeys has to follow the last one.
func (v *Value) Set(name string, field Value) {
	if i := v.find(name); i >= 0 {
		v.Values[i] = field
		return
	}
	v.Keys, v.Values = append(v.Keys, name), append(v.Values, field)
	const few = 16
	switch {
	case v.places != nil:
		v.places[name] = len(v.Keys) - 1
	case len(v.Keys) > few:
		v.index()
	}
}

// index fills in places.
func (v *Value) index() {
	v.places = make(map[string]int, 2*len(v.Keys))
	for i, name := range v.Keys {
		v.places[name] = i
	}
}

// With is an object with one more field, or another value of one.
func (v Value) With(name string, field Value) Value {
	v.Keys, v.Values, v.places = slices.Clone(v.Keys), slices.Clone(v.Values), maps.Clone(v.places)
	v.Set(name, field)
	return v
}

// SortKeys puts the fields into the order of JavaScript.
func (v *Value) SortKeys() {
	order := func(a, b string) int { return cmp.Compare(index(a), index(b)) }
	if slices.IsSortedFunc(v.Keys, order) {
		return
	}
	values := map[string]Value{}
	for i, name := range v.Keys {
		values[name] = v.Values[i]
	}
	slices.SortStableFunc(v.Keys, order)
	for i, name := range v.Keys {
		v.Values[i] = values[name]
	}
	if v.places != nil {
		v.index()
	}
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
func (v Value) String() string { return string(v.appendJSON(nil, "", "")) }

// Pretty is JSON.stringify(v, null, indent).
func (v Value) Pretty(indent string) string { return string(v.appendJSON(nil, indent, "\n")) }

// appendJSON appends the value as JSON. line is the line break before a field of this value's parent, with its indent; ""
// writes everything on one line.
func (v Value) appendJSON(dst []byte, indent, line string) []byte {
	switch v.Kind {
	case Boolean:
		return strconv.AppendBool(dst, v.Yes)
	case Number:
		if math.IsInf(v.Num, 0) || math.IsNaN(v.Num) {
			return append(dst, "null"...)
		}
		return append(dst, NumberText(v.Num)...)
	case String:
		return AppendQuote(dst, v.Text)
	case Array:
		return appendList(dst, '[', ']', len(v.Items), indent, line, func(dst []byte, i int, inner string) []byte {
			return v.Items[i].appendJSON(dst, indent, inner)
		})
	case Object:
		return appendList(dst, '{', '}', len(v.Keys), indent, line, func(dst []byte, i int, inner string) []byte {
			dst = append(AppendQuote(dst, v.Keys[i]), ':')
			if line != "" {
				dst = append(dst, ' ')
			}
			return v.Values[i].appendJSON(dst, indent, inner)
		})
	}
	return append(dst, v.Kind...)
}

func appendList(dst []byte, begin, end byte, n int, indent, line string, item func(dst []byte, i int, inner string) []byte) []byte {
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
