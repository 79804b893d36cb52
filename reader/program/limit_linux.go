package program

import (
	"syscall"

	"golang.org/x/sys/unix"
)

// endWithParent has the system end a program when this one ends, however that is.
func endWithParent(a *syscall.SysProcAttr) { a.Pdeathsig = syscall.SIGKILL }

// limitMemory gives a program that runs no more than Memory. Packs that it maps do not count.
func limitMemory(pid int) {
	// A program that cannot be limited has ended, or the system does not do it.
	_ = unix.Prlimit(pid, unix.RLIMIT_DATA, &unix.Rlimit{Cur: Memory, Max: Memory}, nil)
}
