package transcript

import (
	"io"
	"sync/atomic"
)

// Progress says how far the opening of a transcript has come, while it is opened. Its methods may be called from any goroutine.
type Progress struct {
	done, size atomic.Int64
	results    atomic.Bool
}

// Bytes is up to where the transcript was read, in bytes, and its size; 0 as long as that is not known. results says that it is
// read for the second time: for the texts of its results.
func (p *Progress) Bytes() (done, size int64, results bool) {
	return p.done.Load(), p.size.Load(), p.results.Load()
}

// ReadingResults says that what is read from now on are results.
func (p *Progress) ReadingResults() {
	p.done.Store(0)
	p.results.Store(true)
}

// watched is a reader that tells how far it was read. While the transcript is being opened, it fails once that is cancelled.
type watched struct {
	io.ReaderAt
	p         *Progress
	cancelled func() error // the error of the context
	opened    *atomic.Bool
}

func (w watched) ReadAt(b []byte, off int64) (int, error) {
	if !w.opened.Load() {
		if err := w.cancelled(); err != nil {
			return 0, err
		}
	}
	n, err := w.ReaderAt.ReadAt(b, off)
	w.p.done.Store(off + int64(n))
	return n, err
}
