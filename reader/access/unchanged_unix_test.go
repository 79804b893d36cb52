//go:build unix

package access

import (
	"bytes"
	"os"
	"path/filepath"
	"testing"
	"time"
)

// TestUnchanged: what a read got is told from what the file has now, whatever its size and its time say.
func TestUnchanged(t *testing.T) {
	t.Parallel()
	const size = 300 << 10
	old := time.Unix(1e9, 0)
	tests := []struct {
		name    string
		change  func(f *os.File) error
		changed bool
	}{
		{"nothing", func(*os.File) error { return nil }, false},
		{"appended", func(f *os.File) error { _, err := f.WriteAt([]byte("more"), size); return err }, false},
		{"other rights", func(f *os.File) error { return f.Chmod(0o600) }, false},
		{"edited", func(f *os.File) error { _, err := f.WriteAt([]byte("x"), 100<<10); return err }, true},
		{"edited and grown", func(f *os.File) error {
			_, _ = f.WriteAt([]byte("x"), 100<<10)
			_, err := f.WriteAt([]byte("more"), size)
			return err
		}, true},
		{"edited, and its time set back", func(f *os.File) error {
			_, _ = f.WriteAt([]byte("x"), 100<<10)
			return os.Chtimes(f.Name(), old, old)
		}, true},
		{"edited where nothing was read, and grown", func(f *os.File) error {
			_, _ = f.WriteAt([]byte("x"), 250<<10)
			_, err := f.WriteAt([]byte("more"), size)
			return err
		}, false},
	}
	for _, test := range tests {
		path := filepath.Join(t.TempDir(), "f")
		if err := os.WriteFile(path, bytes.Repeat([]byte("a\n"), size/2), 0o644); err != nil {
			t.Fatal(err)
		}
		if err := os.Chtimes(path, old, old); err != nil {
			t.Fatal(err)
		}
		f, err := Open(t.Context(), path)
		if err != nil {
			t.Fatal(err)
		}
		if err := ReadFull(f, make([]byte, 200<<10), 0); err != nil {
			t.Fatal(err)
		}
		w, err := os.OpenFile(path, os.O_RDWR, 0)
		if err != nil {
			t.Fatal(err)
		}
		if err := test.change(w); err != nil {
			t.Fatal(err)
		}
		for range 2 { // a second look tells the same
			if err := f.Unchanged(); IsChanged(err) != test.changed || err != nil && !IsChanged(err) {
				t.Errorf("%s: %v", test.name, err)
			}
		}
		_, _ = w.Close(), f.Close()
	}
}
