package transcripts

import "eyeline/keymap"

// Word implements [screens.Worded].
func (c *choiceScreen) Word(a keymap.Action, help string) string {
	switch a {
	case keymap.SortRows:
		return "the transcripts of this folder, or of all folders"
	case keymap.Timeline, keymap.Edits: // a transcript has to be open
		return ""
	}
	return c.Screen.Word(a, help)
}

// Word implements [screens.Worded].
func (f *filesScreen) Word(a keymap.Action, help string) string {
	switch a {
	case keymap.SortRows:
		return "sort by path, by time or by what is missing"
	case keymap.Timeline:
		return "all calls in their order"
	case keymap.Edits:
		return "what the model changed, and whether it had been sent it"
	}
	return f.Screen.Word(a, help)
}

// Word implements [screens.Worded].
func (t *timelineScreen) Word(a keymap.Action, help string) string {
	switch a {
	case keymap.Timeline:
		return "the files again"
	case keymap.SortRows, keymap.Edits:
		return ""
	}
	return t.Screen.Word(a, help)
}

// Word implements [screens.Worded].
func (e *editsScreen) Word(a keymap.Action, help string) string {
	switch a {
	case keymap.SortRows:
		return "in the order of the calls, or what had not been sent first"
	case keymap.Timeline:
		return "all calls in their order, at the call of this change"
	case keymap.Edits:
		return "the files again"
	}
	return e.Screen.Word(a, help)
}
