package js

import "strings"

// faultKind is a way in which a text is not JSON.
type faultKind uint8

const (
	noFault     faultKind = iota
	noValue               // no value begins here
	afterValue            // neither a comma nor the end of what the value is in
	noFirstName           // no name, nor the end of the object, after its brace
	noName                // no name after a comma
	noColon
	controlByte // in a string
	badEscape
	badUnicode // no four hexadecimal digits after \u
	openEscape // the text ends after a backslash
	openString
	noDigits // after a minus sign
	leadingZero
	noFraction
	noExponent
)

// fault is the first fault of a text.
type fault struct {
	kind faultKind
	at   int  // offset of the first byte that does not fit
	from int  // offset where the token, or the escape, with that byte begins
	in   byte // what ends the innermost object or array around it; 0: there is none
}

// findFault reads a text as JSON up to its first fault. Memory grows with the nesting only.
func findFault(text string) fault {
	p := faultFinder{text: text}
	p.document()
	return p.fault
}

// faultFinder reads JSON up to the first fault.
type faultFinder struct {
	text  string
	at    int
	from  int    // where the current token or escape begins
	open  []byte // what ends the objects and arrays around the place
	fault fault
}

// fail notes a fault at the place; it returns false.
func (p *faultFinder) fail(kind faultKind) bool {
	p.fault = fault{kind: kind, at: p.at, from: p.from, in: p.in()}
	return false
}

// in is what ends the innermost object or array; 0 where there is none.
func (p *faultFinder) in() byte {
	if len(p.open) == 0 {
		return 0
	}
	return p.open[len(p.open)-1]
}

// token goes to the next token and returns its first byte, 0 at the end.
func (p *faultFinder) token() byte {
	for p.at < len(p.text) && strings.IndexByte(" \t\n\r", p.text[p.at]) >= 0 {
		p.at++
	}
	p.from = p.at
	return p.peek()
}

// peek is the next byte, 0 at the end.
func (p *faultFinder) peek() byte {
	if p.at == len(p.text) {
		return 0
	}
	return p.text[p.at]
}

func (p *faultFinder) document() bool {
	for p.value() {
		more := false
		for !more {
			switch c := p.token(); {
			case len(p.open) == 0:
				return p.at == len(p.text) || p.fail(afterValue)
			case c == ',':
				p.at++
				if p.in() == '}' && !p.name(noName) {
					return false
				}
				more = true
			case c == p.in():
				p.at++
				p.open = p.open[:len(p.open)-1]
			default:
				return p.fail(afterValue)
			}
		}
	}
	return false
}

// value reads a value, or the beginnings of arrays and objects up to the first value in them that is neither.
func (p *faultFinder) value() bool {
	for {
		c := p.token()
		if c != '{' && c != '[' {
			return p.scalar()
		}
		p.at++
		end := c + 2 // ']' follows '[' by two, '}' follows '{'
		if p.token() == end {
			p.at++
			return true
		}
		if c == '{' && !p.name(noFirstName) {
			return false
		}
		p.open = append(p.open, end)
	}
}

// name reads a name and the colon after it.
func (p *faultFinder) name(otherwise faultKind) bool {
	if p.token() != '"' {
		return p.fail(otherwise)
	}
	if !p.str() {
		return false
	}
	if p.token() != ':' {
		return p.fail(noColon)
	}
	p.at++
	return true
}

// scalar reads a string, a number or a word.
func (p *faultFinder) scalar() bool {
	switch c := p.peek(); {
	case c == '"':
		return p.str()
	case c == '-' || isDigit(c):
		return p.number()
	}
	for _, word := range []string{"true", "false", "null"} {
		if p.peek() == word[0] {
			for p.at < len(p.text) && p.at-p.from < len(word) && p.text[p.at] == word[p.at-p.from] {
				p.at++
			}
			return p.at-p.from == len(word) || p.fail(noValue)
		}
	}
	return p.fail(noValue)
}

func (p *faultFinder) str() bool {
	for p.at++; p.at < len(p.text); p.at++ {
		switch c := p.text[p.at]; {
		case c == '"':
			p.at++
			return true
		case c < ' ':
			return p.fail(controlByte)
		case c != '\\':
			continue
		}
		p.at++
		p.from = p.at
		switch {
		case p.at == len(p.text):
			return p.fail(openEscape)
		case p.text[p.at] == 'u':
			for range 4 {
				p.at++
				if p.at == len(p.text) || strings.IndexByte("0123456789abcdefABCDEF", p.text[p.at]) < 0 {
					return p.fail(badUnicode)
				}
			}
		case strings.IndexByte(`"\/bfnrt`, p.text[p.at]) < 0:
			return p.fail(badEscape)
		}
	}
	return p.fail(openString)
}

func (p *faultFinder) number() bool {
	if p.peek() == '-' {
		if p.at++; !isDigit(p.peek()) {
			return p.fail(noDigits)
		}
	}
	if p.peek() == '0' {
		if p.at++; isDigit(p.peek()) {
			return p.fail(leadingZero)
		}
	}
	p.digits()
	if p.peek() == '.' {
		if p.at++; !p.digits() {
			return p.fail(noFraction)
		}
	}
	if c := p.peek(); c == 'e' || c == 'E' {
		p.at++
		if c := p.peek(); c == '+' || c == '-' {
			p.at++
		}
		if !p.digits() {
			return p.fail(noExponent)
		}
	}
	return true
}

func (p *faultFinder) digits() bool {
	from := p.at
	for isDigit(p.peek()) {
		p.at++
	}
	return p.at > from
}

func isDigit(c byte) bool { return c >= '0' && c <= '9' }
