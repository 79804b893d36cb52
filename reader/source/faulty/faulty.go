// Package faulty breaks a source on purpose, for tests: reads that fail, stall or come short, as of a network file
// system or a dying disk.
package faulty

import (
	"io"
	"os"
	"sync"
	"syscall"

	"eyeline/reader/source"
)

// Source is a source that can be broken and mended while it is in use, from any goroutine. Until then it is the source
// that it wraps. Faults add up: a read stalls first, is then cut short, and then fails.
type Source struct {
	source.Source

	mu      sync.Mutex
	failAt  int64 // reads that reach this offset fail; -1: none do
	err     error
	stalled chan struct{} // closed when reads go on; nil when they do
	short   int           // most bytes of a read; 0: all
	waiting int
	closed  bool
}

// New wraps a source that works. Close closes it.
func New(src source.Source) *Source { return &Source{Source: src, failAt: -1} }

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

// Short makes each read give n bytes at most, without an error where there are more, as io.ReaderAt does not allow but
// a network's does; 0 lifts that.
func (s *Source) Short(n int) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.short = n
}

// Close ends stalled reads, with os.ErrClosed, and closes the wrapped source.
func (s *Source) Close() error {
	s.mu.Lock()
	s.closed = true
	s.release()
	s.mu.Unlock()
	return s.Source.Close()
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
			if n, err = s.Source.ReadAt(p[:failAt-off], off); err != nil {
				return n, err // there is less than that
			}
		}
		return n, fault
	}
	n, err := s.Source.ReadAt(p, off)
	if n > 0 && len(p) < whole && err == io.EOF {
		err = nil
	}
	return n, err
}
