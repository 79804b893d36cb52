package ignore

import (
	"context"
	"errors"
	"sync"
	"sync/atomic"
)

const (
	// maxSteps is how many steps may be taken to match paths, for one call or for all with the same Work: less than 0.1
	// s.
	maxSteps = 1 << 23
	// eachSteps is how many more steps each path may take with the patterns of one file.
	eachSteps = 1 << 13
	// reportSteps is how many steps are taken before they are added to the Work.
	reportSteps = 1 << 12
	// byteSteps is the work of compiling a byte of a pattern, in steps.
	byteSteps = 32
)

var (
	// errTooMuch is the error of patterns that take too long to match one path.
	errTooMuch = errors.New("its patterns take more work than is done for one path")
	// errTooMuchAll is the error of patterns that took too long for all paths together.
	errTooMuchAll = errors.New("the patterns take more work than is done for one repository")
)

// Work counts the work of matching several paths. The zero Work is ready for use. Once its limit is exceeded, no path
// is matched any more.
type Work struct {
	steps   atomic.Int64 // without eachSteps of each path
	usedUp  atomic.Bool
	oneCall bool // it is for a single call
}

// begin allows eachSteps for one more path.
func (w *Work) begin() {
	for {
		before := w.steps.Load()
		if w.steps.CompareAndSwap(before, max(0, before-eachSteps)) {
			return
		}
	}
}

// add adds steps. The error is that the limit is exceeded.
func (w *Work) add(steps int) error {
	if w.steps.Add(int64(steps)) > maxSteps {
		w.usedUp.Store(true)
	}
	return w.err()
}

func (w *Work) err() error {
	switch {
	case !w.usedUp.Load():
		return nil
	case w.oneCall:
		return errTooMuch
	}
	return errTooMuchAll
}

type workKey struct{}

// WithWork returns a context in which all calls of this package share one Work, that of ctx if it has one
func WithWork(ctx context.Context) context.Context { return withWork(ctx, &Work{}) }

func withWork(ctx context.Context, w *Work) context.Context {
	if ctx.Value(workKey{}) != nil {
		return ctx
	}
	return context.WithValue(ctx, workKey{}, w)
}

// meter counts the steps of matching one path, and hears of cancellation.
type meter struct {
	ctx   context.Context
	work  *Work
	steps int
	told  int   // how many of the steps the Work knows
	err   error // why there are no more steps
	// Of the program that runs: what is at work at a place of the text, and at the next one.
	now, next threads
	stack     []int32
}

// meters are ready for use, each with the memory of the programs that ran.
var meters = sync.Pool{New: func() any { return &meter{} }}

// newMeter is a meter with the Work of a context, or without one with another; nil: one of its own.
func newMeter(ctx context.Context, work *Work) *meter {
	if shared, ok := ctx.Value(workKey{}).(*Work); ok {
		work = shared
	}
	if work == nil {
		work = &Work{oneCall: true}
	}

	work.begin()
	m, _ := meters.Get().(*meter)
	m.ctx = ctx
	m.work = work
	m.err = work.err()
	m.steps = 0
	m.told = 0
	return m
}

// end tells the Work of the last steps.
func (m *meter) end() {
	const most = 1 << 16 // instructions of the largest program whose memory is kept
	_ = m.work.add(m.steps - m.told)
	if cap(m.now.at) <= most {
		meters.Put(m)
	}
}

// step counts some steps; false when no more may be taken.
func (m *meter) step(n int) bool {
	m.steps += n
	if m.steps-m.told >= reportSteps {
		spent := m.work.add(m.steps - m.told)
		m.told = m.steps
		if m.err == nil {
			m.err = m.ctx.Err()
		}
		if m.err == nil {
			m.err = spent
		}
	}

	return m.err == nil
}
