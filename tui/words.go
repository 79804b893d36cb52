package tui

import (
	"strings"

	"eyeline/tui/cells"
	"eyeline/tui/words"
)

// plain makes a text safe to draw: no control character, one line.
func plain(s string) string { return cells.Sanitize(s) }

// group, size and count write numbers for a person: "2,000", "1.2 MiB", "2,000 lines".
func group(n int64) string              { return words.Group(n) }
func size(n int64) string               { return words.Size(n) }
func count(n int64, noun string) string { return words.Count(n, noun) }

// Printable makes a text of several lines safe for a terminal: control characters other than '\n' become marks.
func Printable(s string) string {
	lines := strings.Split(s, "\n")
	for i, line := range lines {
		lines[i] = plain(line)
	}
	return strings.Join(lines, "\n")
}
