package python

import (
	"encoding/json"
	"fmt"
	"math"
	"math/big"
	"strconv"
	"strings"
	"unicode"

	"eyeline/reader/internal/runtime/jsontext"
	"eyeline/reader/lists"
)

// kind is the type of a JSON value as Python names it.
type kind string

// The types of values.
const (
	None      kind = "NoneType"
	boolKind  kind = "bool"
	intKind   kind = "int"
	floatKind kind = "float"
	Str       kind = "str"
	List      kind = "list"
	Dict      kind = "dict"
)

// Value is a JSON value as Python has it.
type Value struct {
	Kind                   kind
	Text                   string
	whole                  *big.Int // of an int
	num                    float64  // of a float; may be infinite
	yes                    bool     // of a bool
	Items                  []Value
	jsontext.Fields[Value] // of a dict
}

// Parse is json.loads, without its error.
func Parse(data []byte) (v Value, ok bool) { return values.Parse(data) }

var values = jsontext.Maker[Value]{
	Scalar: func(token json.Token) Value {
		switch token := token.(type) {
		case string:
			return Value{Kind: Str, Text: token}
		case bool:
			return Value{Kind: boolKind, yes: token}
		case json.Number:
			if n, ok := new(big.Int).SetString(token.String(), 10); ok {
				return Value{Kind: intKind, whole: n}
			}
			f, _ := token.Float64() // beyond the doubles it is infinite, as in Python
			return Value{Kind: floatKind, num: f}
		}
		return Value{Kind: None}
	},
	Array:  func(items []Value) Value { return Value{Kind: List, Items: items} },
	Object: func(fields jsontext.Fields[Value]) Value { return Value{Kind: Dict, Fields: fields} },
}

// True reports whether Python takes the value for true.
func (v Value) True() bool {
	return v.Text != "" || v.yes || v.num != 0 || v.whole != nil && v.whole.Sign() != 0 || len(v.Items)+len(v.Keys) > 0
}

// Int is the value as a whole number, for which Python also takes a boolean; ok is false for 1.0, a float.
func (v Value) Int() (n *big.Int, ok bool) {
	switch v.Kind {
	case intKind:
		return v.whole, true
	case boolKind:
		n = new(big.Int)
		if v.yes {
			n.SetInt64(1)
		}

		return n, true
	}

	return nil, false
}

// String is the value as Python's repr prints it.
func (v Value) String() string {
	switch v.Kind {
	case boolKind:
		if v.yes {
			return "True"
		}
		return "False"
	case intKind:
		return v.whole.String()
	case floatKind:
		return floatText(v.num)
	case Str:
		return Quote(v.Text)
	case List:
		return listText(v.Items, Value.String)
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
func Quotes(list []string) string { return listText(list, Quote) }

func listText[T any](list []T, text func(T) string) string {
	return "[" + strings.Join(lists.Map(list, text), ", ") + "]"
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

	text = strconv.FormatFloat(f, 'f', -1, 64)
	if !strings.Contains(text, ".") {
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
		i := strings.IndexRune("\n\r\t", r)
		switch {
		case r == quote || r == '\\':
			out = append(out, '\\', byte(r))
		case i >= 0:
			out = append(out, '\\', "nrt"[i])
		case unicode.IsPrint(r):
			out = append(out, string(r)...)
		case r > 0xFFFF:
			out = fmt.Appendf(out, `\U%08x`, r)
		case r > 0xFF:
			out = fmt.Appendf(out, `\u%04x`, r)
		default:
			out = fmt.Appendf(out, `\x%02x`, r)
		}
	}

	return string(append(out, byte(quote)))
}

// IsSpace reports whether Python's str.strip takes r for white space.
func IsSpace(r rune) bool { return unicode.IsSpace(r) || r >= 0x1C && r <= 0x1F }
