package signals

import (
	"os"
	"syscall"
)

// ending are the signals that end the viewer: Ctrl-C from outside, and the closing of its window.
var ending = []os.Signal{os.Interrupt, syscall.SIGTERM}
