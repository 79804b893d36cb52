//go:build unix

package program

import (
	"errors"
	"os"
	"syscall"
	"testing"
	"time"

	tea "github.com/charmbracelet/bubbletea"
	"github.com/creack/pty"
	"golang.org/x/term"

	"eyeline/tui/terminal"
	"eyeline/tui/terminal/signals"
)

// spoiler is a command that leaves the terminal raw.
type spoiler struct {
	suspension
	terminal *os.File
	err      error
}

func (s spoiler) Run() error {
	_, err := term.MakeRaw(int(s.terminal.Fd()))
	return errors.Join(err, s.err)
}

// TestACommandThatLeavesTheTerminalRaw: afterwards it is as before, whether the command ends well or not.
func TestACommandThatLeavesTheTerminalRaw(t *testing.T) {
	master, tty, err := pty.Open()
	if err != nil {
		t.Skip(err)
	}
	defer func() { _, _ = tty.Close(), master.Close() }()
	before, err := term.GetState(int(tty.Fd()))
	if err != nil {
		t.Fatal(err)
	}
	p := &program{in: terminal.NewInput(tty)}
	for _, fails := range []error{nil, errors.New("it fails")} {
		c := spoiler{terminal: tty, err: fails}
		for name, run := range map[string]func() error{
			"lent":  borrower{c, p}.Run,
			"plain": func() error { return OnFiles(tty, tty).Keep(c) },
		} {
			if err := run(); !errors.Is(err, fails) {
				t.Errorf("%s: gives %v", name, err)
			}
			if after, err := term.GetState(int(tty.Fd())); err != nil || *after != *before {
				t.Errorf("%s: the terminal is not as it was, %v", name, err)
			}
		}
	}
}

// TestKeysBeforeACommandRuns: Ctrl-C that is typed once the terminal is about to be given away is for the command.
func TestKeysBeforeACommandRuns(t *testing.T) {
	ended := make(chan struct{}, 1)
	release := signals.Watch(signals.Guard{End: func() { ended <- struct{}{} }, Restore: func() {}, Continue: func() {}})
	defer release()
	_, tty, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = tty.Close() }()
	out := terminal.NewOutput(tty)
	defer out.End()
	p := &program{out: out, questions: newQuestions(out.Raw)}
	p.lend(nothing{}, func(error) tea.Msg { return nil })()
	if err := syscall.Kill(syscall.Getpid(), syscall.SIGINT); err != nil {
		t.Fatal(err)
	}
	select {
	case <-ended:
		t.Error("it ends the viewer")
	case <-time.After(50 * time.Millisecond):
	}
}
