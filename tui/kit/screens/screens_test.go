package screens

import (
	"testing"

	"eyeline/keymap"
	"eyeline/tui/kit/bar"
)

// TestHintIsSafeToDraw: a key of the settings may be any character, also one that would control the terminal.
func TestHintIsSafeToDraw(t *testing.T) {
	keys, err := keymap.New(map[keymap.Action][]string{keymap.TakeItem: {"\u009b"}, keymap.RecordHelp: {"f2"}})
	if err != nil {
		t.Fatal(err)
	}
	for want, got := range map[bar.Hint]bar.Hint{
		{Key: "U+009B", Word: "open"}:           Hint(keys, keymap.TakeItem, "open"),
		{Key: "F2", Word: "help", Always: true}: Hint(keys, keymap.RecordHelp, "help"),
	} {
		if got != want {
			t.Errorf("%+v, want %+v", got, want)
		}
	}
}
