package file

import (
	"eyeline/keymap"
	"eyeline/tui/bar"
	"eyeline/tui/cells"
)

// keyHints are the keys that have a word for the footer. They are the same for as long as the program runs.
func keyHints(keys *keymap.Map) []bar.Hint {
	var hints []bar.Hint
	for _, b := range keys.Bindings() {
		if b.Short != "" && len(b.Keys) > 0 {
			hints = append(hints, bar.Hint{Key: cells.Sanitize(keymap.Name(b.Keys[0])), Word: b.Short, Always: b.Action == keymap.Help})
		}
	}
	return hints
}

// pagerHints are the keys that the footer names while no tool is on.
func pagerHints(keys *keymap.Map) []bar.Hint {
	var hints []bar.Hint
	for _, h := range []struct {
		action keymap.Action
		word   string
	}{
		{keymap.Help, "help"},
		{keymap.SearchDown, "search"},
		{keymap.Quit, "quit"},
		{keymap.ToggleTool, "tool"},
	} {
		if key := keys.Key(h.action); key != "" {
			hints = append(hints, bar.Hint{Key: cells.Sanitize(key), Word: h.word, Always: h.action == keymap.Help})
		}
	}
	return hints
}
