// Package systemtest, which changes without notice, has what tests ask of a system that not every one has.
package systemtest

import (
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"testing"
)

// Symlink makes a symbolic link, or skips the test where that cannot be: on Windows it takes a privilege, and Wine
// makes something that Go does not take for a link.
func Symlink(t testing.TB, target, name string) {
	t.Helper()
	err := os.Symlink(target, name)
	if err != nil {
		t.Skip(err)
	}
	if fi, err := os.Lstat(name); err != nil || fi.Mode()&fs.ModeSymlink == 0 {
		t.Skip("what was made is not taken for a symbolic link")
	}
}

// SkipOnWindows skips a test of what Windows does not have, or does otherwise. It says which.
func SkipOnWindows(t testing.TB, why string) {
	t.Helper()
	if runtime.GOOS == "windows" {
		t.Skip("on Windows " + why)
	}
}

// OfSources skips a test of the repository's own text, of its sources and documents, on Windows. The text is the same
// there, and to read all of it by Wine takes half a minute.
func OfSources(t testing.TB) {
	t.Helper()
	SkipOnWindows(t, "the sources and the documents are the same")
}

// Many is how many files or calls a test is about: n, or as many as it takes at least on Windows, where by Wine each
// takes ten times as long.
func Many(n, onWindows int) int {
	if runtime.GOOS == "windows" {
		return onWindows
	}
	return n
}

// NoTemporaryFolder names a folder for temporary files that is not there, in the variables that systems have for it.
func NoTemporaryFolder(t testing.TB) {
	t.Helper()
	missing := filepath.Join(t.TempDir(), "missing")
	for _, name := range []string{"TMPDIR", "TMP", "TEMP"} {
		t.Setenv(name, missing)
	}
}
