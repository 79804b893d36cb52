//go:build unix

package tui

import (
	"os"
	"syscall"
)

// hangupSignals are those that Bubble Tea does not take and that end the viewer.
var hangupSignals = []os.Signal{syscall.SIGHUP}
