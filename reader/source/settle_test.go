package source

import (
	"context"
	"errors"
	"io/fs"
	"os"
	"testing"
	"time"
)

// sized is a file's state with another size.
type sized struct {
	fs.FileInfo
	size int64
}

func (i sized) Size() int64 { return i.size }

// TestAnAppendUnderWayIsNoRewrite shows a file as the kernel does in the middle of an append: its time is new, its size
// not yet.
func TestAnAppendUnderWayIsNoRewrite(t *testing.T) {
	for tries := range settleTries + 2 {
		path := tempFile(t, "line\n")
		s := open(t, path)
		write(t, path, "line\nmore\n")
		later(t, path, time.Hour)
		grown, err := os.Stat(path)
		if err != nil {
			t.Fatal(err)
		}
		looks := 0
		stat := func() (fs.FileInfo, error) {
			if looks++; looks < tries {
				return sized{grown, 5}, nil
			}
			return grown, nil
		}
		first := fs.FileInfo(sized{grown, 5})
		if tries == 0 {
			first = grown // the append is over
		}
		old := s.state.Load()
		info, err := old.settle(context.Background(), first, stat)
		if err != nil {
			t.Fatal(err)
		}
		if want := min(tries, settleTries); looks != want {
			t.Errorf("%d more looks, want %d", looks, want)
		}
		next := old.later(info, Present)
		if tries <= settleTries {
			if next.snap.Generation != 1 || next.snap.State != Present || next.snap.Size != 10 {
				t.Errorf("grown after %d looks: %+v", tries, next.snap)
			}
		} else if next.snap.Generation != 2 || next.snap.State != Truncated {
			t.Errorf("the same size after %d looks: %+v", looks, next.snap)
		}
	}
}

// TestALookThatFailsMeanwhileKeepsTheFirst loses the file between the looks.
func TestALookThatFailsMeanwhileKeepsTheFirst(t *testing.T) {
	path := tempFile(t, "line\n")
	s := open(t, path)
	later(t, path, time.Hour)
	touched, err := os.Stat(path)
	if err != nil {
		t.Fatal(err)
	}
	info, err := s.state.Load().settle(context.Background(), touched, func() (fs.FileInfo, error) { return nil, os.ErrClosed })
	if err != nil || info != touched {
		t.Errorf("%v %v", info, err)
	}
}

// cancelled is a context that is done once it was asked whether it is.
type cancelled struct {
	context.Context
	done chan struct{}
}

func (c cancelled) Done() <-chan struct{} { return c.done }

func (c cancelled) Err() error {
	select {
	case <-c.done:
		return context.Canceled
	default:
		close(c.done)
		return nil
	}
}

// TestRefreshCancelledWhileItWaits leaves what was known, without an error in the snapshot.
func TestRefreshCancelledWhileItWaits(t *testing.T) {
	path := tempFile(t, "line\n")
	s := open(t, path)
	before := s.Snapshot()
	later(t, path, time.Hour)
	// Done may be asked after the first wait is over too; one of the waits sees it.
	snap, err := s.Refresh(cancelled{context.Background(), make(chan struct{})})
	if !errors.Is(err, context.Canceled) || snap != before || s.Snapshot() != before || woken(s) {
		t.Errorf("%+v %v", snap, err)
	}
	if snap := refresh(t, s); snap.Generation != 2 || snap.State != Truncated {
		t.Errorf("the next look: %+v", snap)
	}
}
