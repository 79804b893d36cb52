package export

import (
	"os/exec"
	"syscall"
)

// commandLine gives a program its command line as it is: cmd reads quotes in another way than what package exec writes
// for other programs.
func commandLine(cmd *exec.Cmd, line string) { cmd.SysProcAttr = &syscall.SysProcAttr{CmdLine: line} }
