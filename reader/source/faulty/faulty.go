// Package faulty breaks a source on purpose, for tests: reads that fail, stall or come short, as from a network file
// system or a dying disk.
package faulty

import (
	"io"
	"sync"
	"syscall"

	"eyeline/reader/source"
)

// Source is a source whose reads can be broken while it is in use.
type Source struct {
	source.Source

	mu      sync.Mutex
	failAt  int64 // reads that reach this offset fail; -1: none do
	err     error
	stalled chan struct{} // closed when reads go on; nil when they do
	short   int           // most bytes of a read; 0: all
	waiting int
}

// New wraps a source that works.
func New(src source.Source) *Source { return &Source{Source: src, failAt: -1} }

// Fail makes reads that reach offset off fail with err after the bytes before it; a nil err is EIO. A negative off makes
// all work again.
func (s *Source) Fail(off int64, err error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if err == nil {
		err = syscall.EIO
	}
	s.failAt, s.err = off, err
}

// Stall makes reads wait until Release.
func (s *Source) Stall() {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.stalled == nil {
		s.stalled = make(chan struct{})
	}
}

// Release lets stalled reads go on.
func (s *Source) Release() {
	s.mu.Lock()
	defer s.mu.Unlock()
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

// Short bounds the bytes of each read; 0 lifts that.
func (s *Source) Short(n int) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.short = n
}

// ReadAt implements io.ReaderAt, but for a short read, which comes without an error as a network's does.
func (s *Source) ReadAt(p []byte, off int64) (int, error) {
	s.mu.Lock()
	stalled, failAt, err, short := s.stalled, s.failAt, s.err, s.short
	if stalled != nil {
		s.waiting++
	}
	s.mu.Unlock()
	if stalled != nil {
		<-stalled
		s.mu.Lock()
		s.waiting--
		s.mu.Unlock()
	}
	if failAt >= 0 && off+int64(len(p)) > failAt {
		n := 0
		if off < failAt {
			n, _ = s.Source.ReadAt(p[:failAt-off], off)
		}
		return n, err
	}
	if short > 0 && len(p) > short {
		n, err := s.Source.ReadAt(p[:short], off)
		if err == io.EOF && n > 0 {
			err = nil
		}
		return n, err
	}
	return s.Source.ReadAt(p, off)
}
