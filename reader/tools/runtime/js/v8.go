package js

import (
	"errors"
	"fmt"
	"strings"
	"unicode/utf8"

	"eyeline/reader/tools/serdejson"
)

// v8OfSerde has V8's words for the errors of serde_json that are always the same to it.
var v8OfSerde = map[string]string{
	"EOF while parsing an object": "Expected property name or '}'",
	"EOF while parsing a string":  "Unterminated string",
	"expected `:`":                "Expected ':' after property name",
	"expected `,` or `]`":         "Expected ',' or ']' after array element",
	"expected `,` or `}`":         "Expected ',' or '}' after property value",
	"invalid escape":              "Bad escaped character",
	"trailing characters":         "Unexpected non-whitespace character after JSON",
	"control character (\\u0000-\\u001F) found while parsing a string": "Bad control character in string literal",
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
	placed := func(message string) string {
		before := text[:at]
		line := before[strings.LastIndexByte(before, '\n')+1:]
		if !strings.HasSuffix(message, " JSON") {
			message += " in JSON"
		}
		return fmt.Sprintf("%s at position %d (line %d column %d)", message, Length(before), strings.Count(before, "\n")+1, Length(line)+1)
	}
	if at < len(text) && strings.HasPrefix(e.Reason, "EOF") {
		at = len(text)
	}
	if message, ok := v8OfSerde[e.Reason]; ok {
		return placed(message)
	}
	switch e.Reason {
	case "EOF while parsing a value", "EOF while parsing a list":
		return "Unexpected end of JSON input"
	case "key must be a string":
		if strings.HasSuffix(strings.TrimRight(text[:at], " \t\r\n"), ",") {
			return placed("Expected double-quoted property name")
		}
		return placed("Expected property name or '}'")
	case "trailing comma":
		if at < len(text) && text[at] == '}' {
			return placed("Expected double-quoted property name")
		}
		return V8Token(text, at)
	case "invalid number":
		if at > 0 && at < len(text) && text[at-1] == '0' {
			return placed("Unexpected number")
		}
	case "expected value", "expected ident":
		if text == "undefined" {
			return `"undefined" is not valid JSON`
		}
		return V8Token(text, at)
	}
	return err.Error()
}

// v8Context is how much of a text V8 shows before and after a bad character, in characters.
const v8Context = 10

// V8Token is V8's error about a character that no value begins with, at byte at of text.
func V8Token(text string, at int) string {
	if at >= len(text) {
		return "Unexpected end of JSON input"
	}
	runes, place := []rune(text), utf8.RuneCountInString(text[:at])
	from, to, before, after := 0, len(runes), "", ""
	if len(runes) > 2*v8Context {
		if place >= v8Context {
			from, before = place-v8Context, "..."
		}
		if place < len(runes)-v8Context {
			to, after = place+v8Context, "..."
		}
	}
	return fmt.Sprintf("Unexpected token '%s', %s\"%s\"%s is not valid JSON", string(runes[place]), before, string(runes[from:to]), after)
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
