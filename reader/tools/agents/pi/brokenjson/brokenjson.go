// Package brokenjson, which changes without notice, reads JSON as models write it that make mistakes: with control
// characters and lone backslashes in strings, and texts that break off (CONTRACT-pi, Arguments).
package brokenjson

import (
	"strings"

	"eyeline/reader/internal/runtime/js"
)

// ParseMended reads JSON, or what is JSON once Mend has mended it; ok is false for what is neither.
func ParseMended(text string, strict bool) (v js.Value, ok bool) {
	if v, ok := js.Parse([]byte(text)); ok {
		return v, true
	}
	if mended := Mend(text, strict); mended != text {
		return js.Parse([]byte(mended))
	}
	return js.Value{}, false
}

// Mend escapes the control characters within strings, and the backslashes that begin no escape. A \u begins one also
// without its digits, unless strict is set.
func Mend(text string, strict bool) string {
	var b strings.Builder
	inString := false
	for i := 0; i < len(text); i++ {
		c := text[i]
		switch {
		case !inString || c == '"':
			inString = inString != (c == '"')
			b.WriteByte(c)
		case c == '\\' && i+1 < len(text) && strings.IndexByte(`"\/bfnrtu`, text[i+1]) >= 0 &&
			!(strict && text[i+1] == 'u' && !fourHex(text[i+2:])):
			i++
			b.WriteString(text[i-1 : i+1])
		case c == '\\':
			b.WriteString(`\\`)
		case c < ' ':
			b.WriteString(strings.Trim(js.Quote(string(rune(c))), `"`))
		default:
			b.WriteByte(c)
		}
	}

	return b.String()
}

// fourHex reports whether a text begins with four hexadecimal digits.
func fourHex(text string) bool {
	return len(text) >= 4 && strings.Trim(text[:4], "0123456789abcdefABCDEF") == ""
}
