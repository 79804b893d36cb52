//go:build !unix && !windows

package program

import "os/exec"

// EndWithChildren does nothing here: a program is ended alone.
func EndWithChildren(*exec.Cmd) {}
