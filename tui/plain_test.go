package tui

import (
	"bufio"
	"context"
	"io"
	"testing"

	tea "github.com/charmbracelet/bubbletea"
)

// Plain mode ends with the command that leaves, however late the message of the end comes.
func TestPlainModeEndsBeforeItsLastMessage(t *testing.T) {
	onScreen(t, written(t, "f.txt", "one\n"), 80, 24, nil, func(s *screen) {
		p := &plainReader{m: s.m, out: bufio.NewWriter(io.Discard), msgs: make(chan tea.Msg)}
		s.m.quit() // its command is not run: the message has not come
		p.settle(context.Background())
		if !p.over {
			t.Error("it goes on")
		}
		s.m.leaving = false // so that the screen can be looked at again
	})
}

func TestLeadingCount(t *testing.T) {
	for _, c := range []struct {
		line, rest string
		n          int64
	}{
		{"", "", 0}, {"f", "f", 0}, {"5f", "f", 5}, {"5 f", "f", 5}, {"999999999999999999f", "f", maxCount},
	} {
		if n, rest := leadingCount(c.line); n != c.n || rest != c.rest {
			t.Errorf("%q: %d and %q, want %d and %q", c.line, n, rest, c.n, c.rest)
		}
	}
}
