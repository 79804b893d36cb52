package replica

import (
	"os"
	"os/exec"
	"syscall"
)

// ownGroup puts a program into a process group of its own.
func ownGroup(cmd *exec.Cmd) {
	cmd.SysProcAttr = &syscall.SysProcAttr{CreationFlags: syscall.CREATE_NEW_PROCESS_GROUP}
}

// endGroup kills a program. The processes that it started are not known here.
func endGroup(p *os.Process) error { return p.Kill() }
