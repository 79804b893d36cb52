package keymap

import (
	"strings"
	"testing"
)

// TestHintsAreComplete: each has a word and actions with rows, and no two of a state have one place.
func TestHintsAreComplete(t *testing.T) {
	type place struct {
		when  When
		order int16
	}
	seen := map[place]Action{}
	for _, h := range tableHints {
		at := place{h.When, h.order}
		if had := seen[at]; had != "" {
			t.Errorf("%s and %s have the same place in state %b", had, h.Action, h.When)
		}
		seen[at] = h.Action
		if _, ok := Default().Binding(h.Pair); h.Word == "" || h.Pair != "" && !ok {
			t.Errorf("%+v is not whole", h)
		}
	}
	if first := Hints(Reading | Block)[0]; first.Action != Larger || first.Word != "size" {
		t.Errorf("the first hint of a block is %+v", first)
	}
}

// TestOtherWordsAreInSmallLetters: a typed word is looked for in small letters.
func TestOtherWordsAreInSmallLetters(t *testing.T) {
	for action, words := range synonyms() {
		if words != strings.ToLower(words) || words == "" {
			t.Errorf("%s: %q", action, words)
		}
	}
}
