//go:build unix

package source

import (
	"context"
	"errors"
	"net"
	"os"
	"path/filepath"
	"testing"
)

func TestSocketsAreRefused(t *testing.T) {
	dir, err := os.MkdirTemp("", "s") // the path of a socket is short
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = os.RemoveAll(dir) }()
	path := filepath.Join(dir, "s")
	l, err := net.Listen("unix", path)
	if err != nil {
		t.Skip(err)
	}
	defer func() { _ = l.Close() }()
	var kind *KindError
	if _, err := OpenFile(path); !errors.As(err, &kind) || kind.Mode&os.ModeSocket == 0 {
		t.Errorf("%v", err)
	}
}

// TestFilesThatOverstateTheirSizeAreSpooled opens a file of sysfs: 4096 bytes by its size, a few by reading it.
func TestFilesThatOverstateTheirSizeAreSpooled(t *testing.T) {
	const path = "/sys/devices/system/cpu/online"
	want, err := os.ReadFile(path)
	if info, serr := os.Stat(path); err != nil || serr != nil || info.Size() == int64(len(want)) {
		t.Skip("there is no such file")
	}
	s, err := OpenFile(path)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = s.Close() }()
	stream, ok := s.(*Stream)
	if !ok {
		t.Fatalf("%T of %+v", s, s.Snapshot())
	}
	if err := stream.Wait(context.Background()); err != nil {
		t.Fatal(err)
	}
	if got := all(t, s); got != string(want) {
		t.Errorf("%q, want %q", got, want)
	}
}

// TestCloseLeavesTheNameToOthers creates a file of the name that the temporary file had.
func TestCloseLeavesTheNameToOthers(t *testing.T) {
	s, err := unnamed(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	name := s.Name()
	if _, err := os.Stat(name); !errors.Is(err, os.ErrNotExist) {
		t.Fatalf("the temporary file still has its name: %v", err)
	}
	if info, err := s.File.Stat(); err != nil || info.Mode() != 0o600 {
		t.Errorf("its mode is %v, %v", info.Mode(), err)
	}
	write(t, name, "another's")
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	if _, err := os.Stat(name); err != nil {
		t.Errorf("Close removed another's file: %v", err)
	}
}

// TestAFailedSpoolLeavesNoFileOpen has no room for temporary files.
func TestAFailedSpoolLeavesNoFileOpen(t *testing.T) {
	const fds = "/proc/self/fd"
	before, err := os.ReadDir(fds)
	if err != nil {
		t.Skip(err)
	}
	t.Setenv("TMPDIR", filepath.Join(t.TempDir(), "none"))
	for range 20 {
		if _, err := OpenFile("/proc/self/status"); err == nil {
			t.Fatal("no error")
		}
	}
	after, err := os.ReadDir(fds)
	if err != nil {
		t.Fatal(err)
	}
	if len(after) > len(before)+5 {
		t.Errorf("%d files open, %d before", len(after), len(before))
	}
}
