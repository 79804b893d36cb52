// Package keytest has all keys that tests type.
package keytest

import (
	tea "github.com/charmbracelet/bubbletea"

	"eyeline/tui/kit/keypress"
)

// All are the messages of all keys that a terminal can send, each with and without Alt: every type that has a name, and
// characters of each kind that a text treats in its own way, typed and pasted.
func All() []tea.KeyMsg {
	var out []tea.KeyMsg
	add := func(k tea.KeyMsg) {
		out = append(out, k)
		k.Alt = true
		out = append(out, k)
	}

	for t := keypress.FirstType; t < keypress.PastTypes; t++ {
		if k := keypress.OfType(t); t != tea.KeyRunes && k.String() != "" {
			add(k)
		}
	}

	for c := rune(0x21); c < 0x7F; c++ {
		add(tea.KeyMsg{Type: tea.KeyRunes, Runes: []rune{c}})
	}

	for _, text := range []string{
		"é", "日", "\u0301", "\U0001F469\u200D\U0001F469", "\u202E", "\uFFFD", "\u00A0", "two words ", "a\tb\nc\x00",
	} {
		add(tea.KeyMsg{Type: tea.KeyRunes, Runes: []rune(text)})
		out = append(out, tea.KeyMsg{Type: tea.KeyRunes, Runes: []rune(text), Paste: true})
	}

	return out
}
