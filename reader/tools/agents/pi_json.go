package agents

import (
	"errors"
	"math"
	"strings"

	"eyeline/reader/tools/runtime/js"
)

// How pi reads the text of arguments: as JSON; else as JSON with strings that are mended; else as the beginning of JSON,
// up to where it breaks off; else as an empty object.

// piParseJSON reads arguments as pi 0.87 does.
func piParseJSON(args string) js.Value {
	if js.Trim(args) == "" {
		return js.Value{Kind: js.Object}
	}
	if v, ok := piMended(args, false); ok {
		return v
	}
	for _, text := range []string{args, mendJSON(args, false)} {
		p := partialJSON{text: js.Trim(text)}
		if v, err := p.value(); err == nil && v.Kind == js.Null {
			break
		} else if err == nil {
			return v
		}
	}
	return js.Value{Kind: js.Object}
}

// piMended reads JSON, with strings that are mended where it is none without that.
func piMended(args string, strict bool) (js.Value, bool) {
	if v, ok := js.Parse([]byte(args)); ok {
		return v, true
	}
	if mended := mendJSON(args, strict); mended != args {
		return js.Parse([]byte(mended))
	}
	return js.Value{}, false
}

// mendJSON escapes the control characters within strings, and the backslashes that begin no escape. A \u begins one also
// without its digits, unless strict is set.
func mendJSON(text string, strict bool) string {
	var b strings.Builder
	inString := false
	for i := 0; i < len(text); i++ {
		c := text[i]
		switch {
		case !inString || c == '"':
			inString = inString != (c == '"')
			b.WriteByte(c)
		case c == '\\' && i+1 < len(text) && strings.IndexByte(`"\/bfnrtu`, text[i+1]) >= 0 && !(strict && text[i+1] == 'u' && !fourHex(text[i+2:])):
			i++
			b.WriteString(text[i-1 : i+1])
		case c == '\\':
			b.WriteString(`\\`)
		case c < ' ':
			b.WriteString(jsControl(c))
		default:
			b.WriteByte(c)
		}
	}
	return b.String()
}

// fourHex reports whether a text begins with four hexadecimal digits.
func fourHex(text string) bool {
	return len(text) >= 4 && strings.Trim(text[:4], "0123456789abcdefABCDEF") == ""
}

// jsControl is a control character as an escape.
func jsControl(c byte) string {
	if i := strings.IndexByte("\b\f\n\r\t", c); i >= 0 {
		return `\` + "bfnrt"[i:i+1]
	}
	const hex = "0123456789abcdef"
	return `\u00` + string([]byte{hex[c>>4], hex[c&15]})
}

// partialJSON reads JSON that breaks off, or goes on after its end. What is not there is left out; a comma may be missing
// or too much, and the sign after a name may be any.
type partialJSON struct {
	text string
	at   int
}

var errPartial = errors.New("it breaks off")

func (p *partialJSON) blank() {
	for p.at < len(p.text) && strings.IndexByte(" \n\r\t", p.text[p.at]) >= 0 {
		p.at++
	}
}

// partialWords are the words that stand for values; so does the beginning of one at the end of the text.
var partialWords = []struct {
	word  string
	least int // letters of the beginning
	value js.Value
}{
	{"null", 0, js.Value{Kind: js.Null}},
	{"true", 0, js.Value{Kind: js.Boolean, Yes: true}},
	{"false", 0, js.Value{Kind: js.Boolean}},
	{"Infinity", 0, js.Value{Kind: js.Number, Num: math.Inf(1)}},
	{"-Infinity", 2, js.Value{Kind: js.Number, Num: math.Inf(-1)}},
	{"NaN", 0, js.Value{Kind: js.Number, Num: math.NaN()}},
}

func (p *partialJSON) value() (js.Value, error) {
	p.blank()
	if p.at >= len(p.text) {
		return js.Value{}, errPartial
	}
	switch p.text[p.at] {
	case '"':
		return p.str()
	case '{':
		return p.object(), nil
	case '[':
		return p.array(), nil
	}
	rest := p.text[p.at:]
	for _, w := range partialWords {
		if strings.HasPrefix(rest, w.word) || len(rest) < len(w.word) && len(rest) >= w.least && strings.HasPrefix(w.word, rest) {
			p.at += len(w.word)
			return w.value, nil
		}
	}
	return p.number()
}

// str reads a string; one without its end ends with the text. It also reads a name, whatever that begins with.
func (p *partialJSON) str() (js.Value, error) {
	start, escape := p.at, false
	for p.at++; p.at < len(p.text) && (p.text[p.at] != '"' || escape && p.text[p.at-1] == '\\'); p.at++ {
		escape = p.text[p.at] == '\\' && !escape
	}
	parse := func(end int, more string) (js.Value, bool) {
		return js.Parse([]byte(p.text[start:max(min(end, len(p.text)), start)] + more))
	}
	back := 0
	if escape {
		back = 1
	}
	if p.at < len(p.text) {
		p.at++
		if v, ok := parse(p.at-back, ""); ok {
			return v, nil
		}
		return js.Value{}, errPartial
	}
	p.at = len(p.text)
	if v, ok := parse(p.at-back, `"`); ok {
		return v, nil
	}
	if v, ok := parse(strings.LastIndexByte(p.text, '\\'), `"`); ok {
		return v, nil
	}
	return js.Value{}, errPartial
}

// object reads an object up to where it breaks off.
func (p *partialJSON) object() js.Value {
	v := js.Value{Kind: js.Object}
	defer v.SortKeys() // it sorts in place
	for p.at++; ; {
		p.blank()
		if p.at >= len(p.text) {
			return v
		}
		if p.text[p.at] == '}' {
			p.at++
			return v
		}
		name, err := p.str()
		if err != nil {
			return v
		}
		p.blank()
		p.at++ // the colon
		field, err := p.value()
		if err != nil {
			return v
		}
		v.Set(name.Text, field)
		p.blank()
		if p.at < len(p.text) && p.text[p.at] == ',' {
			p.at++
		}
	}
}

// array reads an array up to where it breaks off.
func (p *partialJSON) array() js.Value {
	v := js.Value{Kind: js.Array}
	for p.at++; p.at >= len(p.text) || p.text[p.at] != ']'; {
		item, err := p.value()
		if err != nil {
			return v
		}
		v.Items = append(v.Items, item)
		p.blank()
		if p.at < len(p.text) && p.text[p.at] == ',' {
			p.at++
		}
	}
	p.at++
	return v
}

// number reads a number; of one that breaks off in its exponent, what is before that.
func (p *partialJSON) number() (js.Value, error) {
	start := p.at
	if start > 0 {
		if p.text[p.at] == '-' {
			p.at++
		}
		for p.at < len(p.text) && strings.IndexByte(",]}", p.text[p.at]) < 0 {
			p.at++
		}
	} else {
		p.at = len(p.text) // a text that is a number has nothing else
	}
	if v, ok := js.Parse([]byte(p.text[start:p.at])); ok {
		return v, nil
	}
	if e := strings.LastIndexByte(p.text, 'e'); e > start && p.text[start:p.at] != "-" {
		if v, ok := js.Parse([]byte(p.text[start:e])); ok {
			return v, nil
		}
	}
	return js.Value{}, errPartial
}
