package search

import (
	"context"
	"runtime"
	"sync"
	"sync/atomic"
	"time"

	"eyeline/reader/source"
	"eyeline/reader/wait"
)

// wakeEvery is the least time between wake-ups by a running count or filter.
const wakeEvery = 40 * time.Millisecond

// waker sends coalescing wake-ups, one for each wakeEvery at most.
type waker struct {
	ch   chan struct{}
	last time.Time
}

func newWaker() waker { return waker{ch: make(chan struct{}, 1)} }

// wake signals a change: immediately with now, otherwise after wakeEvery at the earliest.
func (w *waker) wake(now bool) {
	if t := time.Now(); now || t.Sub(w.last) >= wakeEvery {
		w.last = t
		wait.Signal(w.ch)
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
	size        int64   // size of the view counted last
	checkpoints []int64 // for each block, the number of matches up to its end
}

// Counts is an immutable snapshot of a Counter.
type Counts struct {
	Size    int64 // size of the view that is counted
	Scanned int64 // number of bytes counted, from the file's start
	Matches int64 // number of matches that start in them
	// Complete: all of Size is counted.
	Complete bool

	p           *Pattern
	sz          sizes
	checkpoints []int64
}

// NewCounter returns a Counter that has counted nothing yet.
func NewCounter(p *Pattern) *Counter {
	c := &Counter{p: p, sz: defaultSizes, wake: newWaker(), frames: newFrames(background())}
	c.now.Store(&Counts{p: p, sz: c.sz})
	return c
}

// Snapshot returns the count so far.
func (c *Counter) Snapshot() *Counts { return c.now.Load() }

// Wake returns a channel of capacity 1 that receives after the snapshot has changed, at most some 25 times a second;
// wake-ups coalesce. One always follows the last change of a Run.
func (c *Counter) Wake() <-chan struct{} { return c.wake.ch }

// Run continues counting where the last Run ended, to the end of b. It returns when that is done, with ctx's error, a
// reader's, or ErrTruncated. After a file has grown, Run with the larger view only counts the last few MiB again,
// because a longer last line may match in another way; the snapshot does not go back meanwhile. A smaller view is
// ErrTruncated: a new generation needs a new Counter. Concurrent calls wait for each other.
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
		// Snapshots share the checkpoints, so these must be copied before changes.
		c.checkpoints = c.checkpoints[:keep:keep]
		c.size = size
	}

	defer c.wake.wake(true)
	c.publish()
	done := int64(len(c.checkpoints))
	return inOrder(ctx, c.frames, b, (size+c.sz.block-1)/c.sz.block-done,
		func(ctx context.Context, f *frame, i int64) (matches int64, err error) {
			runtime.Gosched()
			start, end := c.sz.bounds(done+i, size)
			err = c.p.inBlock(ctx, f, done+i, start, end+1, c.sz, func(int64, int64) bool {
				matches++
				return true
			})
			return matches, err
		},
		func(_ int64, matches int64) bool {
			if n := len(c.checkpoints); n > 0 {
				matches += c.checkpoints[n-1]
			}
			c.checkpoints = append(c.checkpoints, matches)
			c.publish()
			return true
		})
}

// publish makes a snapshot, unless it would have counted less than the previous one.
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
		s.Matches = c.checkpoints[n-1]
	}

	s.Complete = s.Scanned == s.Size
	c.now.Store(s)
	c.wake.wake(false)
}

// Rank returns how many matches start at or before off, which is the number, from 1, of the match that starts at off.
// It reads one block of b, a view of the file that was counted. ok is false if the count has not come so far.
func (c *Counts) Rank(ctx context.Context, b source.Bytes, off int64) (n int64, ok bool, err error) {
	switch {
	case off < 0 || c.Scanned == 0:
		return 0, off < 0 || c.Complete, nil
	case off >= c.Scanned:
		return c.Matches, c.Complete, nil
	}

	k := off / c.sz.block
	if k > 0 {
		n = c.checkpoints[k-1]
	}

	f := &frame{src: source.View(b, c.Size)}
	defer release(f)
	err = c.p.inBlock(ctx, f, k, 0, off+1, c.sz, func(int64, int64) bool {
		n++
		return true
	})
	return n, err == nil, err
}
