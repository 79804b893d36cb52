//go:build !windows

package export

import "os/exec"

// commandLine is for Windows, where a program takes its command line apart itself.
func commandLine(*exec.Cmd, string) {}
