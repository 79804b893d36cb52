package js

import (
	"cmp"
	"encoding/json"
	"errors"
	"strings"

	"eyeline/reader/internal/lazy"
)

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
	in   byte // what ends the innermost object or array around it; 0 outside of both
}

// Parts of a text: a token at its front, where that does not break off, and the beginning of a string that breaks
// off, in whose groups are the escape at its end and what of its digits there is.
var (
	token    = lazy.Regexp(`(?s)^(?:"(?:[^"\\]|\\.)*"|[\[\]{},:]|[^ \t\n\r"\[\]{},:]+)`)
	unclosed = lazy.Regexp(`(?s)^"(?:[^"\\]|\\[^u]|\\u[[:xdigit:]]{4})*(\\(u[[:xdigit:]]{0,3})?)?\z`)
)

// findFault finds the first fault of a text. Neither parser limits how deep a text nests; memory grows with that and
// with the longest token.
func findFault(text string) fault {
	var open []byte
	last := ""
	before := ""
	for end := 0; ; {
		f := fault{}
		if len(open) > 0 {
			f.in = open[len(open)-1]
		}

		f.kind = misplaced(last, before, f.in)
		rest := strings.TrimLeft(text[end:], " \t\n\r")
		f.at = len(text) - len(rest)
		f.from = f.at
		token := cmp.Or(token().FindString(rest), rest)
		if token == "" {
			if f.kind == afterValue && f.in == 0 {
				return fault{}
			}
			return f
		}

		end = f.at + len(token)
		if !f.fits(token[0], last == "[") {
			return f
		}

		before, last = last, token
		switch token[0] {
		case '{', '[':
			open = append(open, token[0]+2) // ']' follows '[' by two, '}' follows '{'
		case '}', ']':
			open = open[:len(open)-1]
		case ',', ':': // between values
		default:
			if json.Valid([]byte(token)) {
				continue
			}

			var syntax *json.SyntaxError // after the token at the latest, for the NUL
			errors.As(json.Unmarshal(append([]byte(token), 0), new(json.RawMessage)), &syntax)
			size := int(syntax.Offset) - 1
			if size == 0 {
				return f
			}

			f.at += size
			f.kind, f.from = unfinished(text, f.from, f.at)
			if f.kind == noFault {
				f.kind = misplaced(token[:size], before, f.in)
				f.from = f.at
			}

			return f
		}
	}
}

// fits reports whether a token that begins with c may stand where another one would be the fault; first: it would be
// the first one of an array.
func (f fault) fits(c byte, first bool) bool {
	switch f.kind {
	case noFirstName:
		return c == '"' || c == '}'
	case noName:
		return c == '"'
	case noColon:
		return c == ':'
	case afterValue:
		return f.in != 0 && (c == ',' || c == f.in)
	}

	return c == ']' && first || strings.IndexByte("]},:", c) < 0
}

// unfinished is what is wrong with a token that breaks off; noFault where it is whole.
func unfinished(text string, start, at int) (kind faultKind, from int) {
	token := text[start:at]
	more := at < len(text)
	last := token[len(token)-1]
	switch {
	case token[0] == '"':
		m := unclosed().FindStringSubmatchIndex(token)
		switch {
		case m[4] >= 0:
			return badUnicode, start + m[4]
		case m[2] >= 0 && more:
			return badEscape, at
		case m[2] >= 0:
			return openEscape, at
		case more:
			return controlByte, start
		}

		return openString, start
	case token == "true" || token == "false" || token == "null":
		return noFault, at
	case token == "-":
		return noDigits, start
	case token[0] != '-' && !isDigit(token[0]):
		return noValue, start
	case last == '.':
		return noFraction, start
	case !isDigit(last):
		return noExponent, start
	case (token == "0" || token == "-0") && more && isDigit(text[at]):
		return leadingZero, start
	}

	return noFault, at
}

// misplaced is what is wrong with a token after two others; the last one is whole.
func misplaced(last, before string, in byte) faultKind {
	switch {
	case last == "{":
		return noFirstName
	case last == "," && in == '}':
		return noName
	case last == "" || last == "[" || last == ":" || last == ",":
		return noValue
	case last[0] == '"' && in == '}' && (before == "{" || before == ","):
		return noColon
	}

	return afterValue
}

func isDigit(c byte) bool { return c >= '0' && c <= '9' }
