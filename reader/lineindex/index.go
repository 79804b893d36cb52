// Package lineindex, which changes without notice, maps lines to byte offsets in files of any size. It keeps one
// cumulative count of '\n' bytes for each [BlockSize] bytes, counted in the background; looking a line up is a binary
// search and one block read.
//
// Line numbers are 1-based, byte offsets 0-based, both int64. A line ends at '\n' and at nothing else; text after the
// last '\n' is a line, an empty file has none (CONTRACTS.md, common ground).
package lineindex

import (
	"context"
	"runtime"
	"sync"
	"sync/atomic"
	"time"

	"eyeline/reader/internal/scratch"
	"eyeline/reader/source"
	"eyeline/reader/wait"
)

// publishEvery is the least time between two snapshots while counting, to limit wake-ups.
const publishEvery = 30 * time.Millisecond

// Index counts the lines of a source in the background. Create it with New, begin with Start, end with Close.
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
	now := src.Snapshot()
	x.snap.Store(&Snapshot{generation: now.Generation})
	return x
}

// Start begins counting, until ctx is done or Close is called. Further calls have no effect.
func (x *Index) Start(ctx context.Context) {
	x.mu.Lock()
	defer x.mu.Unlock()
	if x.cancel != nil {
		return
	}
	ctx, x.cancel = context.WithCancel(ctx)
	x.done.Go(func() { x.run(ctx) })
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

// Snapshot returns the newest state without waiting.
func (x *Index) Snapshot() *Snapshot { return x.snap.Load() }

// Wake returns a channel of capacity 1 that receives after a new snapshot; wake-ups coalesce.
func (x *Index) Wake() <-chan struct{} { return x.wake }

// Extend makes the index check the source again: it counts what was appended, starts over for a new generation, and
// retries after an error.
func (x *Index) Extend() {
	wait.Signal(x.extend)
}

// indexWorkers returns how many goroutines count the next part: one while something else reads a whole file, such as a
// search that a person waits for; else one processor is left for the user interface.
func indexWorkers() int {
	if scratch.LentCount() > 0 {
		return 1
	}
	return max(1, min(runtime.GOMAXPROCS(0)-1, maxWorkers))
}

func (x *Index) run(ctx context.Context) {
	b := &builder{}
	for {
		x.count(ctx, b)
		select {
		case <-ctx.Done():
			return
		case <-x.extend: // the source may have grown
		}
	}
}

// builder is the state of the counting goroutine. cum is only appended to, so snapshots share it.
type builder struct {
	state     Snapshot
	published time.Time
}

func (x *Index) publish(b *builder) {
	s := b.state
	x.snap.Store(&s)
	b.published = time.Now()
	wait.Signal(x.wake)
}

// count counts from where the last call ended to the source's end.
func (x *Index) count(ctx context.Context, b *builder) {
	for {
		src := x.src.Snapshot()
		if s := &b.state; src.Generation != s.generation || src.Size < s.covered {
			*s = Snapshot{generation: src.Generation}
		}

		b.state.err = nil
		b.state.complete = false
		err := x.countTo(ctx, b, source.Fixed(x.src, src))
		now := x.src.Snapshot()
		switch {
		case ctx.Err() != nil:
			return
		case now.Generation != src.Generation, now.Size > src.Size && err == nil:
			continue // otherwise a source that never stops growing is not published
		}

		b.state.err = err
		b.state.complete = err == nil && now.Complete
		x.publish(b)
		return
	}
}

// countTo continues counting to the end of src, from the start of the last incomplete block.
func (x *Index) countTo(ctx context.Context, b *builder, src source.Bytes) error {
	s := &b.state
	if s.covered == src.Size() {
		return nil
	}

	from := int64(len(s.cum)) * BlockSize
	return countSegments(ctx, src, from, src.Size(), indexWorkers, func(c counted) bool {
		s.extend(c)
		if time.Since(b.published) >= publishEvery {
			x.publish(b)
		}

		return true
	})
}

// extend adds a counted segment that begins with the last incomplete block.
func (s *Snapshot) extend(c counted) {
	end := int64(len(s.cum))*BlockSize + c.size
	if end <= s.covered {
		return
	}

	total := s.before(int64(len(s.cum)) * BlockSize)
	s.tail = 0
	for i, n := range c.blocks {
		if int64(i+1)*BlockSize > c.size {
			s.tail = n
			break
		}
		total += n
		s.cum = append(s.cum, total)
	}

	s.covered = end
	s.lastByte = c.last
}
