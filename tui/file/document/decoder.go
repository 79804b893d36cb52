package document

import (
	"cmp"
	"context"
	"errors"
	"io"
	"sync/atomic"
	"time"

	"eyeline/reader/source"
	"eyeline/reader/wait"
)

// arrivingReader reads a source from its start to its end, waiting for a stream that goes on.
type arrivingReader struct {
	ctx context.Context
	src source.Source
	at  atomic.Int64 // offset of the next read
}

const arrivingPoll = 20 * time.Millisecond

func (a *arrivingReader) Read(p []byte) (int, error) {
	if src, ok := a.src.(source.Demanding); ok {
		src.Demand(a.at.Load() + int64(len(p)))
	}

	for {
		if err := a.ctx.Err(); err != nil {
			return 0, err
		}

		snap := a.src.Snapshot()
		n, err := a.src.ReadAt(p, a.at.Load())
		a.at.Add(int64(n))
		if n > 0 && errors.Is(err, io.EOF) {
			err = nil // the end of what has come
		}
		if n > 0 || err != nil && !errors.Is(err, io.EOF) {
			return n, err
		}
		if snap.Complete {
			return 0, cmp.Or(cut(a.src, snap), err)
		}

		_ = wait.For(a.ctx, arrivingPoll)
	}
}

// decoder gives what bytes of a form decode to.
type decoder struct {
	open func() io.ReadCloser // what decodes them: it is made with the first read, since that reads already
	stop context.CancelFunc
}

func (d *decoder) Read(p []byte) (int, error) { return d.open().Read(p) }

// Close ends a read that waits, and frees the decoder.
func (d *decoder) Close() error {
	d.stop()
	return d.open().Close()
}
