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

// wakeEvery is how often a running count or filter wakes its viewer at most.
const wakeEvery = 40 * time.Millisecond

// waker sends coalescing wake-ups, at most one each wakeEvery.
type waker struct {
	ch   chan struct{}
	last time.Time
}

func newWaker() waker { return waker{ch: make(chan struct{}, 1)} }

// wake signals that there is news: at once with now, and otherwise at most every wakeEvery.
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
	size        int64   // of the view counted last
	checkpoints []int64 // for each block counted, the matches up to its end
}

// Counts is an immutable snapshot of a Counter.
type Counts struct {
	Size    int64 // bytes of the view that is counted
	Scanned int64 // bytes counted so far, from the file's start
	Matches int64 // matches that start in them
	// Complete is set when all of Size is counted.
	Complete bool

	p           *Pattern
	sz          sizes
	checkpoints []int64
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
		s.Matches = c.checkpoints[n-1]
	}

	s.Complete = s.Scanned == s.Size
	c.now.Store(s)
	c.wake.wake(false)
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
