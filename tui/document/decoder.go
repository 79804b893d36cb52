package document

import (
	"context"
	"errors"
	"io"
	"sync"
	"sync/atomic"
	"time"

	"eyeline/reader/decode"
	"eyeline/reader/source"
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
		complete := a.src.Snapshot().Complete
		n, err := a.src.ReadAt(p, a.at.Load())
		a.at.Add(int64(n))
		if n > 0 && errors.Is(err, io.EOF) {
			err = nil // the end of what has come
		}
		if n > 0 || err != nil && !errors.Is(err, io.EOF) || complete {
			return n, err
		}
		select {
		case <-a.ctx.Done():
		case <-time.After(arrivingPoll):
		}
	}
}

// decoder gives what bytes of a form decode to. What decodes them is made with the first read, since that reads
// already.
type decoder struct {
	raw  io.Reader
	form decode.Form
	stop context.CancelFunc

	mu sync.Mutex // guards r
	r  io.ReadCloser
}

func (d *decoder) Read(p []byte) (int, error) {
	r, err := d.reader()
	if err != nil {
		return 0, err
	}
	return r.Read(p)
}

func (d *decoder) reader() (io.ReadCloser, error) {
	d.mu.Lock()
	defer d.mu.Unlock()
	if d.r == nil {
		r, err := decode.NewReader(d.raw, d.form)
		if err != nil {
			return nil, err
		}
		d.r = r
	}
	return d.r, nil
}

// Close ends a read that waits, and frees the decoder.
func (d *decoder) Close() error {
	d.stop()
	r, err := d.reader()
	if err != nil {
		return err
	}
	return r.Close()
}
