//go:build linux || darwin || freebsd || netbsd || openbsd || dragonfly

package atomicfile

import (
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"testing"

	"golang.org/x/sys/unix"
)

// What the help page about written files says of how a file is written.

// TestHowAFileIsWritten: the content is whole in a file beside the name, and flushed, before it has the name.
func TestHowAFileIsWritten(t *testing.T) {
	defer func() { flush = (*os.File).Sync }()
	dir := t.TempDir()
	path, flushed := filepath.Join(dir, "a"), 0
	put(t, path, "old", 0o600)
	flush = func(f *os.File) error {
		names, err := filepath.Glob(filepath.Join(dir, ".eyeline-*"))
		if err != nil || len(names) != 1 || !regexp.MustCompile(`/\.eyeline-[0-9a-f]{12}$`).MatchString(names[0]) {
			t.Errorf("%q, %v", names, err)
		} else if read(t, names[0]) != "new" || read(t, path) != "old" {
			t.Errorf("it holds %q, and the name %q", read(t, names[0]), read(t, path))
		}
		flushed++
		return f.Sync()
	}
	if _, err := Write(path, Options{Replace: true}, text("new")); err != nil || read(t, path) != "new" || flushed != 1 {
		t.Errorf("%v, it holds %q, flushed %d times", err, read(t, path), flushed)
	}
}

// TestWhatIsNotKept: a file that is replaced loses what runs it as its owner, and its extended attributes.
func TestWhatIsNotKept(t *testing.T) {
	path := filepath.Join(t.TempDir(), "a")
	put(t, path, "old", 0o755|fs.ModeSetuid|fs.ModeSetgid)
	err := unix.Setxattr(path, "user.note", []byte("x"), 0)
	if err != nil {
		t.Log("no attributes: ", err)
	}
	if _, err := Write(path, Options{Replace: true}, text("new")); err != nil {
		t.Fatal(err)
	}
	info, err := os.Stat(path)
	if err != nil || info.Mode() != 0o755 {
		t.Errorf("mode %v, %v", info.Mode(), err)
	}
	if n, err := unix.Getxattr(path, "user.note", make([]byte, 9)); err == nil {
		t.Errorf("the attribute has %d bytes", n)
	}
}

// TestWithoutLinks: on a file system without links a new file is made all the same, and a name that is taken stays; an
// empty file holds the name until the content has it.
func TestWithoutLinks(t *testing.T) {
	defer func() { hardLink = (*os.Root).Link }()
	hardLink = func(*os.Root, string, string) error { return unix.EPERM }
	dir := t.TempDir()
	in, err := openFolder(dir)
	if err != nil {
		t.Fatal(err)
	}
	defer in.close()
	put(t, filepath.Join(dir, "from"), "new", 0o600)
	put(t, filepath.Join(dir, "taken"), "theirs", 0o600)
	if err := linkNew(in, "from", "taken"); err == nil || read(t, filepath.Join(dir, "taken")) != "theirs" {
		t.Errorf("the name that is taken: %v", err)
	}
	if err := linkNew(in, "from", "a"); err != nil || read(t, filepath.Join(dir, "a")) != "new" {
		t.Error(err)
	}
	if err := linkNew(in, "none", "b"); err == nil {
		t.Error("nothing has got a name")
	}
	alone(t, dir, "a", "taken")
}

// TestWithoutLocks: where the file system has no locks, a file is written, and what a killed writer left stays.
func TestWithoutLocks(t *testing.T) {
	defer func() { flock = unix.Flock }()
	flock = func(int, int) error { return unix.ENOLCK }
	dir := t.TempDir()
	const left = ".eyeline-0123456789ab"
	put(t, filepath.Join(dir, left), "half", 0o600)
	for _, replace := range []bool{false, true} {
		if _, err := Write(filepath.Join(dir, "a"), Options{Mode: 0o600, Replace: replace}, text("new")); err != nil {
			t.Error(err)
		}
	}
	alone(t, dir, left, "a")
}
