package js

import (
	"errors"
	"fmt"
	"strings"
	"unicode/utf16"
	"unicode/utf8"

	"eyeline/reader/internal/serdejson"
)

// v8Words are V8's words for faults that are always the same to it.
var v8Words = map[faultKind]string{
	noFirstName: "Expected property name or '}'",
	noName:      "Expected double-quoted property name",
	noColon:     "Expected ':' after property name",
	controlByte: "Bad control character in string literal",
	badEscape:   "Bad escaped character",
	badUnicode:  "Bad Unicode escape",
	openString:  "Unterminated string",
	noDigits:    "No number after minus sign",
	leadingZero: "Unexpected number",
	noFraction:  "Unterminated fractional number",
	noExponent:  "Exponent part is missing a number",
}

// v8AfterValue are V8's words for what may not follow a value, by what ends the object or array that the value is in.
var v8AfterValue = map[byte]string{
	'}': "Expected ',' or '}' after property value",
	']': "Expected ',' or ']' after array element",
	0:   "Unexpected non-whitespace character after JSON",
}

const v8Ended = "Unexpected end of JSON input"

// V8Error says why JSON.parse of V8 (Node.js 22) refuses a text; "" for JSON.
func V8Error(text string) string {
	f := findFault(text)
	message := v8Words[f.kind]
	switch f.kind {
	case noFault:
		return ""
	case openEscape:
		return v8Ended
	case afterValue:
		message = v8AfterValue[f.in]
	case noValue:
		switch {
		case f.at == len(text):
			return v8Ended
		case text[f.at] == '"':
			message = "Unexpected string"
		case text[f.at] == '-' || isDigit(text[f.at]):
			message = v8Words[leadingZero]
		case text == "[object Object]", text == "NaN", text == "Infinity", text == "undefined":
			return fmt.Sprintf("%q is not valid JSON", text)
		default:
			// It counts in UTF-16 units and takes half of a character for one.
			decoded := func(units []uint16) string { return string(utf16.Decode(units)) }
			return v8Unexpected(utf16.Encode([]rune(text)), int(Length(text[:f.at])), decoded)
		}
	}

	before := text[:f.at]
	return v8Placed(message, before, strings.NewReplacer("\r\n", "\n", "\r", "\n").Replace(before))
}

// v8Placed is a message with its place, 0-based and counted in UTF-16 units; lines is the text before the place with
// '\n' for each end of a line.
func v8Placed(message, before, lines string) string {
	if !strings.HasSuffix(message, " JSON") {
		message += " in JSON"
	}
	column := Length(lines[strings.LastIndexByte(lines, '\n')+1:]) + 1
	line := strings.Count(lines, "\n") + 1
	return fmt.Sprintf("%s at position %d (line %d column %d)", message, Length(before), line, column)
}

// v8Context is how much of a text V8 shows before and after a bad character, in characters.
const v8Context = 10

// v8Unexpected names the character at a place of a text with what is around it; decoded makes text of characters.
func v8Unexpected[T any](chars []T, at int, decoded func([]T) string) string {
	from := 0
	to := len(chars)
	before := ""
	after := ""

	if len(chars) > 2*v8Context {
		if at >= v8Context {
			from = at - v8Context
			before = "..."
		}
		if at < len(chars)-v8Context {
			to = at + v8Context
			after = "..."
		}
	}

	return fmt.Sprintf("Unexpected token '%s', %s\"%s\"%s is not valid JSON",
		decoded(chars[at:at+1]), before, decoded(chars[from:to]), after)
}

// v8Token is V8's error about a character that no value begins with, at byte at of text.
func v8Token(text string, at int) string {
	if at >= len(text) {
		return v8Ended
	}
	decoded := func(runes []rune) string { return string(runes) }
	return v8Unexpected([]rune(text), utf8.RuneCountInString(text[:at]), decoded)
}

// v8OfSerde has V8's words for the errors of serde_json that are always the same to it.
var v8OfSerde = map[string]string{
	"EOF while parsing an object": v8Words[noFirstName],
	"EOF while parsing a string":  v8Words[openString],
	"expected `:`":                v8Words[noColon],
	"expected `,` or `]`":         v8AfterValue[']'],
	"expected `,` or `}`":         v8AfterValue['}'],
	"invalid escape":              v8Words[badEscape],
	"trailing characters":         v8AfterValue[0],
	"control character (\\u0000-\\u001F) found while parsing a string": v8Words[controlByte],
}

// V8ErrorOfSerde says serde_json's error about a text in the words of V8's JSON.parse, as Copilot CLI does. Errors that
// V8 does not know stay as they are. Positions are 0-based and counted in UTF-16 units.
func V8ErrorOfSerde(text string, err error) string {
	var e *serdejson.Error
	if !errors.As(err, &e) {
		return err.Error()
	}

	at := offsetOf(text, e.Line, e.Column)
	if e.Column == 0 {
		at = max(at-1, 0) // serde_json has gone past the line end
	}
	if strings.HasPrefix(e.Reason, "EOF") {
		at = len(text)
	}

	before := text[:at]
	message := v8OfSerde[e.Reason]
	switch e.Reason {
	case "EOF while parsing a value", "EOF while parsing a list":
		return v8Ended
	case "key must be a string":
		message = v8Words[noFirstName]
		if strings.HasSuffix(strings.TrimRight(before, " \t\r\n"), ",") {
			message = v8Words[noName]
		}
	case "trailing comma":
		if at == len(text) || text[at] != '}' {
			return v8Token(text, at)
		}
		message = v8Words[noName]
	case "invalid number":
		if strings.HasSuffix(before, "0") && at < len(text) {
			message = v8Words[leadingZero]
		}
	case "expected value", "expected ident":
		if text == "undefined" {
			return `"undefined" is not valid JSON`
		}
		return v8Token(text, at)
	}

	if message == "" {
		return err.Error()
	}

	return v8Placed(message, before, before)
}

// offsetOf is the byte that serde_json's line and column (1-based, in bytes) point at.
func offsetOf(text string, line, column int) int {
	at := 0
	for ; line > 1; line-- {
		i := strings.IndexByte(text[at:], '\n')
		if i < 0 {
			break
		}
		at += i + 1
	}
	return min(at+max(column-1, 0), len(text))
}
