package sourcetest

import (
	"os"
	"path/filepath"
	"runtime"
)

// Replace renames a file over another one that may be open. Windows refuses that to package os, and a program there
// takes the other one aside first, as is done here.
func Replace(next, path string) error {
	if runtime.GOOS == "windows" {
		if err := Vanish(path); err != nil && !os.IsNotExist(err) {
			return err
		}
	}
	return os.Rename(next, path)
}

// Vanish frees the name of a file that may be open. On Windows a deleted one can keep its name until it is closed, so
// it is renamed.
func Vanish(path string) error {
	if runtime.GOOS != "windows" {
		return os.Remove(path)
	}

	aside, err := os.CreateTemp(filepath.Dir(path), "aside-")
	if err != nil {
		return err
	}

	name := aside.Name()
	if err := aside.Close(); err != nil {
		return err
	}
	if err := os.Remove(name); err != nil {
		return err
	}

	return os.Rename(path, name)
}
