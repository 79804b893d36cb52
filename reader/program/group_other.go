//go:build !unix

package program

import "os/exec"

// endWithChildren does nothing here: git alone is ended.
func endWithChildren(*exec.Cmd) {}
