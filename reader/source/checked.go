package source

import (
	"context"
	"io"
	"sync/atomic"
)

// Checked is a run of bytes of a file with check values of what has been read, 8 bytes for each 64 KiB, by which a
// later change of that is found. Bytes that were read from the middle of a block on are not known, unless those before
// them are.
type Checked struct {
	view
	sums    sums
	changed atomic.Bool
}

// Check is r as a run of size bytes.
func Check(r io.ReaderAt, size int64) *Checked {
	return &Checked{view: view{r, size}, sums: sums{doubted: true}}
}

// ReadAt implements [io.ReaderAt].
func (c *Checked) ReadAt(p []byte, off int64) (int, error) {
	n, err := c.view.ReadAt(p, off)
	if !c.sums.match(p[:n], off) {
		c.changed.Store(true)
	}
	return n, err
}

// Same reads again what has been read and reports whether the bytes are still the same; where one read found other
// bytes than another, they are not. The error is ctx's.
func (c *Checked) Same(ctx context.Context) (bool, error) {
	c.sums.doubt()
	buf := make([]byte, sumBlock)
	for !c.changed.Load() {
		if err := ctx.Err(); err != nil {
			return false, err
		}
		number, n, more := c.sums.next()
		if !more {
			return true, nil
		}
		if !c.sums.stands(c.ReaderAt, buf[:n], number*sumBlock) {
			return false, nil
		}
	}
	return false, nil
}
