// Package linesearch, which changes without notice, searches a text for a pattern: in all of its lines or, where a
// filter is on, in those that the filter lets through, also while the filter is still looking for them.
package linesearch

import (
	"context"
	"time"

	"eyeline/reader/search"
	"eyeline/reader/source"
	"eyeline/reader/wait"
	"eyeline/tui/file/filepages"
)

// Lines are the lines of a text that are searched: all of them, or those that a filter lets through. They are for one
// goroutine, as the finder is.
type Lines struct {
	Finder  *search.Finder
	Bytes   source.Bytes
	Numbers filepages.Numbers // of the lines, for going back over a long one; used with a filter alone
	Filter  *search.Filter    // nil: all lines are searched
	Running context.Context   // of the filter's run, done when that ends; nil when none runs
}

// Result is what a search has found.
type Result struct {
	Match search.Match
	OK    bool // there is a match
	// Wrapped: it was looked for round the end of the text.
	Wrapped bool
	// Onward: it was not to go round the end.
	Onward bool
	Dir    search.Direction
	Err    error // that of reading, or of the context; there is no match then
}

// Nth looks for the n-th match, n ≥ 1, from a 0-based offset: going forward at or after it, going backward before it.
// Where goRound is true it goes on round the end of the text, each time that there is no match to the end, to where it
// began.
func (l Lines) Nth(ctx context.Context, from int64, dir search.Direction, n int64, goRound bool) Result {
	r := Result{Dir: dir, Onward: !goRound}
	for range n {
		r.Match, r.OK, r.Err = l.find(ctx, from, dir, false)
		if r.Err == nil && !r.OK && goRound {
			r.Wrapped = true
			r.Match, r.OK, r.Err = l.find(ctx, from, dir, true)
		}

		if r.Err != nil || !r.OK {
			return r
		}

		from = r.Match.Start
		if dir == search.Forward {
			from++
		}
	}

	return r
}

// find is [search.Finder.Find] for the lines that are shown; round, it looks where that did not: round the end.
func (l Lines) find(ctx context.Context, from int64, dir search.Direction, round bool) (search.Match, bool, error) {
	look := func(at int64) (search.Match, bool, error) { return l.Finder.Find(ctx, l.Bytes, at, dir) }
	start := from
	if round {
		look = func(at int64) (search.Match, bool, error) { return l.Finder.FindUntil(ctx, l.Bytes, at, from, dir) }
		start = 0
		if dir == search.Backward {
			start = l.Bytes.Size()
		}
	}

	return l.onward(ctx, start, dir, look)
}

// onward looks for a match in a line that is shown. Where one is in a line that is left out, it goes on at the next
// line that is shown, so that it takes one search for each of those at most.
func (l Lines) onward(ctx context.Context, from int64, dir search.Direction,
	find func(from int64) (search.Match, bool, error),
) (search.Match, bool, error) {
	for {
		x, ok, err := find(from)
		if l.Filter == nil || !ok || err != nil {
			return x, ok, err
		}

		lines, err := l.filtered(ctx, x.LineStart, dir)
		if err != nil {
			return x, false, err
		}

		i := lines.Search(x.LineStart)
		switch {
		case lines.At(i) == x.LineStart:
			return x, true, nil
		case dir == search.Forward && i < lines.Len():
			from = lines.At(i)
		case dir == search.Backward && i > 0:
			if _, from, err = filepages.LineBounds(ctx, l.Bytes, l.Numbers, lines.At(i-1)); err != nil {
				return x, false, err
			}
		default:
			return x, false, nil
		}
	}
}

// filterPatience is how long a search waits between two looks at how far the filter has come.
const filterPatience = 5 * time.Millisecond

// filtered waits until the filter has reached the line that begins at off, and going forward until it knows a line
// at or after that, or until the filter ends.
func (l Lines) filtered(ctx context.Context, off int64, dir search.Direction) (*search.Lines, error) {
	for {
		over := l.Running == nil || l.Running.Err() != nil
		lines := l.Filter.Snapshot()
		known := lines.Scanned > off

		if dir == search.Forward {
			known = lines.Search(off) < lines.Len()
		}
		if known || over || lines.Complete || lines.Full {
			return lines, nil
		}
		if err := wait.For(ctx, filterPatience); err != nil {
			return nil, err
		}
	}
}
