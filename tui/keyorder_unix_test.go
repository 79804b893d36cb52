//go:build linux || darwin

package tui

import (
	"math/rand/v2"
	"strings"
	"testing"

	"eyeline/tui/kit/overlay"
)

// TestKeysComeInTheirOrder types a pattern in parts of all kinds, a moment apart: keys by themselves, several at once,
// and sequences without a meaning. Each must act after the one before it.
func TestKeysComeInTheirOrder(t *testing.T) {
	r := rand.New(rand.NewPCG(7, 1))
	parts := []string{"/"}
	var want strings.Builder
	for range 150 {
		var part strings.Builder
		for range 1 + r.IntN(3)/2 {
			part.WriteByte("abcdefghijklmnopqrstuvwxyz"[r.IntN(26)])
		}
		want.WriteString(part.String())
		parts = append(parts, part.String())
		if r.IntN(4) == 0 {
			parts = append(parts, "\x1b[1;5P", "\x1b[<35;1;1M") // a key without a meaning, and the mouse
		}
	}
	m, _, _, err := typedInTerminal(t, append(parts, "\r", "Q", "q"))
	if err != nil {
		t.Fatal(err)
	}
	if got := m.overlays.Entered(overlay.PromptSearch); len(got) != 1 || got[0] != want.String() {
		t.Errorf("typed %q, the pattern is %q", want.String(), got)
	}
}
