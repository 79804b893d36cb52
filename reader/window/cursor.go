package window

import (
	"bytes"
	"context"
	"slices"

	"eyeline/reader/source"
)

const (
	firstRead = 8 << 10   // the first read of a cursor, in bytes
	maxRead   = 256 << 10 // the largest
)

// readAt fills p from off on, however short single reads are. If the file ends before, it returns what there is and
// io.ErrUnexpectedEOF.
func readAt(ctx context.Context, b source.Bytes, p []byte, off int64) ([]byte, error) {
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	n, err := source.ReadFull(b, p, off)
	return p[:n], err
}

// untruncated returns io.ErrUnexpectedEOF if the file is shorter than its size.
func untruncated(ctx context.Context, b source.Bytes) error {
	if b.Size() == 0 {
		return nil
	}
	_, err := readAt(ctx, b, make([]byte, 1), b.Size()-1)
	return err
}

// lineSkipper is an Index that knows long blocks without '\n', as lineindex.Snapshot does. Both methods return an
// offset that is not before, or not after, off, with no '\n' between.
type lineSkipper interface {
	SkipForward(off int64) int64
	SkipBackward(off int64) int64
}

// forward is a cursor that reads ahead in growing chunks.
type forward struct {
	ctx   context.Context
	b     source.Bytes
	skip  lineSkipper // nil if the index has no such method
	rules *Rules      // nil: those of CONTRACTS.md §1
	at    int64       // current offset
	buf   []byte      // bytes from at on
	mem   []byte      // memory of buf; nil if it belongs to another cursor
	step  int
}

func newForward(ctx context.Context, b source.Bytes, index Index, off int64) *forward {
	skip, _ := index.(lineSkipper)
	return &forward{ctx: ctx, b: b, skip: skip, at: off, step: firstRead}
}

// peek returns the buffered bytes, at least n of them unless the file ends before.
func (r *forward) peek(n int) ([]byte, error) {
	if len(r.buf) >= n {
		return r.buf, nil
	}

	end := r.at + int64(len(r.buf))
	if end >= r.b.Size() {
		return r.buf, nil
	}

	want := int(min(int64(r.step), r.b.Size()-end))
	if r.step < maxRead {
		r.step *= 2
	}

	kept := len(r.buf)
	r.mem = slices.Grow(append(r.mem[:0], r.buf...), want)[:kept+want]
	got, err := readAt(r.ctx, r.b, r.mem[kept:], end)
	r.buf = r.mem[:kept+len(got)]
	return r.buf, err
}

// peekLine is peek for the line at the place: where the buffered bytes end that, fewer than n will do.
func (r *forward) peekLine(n int) ([]byte, error) {
	if len(r.buf) < n && bytes.IndexByte(r.buf, '\n') >= 0 {
		return r.buf, nil
	}
	return r.peek(n)
}

// advance moves the cursor over n buffered bytes.
func (r *forward) advance(n int) {
	r.buf = r.buf[n:]
	r.at += int64(n)
}

// endLine moves the cursor behind the next '\n', or to the end of the file.
func (r *forward) endLine() error {
	for {
		p, err := r.peek(1)
		if err != nil || len(p) == 0 {
			return err
		}

		if i := bytes.IndexByte(p, '\n'); i >= 0 {
			r.advance(i + 1)
			return nil
		}

		r.advance(len(p))
		if r.skip != nil {
			r.buf = nil
			r.at = min(r.skip.SkipForward(r.at), r.b.Size())
		}
	}
}

// backward is a cursor that moves up by lines, and reads in growing chunks.
type backward struct {
	ctx   context.Context
	b     source.Bytes
	skip  lineSkipper
	rules *Rules
	at    int64  // start of a line
	buf   []byte // bytes from lo on, of which only those before at are used
	lo    int64
	mem   []byte // as in forward
	step  int64
}

func newBackward(ctx context.Context, b source.Bytes, index Index, at int64) *backward {
	skip, _ := index.(lineSkipper)
	return &backward{ctx: ctx, b: b, skip: skip, at: at, lo: at, step: firstRead}
}

// up moves the cursor to the start of the line above and returns its facts; ok is false at the start of the file.
func (r *backward) up() (Facts, bool, error) {
	if r.at == 0 {
		return Facts{}, false, nil
	}

	end := r.at - 1 // the '\n' of the line above, or its last byte
	for at := end; ; {
		if at <= r.lo && r.lo > 0 {
			if r.skip != nil {
				at = r.skip.SkipBackward(at)
			}

			if at == 0 {
				r.at = 0
				r.lo = 0
				r.buf = nil
				break
			}

			// Up to the '\n' of the line above, so that its start is buffered too.
			if err := r.readBefore(min(at+1, r.at)); err != nil {
				return Facts{}, false, err
			}
		}

		if i := lastNewline(r.buf[:at-r.lo]); i >= 0 {
			r.at = r.lo + int64(i) + 1
			break
		}

		if r.lo == 0 {
			r.at = 0
			break
		}

		at = r.lo
	}

	// Facts are read at the start of the line, which mostly is in the buffer.
	f := &forward{ctx: r.ctx, b: r.b, skip: r.skip, rules: r.rules, at: r.at, buf: r.buf[r.at-r.lo:], step: firstRead}
	facts, err := factsFrom(f)
	return facts, err == nil, err
}

// readBefore fills the buffer with the chunk before an offset.
func (r *backward) readBefore(at int64) error {
	n := min(r.step, at)
	if r.step < maxRead {
		r.step *= 2
	}
	r.mem = slices.Grow(r.mem[:0], int(n))[:n]
	p, err := readAt(r.ctx, r.b, r.mem, at-n)
	r.buf = p
	r.lo = at - n
	return err
}

// lastNewline returns the index of the last '\n' of p, or -1. IndexByte is much faster than LastIndexByte, so it first
// rules out long stretches without one.
func lastNewline(p []byte) int {
	if bytes.IndexByte(p, '\n') < 0 {
		return -1
	}
	return bytes.LastIndexByte(p, '\n')
}
