//go:build unix

package replica

import (
	"errors"
	"os"
	"os/exec"
	"syscall"
)

// ownGroup puts a program and what it starts into a process group of their own.
func ownGroup(cmd *exec.Cmd) { cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true} }

// endGroup kills a process group.
func endGroup(p *os.Process) error {
	err := syscall.Kill(-p.Pid, syscall.SIGKILL)
	if errors.Is(err, syscall.ESRCH) {
		return os.ErrProcessDone
	}
	return err
}
