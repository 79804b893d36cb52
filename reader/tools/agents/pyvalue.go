package agents

import (
	"encoding/json"
	"math"
	"math/big"
	"slices"
	"strconv"
	"strings"
	"unicode"

	"eyeline/reader/tools/runtime/js"
)

// pyKind is the type of a JSON value as Python names it.
type pyKind string

const (
	pyNone    pyKind = "NoneType"
	pyBool    pyKind = "bool"
	pyInteger pyKind = "int"
	pyFloat   pyKind = "float"
	pyStr     pyKind = "str"
	pyList    pyKind = "list"
	pyDict    pyKind = "dict"
)

// pyValue is a JSON value as Python has it.
type pyValue struct {
	kind  pyKind
	text  string
	whole *big.Int // of an int
	num   float64  // of a float; may be infinite
	yes   bool     // of a bool
	items []pyValue
	// keys are the names of a dict's fields, each where it is first; of a name given twice the last value counts.
	keys   []string
	fields map[string]pyValue
}

// pyParse is json.loads, without its error.
func pyParse(data []byte) (v pyValue, ok bool) {
	if !json.Valid(data) {
		return v, false
	}
	p := pyParser{js.Parser{Text: data}}
	return p.value(), true
}

// pyParser reads a JSON text that is valid.
type pyParser struct{ js.Parser }

func (p *pyParser) value() pyValue {
	switch p.Next() {
	case '{':
		v := pyValue{kind: pyDict, fields: map[string]pyValue{}}
		for p.At++; p.Next() != '}'; {
			if p.Text[p.At] == ',' {
				p.At++
			}
			p.Next()
			name := p.Str()
			p.Next()
			p.At++ // the colon
			v.set(name, p.value())
		}
		p.At++
		return v
	case '[':
		v := pyValue{kind: pyList}
		for p.At++; p.Next() != ']'; {
			if p.Text[p.At] == ',' {
				p.At++
			}
			v.items = append(v.items, p.value())
		}
		p.At++
		return v
	case '"':
		return pyValue{kind: pyStr, text: p.Str()}
	case 't':
		p.At += len("true")
		return pyValue{kind: pyBool, yes: true}
	case 'f':
		p.At += len("false")
		return pyValue{kind: pyBool}
	case 'n':
		p.At += len("null")
		return pyValue{kind: pyNone}
	}
	digits := p.Number()
	if n, ok := new(big.Int).SetString(digits, 10); ok {
		return pyValue{kind: pyInteger, whole: n}
	}
	f, _ := strconv.ParseFloat(digits, 64) // beyond the doubles it is infinite, as in Python
	return pyValue{kind: pyFloat, num: f}
}

// set gives a dict a field.
func (v *pyValue) set(name string, field pyValue) {
	if _, ok := v.fields[name]; !ok {
		v.keys = append(v.keys, name)
	}
	v.fields[name] = field
}

// drop takes a field out of a dict.
func (v *pyValue) drop(name string) {
	if _, ok := v.fields[name]; ok {
		delete(v.fields, name)
		v.keys = slices.DeleteFunc(v.keys, func(key string) bool { return key == name })
	}
}

// String is the value as Python's repr prints it.
func (v pyValue) String() string {
	switch v.kind {
	case pyBool:
		if v.yes {
			return "True"
		}
		return "False"
	case pyInteger:
		return v.whole.String()
	case pyFloat:
		return pyFloatText(v.num)
	case pyStr:
		return pyQuote(v.text)
	case pyList:
		items := make([]string, len(v.items))
		for i, item := range v.items {
			items[i] = item.String()
		}
		return "[" + strings.Join(items, ", ") + "]"
	case pyDict:
		items := make([]string, len(v.keys))
		for i, key := range v.keys {
			items[i] = pyQuote(key) + ": " + v.fields[key].String()
		}
		return "{" + strings.Join(items, ", ") + "}"
	}
	return "None"
}

// pyQuotes is a list of strings as Python's repr prints it.
func pyQuotes(list []string) string {
	quoted := make([]string, len(list))
	for i, s := range list {
		quoted[i] = pyQuote(s)
	}
	return "[" + strings.Join(quoted, ", ") + "]"
}

// pyFloatText is a float as Python's repr prints it.
func pyFloatText(f float64) string {
	if math.IsInf(f, 0) {
		return strings.TrimPrefix(strings.ToLower(strconv.FormatFloat(f, 'g', -1, 64)), "+")
	}
	text := strconv.FormatFloat(f, 'e', -1, 64)
	exponent, _ := strconv.Atoi(text[strings.IndexByte(text, 'e')+1:])
	if f != 0 && (exponent < -4 || exponent >= 16) {
		return text
	}
	if text = strconv.FormatFloat(f, 'f', -1, 64); !strings.Contains(text, ".") {
		text += ".0"
	}
	return text
}

// pyQuote is a string as Python's repr prints it.
func pyQuote(s string) string {
	quote := '\''
	if strings.Contains(s, "'") && !strings.Contains(s, `"`) {
		quote = '"'
	}
	out := []byte{byte(quote)}
	for _, r := range s {
		switch {
		case r == quote || r == '\\':
			out = append(out, '\\', byte(r))
		case r == '\n':
			out = append(out, `\n`...)
		case r == '\r':
			out = append(out, `\r`...)
		case r == '\t':
			out = append(out, `\t`...)
		case unicode.IsPrint(r):
			out = append(out, string(r)...)
		default:
			out = appendPyEscape(out, r)
		}
	}
	return string(append(out, byte(quote)))
}

// appendPyEscape appends a character by its number.
func appendPyEscape(out []byte, r rune) []byte {
	digits, letter := 2, byte('x')
	switch {
	case r > 0xFFFF:
		digits, letter = 8, 'U'
	case r > 0xFF:
		digits, letter = 4, 'u'
	}
	out = append(out, '\\', letter)
	for digits--; digits >= 0; digits-- {
		out = append(out, "0123456789abcdef"[r>>(4*digits)&15])
	}
	return out
}

// isPySpace reports whether Python's str.strip takes r for white space.
func isPySpace(r rune) bool { return unicode.IsSpace(r) || r >= 0x1C && r <= 0x1F }
