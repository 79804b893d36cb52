package overlay

import (
	"fmt"
	"strings"
	"testing"

	"eyeline/keymap"
)

// TestWhatNoKeyDoesNamesTheKeysOfTheMap: the texts that say what comes nearest name each key as the person's key map has
// it, and not as it is by default.
func TestWhatNoKeyDoesNamesTheKeysOfTheMap(t *testing.T) {
	items := noKeyItems(func(a keymap.Action) string { return fmt.Sprintf("<%v>", a) })
	for i, item := range items {
		if strings.Contains(item.Text, "%") {
			t.Errorf("names and places for them differ in number: %s", item.Text)
		}
		for _, a := range noKeys[i].keys {
			if !strings.Contains(item.Text, fmt.Sprintf("<%v>", a)) {
				t.Errorf("%s does not name the key of %s", item.Text, a)
			}
		}
	}
}
