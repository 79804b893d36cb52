//go:build unix

package tui

import (
	"os"
	"os/signal"
	"syscall"
)

// noSignalForFullFiles makes a write past the limit on a file's size an error, as one on a full disk is.
func noSignalForFullFiles() { signal.Ignore(syscall.SIGXFSZ) }

// endSignals end the viewer besides SIGINT and SIGTERM. Without them the process would end too, but with the terminal as
// the viewer has it, and some of them print every goroutine's stack over it.
var endSignals = []os.Signal{
	syscall.SIGHUP, syscall.SIGQUIT, syscall.SIGABRT, syscall.SIGALRM, syscall.SIGUSR1, syscall.SIGUSR2, syscall.SIGXCPU,
	syscall.SIGSYS, syscall.SIGTRAP,
}
