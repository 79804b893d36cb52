// Package lineindex maps lines to byte offsets in files of any size. It keeps one cumulative count of '\n' bytes for
// each [BlockSize] bytes, counted in the background; looking a line up is a binary search and one block read.
//
// Line numbers are 1-based, byte offsets 0-based, both int64. A line ends at '\n' and at nothing else; text after the
// last '\n' is a line, an empty file has none (CONTRACTS.md, common ground).
package lineindex

import (
	"context"
	"sync"
	"sync/atomic"
	"time"

	"eyeline/reader/source"
)

// publishEvery is the least time between two snapshots while counting, so that whoever listens is not flooded.
const publishEvery = 30 * time.Millisecond

// batch is the number of bytes counted between two looks at the clock.
const batch = 8 * segment

// Index counts a source in the background. Create it with New, begin with Start, end with Close.
type Index struct {
	src    source.Source
	snap   atomic.Pointer[Snapshot]
	wake   chan struct{}
	extend chan struct{}
	cancel context.CancelFunc
	done   sync.WaitGroup
	mu     sync.Mutex // guards cancel
}

// New returns an index that covers nothing yet.
func New(src source.Source) *Index {
	x := &Index{src: src, wake: make(chan struct{}, 1), extend: make(chan struct{}, 1)}
	x.snap.Store(&Snapshot{size: src.Snapshot().Size, generation: src.Snapshot().Generation})
	return x
}

// Start begins counting; it goes on until ctx is done or Close. Calling it again does nothing.
func (x *Index) Start(ctx context.Context) {
	x.mu.Lock()
	defer x.mu.Unlock()
	if x.cancel != nil {
		return
	}
	ctx, x.cancel = context.WithCancel(ctx)
	x.done.Add(1)
	go func() {
		defer x.done.Done()
		x.run(ctx)
	}()
}

// Close stops the counting and waits for it. The last snapshot stays.
func (x *Index) Close() {
	x.mu.Lock()
	cancel := x.cancel
	if cancel == nil {
		x.cancel = func() {}
	}
	x.mu.Unlock()
	if cancel != nil {
		cancel()
	}
	x.done.Wait()
}

// Snapshot returns the newest state; it never waits.
func (x *Index) Snapshot() *Snapshot { return x.snap.Load() }

// Wake returns a channel of capacity 1 that receives after a new snapshot; wake-ups coalesce.
func (x *Index) Wake() <-chan struct{} { return x.wake }

// Extend tells the index to look at the source again: it counts what was added, starts anew on a new generation, and
// tries again after an error.
func (x *Index) Extend() {
	select {
	case x.extend <- struct{}{}:
	default:
	}
}

func (x *Index) run(ctx context.Context) {
	b := &builder{}
	for {
		x.count(ctx, b)
		select {
		case <-ctx.Done():
			return
		case <-x.extend:
		}
	}
}

func (x *Index) publish(s Snapshot) {
	x.snap.Store(&s)
	select {
	case x.wake <- struct{}{}:
	default:
	}
}

// builder is the running goroutine's own state: cum only ever grows at its end, so snapshots share it.
type builder struct {
	state  Snapshot
	counts []int64
}

// count counts from where the last call ended to the source's end.
func (x *Index) count(ctx context.Context, b *builder) {
	for {
		src := x.src.Snapshot()
		if s := &b.state; src.Generation != s.generation || src.Size < s.covered {
			*s = Snapshot{generation: src.Generation}
		}
		b.state.err = nil
		b.state.size = src.Size
		err := x.countTo(ctx, b, src.Size)
		now := x.src.Snapshot()
		if ctx.Err() != nil {
			return
		}
		if now.Generation != src.Generation {
			continue
		}
		if now.Size > src.Size && err == nil {
			continue
		}
		b.state.err = err
		b.state.complete = err == nil && now.Complete
		b.state.size = now.Size
		x.publish(b.state)
		return
	}
}

func (x *Index) countTo(ctx context.Context, b *builder, size int64) error {
	s := &b.state
	s.complete = false
	last := time.Now()
	for s.covered < size {
		// Begin at the start of the block that is not full yet.
		from := int64(len(s.cum)) * BlockSize
		to := min(from+batch, size)
		var err error
		b.counts, err = countRange(ctx, x.src, from, to, BlockSize, b.counts[:0])
		total := s.before(from)
		for _, c := range b.counts {
			end := min(from+BlockSize, to)
			if end-from == BlockSize {
				total += c
				s.cum = append(s.cum, total)
				s.tail = 0
			} else {
				s.tail = c
			}
			from = end
		}
		if len(b.counts) > 0 && from > s.covered {
			s.covered = from
			var one [1]byte
			if _, e := readFull(x.src, one[:], from-1); e == nil {
				s.lastByte = one[0]
			}
		}
		if err != nil {
			return err
		}
		if time.Since(last) >= publishEvery {
			x.publish(*s)
			last = time.Now()
		}
	}
	return nil
}
