package python

import (
	"encoding/json"
	"math"
	"math/big"
	"strconv"
	"strings"
	"unicode"

	"eyeline/reader/tools/runtime/jsontext"
)

// Kind is the type of a JSON value as Python names it.
type Kind string

// The types of values.
const (
	None    Kind = "NoneType"
	Bool    Kind = "bool"
	Integer Kind = "int"
	Float   Kind = "float"
	Str     Kind = "str"
	List    Kind = "list"
	Dict    Kind = "dict"
)

// Value is a JSON value as Python has it.
type Value struct {
	Kind                   Kind
	Text                   string
	whole                  *big.Int // of an int
	num                    float64  // of a float; may be infinite
	yes                    bool     // of a bool
	Items                  []Value
	jsontext.Fields[Value] // of a dict
}

// Parse is json.loads, without its error.
func Parse(data []byte) (v Value, ok bool) {
	if !json.Valid(data) {
		return v, false
	}
	return read(&jsontext.Parser{Text: data}), true
}

// read reads a value of a valid text.
func read(p *jsontext.Parser) Value {
	switch p.Next() {
	case '{':
		v := Value{Kind: Dict}
		p.Object(func(name string) { v.Set(name, read(p)) })
		return v
	case '[':
		v := Value{Kind: List}
		p.Array(func() { v.Items = append(v.Items, read(p)) })
		return v
	case '"':
		return Value{Kind: Str, Text: p.Str()}
	case 't':
		p.Word("true")
		return Value{Kind: Bool, yes: true}
	case 'f':
		p.Word("false")
		return Value{Kind: Bool}
	case 'n':
		p.Word("null")
		return Value{Kind: None}
	}
	digits := p.Number()
	if n, ok := new(big.Int).SetString(digits, 10); ok {
		return Value{Kind: Integer, whole: n}
	}
	f, _ := strconv.ParseFloat(digits, 64) // beyond the doubles it is infinite, as in Python
	return Value{Kind: Float, num: f}
}

// String is the value as Python's repr prints it.
func (v Value) String() string {
	switch v.Kind {
	case Bool:
		if v.yes {
			return "True"
		}
		return "False"
	case Integer:
		return v.whole.String()
	case Float:
		return floatText(v.num)
	case Str:
		return Quote(v.Text)
	case List:
		items := make([]string, len(v.Items))
		for i, item := range v.Items {
			items[i] = item.String()
		}
		return "[" + strings.Join(items, ", ") + "]"
	case Dict:
		items := make([]string, len(v.Keys))
		for i, key := range v.Keys {
			items[i] = Quote(key) + ": " + v.Values[i].String()
		}
		return "{" + strings.Join(items, ", ") + "}"
	}
	return "None"
}

// Quotes is a list of strings as Python's repr prints it.
func Quotes(list []string) string {
	quoted := make([]string, len(list))
	for i, s := range list {
		quoted[i] = Quote(s)
	}
	return "[" + strings.Join(quoted, ", ") + "]"
}

// floatText is a float as Python's repr prints it.
func floatText(f float64) string {
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

// Quote is a string as Python's repr prints it.
func Quote(s string) string {
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
			out = appendEscape(out, r)
		}
	}
	return string(append(out, byte(quote)))
}

// appendEscape appends a character by its number.
func appendEscape(out []byte, r rune) []byte {
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

// IsSpace reports whether Python's str.strip takes r for white space.
func IsSpace(r rune) bool { return unicode.IsSpace(r) || r >= 0x1C && r <= 0x1F }
