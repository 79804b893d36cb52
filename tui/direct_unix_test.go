//go:build linux || darwin

package tui

import (
	"math/rand/v2"
	"strings"
	"testing"

	tea "github.com/charmbracelet/bubbletea"
	"github.com/creack/pty"

	"eyeline/keymap"
	"eyeline/tui/launch/options"
	"eyeline/tui/terminal"
)

// TestKeysComeInTheirOrder types a pattern in parts of all kinds, a moment apart: keys by themselves, several at once, and
// sequences that only Bubble Tea takes. Each must act after the one before it.
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
	if got := m.histories[promptSearch]; len(got) != 1 || got[0] != want.String() {
		t.Errorf("typed %q, the pattern is %q", want.String(), got)
	}
}

// TestAKeyWaitsForThoseOfTheLibrary checks that a key is left to Bubble Tea until that has handled all it got before.
func TestAKeyWaitsForThoseOfTheLibrary(t *testing.T) {
	_, tty, err := pty.Open()
	if err != nil {
		t.Skip(err)
	}
	defer func() { _ = tty.Close() }()
	p := &program{Model: newModel(Options{
		Terminal: options.Terminal{Keys: keymap.Default()},
	}, nil), out: terminal.NewOutput(tty)}
	defer p.out.End()
	in := terminal.NewInput(tty)
	sent := make(chan tea.Msg, 2)
	p.takeKeys(in, func(msg tea.Msg) { sent <- msg })
	if !in.OnKey([]byte("j")) {
		t.Error("the first key was left to Bubble Tea, though that has got nothing")
	}
	in.OnGiven()
	first := <-sent
	in.OnGiven()
	for _, msg := range []tea.Msg{first, <-sent, first} {
		if in.OnKey([]byte("j")) != (p.direct.handled.Load() == 2) {
			t.Errorf("a key is to wait until Bubble Tea has handled two reads; it has handled %d", p.direct.handled.Load())
		}
		if passed := p.early(nil, msg); passed != nil {
			t.Errorf("Update gets %v", passed)
		}
	}
	if !in.OnKey([]byte("j")) {
		t.Error("a key was left to Bubble Tea, though that has handled all it got")
	}
	p.end()
	p.leave = Outcome{Code: 1} // which nothing may change any more
	if in.OnKey([]byte("q")); p.leaving || p.leave.Code != 1 {
		t.Error("a key was handled after the program's end")
	}
}
