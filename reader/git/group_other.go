//go:build !unix

package git

import "os/exec"

// endWithChildren does nothing here: git alone is ended.
func endWithChildren(*exec.Cmd) {}
