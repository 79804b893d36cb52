package emit

import (
	"bufio"
	"cmp"
)

// turn is the time in which one of the answers that are made side by side is written: each waits for the one before.
type turn struct {
	before *turn // nil once it is over
	out    *bufio.Writer
	over   chan struct{} // closed when the answer is written
	err    error         // the first one of the answers up to this, once over is closed
}

func newTurn(before *turn, out *bufio.Writer) *turn {
	return &turn{before: before, out: out, over: make(chan struct{})}
}

// Write writes a part of the answer when those before it are written. Where one could not be, nothing is.
func (t *turn) Write(p []byte) (int, error) {
	if err := t.await(); err != nil {
		return 0, err
	}
	return t.out.Write(p)
}

// await waits for the turn. The error is that of an answer before it.
func (t *turn) await() error {
	if t.before != nil {
		<-t.before.over
		t.err = t.before.err
		t.before = nil
	}
	return t.err
}

// end hands on what was written, and the turn to the next answer; err is why this one failed.
func (t *turn) end(err error) {
	if earlier := t.await(); earlier == nil {
		t.err = cmp.Or(err, caught(t.out.Flush))
	}
	close(t.over)
}

// isOver reports whether the answer is written.
func (t *turn) isOver() bool {
	select {
	case <-t.over:
		return true
	default:
		return false
	}
}
