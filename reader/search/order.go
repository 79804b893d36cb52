package search

import (
	"context"
	"runtime"
	"sync"

	"eyeline/reader/source"
)

// foreground and background return the number of workers for a search that a person waits for, and for one that runs
// beside other work.
func foreground() int { return max(1, min(runtime.GOMAXPROCS(0), 4)) }
func background() int { return max(1, min(runtime.GOMAXPROCS(0)-1, 2)) }

// inOrder runs work for 0…n-1 on b in as many goroutines as there are frames, and passes the results to take in order,
// one at a time, until that returns false. For each frame at most one result waits while the next is computed. Number 0
// is computed alone, since a match is often near. All goroutines have ended when inOrder returns.
func inOrder[T any](ctx context.Context, frames []*frame, b source.Bytes, n int64,
	work func(ctx context.Context, f *frame, i int64) (T, error), take func(i int64, v T) bool,
) error {
	if err := ctx.Err(); err != nil || n <= 0 {
		return err
	}
	for _, f := range frames {
		f.src = b
	}

	defer release(frames...)
	v, err := work(ctx, frames[0], 0)
	if err != nil || !take(0, v) {
		return err
	}

	return inTurns(ctx, frames, n, work, take)
}

// inTurns is inOrder for 1…n-1.
func inTurns[T any](ctx context.Context, frames []*frame, n int64,
	work func(ctx context.Context, f *frame, i int64) (T, error), take func(i int64, v T) bool,
) error {
	type result struct {
		v   T
		err error
	}
	var running sync.WaitGroup
	defer running.Wait()
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	out := make([]chan result, len(frames))
	for w := range out {
		out[w] = make(chan result, 1)
		running.Go(func() {
			for i := int64(1 + w); i < n && ctx.Err() == nil; i += int64(len(out)) {
				v, err := work(ctx, frames[w], i)
				select {
				case out[w] <- result{v, err}:
				case <-ctx.Done():
				}
			}
		})
	}

	for i := int64(1); i < n; i++ {
		select {
		case r := <-out[(i-1)%int64(len(out))]:
			if r.err != nil {
				return r.err
			}
			if !take(i, r.v) {
				return nil
			}
		case <-ctx.Done():
			return ctx.Err()
		}
	}

	return nil
}

// newFrames returns n frames without a file.
func newFrames(n int) []*frame {
	frames := make([]*frame, n)
	for i := range frames {
		frames[i] = &frame{}
	}
	return frames
}
