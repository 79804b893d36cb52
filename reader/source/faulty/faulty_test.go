package faulty

import (
	"context"
	"errors"
	"io"
	"os"
	"strings"
	"syscall"
	"testing"
	"testing/synctest"

	"eyeline/reader/source"
)

const text = "0123456789"

// broken wraps a spooled text, and does what test does in a bubble where all goroutines end.
func broken(t *testing.T, test func(t *testing.T, s *Source)) {
	t.Helper()
	synctest.Test(t, func(t *testing.T) {
		stream, err := source.Spool("sick", strings.NewReader(text), source.SpoolOptions{})
		if err != nil {
			t.Fatal(err)
		}
		if err := stream.Wait(context.Background()); err != nil {
			t.Fatal(err)
		}
		s := New(stream)
		defer func() { _ = s.Close() }()
		test(t, s)
	})
}

func (s *Source) has(t *testing.T, off int64, size int, want string, wantErr error) {
	t.Helper()
	p := make([]byte, size)
	n, err := s.ReadAt(p, off)
	if string(p[:n]) != want || !errors.Is(err, wantErr) || (err == nil) != (wantErr == nil) {
		t.Errorf("%d bytes at %d: %q, %v; want %q, %v", size, off, p[:n], err, want, wantErr)
	}
}

func TestReads(t *testing.T) {
	broken(t, func(t *testing.T, s *Source) {
		s.has(t, 0, 10, text, nil)
		s.has(t, 8, 10, "89", io.EOF)

		s.Fail(5, nil)
		s.has(t, 0, 5, "01234", nil)
		s.has(t, 3, 5, "34", syscall.EIO)
		s.has(t, 5, 1, "", syscall.EIO)
		s.has(t, 9, 5, "", syscall.EIO)
		s.Fail(50, os.ErrPermission)
		s.has(t, 3, 99, "3456789", io.EOF)
		s.has(t, 60, 1, "", os.ErrPermission)
		s.Fail(-1, nil)
		s.has(t, 5, 1, "5", nil)

		s.Short(3)
		s.has(t, 0, 10, "012", nil)
		s.has(t, 0, 2, "01", nil)
		s.has(t, 8, 10, "89", nil)
		s.has(t, 8, 3, "89", io.EOF)
		s.has(t, 10, 10, "", io.EOF)
		s.Fail(5, nil)
		s.has(t, 2, 10, "234", nil)
		s.has(t, 4, 10, "4", syscall.EIO)
		s.Short(0)
		s.has(t, 2, 10, "234", syscall.EIO)
	})
}

func TestStall(t *testing.T) {
	broken(t, func(t *testing.T, s *Source) {
		read := make(chan error)
		begin := func() {
			go func() {
				_, err := s.ReadAt(make([]byte, 4), 0)
				read <- err
			}()
			synctest.Wait()
		}
		s.Stall()
		s.Stall()
		begin()
		begin()
		if n := s.Waiting(); n != 2 {
			t.Errorf("%d wait", n)
		}
		s.Fail(0, nil)
		s.Release()
		s.Release()
		for range 2 {
			if err := <-read; !errors.Is(err, syscall.EIO) {
				t.Error(err)
			}
		}
		s.Stall()
		begin()
		if err := s.Close(); err != nil {
			t.Error(err)
		}
		if err := <-read; !errors.Is(err, os.ErrClosed) {
			t.Error(err)
		}
		s.Stall() // nothing waits for what is closed
		s.has(t, 0, 1, "", os.ErrClosed)
		if n := s.Waiting(); n != 0 {
			t.Errorf("%d wait", n)
		}
	})
}
