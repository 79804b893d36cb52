package source

import (
	"bytes"
	"testing"
	"testing/synctest"
	"time"
)

// endless gives bytes for ever.
type endless struct{}

func (endless) Read(p []byte) (int, error) { return copy(p, bytes.Repeat([]byte{'x'}, len(p))), nil }

// TestAheadBoundsTheCopying: what nobody reads is not copied, but for what is to be had ahead.
func TestAheadBoundsTheCopying(t *testing.T) {
	const ahead, buffer = 1 << 20, 256 << 10
	synctest.Test(t, func(t *testing.T) {
		s, err := Spool("-", endless{}, SpoolOptions{Dir: t.TempDir(), Ahead: ahead, Limit: 100 << 20})
		if err != nil {
			t.Fatal(err)
		}
		defer s.Close()
		copied := func(after int64) int64 {
			t.Helper()
			time.Sleep(time.Second)
			synctest.Wait()
			n := s.Snapshot().Size
			if n < after+ahead || n > after+ahead+buffer || !s.Paused() {
				t.Fatalf("%d bytes are copied when %d are read, paused %v", n, after, s.Paused())
			}
			return n
		}
		n := copied(0)
		p := make([]byte, 100)
		if _, err := s.WithoutDemand().ReadAt(p, n-100); err != nil {
			t.Fatal(err)
		}
		copied(0)
		if _, err := s.ReadAt(p, n-100); err != nil {
			t.Fatal(err)
		}
		n = copied(n)
		if _, err := s.ReadAt(p, 1<<40); err == nil { // past what has come
			t.Fatal("read past the end")
		}
		copied(n)
		s.Rest(true)
		time.Sleep(time.Second)
		if err := s.Wait(t.Context()); err != nil || s.Snapshot().Size != 100<<20 || s.Paused() {
			t.Errorf("%+v, paused %v, %v", s.Snapshot(), s.Paused(), err)
		}
	})
}

// TestCloseEndsAPause: nothing waits for what is asked of a stream that is closed.
func TestCloseEndsAPause(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s, err := Spool("-", endless{}, SpoolOptions{Dir: t.TempDir(), Ahead: 1})
		if err != nil {
			t.Fatal(err)
		}
		synctest.Wait()
		if err := s.Close(); err != nil {
			t.Fatal(err)
		}
		if err := s.Wait(t.Context()); err != nil || s.Paused() {
			t.Errorf("paused %v, %v", s.Paused(), err)
		}
	})
}

// TestDemand: what is asked for arrives without being read.
func TestDemand(t *testing.T) {
	const ahead, buffer = 1 << 20, 256 << 10
	synctest.Test(t, func(t *testing.T) {
		s, err := Spool("-", endless{}, SpoolOptions{Dir: t.TempDir(), Ahead: ahead})
		if err != nil {
			t.Fatal(err)
		}
		defer s.Close()
		for _, c := range []struct{ ask, want int64 }{{0, ahead}, {100, ahead + 100}, {5 << 20, 6 << 20}, {1 << 20, 6 << 20}} {
			s.Demand(c.ask)
			synctest.Wait()
			if n := s.Snapshot().Size; n < c.want || n > c.want+buffer || !s.Paused() {
				t.Errorf("asked for %d bytes, %d are copied, paused %v", c.ask, n, s.Paused())
			}
		}
	})
}
