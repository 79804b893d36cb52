//go:build !linux

package access

// openByDescriptor is for systems with openat2(2).
func openByDescriptor(string) (rootDir, bool) { return nil, false }
