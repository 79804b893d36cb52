package source

import (
	"bytes"
	"os"
	"path/filepath"
	"testing"
)

// TestAnOpenFileIsNobodysObstacle: while a file is open here, others may write to it, rename it and delete it.
func TestAnOpenFileIsNobodysObstacle(t *testing.T) {
	dir := t.TempDir()
	path := filepath.Join(dir, "log")
	write := func(name, text string) {
		t.Helper()
		if err := os.WriteFile(name, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	write(path, "one\n")
	opened, err := OpenFile(path)
	if err != nil {
		t.Fatal(err)
	}
	defer opened.Close()
	is := func(want string) {
		t.Helper()
		snap, err := opened.Refresh(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		got := make([]byte, snap.Size)
		if _, err := opened.ReadAt(got, 0); err != nil || !bytes.Equal(got, []byte(want)) {
			t.Errorf("%q, %v, want %q", got, err, want)
		}
	}
	write(path, "two\n")
	is("two\n")
	if err := os.Rename(path, filepath.Join(dir, "log.1")); err != nil { // as a log is rotated
		t.Fatal(err)
	}
	write(path, "three\n")
	is("three\n")
	if err := os.Remove(path); err != nil {
		t.Fatal(err)
	}
	folder, err := Open(dir)
	if err != nil {
		t.Fatal(err)
	}
	if names, err := folder.Readdirnames(-1); err != nil || len(names) == 0 {
		t.Errorf("%v, %v", names, err)
	}
	if err := folder.Close(); err != nil {
		t.Error(err)
	}
}
