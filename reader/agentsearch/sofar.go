package agentsearch

import (
	"context"
	"slices"
	"strings"
	"time"

	"eyeline/reader/wait"
)

// findings are what the walk has found until a moment.
type findings struct {
	rows        []*Row // in the order of their paths
	skipped     []Skipped
	blocked     []*entry
	interrupted bool // it is not all
}

// findingsNow copies and sorts what was found so far. It may be called while the walk goes on.
func (r *run) findingsNow(interrupted bool) *findings {
	r.mu.Lock()
	f := &findings{slices.Clone(r.rows), slices.Clone(r.skipped), slices.Clone(r.blocked), interrupted}
	r.mu.Unlock()
	slices.SortFunc(f.rows, func(a, b *Row) int { return strings.Compare(a.Rel, b.Rel) })
	slices.SortFunc(f.skipped, func(a, b Skipped) int { return strings.Compare(a.Path, b.Path) })
	return f
}

// result is what the agents find of what the walk has found. One goroutine asks for it at a time.
func (r *run) result(interrupted bool) (*Result, error) {
	f := r.findingsNow(interrupted)
	result := &Result{
		Dir: r.top.abs, Query: r.req.Query, Rows: f.rows, Skipped: f.skipped,
		Truncated: r.kept.Load() > mostKept, Newest: r.newest.Load(), Interrupted: interrupted,
	}
	for _, p := range r.req.Profiles {
		answer, err := r.answer(p, f)
		if err != nil {
			return nil, err
		}
		result.Agents = append(result.Agents, answer)
	}
	return result, nil
}

const (
	// firstLook is how long after its start a search first tells what it has found.
	firstLook = 30 * time.Millisecond
	// lookPause is the least time between two such looks, and lookShare how many times as long as a look the pause
	// after it is, so that telling costs little.
	lookPause = 250 * time.Millisecond
	lookShare = 10
)

// tellSoFar tells now and then what has been found. The function that it returns ends that, and waits for the last
// time.
func (r *run) tellSoFar() (end func()) {
	if r.req.SoFar == nil {
		return func() {}
	}

	ctx, stop := context.WithCancel(r.ctx)
	ended := make(chan struct{})
	go func() {
		defer close(ended)
		for pause := firstLook; wait.For(ctx, pause) == nil; {
			began := time.Now()
			result, err := r.result(true)
			if err != nil {
				return
			}

			r.req.SoFar(result)
			pause = max(lookPause, lookShare*time.Since(began))
		}
	}()
	return func() {
		stop()
		<-ended
	}
}
