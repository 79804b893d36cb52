package js

import (
	"fmt"
	"strings"
	"unicode/utf16"
)

// V8Error says why JSON.parse of V8 (Node.js 22) refuses a text; "" for JSON. Memory grows with the nesting only.
func V8Error(text string) string {
	p := &v8Parser{text: text}
	if p.document() {
		return ""
	}
	return p.complaint
}

// v8Parser reads JSON up to the first fault.
type v8Parser struct {
	text      string
	at        int
	complaint string
}

// v8Special are the texts that the error names as a whole.
var v8Special = []string{"[object Object]", "NaN", "Infinity", "undefined"}

func (p *v8Parser) document() bool {
	var open []byte // the brackets around the value at hand
	for {
		p.blank()
		switch c := p.peek(); {
		case c == '{':
			p.at++
			p.blank()
			if p.peek() == '}' {
				p.at++
				break
			}
			if !p.name("Expected property name or '}'") {
				return false
			}
			open = append(open, '}')
			continue
		case c == '[':
			p.at++
			p.blank()
			if p.peek() == ']' {
				p.at++
				break
			}
			open = append(open, ']')
			continue
		case !p.scalar():
			return false
		}
		// After a value.
		for more := false; !more; {
			p.blank()
			if len(open) == 0 {
				return p.at == len(p.text) || p.fault("Unexpected non-whitespace character after JSON")
			}
			end := open[len(open)-1]
			switch c := p.peek(); {
			case c == ',' && p.at < len(p.text):
				p.at++
				p.blank()
				if end == '}' && !p.name("Expected double-quoted property name") {
					return false
				}
				more = true
			case c == end && p.at < len(p.text):
				p.at++
				open = open[:len(open)-1]
			case end == '}':
				return p.fault("Expected ',' or '}' after property value in JSON")
			default:
				return p.fault("Expected ',' or ']' after array element in JSON")
			}
		}
	}
}

// name reads a name and the colon after it.
func (p *v8Parser) name(otherwise string) bool {
	if p.peek() != '"' {
		return p.fault(otherwise + " in JSON")
	}
	if !p.str() {
		return false
	}
	p.blank()
	if p.peek() != ':' {
		return p.fault("Expected ':' after property name in JSON")
	}
	p.at++
	return true
}

// scalar reads a string, a number or a word.
func (p *v8Parser) scalar() bool {
	c := p.peek()
	switch {
	case c == '"':
		return p.str()
	case c == '-' || p.isDigit(c):
		return p.number()
	}
	for _, word := range []string{"true", "false", "null"} {
		if c != word[0] || p.at == len(p.text) {
			continue
		}
		for i := range len(word) {
			if p.peek() != word[i] || p.at == len(p.text) {
				return p.token()
			}
			p.at++
		}
		return true
	}
	return p.token()
}

func (p *v8Parser) str() bool {
	for p.at++; p.at < len(p.text); p.at++ {
		switch c := p.text[p.at]; {
		case c == '"':
			p.at++
			return true
		case c < ' ':
			return p.fault("Bad control character in string literal in JSON")
		case c != '\\':
			continue
		}
		p.at++
		switch {
		case p.at == len(p.text):
			return p.token()
		case p.text[p.at] == 'u':
			for range 4 {
				p.at++
				if p.at == len(p.text) || strings.IndexByte("0123456789abcdefABCDEF", p.text[p.at]) < 0 {
					return p.fault("Bad Unicode escape in JSON")
				}
			}
		case strings.IndexByte(`"\/bfnrt`, p.text[p.at]) < 0:
			return p.fault("Bad escaped character in JSON")
		}
	}
	return p.fault("Unterminated string in JSON")
}

func (p *v8Parser) number() bool {
	if p.peek() == '-' {
		if p.at++; !p.isDigit(p.peek()) {
			return p.fault("No number after minus sign in JSON")
		}
	}
	if p.peek() == '0' {
		if p.at++; p.isDigit(p.peek()) {
			return p.fault("Unexpected number in JSON")
		}
	}
	p.digits()
	if p.peek() == '.' {
		if p.at++; !p.digits() {
			return p.fault("Unterminated fractional number in JSON")
		}
	}
	if c := p.peek(); c == 'e' || c == 'E' {
		p.at++
		if c := p.peek(); c == '+' || c == '-' {
			p.at++
		}
		if !p.digits() {
			return p.fault("Exponent part is missing a number in JSON")
		}
	}
	return true
}

func (p *v8Parser) digits() bool {
	from := p.at
	for p.isDigit(p.peek()) {
		p.at++
	}
	return p.at > from
}

// peek is the next byte, 0 at the end.
func (p *v8Parser) peek() byte {
	if p.at == len(p.text) {
		return 0
	}
	return p.text[p.at]
}

func (*v8Parser) isDigit(c byte) bool { return c >= '0' && c <= '9' }

func (p *v8Parser) blank() {
	for p.at < len(p.text) && strings.IndexByte(" \t\n\r", p.text[p.at]) >= 0 {
		p.at++
	}
}

// token complains about the character at hand, where no value begins.
func (p *v8Parser) token() bool {
	c := p.peek()
	switch {
	case p.at == len(p.text):
		p.complaint = "Unexpected end of JSON input"
	case c == '"':
		return p.fault("Unexpected string in JSON")
	case c == '-' || p.isDigit(c):
		return p.fault("Unexpected number in JSON")
	default:
		p.complaint = p.unexpected()
		for _, s := range v8Special {
			if p.text == s {
				p.complaint = fmt.Sprintf("%q is not valid JSON", s)
			}
		}
	}
	return false
}

// unexpected names the character at hand, with what is around it. It counts in UTF-16 units and takes half of a
// character for one.
func (p *v8Parser) unexpected() string {
	units := utf16.Encode([]rune(p.text))
	at := int(Length(p.text[:p.at]))
	from, to, before, after := 0, len(units), "", ""
	if len(units) > 2*v8Context {
		if at >= v8Context {
			from, before = at-v8Context, "..."
		}
		if at < len(units)-v8Context {
			to, after = at+v8Context, "..."
		}
	}
	return fmt.Sprintf("Unexpected token '%s', %s\"%s\"%s is not valid JSON",
		string(utf16.Decode(units[at:at+1])), before, string(utf16.Decode(units[from:to])), after)
}

// fault complains about the place at hand.
func (p *v8Parser) fault(message string) bool {
	before := p.text[:p.at]
	lines := strings.ReplaceAll(strings.ReplaceAll(before, "\r\n", "\n"), "\r", "\n")
	column := Length(lines[strings.LastIndexByte(lines, '\n')+1:]) + 1
	p.complaint = fmt.Sprintf("%s at position %d (line %d column %d)", message, Length(before), strings.Count(lines, "\n")+1, column)
	return false
}
