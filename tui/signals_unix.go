//go:build unix

package tui

import (
	"os"
	"os/signal"
	"syscall"
)

// noSignalForFullFiles makes a write past the limit on a file's size an error, as one on a full disk is.
func noSignalForFullFiles() { signal.Ignore(syscall.SIGXFSZ) }

// hangupSignals are those that Bubble Tea does not take and that end the viewer.
var hangupSignals = []os.Signal{syscall.SIGHUP}
