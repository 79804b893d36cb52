//go:build !linux && !darwin && !freebsd && !netbsd && !openbsd && !dragonfly

package settings

// lockFolder does nothing here.
func lockFolder(string) (unlock func(), err error) { return func() {}, nil }
