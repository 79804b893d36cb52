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
	operand := false // the last token ends a value, so a slash divides
	for at := 0; at < len(script); {
		c, rest := script[at], script[at:]
		t := token{kind: sign, text: rest[:1], at: at}
		size := 1
		switch {
		case c == ' ' || c == '\t' || c == '\r' || strings.HasPrefix(rest, "\\\n"):
			at += max(1, len(rest)-len(strings.TrimPrefix(rest, "\\\n")))
			continue
		case c == '#':
			line, _, _ := strings.Cut(rest, "\n")
			at += len(line)
			continue
		case c == '"' || c == '/' && !operand:
			inner, ended := quoted(rest)
			if !ended {
				return all, at
			}

			size = len(inner) + 2
			t.kind, t.text = pattern, strings.ReplaceAll(inner, `\/`, "/")
			if c == '"' {
				t.kind = text
				if t.text, ended = unescaped(inner); !ended {
					return all, at
				}
			}
		case isDigit(c) || c == '.' && len(rest) > 1 && isDigit(rest[1]):
			size = numberSize(rest)
			t.kind, t.text = number, rest[:size]
			if size < len(rest) && isLetter(rest[size]) { // 0x1A, 1e
				return all, at
			}
		case isLetter(c):
			for size < len(rest) && (isLetter(rest[size]) || isDigit(rest[size])) {
				size++
			}
			t.kind, t.text = name, rest[:size]
		default:
			for _, s := range signs {
				if strings.HasPrefix(rest, s) {
					t.text, size = s, len(s)
					break
				}
			}

			if c < ' ' && c != '\n' || c >= 0x80 || strings.IndexByte("\\'@`", c) >= 0 {
				return all, at
			}
		}

		operand = t.kind == number || t.kind == text || t.kind == name && !keyword[t.text] ||
			t.kind == sign && (t.text == ")" || t.text == "]")
		all = append(all, t)
		at += size
	}

	return append(all, token{kind: end, at: len(script)}), -1
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
