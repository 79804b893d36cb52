//go:build linux || darwin

package tui

import (
	"context"
	"math/rand/v2"
	"runtime"
	"runtime/debug"
	"strings"
	"sync"
	"testing"
	"time"

	tea "github.com/charmbracelet/bubbletea"
	"github.com/creack/pty"

	"eyeline/keymap"
	"eyeline/reader/longtest"
	"eyeline/themes"
	"eyeline/tui/file/document"
	"eyeline/tui/file/export"
	"eyeline/tui/file/toolrequest"
	"eyeline/tui/kit/cells"
	"eyeline/tui/kit/screens"
	"eyeline/tui/terminal"
)

// inTerminal runs the viewer in this process on a pseudo-terminal, types keys once the file is shown, and returns what
// came of it and what was written.
func inTerminal(t *testing.T, keys string) (leftBehind, string, error) {
	t.Helper()
	_, outcome, out, err := typedInTerminal(t, []string{keys})
	return outcome, out, err
}

// terminalModel is the Model of the viewer that runs in the terminal of a test.
var terminalModel *model

// atFacts is what the key of the facts does in the terminal of a test instead; nil for what it always does.
var atFacts func() tea.Cmd

// typedInTerminal is inTerminal for keys that are typed in parts, a moment apart. It returns the Model, too.
func typedInTerminal(t *testing.T, parts []string) (*model, leftBehind, string, error) {
	t.Helper()
	master, tty, err := pty.Open()
	if err != nil {
		t.Skip(err)
	}
	if err := pty.Setsize(master, &pty.Winsize{Rows: 24, Cols: 80}); err != nil {
		t.Fatal(err)
	}
	var mu sync.Mutex
	var out strings.Builder
	var ended sync.WaitGroup
	ended.Go(func() {
		buf := make([]byte, 4096)
		answered := 0
		for typed := false; ; {
			n, err := master.Read(buf)
			mu.Lock()
			out.Write(buf[:n])
			shown := strings.Contains(out.String(), "package server")
			asked := strings.Count(out.String(), terminal.AskStatus)
			mu.Unlock()
			for ; answered < asked; answered++ { // the terminal is well
				_, _ = master.WriteString("\x1b[0n")
			}
			if shown && !typed {
				typed = true
				ended.Go(func() {
					for i, keys := range parts {
						if i > 0 {
							time.Sleep(rand.N(time.Millisecond))
						}
						if _, err := master.WriteString(keys); err != nil {
							t.Error(err)
						}
					}
				})
			}
			if err != nil {
				return
			}
		}
	})
	theme, err := themes.New(themes.DefaultDark, themes.None)
	if err != nil {
		t.Fatal(err)
	}
	doc, err := document.Open(sample(t), document.Options{})
	if err != nil {
		t.Fatal(err)
	}
	m := newModel(Options{
		Request: toolrequest.New(),
		Panes:   "file", Drawing: cells.Drawing{TabWidth: 4}, Theme: theme,
		Keys: keymap.Default(),
	}, doc)
	m.opts.Terminal.Mouse = true
	terminalModel = m
	if do := atFacts; do != nil {
		m.file.Replace(keymap.Facts, do)
	}
	ctx, cancel := context.WithTimeout(t.Context(), 30*time.Second)
	defer cancel()
	percent := debug.SetGCPercent(-1)
	defer debug.SetGCPercent(percent) // which the viewer lowers for good
	debug.SetGCPercent(percent)
	outcome, failed := m.runOnTerminal(ctx, tty, tty)
	if ctx.Err() != nil {
		t.Errorf("the keys %q do not leave", parts)
	}
	m.close()
	_ = tty.Close()
	ended.Wait()
	_ = master.Close()
	return m, outcome, out.String(), failed
}

// noNote is a note that is not there: reading it is a fault, SIGSEGV from the system.
var noNote *screens.Note

// TestPanics checks that an internal error, wherever it happens, restores the terminal and is reported.
func TestPanics(t *testing.T) {
	longtest.SkipUnlessLong(t)
	defer func() { atFacts = nil }()
	broken := func() tea.Msg { panic("broken on purpose") }
	for where, handler := range map[string]func() tea.Cmd{
		"a command":            func() tea.Cmd { return broken },
		"a command of several": func() tea.Cmd { return tea.Batch(tea.Batch(broken, broken), broken) },
		"Update":               func() tea.Cmd { panic("broken on purpose") },
		"a fault in a command": func() tea.Cmd {
			return func() tea.Msg { return export.NoteMsg(*noNote) }
		},
		"View": func() tea.Cmd {
			terminalModel.theme = nil
			return nil
		},
	} {
		atFacts = handler
		outcome, out, err := inTerminal(t, "=")
		if outcome.Code != 70 || err == nil || !strings.Contains(err.Error(), "internal error in eyeline") {
			t.Errorf("%s: %+v, %v", where, outcome, err)
		}
		if where == "a fault in a command" && !strings.Contains(err.Error(), "nil pointer dereference") {
			t.Errorf("%s: %v", where, err)
		}
		if where != "View" && where != "a fault in a command" && !strings.Contains(err.Error(), "broken on purpose") {
			t.Errorf("%s: %v", where, err)
		}
		for _, seq := range []string{"\x1b[?1049l", "\x1b[?25h", "\x1b[?1002l", "\x1b[?2004l", "\x1b[?7h"} {
			if !strings.Contains(out, seq) {
				t.Errorf("%s: the terminal lacks %q", where, seq)
			}
		}
		if strings.Contains(out, "goroutine") {
			t.Errorf("%s: the stack is on the screen", where)
		}
	}
}

// TestNoGoroutineIsLeft checks that leaving ends all that the viewer started.
func TestNoGoroutineIsLeft(t *testing.T) {
	inTerminal(t, "q") // what the libraries start once for all
	before := runtime.NumGoroutine()
	for _, keys := range []string{"q", "jG/func\rFq", "ppHCq\x03q", "F\x03\x03"} {
		if _, _, err := inTerminal(t, keys); err != nil {
			t.Error(err)
		}
	}
	for range 1000 { // on a machine that is busy they take their time
		if runtime.NumGoroutine() <= before {
			return
		}
		time.Sleep(10 * time.Millisecond)
	}
	buf := make([]byte, 1<<20)
	t.Errorf("%d goroutines, %d before:\n%s", runtime.NumGoroutine(), before, buf[:runtime.Stack(buf, true)])
}
