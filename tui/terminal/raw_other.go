//go:build !linux

package terminal

import "os"

// raw reports whether the terminal is known to take a line feed as it is. Windows makes a return of it, too.
func raw(*os.File) bool { return false }

// drop does nothing.
func drop(*os.File) {}
