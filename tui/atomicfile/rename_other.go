//go:build !linux && !windows

package atomicfile

// renameNew gives a file a new name that nothing has yet.
func renameNew(from, to string) error { return linkNew(from, to) }
