package js

import (
	"cmp"
	"fmt"
	"strings"
	"unicode/utf16"
	"unicode/utf8"
)

// JSCError says why JavaScriptCore (Bun) refuses a text as JSON: "JSON Parse error: Expected '}'". It is "" for a text
// that is valid JSON.
func JSCError(text string) string {
	f := findFault(text)
	if f.kind == noFault {
		return ""
	}
	return "JSON Parse error: " + cmp.Or(jscToken(text, f), jscStructure(text, f))
}

// jscToken says why there is no token at a fault; "" where there is one, or the text ends.
func jscToken(text string, f fault) string {
	switch f.kind {
	case controlByte, openEscape, openString:
		return "Unterminated string"
	case badEscape:
		r, _ := utf8.DecodeRuneInString(text[f.at:])
		return "Invalid escape character " + string(r)
	case badUnicode:
		if len(text)-f.from < len("uXXXX") {
			return `\u must be followed by 4 hex digits`
		}
		escape := strings.ToValidUTF8(text[f.from:f.from+len("uXXXX")], "\uFFFD")
		return fmt.Sprintf(`"\%s" is not a valid unicode escape`, escape)
	case noDigits:
		return "Invalid number"
	case noFraction:
		return "Invalid digits after decimal point"
	case leadingZero:
		f.from = f.at // the zero is a number by itself
	case noExponent:
		return ""
	}

	if f.from == len(text) {
		return ""
	}

	c := text[f.from]
	switch {
	case c == '"' || c == '-' || isDigit(c): // a token that may not stand here is read all the same
		p := findFault(text[f.from:])
		if p.kind == noFault || p.kind == afterValue || p.kind == leadingZero {
			return ""
		}
		p.at += f.from
		p.from += f.from
		return jscToken(text, p)
	case c == '\'':
		return "Single quotes (') are not allowed in JSON"
	case isAlnum(c) || strings.IndexByte("[]{}(),:;.=_$", c) >= 0:
		return ""
	}

	r, _ := utf8.DecodeRuneInString(text[f.from:])
	if high, _ := utf16.EncodeRune(r); high != utf8.RuneError {
		r = utf8.RuneError // half of the pair is shown
	}

	return "Unrecognized token '" + string(r) + "'"
}

// jscStructure says why the token at a fault may not stand there.
func jscStructure(text string, f fault) string {
	switch f.kind {
	case noFirstName:
		return "Expected '}'"
	case noName:
		return "Property name must be a string literal"
	case noColon:
		return "Expected ':' before value in object property definition"
	case noValue:
		return jscUnexpected(text[f.from:], f.in)
	}

	if f.in == 0 {
		return "Unable to parse JSON string"
	}

	return "Expected '" + string(rune(f.in)) + "'"
}

// jscUnexpected complains about the token at the front of rest, which begins no value.
func jscUnexpected(rest string, in byte) string {
	if rest == "" {
		return "Unexpected EOF"
	}

	if !isAlnum(rest[0]) && rest[0] != '_' && rest[0] != '$' {
		if rest[0] == ']' && in == ']' {
			return "Unexpected comma at the end of array expression"
		}
		return "Unexpected token '" + rest[:1] + "'"
	}

	r := Reader{Rest: rest}
	name := r.Name()
	if len(name) > 200 {
		name = name[:200] + "..."
	}

	return "Unexpected identifier \"" + name + "\""
}
