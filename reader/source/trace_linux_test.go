package source

import (
	"os"
	"strings"
	"syscall"
	"testing"
	"time"
)

// TestChangedWithItsTimeSetBack: a file that was changed, and whose time was set back, is another one: when it is asked
// to be read again, and at a look.
func TestChangedWithItsTimeSetBack(t *testing.T) {
	old := time.Unix(1e9, 0)
	path := tempFile(t, strings.Repeat("line\n", 100_000))
	change := func(word string) {
		t.Helper()
		f, err := os.OpenFile(path, os.O_RDWR, 0)
		if err != nil {
			t.Fatal(err)
		}
		defer f.Close()
		if _, err := f.WriteAt([]byte(word), 5); err != nil {
			t.Fatal(err)
		}
		if err := os.Chtimes(path, old, old); err != nil {
			t.Fatal(err)
		}
	}
	change("line")
	s := open(t, path)
	all(t, s)
	for word, look := range map[string]func(){
		"LINE": func() {
			if _, err := s.Reread(t.Context()); err != nil {
				t.Fatal(err)
			}
		},
		"Line": func() { settledLook(t, s) },
	} {
		before := settledLook(t, s).Generation
		all(t, s)
		change(word)
		look()
		if got := s.Snapshot().Generation; got == before {
			t.Errorf("%s: it was taken for the same", word)
		}
		if got := all(t, s); got[:10] != "line\n"+word+"\n" {
			t.Errorf("%s: %q", word, got[:10])
		}
	}
}

// TestChangedByAMapping: what a program writes to pages of a file that it has written to before leaves no trace at all.
// Each look finds it where a person looks.
func TestChangedByAMapping(t *testing.T) {
	f, err := os.CreateTemp("/dev/shm", "eyeline-test-")
	if err != nil {
		t.Skip(err)
	}
	t.Cleanup(func() { _, _ = f.Close(), os.Remove(f.Name()) })
	text := strings.Repeat("line\n", 100_000)
	write(t, f.Name(), text)
	p, err := syscall.Mmap(int(f.Fd()), 0, len(text), syscall.PROT_READ|syscall.PROT_WRITE, syscall.MAP_SHARED)
	if err != nil {
		t.Skip(err)
	}
	t.Cleanup(func() { _ = syscall.Munmap(p) })
	p[5] = 'l'
	old := time.Unix(1e9, 0)
	if err := os.Chtimes(f.Name(), old, old); err != nil {
		t.Fatal(err)
	}
	s := open(t, f.Name())
	all(t, s)
	before := settledLook(t, s)
	if _, err := s.ReadAt(make([]byte, 10), 0); err != nil { // what a person looks at
		t.Fatal(err)
	}
	copy(p[5:], "LINE")
	if info, err := f.Stat(); err != nil || !StatusTime(info).Equal(StatusTime(s.Info())) {
		t.Skip("this system keeps a trace")
	}
	if got := settledLook(t, s).Generation; got == before.Generation {
		t.Error("a look took it for the same")
	}
	if got := all(t, s); got[:10] != "line\nLINE\n" {
		t.Errorf("%q", got[:10])
	}
}
