// Package wait, which changes without notice, waits no longer than a context or a time allows: for a pause, for what
// may block, for readers and writers.
package wait

import (
	"context"
	"io"
	"time"
)

// For waits for a time. The error is that of ctx, when it is done first.
func For(ctx context.Context, d time.Duration) error {
	select {
	case <-ctx.Done():
		return ctx.Err()
	case <-time.After(d):
		return nil
	}
}

// AtMost does something that may block for ever, and waits for it no longer than d. It reports whether it is done.
func AtMost(d time.Duration, do func()) bool {
	done := make(chan struct{})
	go func() {
		defer close(done)
		do()
	}()
	select {
	case <-done:
		return true
	case <-time.After(d):
		return false
	}
}

// Signal wakes whoever receives from a channel with room for one, unless that is to be woken already.
func Signal(c chan<- struct{}) {
	select {
	case c <- struct{}{}:
	default: // whoever receives is to be woken already
	}
}

type reader func(p []byte) (int, error)

// Read implements [io.Reader].
func (r reader) Read(p []byte) (int, error) { return r(p) }

type writer func(p []byte) (int, error)

// Write implements [io.Writer].
func (w writer) Write(p []byte) (int, error) { return w(p) }

// Reader is r until ctx is done; then reading is an error, that of ctx.
func Reader(ctx context.Context, r io.Reader) io.Reader { return reader(until(ctx, r.Read)) }

// Writer is w until ctx is done; then writing is an error, that of ctx.
func Writer(ctx context.Context, w io.Writer) io.Writer { return writer(until(ctx, w.Write)) }

func until(ctx context.Context, do func([]byte) (int, error)) func([]byte) (int, error) {
	return func(p []byte) (int, error) {
		if err := ctx.Err(); err != nil {
			return 0, err
		}
		return do(p)
	}
}
