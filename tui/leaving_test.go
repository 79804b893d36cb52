package tui

import (
	"testing"

	tea "github.com/charmbracelet/bubbletea"
)

// TestKeysAfterLeaving: while the terminal is given back, no key ends that or changes what it leaves behind.
func TestKeysAfterLeaving(t *testing.T) {
	t.Parallel()
	m := newModel(Options{}, nil)
	m.opts.Leaving.Status = 130
	m.leaving, m.leave = true, leftBehind{Code: 3}
	for _, k := range []tea.KeyMsg{{Type: tea.KeyCtrlC}, {Type: tea.KeyRunes, Runes: []rune{'q'}}, {Type: tea.KeyRunes, Runes: []rune("qq")}} {
		if _, cmd := m.Update(k); cmd != nil || m.leave.Code != 3 {
			t.Errorf("%v: a command: %v, status %d", k, cmd != nil, m.leave.Code)
		}
	}
}
