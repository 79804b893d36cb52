//go:build linux || darwin

package tui_test

import (
	"fmt"
	"os/exec"
	"os/signal"
	"reflect"
	"runtime"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/creack/pty"
	"golang.org/x/term"

	"eyeline/reader/longtest"
)

// TestFailureAtTheStart runs the viewer with hardly any file descriptors: wherever it fails, the terminal is as before.
func TestFailureAtTheStart(t *testing.T) {
	longtest.SkipUnlessLong(t)
	t.Parallel()
	path, err := program()
	if err != nil {
		t.Fatal(err)
	}
	fresh, tty, err := pty.Open()
	if err != nil {
		t.Skip(err)
	}
	defer func() { _, _ = fresh.Close(), tty.Close() }()
	want, err := term.GetState(int(fresh.Fd()))
	if err != nil {
		t.Fatal(err)
	}
	refused := 0
	for n := 4; n <= 12; n++ {
		cmd := exec.Command("/bin/sh", "-c", fmt.Sprintf(`ulimit -n %d; exec "$0" "$1"`, n), path, samplePath)
		s := startCommand(t, cmd, nil, nil)
		s.keys("q") // where it does start
		if code := s.end(); code != 0 {
			refused++
		}
		if out := s.output(); strings.Contains(out, "goroutine") {
			t.Errorf("with %d file descriptors it prints %q", n, out)
		}
		got, err := term.GetState(int(s.master.Fd()))
		if err != nil {
			t.Fatal(err)
		}
		if !reflect.DeepEqual(got, want) {
			t.Errorf("with %d file descriptors the terminal is left as %+v, it was %+v: %q", n, got, want, s.output())
		}
	}
	if refused == 0 {
		t.Error("it always started")
	}
}

// TestLittleMemory: a limit on memory that the Go runtime would run into is refused before the screen is touched.
func TestLittleMemory(t *testing.T) {
	t.Parallel()
	if runtime.GOOS != "linux" {
		t.Skip("a process is not held to the limit here")
	}
	path, err := program()
	if err != nil {
		t.Fatal(err)
	}
	s := startCommand(t, exec.Command("/bin/sh", "-c", `ulimit -v 1000000; exec "$0" "$1"`, path, samplePath), nil, nil)
	if code := s.end(); code != 1 {
		t.Errorf("exit status %d", code)
	}
	s.wait("eyeline: the limit of 976 MiB on memory (ulimit -v) is too low")
	if out := s.output(); strings.Contains(out, "\x1b") || strings.Contains(out, "goroutine") {
		t.Errorf("writes %q", out)
	}
}

// TestDeadlySignals: every signal that another process can send to end a program, and that can be caught, ends the
// viewer within a second, with the terminal restored and no stack printed.
func TestDeadlySignals(t *testing.T) {
	sigs := []syscall.Signal{
		syscall.SIGHUP, syscall.SIGINT, syscall.SIGQUIT, syscall.SIGILL, syscall.SIGTRAP, syscall.SIGABRT, syscall.SIGBUS, syscall.SIGFPE,
		syscall.SIGUSR1, syscall.SIGSEGV, syscall.SIGUSR2, syscall.SIGALRM, syscall.SIGTERM, syscall.SIGXCPU, syscall.SIGVTALRM, syscall.SIGIO,
		syscall.SIGSYS,
	}
	if runtime.GOOS == "linux" {
		sigs = append(sigs, 16, 30) // SIGSTKFLT and SIGPWR
	}
	for _, sig := range sigs {
		if signal.Ignored(sig) {
			continue // as under nohup
		}
		t.Run(sig.String(), func(t *testing.T) {
			t.Parallel()
			best := time.Hour
			// The machine may be busy with the other tests.
			for _, wait := range []time.Duration{firstWait, time.Second, lastWait} {
				if best = min(best, endedBy(t, sig, wait)); best < time.Second {
					return
				}
			}
			t.Errorf("took %v", best)
		})
	}
}

// A signal is taken over firstWait after the first screen, and must have been lastWait after it, also on a busy
// machine.
const firstWait, lastWait = 100 * time.Millisecond, 3 * time.Second

// endedBy sends a signal to a viewer some time after its first screen and returns how long it took to end; an hour
// where it did not end as it should, but has another try.
func endedBy(t *testing.T, sig syscall.Signal, wait time.Duration) time.Duration {
	path, err := program()
	if err != nil {
		t.Fatal(err)
	}
	fresh, tty, err := pty.Open()
	if err != nil {
		t.Skip(err)
	}
	before, err := term.GetState(int(fresh.Fd()))
	_, _ = fresh.Close(), tty.Close()
	if err != nil {
		t.Fatal(err)
	}
	s := startCommand(t, exec.Command(path, samplePath), nil, nil)
	s.sees("package server")
	time.Sleep(wait) // most of them are taken over a moment after the screen is drawn
	began := time.Now()
	if err := s.cmd.Process.Signal(sig); err != nil {
		t.Fatal(err)
	}
	code, ended := 0, true
	if wait == firstWait {
		code, ended = s.endWithin(3 * time.Second)
	} else {
		code = s.end()
	}
	took := time.Since(began)
	if !ended {
		return time.Hour // the Go runtime ignores some signals that are not taken over yet, as they may not be on a busy machine
	}
	if code != 143 {
		if wait < lastWait {
			return time.Hour // it may have come before it was taken over
		}
		t.Errorf("exit status %d", code)
	}
	s.restored()
	if got, err := term.GetState(int(s.master.Fd())); err != nil || !reflect.DeepEqual(got, before) {
		t.Errorf("the terminal is left as %+v, it was %+v, %v", got, before, err)
	}
	if out := s.output(); strings.Contains(out, "goroutine") {
		t.Errorf("wrote %q", out)
	}
	return took
}
