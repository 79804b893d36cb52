//go:build unix

package tap

import (
	"errors"
	"os"
	"os/exec"
	"syscall"

	"golang.org/x/sys/unix"
)

// signaled is added to the number of the signal that ended a program, as shells do it.
const signaled = 128

// stopSignals are those that a terminal sends to stop a program.
func stopSignals() []os.Signal { return []os.Signal{syscall.SIGTSTP} }

// waitFor waits for the end of a program that was started, and stops this process as often as that one is stopped in
// the terminal's foreground.
func waitFor(cmd *exec.Cmd) (status int, err error) {
	var state syscall.WaitStatus
	for {
		_, err := syscall.Wait4(cmd.Process.Pid, &state, syscall.WUNTRACED, nil)
		switch {
		case errors.Is(err, syscall.EINTR):
			continue
		case err != nil:
			return 0, err
		case state.Stopped():
			if hasTerminal() {
				_ = syscall.Kill(os.Getpid(), syscall.SIGSTOP) // a shell lets both go on
			}
			continue
		}

		_ = cmd.Wait() // until its output is copied; the error only says that Wait4 has its status already
		if state.Signaled() {
			return signaled + int(state.Signal()), nil
		}

		return state.ExitStatus(), nil
	}
}

// hasTerminal reports whether this process is in the foreground of a terminal: then a shell waits for it. Whoever stops
// the agent otherwise lets the agent alone go on.
func hasTerminal() bool {
	terminal, err := os.OpenFile("/dev/tty", os.O_RDWR|syscall.O_NOCTTY, 0)
	if err != nil {
		return false
	}
	defer func() { _ = terminal.Close() }()
	group, err := unix.IoctlGetInt(int(terminal.Fd()), unix.TIOCGPGRP)
	return err == nil && group == unix.Getpgrp()
}
