package transcripts

import (
	"testing"

	"eyeline/keymap"
	"eyeline/tui/kit/screens"
	"eyeline/tui/screens/transcripts/costs"
)

// TestWords: a list of actions has the words of the screen that it was opened over, each for one action, and none for
// an action that does nothing there.
func TestWords(t *testing.T) {
	keys, err := keymap.New(nil)
	if err != nil {
		t.Fatal(err)
	}
	for name, screen := range map[string]screens.ActionDescriber{
		"choice": &choiceScreen{}, "files": &filesScreen{}, "calls": &timelineScreen{}, "changes": &editsScreen{},
		"requests": &requestsScreen{}, "request": &stepScreen{}, "costs": costs.New(nil, costs.Services{Words: costWords}),
	} {
		said := map[string]keymap.Action{}
		for _, b := range keys.Bindings() {
			if b.Context != keymap.InTranscript || b.Action == keymap.RecordHelp {
				continue
			}
			word := screen.Word(b.Action, b.Help)
			if word == b.Help {
				t.Errorf("%s: %s has the words of all screens", name, b.Action)
			}
			if before, ok := said[word]; ok && word != "" {
				t.Errorf("%s: %s and %s are both %q", name, before, b.Action, word)
			}
			said[word] = b.Action
		}
		if _, marks := screen.(*requestsScreen); (screen.Word(keymap.MarkItem, "mark") != "") != marks {
			t.Errorf("%s: marking is %q", name, screen.Word(keymap.MarkItem, "mark"))
		}
		if got := screen.Word(keymap.NextItem, "down"); got != "down" {
			t.Errorf("%s: the next row is %q", name, got)
		}
	}
}
