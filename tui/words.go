package tui

import (
	"eyeline/tui/cells"
	"eyeline/tui/words"
)

// plain makes a text safe to draw: no control character, one line.
func plain(s string) string { return cells.Sanitize(s) }

// group, size and count write numbers for a person: "2,000", "1.2 MiB", "2,000 lines".
func group(n int64) string              { return words.Group(n) }
func size(n int64) string               { return words.Size(n) }
func count(n int64, noun string) string { return words.Count(n, noun) }
