package giventext

import (
	"html"
	"strconv"
	"strings"
	"unicode/utf16"
	"unicode/utf8"
)

// maxLevels is how deep literals are looked for within others.
const maxLevels = 3

// Escaped returns the lines of a text that have others in them as literals of a program, JSON or HTML, such as
// "one\ntwo" or a &lt; b, with the literals decoded, also where one stands in another; "" without such literals.
func Escaped(text string) string {
	var all strings.Builder
	for range maxLevels {
		text = escaped(text)
		all.WriteString(text)
	}
	return all.String()
}

// Has reports whether a text has another one, as it is or as a literal has it.
func Has(text, part string) bool {
	return strings.Contains(text, part) || strings.Contains(Escaped(text), part)
}

// escaped is Escaped of the literals that stand in none.
func escaped(text string) string {
	if !strings.ContainsAny(text, `\&`) {
		return ""
	}

	var lines strings.Builder
	for line := range strings.Lines(text) {
		if strings.IndexByte(line, '\\') >= 0 {
			writeUnescaped(&lines, line)
		}
		if strings.IndexByte(line, '&') >= 0 {
			if plain := html.UnescapeString(line); plain != line {
				lines.WriteString(plain)
			}
		}
	}

	return lines.String()
}

// writeUnescaped writes a line with what its escapes stand for; nothing where it has none.
func writeUnescaped(to *strings.Builder, line string) {
	hasAny := false
	done := 0
	for i := strings.IndexByte(line, '\\'); i >= 0; {
		meant, size := unescaped(line[i:])
		if size > 0 {
			to.WriteString(line[done:i])
			to.WriteString(meant)
			hasAny = true
			done = i + size
		}

		from := i + max(size, 1)
		i = strings.IndexByte(line[from:], '\\')
		if i >= 0 {
			i += from
		}
	}

	if hasAny {
		to.WriteString(line[done:])
	}
}

// unitSize is how many bytes the escape of a UTF-16 code unit has.
const unitSize = len(`\u003c`)

// unescaped is what the escape at the beginning of a text stands for, and how many bytes the escape has; 0 for what is
// no escape.
func unescaped(text string) (meant string, size int) {
	if len(text) < 2 {
		return "", 0
	}
	if meant, ok := escapes[text[1]]; ok {
		return meant, 2
	}

	first := codeUnit(text)
	if first < 0 {
		return "", 0
	}
	if pair := utf16.DecodeRune(first, codeUnit(text[unitSize:])); pair != utf8.RuneError {
		return string(pair), 2 * unitSize
	}
	return string(first), unitSize // half a pair becomes U+FFFD
}

// escapes are what literals have in the place of characters, by what follows the backslash.
var escapes = map[byte]string{
	'\\': `\`, 'n': "\n", 't': "\t", 'r': "", '"': `"`, '\'': "'", '`': "`", '/': "/",
}

// codeUnit is the UTF-16 code unit that the escape at the beginning of a text stands for; -1 without such an escape.
func codeUnit(text string) rune {
	if len(text) < unitSize || text[:2] != `\u` {
		return -1
	}
	unit, err := strconv.ParseUint(text[2:unitSize], 16, 16)
	if err != nil {
		return -1
	}
	return rune(unit)
}
