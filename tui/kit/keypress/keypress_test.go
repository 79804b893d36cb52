package keypress

import (
	"testing"

	tea "github.com/charmbracelet/bubbletea"

	"eyeline/keymap"
)

// TestEachKeyOfTheLibraryCanBeBound: the keymap takes all names that the library gives to keys.
func TestEachKeyOfTheLibraryCanBeBound(t *testing.T) {
	named := 0
	for kind := FirstType; kind < PastTypes; kind++ {
		name := OfType(kind).String()
		if name == "" || kind == tea.KeyRunes {
			continue
		}
		named++
		for _, key := range []string{name, "alt+" + name} {
			if _, err := keymap.New(map[keymap.Action][]string{keymap.LineDown: {key}}); err != nil {
				t.Errorf("%q: %v", key, err)
			}
		}
	}
	if named < 80 {
		t.Errorf("%d keys have names", named)
	}
}
