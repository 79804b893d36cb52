// Package keypress, which changes without notice, makes the message of a key from its name.
package keypress

import (
	"strings"

	tea "github.com/charmbracelet/bubbletea"
)

// Types of keys of the library: a negative number for a key with a name, that of its control character otherwise.
const (
	FirstType = tea.KeyType(-100)
	PastTypes = tea.KeyType(200)
)

// Of is the message of the key with a name, as the keymap writes it, "alt+" before it included. What names no key is
// typed as text.
func Of(name string) tea.KeyMsg {
	if rest, ok := strings.CutPrefix(name, "alt+"); ok && rest != "" {
		k := Of(rest)
		k.Alt = true
		return k
	}
	for t := FirstType; t < PastTypes; t++ {
		if k := OfType(t); t != tea.KeyRunes && k.String() == name && name != "" {
			return k
		}
	}

	return tea.KeyMsg{Type: tea.KeyRunes, Runes: []rune(name)}
}

// OfType is the message of a key that is no text.
func OfType(t tea.KeyType) tea.KeyMsg {
	k := tea.KeyMsg{Type: t}
	if t == tea.KeySpace {
		k.Runes = []rune{' '}
	}
	return k
}
