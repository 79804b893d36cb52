//go:build !windows

package source

import "os"

func readAt(f *os.File, p []byte, off int64) (int, error) { return f.ReadAt(p, off) }

func writeAt(f *os.File, p []byte, off int64) (int, error) { return f.WriteAt(p, off) }
