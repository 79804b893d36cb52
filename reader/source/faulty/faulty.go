// Package faulty breaks a source on purpose, for tests: reads that fail, stall or come short, and snapshots that say what
// the test wants, as of a network file system or a dying disk.
package faulty

import (
	"context"
	"io"
	"os"
	"sync"
	"syscall"

	"eyeline/reader/source"
)

// Source is a source that can be broken and mended while it is in use, from any goroutine. Until then it is the source
// that it wraps. Faults add up: a read stalls first, is then cut short, and then fails.
type Source struct {
	src  source.Source
	wake chan struct{}
	pass sync.Once     // begins to pass on the wake-ups of src
	done chan struct{} // closed by Close

	mu      sync.Mutex
	failAt  int64 // reads that reach this offset fail; -1: none do
	err     error
	stalled chan struct{} // closed when reads go on; nil when they do
	short   int           // most bytes of a read; 0: all
	waiting int
	change  func(*source.Snapshot)
	closed  bool
}

var _ source.Source = (*Source)(nil)

// New wraps a source that works. Close closes it.
func New(src source.Source) *Source {
	return &Source{src: src, wake: make(chan struct{}, 1), done: make(chan struct{}), failAt: -1}
}

// Fail makes reads that reach byte offset off (0-based) fail with err after the bytes before it; a nil err is EIO. A
// negative off makes all work again.
func (s *Source) Fail(off int64, err error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if err == nil {
		err = syscall.EIO
	}
	s.failAt, s.err = off, err
}

// Stall makes reads that begin from now on wait until Release or Close.
func (s *Source) Stall() {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.stalled == nil && !s.closed {
		s.stalled = make(chan struct{})
	}
}

// Release lets stalled reads go on, with the other faults as they are then.
func (s *Source) Release() {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.release()
}

func (s *Source) release() {
	if s.stalled != nil {
		close(s.stalled)
		s.stalled = nil
	}
}

// Waiting is how many reads are stalled.
func (s *Source) Waiting() int {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.waiting
}

// Short makes each read give n bytes at most, without an error where there are more, as io.ReaderAt does not allow but a
// network's does; 0 lifts that.
func (s *Source) Short(n int) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.short = n
}

// Change makes each snapshot pass through change, and wakes; nil shows them as they are again. It changes what Snapshot and
// Refresh say, not what ReadAt reads: a Size past the bytes that there are is a file truncated since. change must be the
// same each time, and is called by one goroutine at a time; it must not call the source.
func (s *Source) Change(change func(*source.Snapshot)) {
	s.mu.Lock()
	s.change = change
	s.mu.Unlock()
	s.tell()
}

// Name implements source.Source.
func (s *Source) Name() string { return s.src.Name() }

// Snapshot implements source.Source.
func (s *Source) Snapshot() source.Snapshot { return s.changed(s.src.Snapshot()) }

// Refresh implements source.Source.
func (s *Source) Refresh(ctx context.Context) (source.Snapshot, error) {
	snap, err := s.src.Refresh(ctx)
	return s.changed(snap), err
}

func (s *Source) changed(snap source.Snapshot) source.Snapshot {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.change != nil {
		s.change(&snap)
	}
	return snap
}

// Wake implements source.Source. The first call begins to pass on the wake-ups of the wrapped source, until Close.
func (s *Source) Wake() <-chan struct{} {
	s.pass.Do(func() {
		go func() {
			for {
				select {
				case <-s.src.Wake():
					s.tell()
				case <-s.done:
					return
				}
			}
		}()
	})
	return s.wake
}

func (s *Source) tell() {
	select {
	case s.wake <- struct{}{}:
	default:
	}
}

// Close ends stalled reads, with os.ErrClosed, and closes the wrapped source.
func (s *Source) Close() error {
	s.mu.Lock()
	if !s.closed {
		s.closed = true
		close(s.done)
		s.release()
	}
	s.mu.Unlock()
	return s.src.Close()
}

// ReadAt implements io.ReaderAt, but for what Short does.
func (s *Source) ReadAt(p []byte, off int64) (int, error) {
	s.mu.Lock()
	for s.stalled != nil {
		stalled := s.stalled
		s.waiting++
		s.mu.Unlock()
		<-stalled
		s.mu.Lock()
		s.waiting--
	}
	closed, failAt, fault, short := s.closed, s.failAt, s.err, s.short
	s.mu.Unlock()
	if closed {
		return 0, os.ErrClosed
	}
	whole := len(p)
	if short > 0 {
		p = p[:min(len(p), short)]
	}
	if failAt >= 0 && off+int64(len(p)) > failAt {
		n := 0
		if off < failAt {
			var err error
			if n, err = s.src.ReadAt(p[:failAt-off], off); err != nil {
				return n, err // there is less than that
			}
		}
		return n, fault
	}
	n, err := s.src.ReadAt(p, off)
	if n > 0 && len(p) < whole && err == io.EOF {
		err = nil
	}
	return n, err
}
