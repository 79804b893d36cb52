package source

import (
	"os"
	"strings"
	"syscall"
	"testing"
	"time"
)

// TestChangedWithoutATrace: a file that was changed, and whose time was set back, is another one; so is one that was
// changed through a mapping, of which a file system in memory keeps no trace at all.
func TestChangedWithoutATrace(t *testing.T) {
	text := strings.Repeat("line\n", 100_000)
	old := time.Unix(1e9, 0)
	tests := []struct {
		name   string
		change func(f *os.File) error
	}{
		{"its time set back", func(f *os.File) error {
			_, _ = f.WriteAt([]byte("LINE"), 5)
			return os.Chtimes(f.Name(), old, old)
		}},
		{"by a mapping", func(f *os.File) error {
			p, err := syscall.Mmap(int(f.Fd()), 0, len(text), syscall.PROT_READ|syscall.PROT_WRITE, syscall.MAP_SHARED)
			if err != nil {
				return err
			}
			copy(p[5:], "LINE")
			return syscall.Munmap(p)
		}},
	}
	for _, test := range tests {
		f, err := os.CreateTemp("/dev/shm", "eyeline-test-")
		if err != nil {
			t.Skip(err)
		}
		t.Cleanup(func() { _, _ = f.Close(), os.Remove(f.Name()) })
		write(t, f.Name(), text)
		if err := os.Chtimes(f.Name(), old, old); err != nil {
			t.Fatal(err)
		}
		s := open(t, f.Name())
		all(t, s)
		for range 3 {
			settledLook(t, s)
		}
		before := s.Snapshot().Generation
		if err := test.change(f); err != nil {
			t.Fatal(err)
		}
		if _, err := s.Reread(t.Context()); err != nil {
			t.Fatal(err)
		}
		if got := s.Snapshot().Generation; got == before {
			t.Errorf("%s: it was read again, and taken for the same", test.name)
		}
		if got := all(t, s); got[:10] != "line\nLINE\n" {
			t.Errorf("%s: %q", test.name, got[:10])
		}

		before = settledLook(t, s).Generation
		if _, err := s.ReadAt(make([]byte, 10), 0); err != nil { // what a person looks at
			t.Fatal(err)
		}
		if err := os.WriteFile(f.Name(), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		if err := os.Chtimes(f.Name(), old, old); err != nil {
			t.Fatal(err)
		}
		if got := settledLook(t, s).Generation; got == before {
			t.Errorf("%s: a look took it for the same", test.name)
		}
	}
}
