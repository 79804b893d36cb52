//go:build linux || darwin

package tui_test

import (
	"fmt"
	"os/exec"
	"reflect"
	"syscall"
	"testing"

	"github.com/creack/pty"
	"golang.org/x/term"
)

// TestFailureAtTheStart runs the viewer with hardly any file descriptors: wherever it fails, the terminal is as before.
func TestFailureAtTheStart(t *testing.T) {
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

// TestDeadlySignals: signals that would end the process at once end the viewer, with the terminal restored.
func TestDeadlySignals(t *testing.T) {
	for _, sig := range []syscall.Signal{syscall.SIGABRT, syscall.SIGQUIT, syscall.SIGUSR1} {
		s := start(t, nil, nil, samplePath)
		s.sees("package server")
		if err := s.cmd.Process.Signal(sig); err != nil {
			t.Fatal(err)
		}
		if code := s.end(); code != 143 {
			t.Errorf("%v: exit status %d", sig, code)
		}
		s.restored()
	}
}
