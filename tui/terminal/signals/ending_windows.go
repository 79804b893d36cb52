package signals

import (
	"os"
	"syscall"
)

// ending are the signals that end the viewer: Ctrl-C from outside, and the closing of its window.
var ending = []os.Signal{os.Interrupt, syscall.SIGTERM}

// continuing is empty: no process is stopped here.
var continuing []os.Signal

// overtaken does nothing: nothing here tells when a signal has arrived.
func overtaken() {}

// IgnoreFileLimit does nothing: a write past a limit is an error here.
func IgnoreFileLimit() {}
