package tui

import (
	"strings"
	"testing"
	"unicode"

	"eyeline/keymap"
	"eyeline/themes"
)

// TestKeysAreDrawnSafely binds characters that control a terminal to actions, and checks that the help of plain mode
// does not have them.
func TestKeysAreDrawnSafely(t *testing.T) {
	t.Parallel()
	keys, err := keymap.New(map[keymap.Action][]string{
		keymap.Quit: {"\u202e"}, keymap.Copy: {"\a"}, keymap.Help: {"\x1b"}, keymap.NextMode: {"\u2066"},
	})
	if err != nil {
		t.Fatal(err)
	}
	theme, err := themes.New(themes.DefaultDark, themes.None)
	if err != nil {
		t.Fatal(err)
	}
	m := newModel(Options{
		Theme: theme,
		Keys:  keys,
	}, nil)
	var help strings.Builder
	p := newPlainReader(m, &help)
	p.help("")
	p.Flush()
	for what, text := range map[string]string{"plain help": help.String()} {
		for _, r := range text {
			if r != '\n' && !unicode.IsPrint(r) {
				t.Errorf("%s has %U:\n%q", what, r, text)
				break
			}
		}
		if !strings.Contains(text, "U+202E") {
			t.Errorf("%s does not name the key: %s", what, text)
		}
	}
}
