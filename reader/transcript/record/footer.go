package record

import (
	"regexp"
	"strings"
)

// WithoutFooter is a text without what a pattern finds at its end, in a line with a word. The lines before that are not
// searched, but for the end of the one above: a pattern takes long for a text of many lines.
func WithoutFooter(text, word string, footer *regexp.Regexp) string {
	at := strings.LastIndex(text, word)
	if at < 0 {
		return text
	}
	line := strings.LastIndexByte(text[:at], '\n')
	above := max(strings.LastIndexByte(text[:max(line, 0)], '\n'), 0)
	return text[:above] + footer.ReplaceAllString(text[above:], "")
}
