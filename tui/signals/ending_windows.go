package signals

import (
	"os"
	"syscall"
)

// ending are the signals that end the viewer: Ctrl-C from outside, and the closing of its window.
var ending = []os.Signal{os.Interrupt, syscall.SIGTERM}

// asUsual does to the process what the system does for a signal that nobody has taken over.
func asUsual(sig os.Signal) { os.Exit(statusOf(sig)) }

// IgnoreFileLimit does nothing: a write past a limit is an error here.
func IgnoreFileLimit() {}
