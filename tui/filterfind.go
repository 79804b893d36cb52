package tui

import (
	"context"
	"time"

	"eyeline/reader/search"
	"eyeline/reader/source"
	"eyeline/tui/page"
)

// shownFinder finds matches in the lines that are shown: all of them, or those that a filter lets through. It is for one
// goroutine.
type shownFinder struct {
	finder  *search.Finder
	view    source.Bytes
	numbers page.Numbers
	filter  *search.Filter  // nil: all lines are shown
	running context.Context // of the filter's job, done when that ends; nil when none runs
}

// newShownFinder is the finder for the current pattern in what the file pane shows.
func (m *Model) newShownFinder() shownFinder {
	f := shownFinder{finder: m.search.finder, view: m.searched()}
	if !m.hex && m.filter.filter != nil {
		f.filter, f.numbers = m.filter.filter, m.doc.Shown().Numbers()
		f.running = m.jobs.now[jobFilter].ctx
	}
	return f
}

// find is [search.Finder.Find] for the lines that are shown.
func (f shownFinder) find(ctx context.Context, from int64, dir search.Direction) (search.Match, bool, error) {
	return f.onward(ctx, from, dir, f.finder.Find)
}

// findRound goes round the end of the file after find has found nothing: it looks where that did not.
func (f shownFinder) findRound(ctx context.Context, from int64, dir search.Direction) (search.Match, bool, error) {
	start := int64(0)
	if dir == search.Backward {
		start = f.view.Size()
	}
	return f.onward(ctx, start, dir, func(ctx context.Context, b source.Bytes, at int64, dir search.Direction) (search.Match, bool, error) {
		return f.finder.FindUntil(ctx, b, at, from, dir)
	})
}

// onward looks for a match in a line that is shown. Where one is in a line that is left out, it goes on at the next line that is
// shown, so that it takes one search for each of those at most.
func (f shownFinder) onward(ctx context.Context, from int64, dir search.Direction,
	find func(context.Context, source.Bytes, int64, search.Direction) (search.Match, bool, error),
) (search.Match, bool, error) {
	for {
		x, ok, err := find(ctx, f.view, from, dir)
		if f.filter == nil || !ok || err != nil {
			return x, ok, err
		}
		lines, err := f.filtered(ctx, x.LineStart, dir)
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
			if _, from, err = page.LineBounds(ctx, f.view, f.numbers, lines.At(i-1)); err != nil {
				return x, false, err
			}
		default:
			return x, false, nil
		}
	}
}

// matchWords are the number of matches, for the footer. All of the file's are counted, so that is said where a filter
// leaves lines out.
func (m *Model) matchWords() string {
	words := m.search.counted(m.doc != nil && !m.searchedSnap().Complete)
	if words != "" && m.filter.filter != nil && !m.hex {
		words += " in all lines"
	}
	return words
}

// filterPatience is how long a search waits between two looks at how far the filter has come.
const filterPatience = 5 * time.Millisecond

// filtered waits until the filter has dealt with the line that begins at off, and going forward until it knows a line at
// or after that, or until the filter ends.
func (f shownFinder) filtered(ctx context.Context, off int64, dir search.Direction) (*search.Lines, error) {
	for {
		over := f.running == nil || f.running.Err() != nil
		lines := f.filter.Snapshot()
		known := lines.Scanned > off
		if dir == search.Forward {
			known = lines.Search(off) < lines.Len()
		}
		if known || over || lines.Complete || lines.Full {
			return lines, nil
		}
		select {
		case <-ctx.Done():
			return nil, ctx.Err()
		case <-time.After(filterPatience):
		}
	}
}
