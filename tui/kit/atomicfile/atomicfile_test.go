package atomicfile

import (
	"errors"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"

	"eyeline/reader/systemtest"
)

func text(s string) func(io.Writer) error {
	return func(w io.Writer) error {
		_, err := io.WriteString(w, s)
		return err
	}
}

func read(t *testing.T, path string) string {
	t.Helper()
	b, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	return string(b)
}

func put(t *testing.T, path, s string, mode fs.FileMode) {
	t.Helper()
	if err := os.WriteFile(path, []byte(s), 0o600); err != nil {
		t.Fatal(err)
	}
	if err := os.Chmod(path, mode); err != nil {
		t.Fatal(err)
	}
}

// alone checks that nothing but the named files is in a folder.
func alone(t *testing.T, dir string, names ...string) {
	t.Helper()
	entries, err := os.ReadDir(dir)
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for _, e := range entries {
		got = append(got, e.Name())
	}
	if strings.Join(got, " ") != strings.Join(names, " ") {
		t.Errorf("the folder has %q, want %q", got, names)
	}
}

func TestNewAndReplaced(t *testing.T) {
	dir := t.TempDir()
	path := filepath.Join(dir, "a")
	if _, err := Write(path, Options{Mode: 0o666}, text("one")); err != nil {
		t.Fatal(err)
	}
	if _, err := Write(path, Options{}, text("two")); !errors.Is(err, fs.ErrExist) || read(t, path) != "one" {
		t.Errorf("without Replace: %v, %q", err, read(t, path))
	}
	put(t, path, "one", 0o640)
	if _, err := Write(path, Options{Replace: true, Mode: 0o666}, text("two")); err != nil || read(t, path) != "two" {
		t.Errorf("%v, %q", err, read(t, path))
	}
	if info, err := os.Stat(path); err != nil || runtime.GOOS != "windows" && info.Mode().Perm() != 0o640 {
		t.Errorf("mode %v, %v; want 0640", info.Mode(), err)
	}
	alone(t, dir, "a")
}

// TestFailureLeavesTheOldFile: an error in the middle changes nothing and leaves nothing behind.
func TestFailureLeavesTheOldFile(t *testing.T) {
	dir := t.TempDir()
	path := filepath.Join(dir, "a")
	put(t, path, "old", 0o644)
	broken := errors.New("broken on purpose")
	_, err := Write(path, Options{Replace: true}, func(w io.Writer) error {
		_, _ = io.WriteString(w, "half of it")
		if got := read(t, path); got != "old" {
			t.Errorf("while the new content is written the file holds %q", got)
		}
		return broken
	})
	if !errors.Is(err, broken) || read(t, path) != "old" {
		t.Errorf("%v, %q", err, read(t, path))
	}
	alone(t, dir, "a")
}

func TestLinksStay(t *testing.T) {
	systemtest.SkipOnWindows(t, "making links takes a privilege")
	dir := t.TempDir()
	if err := os.MkdirAll(filepath.Join(dir, "real", "deep"), 0o755); err != nil {
		t.Fatal(err)
	}
	// "to" leads to real/deep, so ".." behind it is real, not dir.
	for link, to := range map[string]string{
		"to": filepath.Join("real", "deep"), "one": "two", "two": "to/../file",
		"dangling": filepath.Join("real", "new"),
		"loop":     "loop", "lost": filepath.Join("nowhere", "x"),
	} {
		if err := os.Symlink(to, filepath.Join(dir, link)); err != nil {
			t.Skip(err)
		}
	}
	put(t, filepath.Join(dir, "real", "file"), "old", 0o600)
	for link, want := range map[string]string{"one": "file", "dangling": "new"} {
		if _, err := Write(filepath.Join(dir, link), Options{Replace: true, Mode: 0o644}, text("new")); err != nil {
			t.Errorf("%s: %v", link, err)
		}
		if info, err := os.Lstat(filepath.Join(dir, link)); err != nil || info.Mode()&fs.ModeSymlink == 0 {
			t.Errorf("%s is no link any more: %v, %v", link, info, err)
		}
		if got := read(t, filepath.Join(dir, "real", want)); got != "new" {
			t.Errorf("%s: the target holds %q", link, got)
		}
	}
	if info, err := os.Stat(filepath.Join(dir, "real", "file")); err != nil || info.Mode().Perm() != 0o600 {
		t.Errorf("the target's mode is %v, %v", info.Mode(), err)
	}
	for _, bad := range []string{"loop", "lost"} {
		if _, err := Write(filepath.Join(dir, bad), Options{Replace: true}, text("x")); err == nil {
			t.Errorf("%s was written", bad)
		}
	}
	alone(t, filepath.Join(dir, "real"), "deep", "file", "new")
}

func TestLongNames(t *testing.T) {
	dir := t.TempDir()
	path := filepath.Join(dir, strings.Repeat("n", 255))
	for _, s := range []string{"one", "two"} {
		if _, err := Write(path, Options{Mode: 0o644, Replace: true}, text(s)); err != nil || read(t, path) != s {
			t.Fatal(err)
		}
	}
}

func TestRefused(t *testing.T) {
	dir := t.TempDir()
	for _, path := range []string{dir, filepath.Join(dir, "none", "x"), filepath.Join(dir, "..")} {
		if _, err := Write(path, Options{Replace: true}, text("x")); err == nil {
			t.Errorf("%s was written", path)
		}
	}
	readOnly := filepath.Join(dir, "a")
	put(t, readOnly, "old", 0o444)
	if f, err := os.OpenFile(readOnly, os.O_WRONLY, 0); err == nil { // root may write it
		_ = f.Close()
	} else {
		if _, err := Write(readOnly, Options{Replace: true}, text("x")); !errors.Is(err, fs.ErrPermission) ||
			read(t, readOnly) != "old" {
			t.Errorf("a file that must not be written: %v", err)
		}
	}
	alone(t, dir, "a")
}
