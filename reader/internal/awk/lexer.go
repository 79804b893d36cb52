package awk

import "strings"

// kind is the kind of a token.
type kind uint8

const (
	end     kind = iota // end of the script
	number              // 12, .5, 1e3
	text                // "…"
	pattern             // /…/
	name                // name of a variable, function or statement
	sign                // an operator, a bracket, ";" or a line end
)

// token is a token of a script.
type token struct {
	kind kind
	text string // content of a text or pattern is without its quotes
	at   int    // offset in bytes
}

// signs are the operators of several characters, longer ones first.
var signs = []string{
	"++", "--", "+=", "-=", "*=", "/=", "%=", "^=", "**", "&&", "||", "==", "!=", "<=", ">=", "!~", ">>",
}

// tokens splits a script. bad is the offset of the first thing that is not a token, such as a text without end; -1 if
// there is no such thing.
func tokens(script string) (all []token, bad int) {
	divides := false // the last token ends a value, so a slash divides
	for at := 0; at < len(script); {
		rest := script[at:]
		if n := ignored(rest); n > 0 {
			at += n
			continue
		}

		t, size, ok := firstToken(rest, divides)
		if !ok {
			return all, at
		}

		t.at = at
		all = append(all, t)
		divides = t.endsValue()
		at += size
	}

	return append(all, token{kind: end, at: len(script)}), -1
}

// ignored returns the length of the blank, the continuation of a line or the comment at the start of s; 0 without one.
func ignored(s string) int {
	switch {
	case strings.IndexByte(" \t\r", s[0]) >= 0:
		return 1
	case strings.HasPrefix(s, "\\\n"):
		return 2
	case s[0] == '#':
		line, _, _ := strings.Cut(s, "\n")
		return len(line)
	}
	return 0
}

// endsValue reports whether a value ends with the token.
func (t token) endsValue() bool {
	switch t.kind {
	case number, text:
		return true
	case name:
		return !keyword[t.text]
	case sign:
		return t.text == ")" || t.text == "]"
	}
	return false
}

// firstToken returns the token at the start of s and its length in bytes; ok is false without one. divides: a
// slash there does not begin a pattern.
func firstToken(s string, divides bool) (t token, size int, ok bool) {
	switch c := s[0]; {
	case c == '"' || c == '/' && !divides:
		return quotedToken(s)
	case isDigit(c) || c == '.' && len(s) > 1 && isDigit(s[1]):
		size = numberSize(s)
		ok = size == len(s) || !isLetter(s[size]) // unlike 0x1A and 1e
		return token{kind: number, text: s[:size]}, size, ok
	case isLetter(c):
		for size < len(s) && (isLetter(s[size]) || isDigit(s[size])) {
			size++
		}
		return token{kind: name, text: s[:size]}, size, true
	}
	return signToken(s)
}

// quotedToken is firstToken for a text or a pattern.
func quotedToken(s string) (t token, size int, ok bool) {
	inner, ended := quoted(s)
	if !ended {
		return t, 0, false
	}

	size = len(inner) + 2
	if s[0] == '/' {
		return token{kind: pattern, text: strings.ReplaceAll(inner, `\/`, "/")}, size, true
	}
	content, ok := unescaped(inner)
	return token{kind: text, text: content}, size, ok
}

// signToken is firstToken for an operator, a bracket, ";" or a line end.
func signToken(s string) (t token, size int, ok bool) {
	for _, one := range signs {
		if strings.HasPrefix(s, one) {
			return token{kind: sign, text: one}, len(one), true
		}
	}

	c := s[0]
	unknown := c < ' ' && c != '\n' || c >= 0x80 || strings.IndexByte("\\'@`", c) >= 0
	return token{kind: sign, text: s[:1]}, 1, !unknown
}

func isDigit(c byte) bool { return c >= '0' && c <= '9' }

func isLetter(c byte) bool { return c == '_' || c|0x20 >= 'a' && c|0x20 <= 'z' }

// numberSize returns the length of the number at the start of s.
func numberSize(s string) int {
	size := 0
	for size < len(s) && (isDigit(s[size]) || s[size] == '.') {
		size++
	}

	if size+1 < len(s) && s[size]|0x20 == 'e' {
		digits := s[size+1:]
		if digits[0] == '-' || digits[0] == '+' {
			digits = digits[1:]
		}

		n := len(digits) - len(strings.TrimLeft(digits, "0123456789"))
		if n > 0 {
			size = len(s) - len(digits) + n
		}
	}

	return size
}

// quoted returns what is between the quote at the start of s and the next one.
func quoted(s string) (inner string, ended bool) {
	for i := 1; i < len(s) && s[i] != '\n'; i++ {
		switch s[i] {
		case '\\':
			i++
		case s[0]:
			return s[1:i], true
		}
	}
	return "", false
}

// unescaped returns a text with its escapes replaced; ok is false if one is not imitated.
func unescaped(s string) (out string, ok bool) {
	var b []byte
	for i := 0; i < len(s); i++ {
		if s[i] != '\\' || i+1 == len(s) {
			b = append(b, s[i])
			continue
		}

		i++
		at := strings.IndexByte(`ntr\"/abfv`, s[i])
		if at < 0 {
			return "", false
		}

		b = append(b, "\n\t\r\\\"/\a\b\f\v"[at])
	}

	return string(b), true
}

// keyword are names that do not end a value.
var keyword = map[string]bool{"print": true, "printf": true, "if": true, "else": true, "next": true, "exit": true}
