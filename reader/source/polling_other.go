//go:build !linux && !darwin

package source

// needsPolling reports whether a directory is on a file system that sends no change notifications; none is known here.
func needsPolling(string) bool { return false }
