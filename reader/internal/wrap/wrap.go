// Package wrap breaks texts into lines.
package wrap

import (
	"strings"

	"github.com/clipperhouse/displaywidth"
)

// Words breaks a text at its blanks into lines of at most width cells. A word that is longer has a line of its
// own.
func Words(text string, width int) []string {
	var lines []string
	line := ""
	for _, word := range strings.Fields(text) {
		switch {
		case line == "":
			line = word
		case displaywidth.String(line)+1+displaywidth.String(word) <= width:
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
