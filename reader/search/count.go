package search

import (
	"bytes"
	"context"
	"runtime"
	"sync"
	"sync/atomic"
	"time"

	"eyeline/reader/source"
)

// wakeEvery is how often a running count or filter wakes its viewer at most.
const wakeEvery = 40 * time.Millisecond

// waker sends coalescing wake-ups, at most one each wakeEvery.
type waker struct {
	ch   chan struct{}
	last time.Time
}

func newWaker() waker { return waker{ch: make(chan struct{}, 1)} }

// wake wakes, unless the last time is not long ago and it need not be now.
func (w *waker) wake(now bool) {
	if t := time.Now(); now || t.Sub(w.last) >= wakeEvery {
		w.last = t
		select {
		case w.ch <- struct{}{}:
		default:
		}
	}
}

// Counter counts the matches of a pattern in one generation of a file, in the background.
//
// Run does the work. Snapshot and Wake may be called from any goroutine at any time.
type Counter struct {
	p    *Pattern
	sz   sizes
	now  atomic.Pointer[Counts]
	wake waker

	running     sync.Mutex
	frames      []*frame
	size        int64        // of the view counted last
	checkpoints []checkpoint // one for each block counted
}

// checkpoint is what was counted up to the end of a block.
type checkpoint struct {
	matches, lines int64
	// open is set when the line that reaches over the block's end has a match already.
	open bool
}

// Counts is an immutable snapshot of a Counter.
type Counts struct {
	Size    int64 // bytes of the view that is counted
	Scanned int64 // bytes counted so far, from the file's start
	Matches int64 // matches that start in them
	Lines   int64 // lines that those matches are in
	// Complete is set when all of Size is counted.
	Complete bool

	p           *Pattern
	sz          sizes
	checkpoints []checkpoint
}

// NewCounter makes a Counter that has counted nothing yet.
func NewCounter(p *Pattern) *Counter {
	c := &Counter{p: p, sz: defaultSizes, wake: newWaker(), frames: newFrames(background())}
	c.now.Store(&Counts{p: p, sz: c.sz})
	return c
}

// Snapshot is the count so far.
func (c *Counter) Snapshot() *Counts { return c.now.Load() }

// Wake returns a channel of capacity 1 that receives when the snapshot has changed; wake-ups coalesce and come some
// 25 times a second at most. One always follows the last change of a Run.
func (c *Counter) Wake() <-chan struct{} { return c.wake.ch }

// Run counts on from where the last Run ended, to the end of b, and returns when that is done, ctx is done or reading
// fails; the error is then the context's, the reader's, or ErrTruncated. After a file has grown, Run with the larger
// view continues: only the last few MiB are counted again, because a longer last line may match otherwise, and the
// snapshot does not go back meanwhile. A smaller view is ErrTruncated: a new generation needs a new Counter. A second
// Run waits for the first.
func (c *Counter) Run(ctx context.Context, b source.Bytes) error {
	c.running.Lock()
	defer c.running.Unlock()
	size := b.Size()
	if size < c.size {
		return ErrTruncated
	}
	if size > c.size {
		final := max((c.size-c.p.reach(c.sz))/c.sz.block, 0)
		keep := min(int64(len(c.checkpoints)), final)
		// The snapshots share the marks: an append must not write over theirs.
		c.checkpoints = c.checkpoints[:keep:keep]
		c.size = size
	}
	defer c.wake.wake(true)
	c.publish()
	done := int64(len(c.checkpoints))
	return inOrder(ctx, c.frames, b, (size+c.sz.block-1)/c.sz.block-done,
		func(ctx context.Context, f *frame, i int64) (tally, error) {
			runtime.Gosched()
			return c.p.tally(ctx, f, done+i, c.sz)
		},
		func(_ int64, t tally) bool {
			c.add(t)
			c.publish()
			return true
		})
}

// add appends the mark of the next block.
func (c *Counter) add(t tally) {
	var m checkpoint
	if n := len(c.checkpoints); n > 0 {
		m = c.checkpoints[n-1]
	}
	m.matches += t.matches
	m.lines += t.lines
	if t.matches > 0 && m.open && !t.newLine {
		m.lines-- // the first match is in a line that is counted already
	}
	m.open = (m.open || t.matches > 0) && !t.ended
	c.checkpoints = append(c.checkpoints, m)
}

// publish makes a snapshot of what is counted, unless it would go back behind the one before it.
func (c *Counter) publish() {
	n := len(c.checkpoints)
	s := &Counts{
		Size: c.size, Scanned: min(int64(n)*c.sz.block, c.size),
		p: c.p, sz: c.sz, checkpoints: c.checkpoints[:n:n],
	}
	if s.Scanned < c.now.Load().Scanned {
		return
	}
	if n > 0 {
		s.Matches, s.Lines = c.checkpoints[n-1].matches, c.checkpoints[n-1].lines
	}
	s.Complete = s.Scanned == s.Size
	c.now.Store(s)
	c.wake.wake(false)
}

// tally is what was counted in one block.
type tally struct {
	matches int64
	lines   int64 // lines with a match, the first of them included
	newLine bool  // the first match is not in the line that the block begins in
	ended   bool  // the line of the last match, or that the block begins in, ends in the block
}

func (p *Pattern) tally(ctx context.Context, f *frame, k int64, sz sizes) (tally, error) {
	var t tally
	s, e := sz.bounds(k, f.src.Size())
	at := s // everything before is accounted for
	err := p.inBlock(ctx, f, k, s, e+1, sz, func(in stretch, start, _ int64) bool {
		ended := bytes.IndexByte(in.data[at-in.off:start-in.off], '\n') >= 0
		switch {
		case t.matches == 0:
			t.lines, t.newLine = 1, ended
		case ended:
			t.lines++
		}
		t.matches++
		at = start
		return true
	})
	if err == nil {
		t.ended = bytes.IndexByte(f.bytes(at, e), '\n') >= 0
	}
	return t, err
}

// Rank returns how many matches start at off or before it: the number, from 1, of the match that starts at off. It
// reads one block of b, a view of the file that was counted. ok is false when the count has not come that far.
func (c *Counts) Rank(ctx context.Context, b source.Bytes, off int64) (n int64, ok bool, err error) {
	switch {
	case off < 0 || c.Scanned == 0:
		return 0, off < 0 || c.Complete, nil
	case off >= c.Scanned:
		return c.Matches, c.Complete, nil
	}
	k := off / c.sz.block
	if k > 0 {
		n = c.checkpoints[k-1].matches
	}
	f := &frame{src: source.View(b, c.Size)}
	defer release(f)
	err = c.p.inBlock(ctx, f, k, 0, off+1, c.sz, func(stretch, int64, int64) bool {
		n++
		return true
	})
	return n, err == nil, err
}
