//go:build linux || darwin

package tui_test

import (
	"os/exec"
	"strings"
	"sync/atomic"
	"syscall"
	"testing"
	"time"

	"github.com/creack/pty"
	"golang.org/x/term"

	"eyeline/reader/longtest"
)

// awkward is a terminal that does not do what it should with what it is asked.
type awkward struct {
	deaf    atomic.Bool // takes no output any more
	silent  bool        // answers the first question alone
	before  string      // what a person types right before each answer from this one on
	from    int
	answers int
}

// drain reads and answers.
func (a *awkward) drain(s *session) {
	buf := make([]byte, 4<<10)
	for rest := ""; ; {
		for a.deaf.Load() {
			time.Sleep(10 * time.Millisecond)
		}
		n, err := s.master.Read(buf)
		if err != nil {
			return
		}
		s.took(buf[:n])
		rest += string(buf[:n])
		for {
			_, after, found := strings.Cut(rest, "\x1b[5n")
			if !found {
				break
			}
			rest = after
			a.answers++
			if a.silent && a.answers > 1 {
				continue
			}
			if a.before != "" && a.answers >= a.from {
				s.keys(a.before)
				time.Sleep(20 * time.Millisecond)
			}
			s.keys("\x1b[0n")
		}
	}
}

// TestLeavingAnAwkwardTerminal: leaving takes no longer than a second and a half, whatever the terminal does.
func TestLeavingAnAwkwardTerminal(t *testing.T) {
	for _, c := range []struct {
		name     string
		terminal func() *awkward
		repaints int // after which it takes no more
		most     time.Duration
	}{
		{"no more answers", func() *awkward { return &awkward{silent: true} }, 0, 1500 * time.Millisecond},
		{"no output is taken", func() *awkward { return &awkward{} }, 12, 1500 * time.Millisecond},
		{"Escape", func() *awkward { return &awkward{before: "\x1b", from: 2} }, 0, 500 * time.Millisecond},
		{"Alt-O", func() *awkward { return &awkward{before: "\x1bO", from: 2} }, 0, 500 * time.Millisecond},
		{"half a report", func() *awkward { return &awkward{before: "\x1b[<65;1", from: 2} }, 0, 500 * time.Millisecond},
		{"an open paste", func() *awkward { return &awkward{before: "\x1b[200~a", from: 3} }, 0, 500 * time.Millisecond},
	} {
		for _, keys := range []string{"q", "\x03\x03"} {
			t.Run(c.name, func(t *testing.T) {
				t.Parallel()
				best := time.Hour
				for range 3 { // the machine may be busy
					if best = min(best, leavesWithin(t, c.terminal(), c.repaints, keys)); best <= c.most {
						return
					}
				}
				t.Errorf("%q: leaving takes %v", keys, best)
			})
		}
	}
}

// leavesWithin types keys that leave, and returns how long it takes. The terminal gets so many repaints that it does
// not take.
func leavesWithin(t *testing.T, a *awkward, repaints int, keys string) time.Duration {
	t.Helper()
	path, err := program()
	if err != nil {
		t.Fatal(err)
	}
	s := startDrained(t, exec.Command(path, samplePath), nil, nil, 80, 24, a.drain)
	s.sees("package server")
	s.wait("\x1b]11;?\a")
	time.Sleep(100 * time.Millisecond)
	for range repaints {
		a.deaf.Store(true)
		s.keys("T")
		time.Sleep(20 * time.Millisecond)
	}
	began := time.Now()
	s.keys(keys)
	code := s.end()
	took := time.Since(began)
	if code != 0 {
		t.Errorf("%q: exit status %d", keys, code)
	}
	a.deaf.Store(false)
	s.restored()
	return took
}

// TestTheMouseIsOnAgain after the terminal was lent, and is off where it was.
func TestTheMouseIsOnAgain(t *testing.T) {
	longtest.SkipUnlessLong(t)
	t.Setenv("VISUAL", "true")
	t.Setenv("SHELL", "/bin/sh")
	s := start(t, nil, nil, samplePath)
	s.sees("package server")
	for _, c := range []struct{ name, keys, wait, then string }{
		{"the editor", "v", "", ""},
		{"a command of the shell", "!:\r", "Enter goes back", "\r"},
		{"suspending", "\x1a", "", ""},
	} {
		s.forget()
		s.keys(c.keys)
		s.wait(c.wait)
		s.keys(c.then)
		s.wait("\x1b[?1049l")
		on := func() bool {
			_, out, _ := strings.Cut(s.output(), "\x1b[?1049l")
			_, out, _ = strings.Cut(out, "\x1b[?1049h")
			return strings.Contains(out, "\x1b[?1002h") && strings.Contains(out, "\x1b[?1006h")
		}
		for i := 0; i < 500 && !on(); i++ {
			time.Sleep(10 * time.Millisecond)
		}
		if !on() {
			t.Errorf("%s: the mouse is off: %q", c.name, s.output())
		}
		time.Sleep(200 * time.Millisecond)
	}
	s.keys("q")
	s.end()
}

// freshTerminal is the state of a terminal that no program has set.
func freshTerminal(t *testing.T) *term.State {
	t.Helper()
	master, tty, err := pty.Open()
	if err != nil {
		t.Skip(err)
	}
	defer func() { _, _ = tty.Close(), master.Close() }()
	state, err := term.GetState(int(master.Fd()))
	if err != nil {
		t.Fatal(err)
	}
	return state
}

// TestStoppedFromOutside: after SIGSTOP and SIGCONT the viewer has the terminal as before, though a shell has set it
// for itself meanwhile.
func TestStoppedFromOutside(t *testing.T) {
	longtest.SkipUnlessLong(t)
	t.Parallel()
	s := start(t, nil, nil, samplePath)
	cooked := freshTerminal(t)
	s.sees("package server")
	time.Sleep(200 * time.Millisecond)
	raw, err := term.GetState(int(s.master.Fd()))
	if err != nil {
		t.Fatal(err)
	}
	for range 2 {
		if err := s.cmd.Process.Signal(syscall.SIGSTOP); err != nil {
			t.Fatal(err)
		}
		time.Sleep(150 * time.Millisecond)
		if err := term.Restore(int(s.master.Fd()), cooked); err != nil {
			t.Fatal(err)
		}
		s.forget()
		if err := s.cmd.Process.Signal(syscall.SIGCONT); err != nil {
			t.Fatal(err)
		}
		s.sees("package server")
		s.keys("j")
	}
	s.sees("▸   3 │")
	if now, err := term.GetState(int(s.master.Fd())); err != nil || *now != *raw {
		t.Errorf("the terminal is not as it was: %v", err)
	}
	s.keys("q")
	if code := s.end(); code != 0 {
		t.Errorf("exit status %d", code)
	}
	if now, err := term.GetState(int(s.master.Fd())); err != nil || *now != *cooked {
		t.Errorf("the terminal is not given back as it was: %v", err)
	}
}

// TestABurstOfSuspendSuspendsOnce types the key three times at once.
func TestABurstOfSuspendSuspendsOnce(t *testing.T) {
	longtest.SkipUnlessLong(t)
	t.Parallel()
	path, err := program()
	if err != nil {
		t.Fatal(err)
	}
	script := `set -m; "$0" "$1"; echo the job is stopped; read go; fg; echo the job is over`
	s := startCommand(t, exec.Command("/bin/sh", "-c", script, path, samplePath), nil, nil)
	s.sees("package server")
	s.keys("\x1a\x1a\x1a")
	s.wait("the job is stopped")
	s.forget()
	s.keys("go\r")
	s.sees("package server")
	time.Sleep(300 * time.Millisecond)
	s.keys("3j")
	s.sees("▸   4 │")
	if out := s.output(); strings.Contains(out, "the job is over") || strings.Contains(out, "\x1b[?1049l") {
		t.Errorf("it was suspended again: %q", out)
	}
	s.keys("q")
	s.wait("the job is over")
}

// TestKeysAreNotEchoedAfterACommand: what is typed while a command of the shell waits for Enter, and right after it, is
// not shown; and the terminal shows what is typed once the viewer has left.
func TestKeysAreNotEchoedAfterACommand(t *testing.T) {
	longtest.SkipUnlessLong(t)
	t.Setenv("SHELL", "/bin/sh")
	s := start(t, nil, nil, samplePath)
	cooked := freshTerminal(t)
	s.sees("package server")
	for _, command := range []string{"!echo runs\r", "|.cat\r"} {
		s.forget()
		s.keys(command)
		s.wait("Enter goes back")
		time.Sleep(20 * time.Millisecond)
		s.forget()
		s.keys("kk")
		time.Sleep(50 * time.Millisecond)
		s.keys("\rjj")
		s.sees("package server")
		if before, _, _ := strings.Cut(s.output(), "\x1b"); strings.ContainsAny(before, "jk") {
			t.Errorf("%q: shows %q", command, before)
		}
	}
	s.sees("▸   5 │")
	s.keys("q")
	s.end()
	if now, err := term.GetState(int(s.master.Fd())); err != nil || *now != *cooked {
		t.Errorf("the terminal is not given back as it was: %v", err)
	}
}
