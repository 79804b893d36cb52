package js

import (
	"encoding/json"
	"errors"

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
	in   byte // what ends the innermost object or array around it; 0: there is none
}

// Parts of a text: a token of JSON, in whose group is the end of a string, and the beginning of a string that breaks off,
// in whose groups are the escape at its end and what of its digits there is.
var (
	tokens   = lazy.Regexp(`(?s)"(?:[^"\\]|\\.)*("|\\?\z)|[\[\]{},:]|[^ \t\n\r"\[\]{},:]+`)
	unclosed = lazy.Regexp(`(?s)^"(?:[^"\\]|\\[^u]|\\u[[:xdigit:]]{4})*(\\(u[[:xdigit:]]{0,3})?)?\z`)
)

// findFault finds the first fault of a text. Where it is, encoding/json says; what it is, the tokens before it.
func findFault(text string) fault {
	var syntax *json.SyntaxError
	if !errors.As(json.Unmarshal([]byte(text+"\x00"), new(json.RawMessage)), &syntax) {
		return fault{} // it nests deeper than is read
	}
	f := fault{at: int(syntax.Offset) - 1}
	var open []byte
	last, before := "", ""
	for _, m := range tokens().FindAllStringSubmatchIndex(text[:f.at], -1) {
		before, last = last, text[m[0]:m[1]]
		switch {
		case last == "{" || last == "[":
			open = append(open, last[0]+2) // ']' follows '[' by two, '}' follows '{'
		case last == "}" || last == "]":
			open = open[:len(open)-1]
		case last == "," || last == ":":
		case m[1] == f.at && (last[0] != '"' || text[m[2]:m[3]] != `"`):
			f.kind, f.from = unfinished(text, m[0], f.at)
		}
	}
	if len(open) > 0 {
		f.in = open[len(open)-1]
	}
	if f.kind == noFault {
		f.from = f.at
		f.kind = misplaced(last, before, f.in)
	}
	if f.kind == afterValue && f.in == 0 && f.at == len(text) {
		return fault{}
	}
	return f
}

// unfinished is what is wrong with a token that breaks off; noFault where it is whole.
func unfinished(text string, start, at int) (kind faultKind, from int) {
	token := text[start:at]
	more := at < len(text)
	switch last := token[len(token)-1]; {
	case token[0] == '"':
		switch m := unclosed().FindStringSubmatchIndex(token); {
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

// misplaced is what is wrong with a token after two others, the last of which is whole.
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
