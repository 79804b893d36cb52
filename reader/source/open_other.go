//go:build !unix

package source

import "os"

func openNonblocking(path string) (*os.File, error) { return os.Open(path) }

// unlink does nothing where an open file cannot be removed; Close removes it.
func unlink(*os.File) {}
