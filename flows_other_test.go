//go:build !windows

package main

import "os/exec"

// byShell is a command line that the shell of a person runs.
func byShell(line string) *exec.Cmd { return exec.Command("/bin/sh", "-c", line) }
