//go:build unix

package program

import (
	"errors"
	"os"
	"os/signal"
	"syscall"
	"time"
)

const (
	// stopPatience is how long the system may take to stop the process.
	stopPatience = 250 * time.Millisecond
	// resumePatience is how long a process that goes on may take to hear of SIGCONT: time passes while it is stopped.
	resumePatience = 50 * time.Millisecond
)

// errNotStopped says that the system ignored the request to stop.
var errNotStopped = errors.New("cannot suspend here: no shell waits for it")

// stopProcess stops the processes of the job, as Ctrl-Z does outside the viewer, and returns when they go on. The
// system ignores that for a process that no shell with job control has started (a window of tmux of its own, ssh HOST
// PROGRAM, a container): then it returns errNotStopped.
func stopProcess() error {
	resumed := make(chan os.Signal, 1)
	signal.Notify(resumed, syscall.SIGCONT)
	defer signal.Stop(resumed)
	if err := syscall.Kill(0, syscall.SIGTSTP); err != nil {
		return err
	}

	for _, wait := range []time.Duration{stopPatience, resumePatience} {
		select {
		case <-resumed:
			return nil
		case <-time.After(wait):
		}
	}

	return errNotStopped
}
