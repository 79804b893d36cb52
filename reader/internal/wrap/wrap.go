// Package wrap breaks texts into lines.
package wrap

import (
	"strings"
	"unicode/utf8"
)

// Words breaks a text at its blanks into lines of at most width characters. A word that is longer has a line of its
// own.
func Words(text string, width int) []string {
	var lines []string
	line := ""
	for _, word := range strings.Fields(text) {
		switch {
		case line == "":
			line = word
		case utf8.RuneCountInString(line)+1+utf8.RuneCountInString(word) <= width:
			line += " " + word
		default:
			lines = append(lines, line)
			line = word
		}
	}
	if line != "" {
		lines = append(lines, line)
	}
	return lines
}
