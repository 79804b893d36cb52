//go:build unix

package program

import (
	"os/exec"
	"syscall"
)

// EndWithChildren gives a program that is not started yet a process group of its own; Cancel ends the whole group.
func EndWithChildren(cmd *exec.Cmd) {
	cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
	endWithParent(cmd.SysProcAttr)
	cmd.Cancel = func() error { return syscall.Kill(-cmd.Process.Pid, syscall.SIGKILL) }
}
