//go:build linux || darwin

package tui_test

import (
	"compress/gzip"
	"os"
	"testing"
)

// TestPackedPipe shows packed text while it comes through a pipe.
func TestPackedPipe(t *testing.T) {
	t.Parallel()
	r, w, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	s := start(t, r, nil)
	_ = r.Close()
	z := gzip.NewWriter(w)
	write := func(text string) {
		if _, err := z.Write([]byte(text)); err != nil {
			t.Fatal(err)
		}
		if err := z.Flush(); err != nil {
			t.Fatal(err)
		}
	}
	write("the first line of a log that is packed while it is written, and some more of it: 0123456789abcdef\n")
	s.sees("the first line of a log")
	s.sees("gzip")
	write("the second line\n")
	s.sees("the second line")
	if err := z.Close(); err != nil {
		t.Fatal(err)
	}
	_ = w.Close()
	s.keys("q")
	if code := s.end(); code != 0 {
		t.Errorf("exit status %d", code)
	}
}
