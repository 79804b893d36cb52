//go:build !linux

package program

import "syscall"

func endWithParent(*syscall.SysProcAttr) {}

func limitMemory(int) {}
