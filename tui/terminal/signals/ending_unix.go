//go:build unix

package signals

import (
	"os"
	"os/signal"
	"syscall"
)

// ending are the signals that end the viewer. Without a guard they would end the process too, but with the terminal as
// the viewer has it, and some of them print every goroutine's stack over it; others the Go runtime ignores. Those of a
// fault (SIGSEGV and the like) are here for one that another process sends: a fault of the program itself stays a
// panic.
var ending = append([]os.Signal{
	syscall.SIGINT, syscall.SIGTERM, syscall.SIGHUP, syscall.SIGQUIT, syscall.SIGABRT, syscall.SIGALRM, syscall.SIGUSR1,
	syscall.SIGUSR2, syscall.SIGXCPU, syscall.SIGSYS, syscall.SIGTRAP, syscall.SIGSEGV, syscall.SIGBUS, syscall.SIGFPE,
	syscall.SIGILL, syscall.SIGVTALRM, syscall.SIGIO,
}, endingHere...)

// continuing are the signals that say that the process goes on after it was stopped. Who has stopped it may have
// changed the terminal.
var continuing = []os.Signal{syscall.SIGCONT}

// overtaken returns once the signals of keys that were sent to this process have reached their channels. Of those that
// wait the system delivers those of lower numbers first, so it sends itself one that does nothing. Stop then waits for
// those that are between the system and the channels.
func overtaken() {
	c := make(chan os.Signal, 1)
	signal.Notify(c, syscall.SIGCHLD)
	if err := syscall.Kill(os.Getpid(), syscall.SIGCHLD); err == nil {
		<-c
	}
	signal.Stop(c)
}

// IgnoreFileLimit makes a write past the limit on a file's size an error, as one on a full disk is, instead of a
// signal. The signal is taken, not ignored: what is ignored stays so in the programs that are started.
func IgnoreFileLimit() { signal.Notify(make(chan os.Signal, 1), syscall.SIGXFSZ) }
