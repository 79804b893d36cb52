// Package jsontext has what readers of JSON share that make values of it as JavaScript and as Python have them: a
// parser of valid texts, and the fields of an object in the order in which they were given.
package jsontext

import (
	"encoding/json"
	"strings"
	"unicode/utf8"
)

// Parser reads a JSON text that is valid, from its front. With another one its methods may panic.
type Parser struct {
	Text []byte
	At   int // offset in bytes of what is read next, 0-based
}

// Next is the next byte that is not white space, which is not passed.
func (p *Parser) Next() byte {
	for p.Text[p.At] == ' ' || p.Text[p.At] == '\t' || p.Text[p.At] == '\n' || p.Text[p.At] == '\r' {
		p.At++
	}
	return p.Text[p.At]
}

// Word passes one of true, false and null.
func (p *Parser) Word(word string) { p.At += len(word) }

// Object reads an object; field reads the value of each of its fields.
func (p *Parser) Object(field func(name string)) {
	for p.At++; p.Next() != '}'; {
		if p.Text[p.At] == ',' {
			p.At++
		}
		p.Next()
		name := p.Str()
		p.Next()
		p.At++ // the colon
		field(name)
	}
	p.At++
}

// Array reads an array; item reads each of its elements.
func (p *Parser) Array(item func()) {
	for p.At++; p.Next() != ']'; {
		if p.Text[p.At] == ',' {
			p.At++
		}
		item()
	}
	p.At++
}

// Number reads a number, undecoded.
func (p *Parser) Number() string {
	from := p.At
	for p.At < len(p.Text) && strings.IndexByte("+-.0123456789eE", p.Text[p.At]) >= 0 {
		p.At++
	}
	return string(p.Text[from:p.At])
}

// Str reads a string, as encoding/json does: half a surrogate pair, and bytes that are not UTF-8, are U+FFFD.
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
