package tui

import "eyeline/tui/pane"

// The panes, as their messages name them.
const (
	filePane pane.ID = iota
	modelPane
	comparePane
)
