package tui

import (
	"bytes"
	"strings"
	"testing"
	"time"

	tea "github.com/charmbracelet/bubbletea"
	"github.com/charmbracelet/x/exp/teatest"

	"eyeline/keymap"
	"eyeline/themes"
	"eyeline/tui/file/document"
	"eyeline/tui/file/toolrequest"
	"eyeline/tui/kit/cells"
)

// flow runs the whole program, the library's event loop and renderer included, on a terminal in memory.
func flow(t *testing.T) (*teatest.TestModel, *model) {
	t.Helper()
	theme, err := themes.New(themes.DefaultDark, themes.None)
	if err != nil {
		t.Fatal(err)
	}
	path := sample(t)
	doc, err := document.Open(path, document.Options{})
	if err != nil {
		t.Fatal(err)
	}
	m := newModel(Options{
		Paths:   []string{path},
		Request: toolrequest.New(),
		Panes:   "file", Drawing: cells.Drawing{TabWidth: 4}, Theme: theme,
		Keys: keymap.Default(),
	}, doc)
	t.Cleanup(m.close)
	return teatest.NewTestModel(t, m, teatest.WithInitialTermSize(100, 24)), m
}

func shows(t *testing.T, tm *teatest.TestModel, text string) {
	t.Helper()
	teatest.WaitFor(t, tm.Output(), func(p []byte) bool { return bytes.Contains(p, []byte(text)) },
		teatest.WithDuration(20*time.Second), teatest.WithCheckInterval(5*time.Millisecond))
}

// TestTuneABlockAndLeaveWithIt is what the program is for: open a file, find the place, tune the block, take it along.
func TestTuneABlockAndLeaveWithIt(t *testing.T) {
	t.Parallel()
	tm, m := flow(t)
	shows(t, tm, "package server")
	tm.Send(tea.KeyMsg{Type: tea.KeyTab})
	tm.Type("/h.Run")
	tm.Send(tea.KeyMsg{Type: tea.KeyEnter})
	shows(t, tm, "anchor_line 48")
	tm.Type("-c")
	shows(t, tm, "no header")
	tm.Type("w")
	shows(t, tm, "■ sibling")
	tm.Type("E")
	tm.WaitFinished(t, teatest.WithFinalTimeout(20*time.Second))
	var out strings.Builder
	if err := m.leave.Print(t.Context(), &out); err != nil {
		t.Fatal(err)
	}
	if got := out.String(); !strings.HasPrefix(got, "L46: \tfor _, h := range s.hooks {") || !strings.HasSuffix(got, "L52: \t}") {
		t.Errorf("left with %q", got)
	}
}

func TestPageLikeLess(t *testing.T) {
	t.Parallel()
	tm, m := flow(t)
	shows(t, tm, "package server")
	tm.Type("G")
	shows(t, tm, "100%")
	tm.Type("30g")
	shows(t, tm, "const banner")
	tm.Type("?search backward")
	tm.Send(tea.KeyMsg{Type: tea.KeyEnter})
	tm.Type("zzz")
	tm.Send(tea.KeyMsg{Type: tea.KeyEnter})
	shows(t, tm, "not found: zzz")
	tm.Type("q")
	tm.WaitFinished(t, teatest.WithFinalTimeout(20*time.Second))
	if m.leave.Print != nil || m.leave.Code != 0 {
		t.Errorf("left with %+v", m.leave)
	}
}
