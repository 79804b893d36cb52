package window

import (
	"bytes"
	"context"
	"errors"
	"io"

	"eyeline/reader/source"
)

const (
	firstRead = 8 << 10   // the first read of a cursor, in bytes
	mostRead  = 256 << 10 // the largest
)

// readAt fills p from off, over short reads; the file's end gives fewer bytes and no error.
func readAt(ctx context.Context, b source.Bytes, p []byte, off int64) ([]byte, error) {
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	n := 0
	for n < len(p) {
		k, err := b.ReadAt(p[n:], off+int64(n))
		n += k
		if err != nil && !errors.Is(err, io.EOF) && n < len(p) {
			return p[:n], err
		}
		if k == 0 || err != nil {
			break
		}
	}
	return p[:n], nil
}

// forward reads on from a place, in growing chunks.
type forward struct {
	ctx  context.Context
	b    source.Bytes
	at   int64  // the place
	buf  []byte // bytes from at on
	mem  []byte
	step int
}

func newForward(ctx context.Context, b source.Bytes, off int64) *forward {
	return &forward{ctx: ctx, b: b, at: off, step: firstRead}
}

// peek returns the bytes on hand, at least n unless the file ends before; none at its end.
func (r *forward) peek(n int) ([]byte, error) {
	if len(r.buf) >= n {
		return r.buf, nil
	}
	end := r.at + int64(len(r.buf))
	if end >= r.b.Size() {
		return r.buf, nil
	}
	want := int(min(int64(r.step), r.b.Size()-end))
	if r.step < mostRead {
		r.step *= 2
	}
	need := len(r.buf) + want
	if cap(r.mem) < need {
		mem := make([]byte, need)
		copy(mem, r.buf)
		r.mem = mem
	} else {
		copy(r.mem[:cap(r.mem)], r.buf)
	}
	got, err := readAt(r.ctx, r.b, r.mem[len(r.buf):need], end)
	r.buf = r.mem[:len(r.buf)+len(got)]
	return r.buf, err
}

// skip moves on by n bytes on hand.
func (r *forward) skip(n int) {
	r.buf = r.buf[n:]
	r.at += int64(n)
}

// endLine moves on past the next '\n', or to the end of the file.
func (r *forward) endLine() error {
	for {
		p, err := r.peek(1)
		if err != nil || len(p) == 0 {
			return err
		}
		if i := bytes.IndexByte(p, '\n'); i >= 0 {
			r.skip(i + 1)
			return nil
		}
		r.skip(len(p))
	}
}

// backward finds the starts of lines above a place, in growing chunks.
type backward struct {
	ctx  context.Context
	b    source.Bytes
	at   int64  // the start of a line
	buf  []byte // bytes [lo, lo+len(buf)), of which those before at matter
	lo   int64
	step int64
}

func newBackward(ctx context.Context, b source.Bytes, at int64) *backward {
	return &backward{ctx: ctx, b: b, at: at, lo: at, step: firstRead}
}

// clone is a second cursor at the same place.
func (r *backward) clone() *backward {
	c := *r
	return &c
}

// up moves to the start of the line above and returns its facts; false at the start of the file.
func (r *backward) up() (Facts, bool, error) {
	if r.at == 0 {
		return Facts{}, false, nil
	}
	end := r.at - 1 // the '\n' of the line above, or its last byte
	for at := end; ; {
		if at <= r.lo && r.lo > 0 {
			// Up to the '\n' of the line above, so that its facts are on hand.
			if err := r.readBefore(min(at+1, r.at)); err != nil {
				return Facts{}, false, err
			}
		}
		if i := bytes.LastIndexByte(r.buf[:at-r.lo], '\n'); i >= 0 {
			r.at = r.lo + int64(i) + 1
			break
		}
		if r.lo == 0 {
			r.at = 0
			break
		}
		at = r.lo
	}
	// The facts are at the line's start, mostly on hand.
	f := &forward{ctx: r.ctx, b: r.b, at: r.at, buf: r.buf[r.at-r.lo:], step: firstRead}
	facts, err := factsFrom(f)
	return facts, err == nil, err
}

// readBefore takes the chunk before at on hand.
func (r *backward) readBefore(at int64) error {
	n := min(r.step, at)
	if r.step < mostRead {
		r.step *= 2
	}
	// A fresh buffer: a clone may still use the old one.
	p, err := readAt(r.ctx, r.b, make([]byte, n), at-n)
	if err != nil {
		return err
	}
	if int64(len(p)) < n {
		return io.ErrUnexpectedEOF
	}
	r.buf, r.lo = p, at-n
	return nil
}
