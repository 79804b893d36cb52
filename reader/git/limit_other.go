//go:build !linux

package git

import "syscall"

func endWithParent(*syscall.SysProcAttr) {}

func limitMemory(int) {}
