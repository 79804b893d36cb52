package tui

import (
	"math/rand/v2"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	tea "github.com/charmbracelet/bubbletea"

	"eyeline/keymap"
)

// allKeys are all keys that the terminal layer can send, each with and without Alt: every type that has a name, and
// characters of each kind that a text treats in its own way.
var allKeys = func() []tea.KeyMsg {
	var out []tea.KeyMsg
	add := func(k tea.Key) {
		out = append(out, tea.KeyMsg(k))
		k.Alt = true
		out = append(out, tea.KeyMsg(k))
	}
	for t := tea.KeyType(-100); t < 200; t++ {
		if k := (tea.Key{Type: t}); t != tea.KeyRunes && k.String() != "" {
			if t == tea.KeySpace {
				k.Runes = []rune{' '}
			}
			add(k)
		}
	}
	for c := rune(0x21); c < 0x7F; c++ {
		add(tea.Key{Type: tea.KeyRunes, Runes: []rune{c}})
	}
	for _, text := range []string{"é", "日", "\u0301", "\U0001F469\u200D\U0001F469", "\u202E", "\uFFFD", "\u00A0", "two words ", "a\tb\nc\x00"} {
		add(tea.Key{Type: tea.KeyRunes, Runes: []rune(text)})
		out = append(out, tea.KeyMsg{Type: tea.KeyRunes, Runes: []rune(text), Paste: true})
	}
	return out
}()

func checkField(t *testing.T, f *textField, limit int, typed []string) {
	t.Helper()
	if n := len([]rune(f.text())); f.cursor() < 0 || f.cursor() > n || n > limit {
		t.Fatalf("after %q the cursor is at %d of %d characters, of at most %d", typed, f.cursor(), n, limit)
	}
	if strings.ContainsAny(f.text(), "\x00\n\t\r\x1b") {
		t.Fatalf("after %q the text holds a control character: %q", typed, f.text())
	}
	f.drawn(3)
}

// TestTextFieldTakesAnyKeys types random sequences of all keys: nothing panics, and the cursor stays inside the text.
func TestTextFieldTakesAnyKeys(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	keys := keymap.Default()
	for _, limit := range []int{1, 7, fieldLimit} {
		for _, text := range []string{"", " ", "a ", "one two  three ", "日本 語"} {
			for range 40 {
				f := newTextField("")
				f.in.CharLimit = limit
				f.set(text)
				var typed []string
				for range 40 {
					k := allKeys[random.IntN(len(allKeys))]
					typed = append(typed, k.String())
					a, _ := keys.Lookup(keymap.InText, k.String())
					f.key(a, k)
					checkField(t, &f, limit, typed)
				}
			}
		}
	}
}

func TestTextFieldEdits(t *testing.T) {
	for _, c := range []struct {
		text string
		keys []string
		want string
	}{
		{"a ", []string{"left", "alt+d"}, "a"},
		{"a ", []string{"alt+d"}, "a "},
		{"one two three", []string{"home", "alt+d"}, " two three"},
		{"one two three", []string{"home", "alt+delete", "alt+d"}, " three"},
		{"one two", []string{"left", "left", "left", "left", "alt+d", "x"}, "onex"},
		{"one two", []string{"ctrl+w", "y"}, "one y"},
		{"one two", []string{"alt+x"}, "one two"},
		{"one two", []string{"alt+b", "ctrl+k"}, "one "},
		{"one two", []string{"alt+b", "ctrl+u"}, "two"},
		{"one", []string{"ctrl+v"}, "one"},
	} {
		f := newTextField(c.text)
		for _, k := range c.keys {
			a, _ := keymap.Default().Lookup(keymap.InText, k)
			f.key(a, key(k))
		}
		if f.text() != c.want {
			t.Errorf("%q after %q is %q, want %q", c.text, c.keys, f.text(), c.want)
		}
	}
}

// TestPromptsAndOptionsTakeAnyKeys types random sequences into each place where text is typed; the harness checks each
// screen.
func TestPromptsAndOptionsTakeAnyKeys(t *testing.T) {
	random := rand.New(rand.NewPCG(3, 4))
	// Enter would leave the prompt; Ctrl-Z, Ctrl-C and the like mean the same everywhere.
	keys := slices.DeleteFunc(slices.Clone(allKeys), func(k tea.KeyMsg) bool {
		return k.Type == tea.KeyEnter || k.Type == tea.KeyEsc || k.Type == tea.KeyCtrlC || k.Type == tea.KeyCtrlG || k.Type == tea.KeyCtrlZ
	})
	for _, begin := range [][]string{{"/"}, {"/", "?"}, {":"}, {"&"}, {"P"}, {"C"}, {"e"}, {"?"}, {"h"}, {"h", "/"}, {"o", "enter"}, {"o", "down", "1"}} {
		onScreen(t, sample(t), 60, 12, nil, func(s *screen) {
			s.m.opts.SettingsPath = filepath.Join(t.TempDir(), "config.toml")
			s.keys(begin...)
			for _, k := range []string{"a", " ", "left"} {
				s.keys(k)
			}
			s.keys("alt+d") // the library's own deletion of a word panics here
			for range 60 {
				s.send(keys[random.IntN(len(keys))])
				for _, o := range s.m.overlays {
					switch o := o.(type) {
					case *prompt:
						checkField(t, &o.input, fieldLimit, nil)
					case *list:
						checkField(t, &o.input, fieldLimit, nil)
					case *helpOverlay:
						checkField(t, &o.input, fieldLimit, nil)
					case *optionsPanel:
						if o.typing {
							checkField(t, &o.input, fieldLimit, nil)
						}
					}
				}
				if len(s.m.overlays) == 0 {
					s.keys(begin...)
				}
			}
			s.settle()
		})
	}
}
