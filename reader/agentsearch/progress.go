package agentsearch

import (
	"context"
	"slices"
	"strings"
	"time"

	"eyeline/reader/wait"
)

// findings are a copy of what the walk has found.
type findings struct {
	rows        []*Row // in the order of their paths
	skipped     []Skipped
	unreadable  []*entry
	interrupted bool // the walk has not finished
}

// snapshot copies and sorts what was found. It may be called during the walk.
func (r *run) snapshot(interrupted bool) *findings {
	r.mu.Lock()
	f := &findings{slices.Clone(r.rows), slices.Clone(r.skipped), slices.Clone(r.unreadable), interrupted}
	r.mu.Unlock()
	slices.SortFunc(f.rows, func(a, b *Row) int { return strings.Compare(a.Rel, b.Rel) })
	slices.SortFunc(f.skipped, func(a, b Skipped) int { return strings.Compare(a.Path, b.Path) })
	return f
}

// result judges a snapshot for each profile. Calls must not overlap.
func (r *run) result(interrupted bool) (*Result, error) {
	f := r.snapshot(interrupted)
	result := &Result{
		Dir: r.top.abs, Query: r.req.Query, Rows: f.rows, Skipped: f.skipped,
		Truncated: r.matchCount.Load() > maxMatches, Newest: r.newest.Load(), Interrupted: interrupted,
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
	// firstReport is how long after its start a search first reports progress.
	firstReport = 30 * time.Millisecond
	// reportPause is the shortest time between two reports. After each, the pause is at least reportShare times as long
	// as the report took, so that reporting costs little.
	reportPause = 250 * time.Millisecond
	reportShare = 10
)

// reportProgress calls Request.OnProgress from time to time. The function it returns stops that and waits for a running
// call.
func (r *run) reportProgress() (end func()) {
	if r.req.OnProgress == nil {
		return func() {}
	}

	ctx, stop := context.WithCancel(r.ctx)
	ended := make(chan struct{})
	go func() {
		defer close(ended)
		for pause := firstReport; wait.For(ctx, pause) == nil; {
			began := time.Now()
			result, err := r.result(true)
			if err != nil {
				return
			}

			r.req.OnProgress(result)
			pause = max(reportPause, reportShare*time.Since(began))
		}
	}()
	return func() {
		stop()
		<-ended
	}
}
