package serdejson

import (
	"fmt"
	"math"
	"strconv"
	"strings"
	"unicode"
)

// The texts of serde_json's errors.
const (
	eofList       = "EOF while parsing a list"
	eofObject     = "EOF while parsing an object"
	eofString     = "EOF while parsing a string"
	eofValue      = "EOF while parsing a value"
	wantColon     = "expected `:`"
	wantListEnd   = "expected `,` or `]`"
	wantObjectEnd = "expected `,` or `}`"
	wantIdent     = "expected ident"
	wantValue     = "expected value"
	badEscape     = "invalid escape"
	badNumber     = "invalid number"
	outOfRange    = "number out of range"
	controlByte   = "control character (\\u0000-\\u001F) found while parsing a string"
	keyNotString  = "key must be a string"
	loneSurrogate = "lone leading surrogate in hex escape"
	trailingComma = "trailing comma"
	trailingChars = "trailing characters"
	shortHex      = "unexpected end of hex escape"
)

// debug formats a string like Rust's Debug.
func debug(s string) string {
	out := []byte{'"'}
	for _, r := range s {
		i := strings.IndexRune("\"\\\n\r\t\x00", r)
		switch {
		case i >= 0:
			out = append(out, '\\', `"\nrt0`[i])
		case !printable(r):
			out = fmt.Appendf(out, `\u{%x}`, r)
		default:
			out = append(out, string(r)...)
		}
	}

	return string(append(out, '"'))
}

// printable reports whether Rust's Debug leaves a character unescaped. It escapes what does not print, and
// Grapheme_Extend. Characters newer than Go's Unicode tables count as not printing.
func printable(r rune) bool {
	return unicode.IsPrint(r) && !unicode.In(r, unicode.Mn, unicode.Me, unicode.Other_Grapheme_Extend)
}

// formatFloat returns the shortest representation of f that parses to it, with an exponent below 1e-5 and from 1e16 on.
func formatFloat(f float64) string {
	size := math.Abs(f)
	if f != 0 && (size < 1e-5 || size >= 1e16) {
		mantissa, exponent, _ := strings.Cut(strconv.FormatFloat(f, 'e', -1, 64), "e")
		n, _ := strconv.Atoi(exponent) // FormatFloat always writes a number there
		return fmt.Sprintf("%se%+d", mantissa, n)
	}

	s := strconv.FormatFloat(f, 'f', -1, 64)
	if !strings.Contains(s, ".") {
		s += ".0"
	}

	return s
}
