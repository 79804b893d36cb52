package js

import (
	"fmt"
	"strings"
	"unicode/utf16"
	"unicode/utf8"
)

// JSCError says why JavaScriptCore (Bun) refuses a text as JSON: "JSON Parse error: Expected '}'". It is "" for a text
// that is valid JSON. Memory grows with the nesting only.
func JSCError(text string) string {
	p := jscParser{rest: text}
	p.next()
	ok := p.value()
	if ok && p.token == jscEnd && !p.broken {
		return ""
	}
	if p.lexical != "" {
		p.message = p.lexical
	}
	if p.message == "" {
		p.message = "Unable to parse JSON string"
	}
	return "JSON Parse error: " + p.message
}

// jscToken is a token's kind: the character that it is, or one of the following.
type jscToken rune

const (
	jscEnd jscToken = -iota - 1
	jscBad
	jscString
	jscLiteral // a number, true, false or null
	jscName
)

// jscParser is JavaScriptCore's parser of JSON, as far as its complaints go.
type jscParser struct {
	rest    string
	token   jscToken
	name    string // of a jscName
	lexical string // why the last token is none: this goes before message
	message string
	broken  bool // a number has an exponent without digits
}

func (p *jscParser) fail(message string) bool {
	p.message = message
	return false
}

// value parses the value that begins with the current token, and the token after it.
func (p *jscParser) value() bool {
	var open []jscToken // the brackets around the current value
	for {
		// One value, or the beginning of one.
		switch p.token {
		case '[':
			if p.next(); p.token != ']' {
				open = append(open, ']')
				continue
			}
			p.next()
		case '{':
			p.next()
			if p.token == jscString {
				if !p.colon() {
					return false
				}
				open = append(open, '}')
				continue
			}
			if p.token != '}' {
				return p.fail("Expected '}'")
			}
			p.next()
		case jscString, jscLiteral:
			p.next()
		default:
			return p.unexpected()
		}
		// What follows it in the arrays and objects that it is in.
		for {
			if len(open) == 0 {
				return true
			}
			end := open[len(open)-1]
			if p.token == ',' {
				break
			}
			if p.token != end {
				return p.fail("Expected '" + string(rune(end)) + "'")
			}
			open = open[:len(open)-1]
			p.next()
		}
		p.next()
		if open[len(open)-1] == ']' {
			if p.token == ']' {
				return p.fail("Unexpected comma at the end of array expression")
			}
			continue
		}
		if p.token != jscString {
			return p.fail("Property name must be a string literal")
		}
		if !p.colon() {
			return false
		}
	}
}

// colon goes from a field's name to its value.
func (p *jscParser) colon() bool {
	if p.next(); p.token != ':' {
		return p.fail("Expected ':' before value in object property definition")
	}
	p.next()
	return true
}

// unexpected complains about a token that begins no value.
func (p *jscParser) unexpected() bool {
	switch p.token {
	case jscEnd:
		return p.fail("Unexpected EOF")
	case jscName:
		name := p.name
		if len(name) > 200 {
			name = name[:200] + "..."
		}
		return p.fail("Unexpected identifier \"" + name + "\"")
	case jscBad:
		return p.fail("Could not parse value expression")
	}
	return p.fail("Unexpected token '" + string(rune(p.token)) + "'")
}

// next reads the next token.
func (p *jscParser) next() {
	p.rest = strings.TrimLeft(p.rest, " \t\r\n")
	if p.rest == "" {
		p.token = jscEnd
		return
	}
	switch c := p.rest[0]; {
	case strings.IndexByte("[]{}(),:;.=", c) >= 0:
		p.token, p.rest = jscToken(c), p.rest[1:]
	case c == '"':
		p.str()
	case c == '\'':
		p.bad("Single quotes (') are not allowed in JSON")
	case c == '-' || c >= '0' && c <= '9':
		p.number()
	case jscNameByte(c):
		p.identifier()
	default:
		r, _ := utf8.DecodeRuneInString(p.rest)
		if high, _ := utf16.EncodeRune(r); high != utf8.RuneError {
			r = utf8.RuneError // half of the pair is shown
		}
		p.bad("Unrecognized token '" + string(r) + "'")
	}
}

func (p *jscParser) bad(lexical string) {
	p.token, p.lexical = jscBad, lexical
}

func jscNameByte(c byte) bool {
	return c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c == '_' || c == '$'
}

func (p *jscParser) identifier() {
	for _, word := range []string{"true", "false", "null"} {
		if strings.HasPrefix(p.rest, word) {
			p.token, p.rest = jscLiteral, p.rest[len(word):]
			return
		}
	}
	n := 1
	for n < len(p.rest) && (jscNameByte(p.rest[n]) || p.rest[n] >= '0' && p.rest[n] <= '9') {
		n++
	}
	p.token, p.name, p.rest = jscName, p.rest[:n], p.rest[n:]
}

func (p *jscParser) number() {
	s := strings.TrimPrefix(p.rest, "-")
	digits := func() (n int) {
		for n < len(s) && s[n] >= '0' && s[n] <= '9' {
			n++
		}
		s = s[n:]
		return n
	}
	if strings.HasPrefix(s, "0") {
		s = s[1:]
	} else if digits() == 0 {
		p.bad("Invalid number")
		return
	}
	if strings.HasPrefix(s, ".") {
		if s = s[1:]; digits() == 0 {
			p.bad("Invalid digits after decimal point")
			return
		}
	}
	if s != "" && (s[0] == 'e' || s[0] == 'E') {
		if s = s[1:]; s != "" && (s[0] == '+' || s[0] == '-') {
			s = s[1:]
		}
		if digits() == 0 { // the error is that of a text that ends here
			p.token, p.rest, p.broken = jscLiteral, "", true
			return
		}
	}
	p.token, p.rest = jscLiteral, s
}

func (p *jscParser) str() {
	s := p.rest[1:]
	for {
		n := strings.IndexFunc(s, func(r rune) bool { return r < ' ' || r == '"' || r == '\\' })
		if n < 0 || s[n] < ' ' {
			p.bad("Unterminated string")
			return
		}
		if s[n] == '"' {
			p.token, p.rest = jscString, s[n+1:]
			return
		}
		if s = s[n+1:]; s == "" {
			p.bad("Unterminated string")
			return
		}
		switch {
		case strings.IndexByte(`"\/bfnrt`, s[0]) >= 0:
			s = s[1:]
		case s[0] == 'u':
			if len(s) < 5 {
				p.bad(`\u must be followed by 4 hex digits`)
				return
			}
			for _, c := range []byte(s[1:5]) {
				if !(c >= '0' && c <= '9' || c|0x20 >= 'a' && c|0x20 <= 'f') {
					p.bad(fmt.Sprintf(`"\%s" is not a valid unicode escape`, strings.ToValidUTF8(s[:5], "\uFFFD")))
					return
				}
			}
			s = s[5:]
		default:
			r, _ := utf8.DecodeRuneInString(s)
			p.bad("Invalid escape character " + string(r))
			return
		}
	}
}
