package transcripts

import (
	"testing"

	"eyeline/keymap"
	"eyeline/tui/screens"
)

// TestWords: a list of actions names none that does nothing on the screen, and no screen speaks of another one.
func TestWords(t *testing.T) {
	for name, screen := range map[string]screens.Worded{
		"choice": &choiceScreen{}, "files": &filesScreen{}, "calls": &timelineScreen{}, "changes": &editsScreen{},
	} {
		said := map[string]keymap.Action{}
		for _, a := range []keymap.Action{keymap.SortRows, keymap.Timeline, keymap.Edits} {
			word := screen.Word(a, "the help")
			if word == "the help" {
				t.Errorf("%s: %s has the words of all screens", name, a)
			}
			if before, is := said[word]; is && word != "" {
				t.Errorf("%s: %s and %s are both %q", name, before, a, word)
			}
			said[word] = a
		}
		if got := screen.Word(keymap.MarkItem, "the help"); got != "" {
			t.Errorf("%s: marking is %q", name, got)
		}
		if got := screen.Word(keymap.NextItem, "down"); got != "down" {
			t.Errorf("%s: the next row is %q", name, got)
		}
	}
}
