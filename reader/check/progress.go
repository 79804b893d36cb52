package check

import (
	"context"
	"fmt"
	"sync/atomic"
	"time"

	"eyeline/reader/tools"
	"eyeline/reader/wait"
)

// countDelay is how long a run goes on before its files are counted: the files of a short one need no total.
const countDelay = 400 * time.Millisecond

// Progress is how far a run is. It may be asked while the run goes on.
type Progress struct{ done, total atomic.Int64 }

// Done is how many files were checked.
func (p *Progress) Done() int64 { return p.done.Load() }

// Add counts a file that was checked. A nil Progress counts nothing.
func (p *Progress) Add() {
	if p != nil {
		p.done.Add(1)
	}
}

// Total is how many files will be checked, or 0 while that is not known. What was counted is what there was to check at
// that time: Total is never below Done.
func (p *Progress) Total() int64 {
	total := p.total.Load()
	if total == 0 {
		return 0
	}
	return max(total, p.done.Load())
}

// String says how far the run is: "1,203 of 8,000 files checked", or "1,203 files checked" while the total is not
// known.
func (p *Progress) String() string {
	if total := p.Total(); total > 0 {
		return fmt.Sprintf("%s of %s files checked", tools.Thousands(p.Done()), tools.Thousands(total))
	}
	return counting(p.Done(), "file") + " checked"
}

// count counts the files of a run by listing them once more, since a run does not hold the list. It stops with the
// context, and what cannot be listed leaves the total unknown: the run itself says what is wrong.
func (p *Progress) count(ctx context.Context, o Options, all targets) {
	if wait.For(ctx, countDelay) != nil {
		return
	}

	o.Rules = []string{} // no rule has to be prepared
	var files int64
	err := list(ctx, o, all, func(j *job) error {
		if j.omitted.why == "" && j.marked == "" {
			files++
		}
		return ctx.Err()
	})
	if err == nil {
		p.total.Store(files)
	}
}
