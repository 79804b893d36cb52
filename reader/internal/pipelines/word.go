package pipelines

import (
	"strings"

	"mvdan.cc/sh/v3/syntax"
)

// plainWord is a word's text where it is the same whatever the shell's state and the files around: no variables, no
// patterns, no braces. A "~" at the front is home.
func plainWord(home string, w *syntax.Word) (string, bool) {
	var b strings.Builder
	for i, part := range w.Parts {
		switch p := part.(type) {
		case *syntax.Lit:
			text, ok := plainLiteral(p.Value)
			if !ok {
				return "", false
			}
			if i == 0 && strings.HasPrefix(p.Value, "~") {
				if text != "~" && !strings.HasPrefix(text, "~/") || len(w.Parts) > 1 && text == "~" {
					return "", false
				}
				text = inHome(home, text)
			}
			b.WriteString(text)
		case *syntax.SglQuoted:
			if p.Dollar {
				return "", false
			}
			b.WriteString(p.Value)
		case *syntax.DblQuoted:
			if p.Dollar {
				return "", false
			}
			for _, inner := range p.Parts {
				lit, ok := inner.(*syntax.Lit)
				if !ok {
					return "", false
				}
				b.WriteString(unescapeQuoted(lit.Value))
			}
		default:
			return "", false
		}
	}
	return b.String(), true
}

// plainLiteral takes the backslashes off unquoted text; ok is false where it has a pattern or braces.
func plainLiteral(s string) (string, bool) {
	var b strings.Builder
	for i := 0; i < len(s); i++ {
		switch c := s[i]; c {
		case '\\':
			if i++; i == len(s) {
				return "", false
			}
			if s[i] != '\n' { // a line that goes on
				b.WriteByte(s[i])
			}
		case '*', '?', '[', '{':
			return "", false
		default:
			b.WriteByte(c)
		}
	}
	return b.String(), true
}

// unescapeQuoted takes the backslashes off text in double quotes that have a meaning there.
func unescapeQuoted(s string) string {
	var b strings.Builder
	for i := 0; i < len(s); i++ {
		if s[i] == '\\' && i+1 < len(s) && strings.IndexByte("\\\"$`\n", s[i+1]) >= 0 {
			if i++; s[i] == '\n' {
				continue
			}
		}
		b.WriteByte(s[i])
	}
	return b.String()
}

// inHome puts home in place of the "~" at the front of text.
func inHome(home, text string) string {
	if home == "" {
		return text
	}
	return home + text[1:]
}
