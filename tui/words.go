package tui

import "eyeline/tui/cells"

// plain makes a text safe to draw: no control character, one line.
func plain(s string) string { return cells.Sanitize(s) }
