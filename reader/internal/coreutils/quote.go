package coreutils

import (
	"fmt"
	"strings"
	"unicode"
)

// quoteName is a file's name as GNU programs write it in messages: in quotes when it needs them, or always.
func quoteName(name string, always bool) string {
	const special = " !\"$&()*;<=>[^`|?\\"
	quote := always || name == "" || name == "{" || name == "}" || strings.ContainsAny(name, special) ||
		name[0] == '#' || name[0] == '~'
	control := strings.ContainsFunc(name, func(c rune) bool { return !unicode.IsPrint(c) })
	if !control && !quote && !strings.Contains(name, "'") {
		return name
	}
	if !control && strings.Contains(name, "'") && !strings.ContainsAny(name, "\"$`\\!") {
		return `"` + name + `"`
	}
	var b strings.Builder
	b.WriteByte('\'')
	escaped := false
	for _, c := range name {
		if !unicode.IsPrint(c) {
			if !escaped {
				b.WriteString("'$'")
			}
			escaped = true
			b.WriteString(escape(c))
			continue
		}
		if escaped {
			b.WriteString("''")
			escaped = false
		}
		if c == '\'' {
			b.WriteString(`'\''`)
			continue
		}
		b.WriteRune(c)
	}
	b.WriteByte('\'')
	return b.String()
}

// escape is a character that does not print, inside $'…'.
func escape(c rune) string {
	if i := strings.IndexRune("\a\b\t\n\v\f\r", c); i >= 0 {
		return `\` + string("abtnvfr"[i])
	}
	var b strings.Builder
	for _, x := range []byte(string(c)) {
		fmt.Fprintf(&b, `\%03o`, x)
	}
	return b.String()
}
