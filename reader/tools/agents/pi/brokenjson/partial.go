package brokenjson

import (
	"errors"
	"math"
	"strings"

	"eyeline/reader/internal/runtime/js"
)

// ParsePartial reads JSON that breaks off, or goes on after its end. What is not there is left out; a comma may be
// missing or too much, and the sign after a name may be any. ok is false where nothing of it can be read.
func ParsePartial(text string) (v js.Value, ok bool) {
	p := partial{text: js.Trim(text)}
	v, err := p.value()
	return v, err == nil
}

// partial is a text that ParsePartial reads.
type partial struct {
	text string
	at   int
}

var errPartial = errors.New("it breaks off")

func (p *partial) blank() {
	for p.at < len(p.text) && strings.IndexByte(" \n\r\t", p.text[p.at]) >= 0 {
		p.at++
	}
}

// words are the words that stand for values; so does the beginning of one at the end of the text.
var words = []struct {
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

func (p *partial) value() (js.Value, error) {
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
	for _, w := range words {
		if strings.HasPrefix(rest, w.word) ||
			len(rest) < len(w.word) && len(rest) >= w.least && strings.HasPrefix(w.word, rest) {
			p.at += len(w.word)
			return w.value, nil
		}
	}

	return p.number()
}

// str reads a string; one without its end ends with the text. It also reads a name, whatever that begins with.
func (p *partial) str() (js.Value, error) {
	start := p.at
	escape := false
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
func (p *partial) object() js.Value {
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
func (p *partial) array() js.Value {
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
func (p *partial) number() (js.Value, error) {
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
