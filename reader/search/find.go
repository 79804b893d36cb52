package search

import (
	"context"
	"sync/atomic"

	"eyeline/reader/source"
)

// Finder finds one match at a time. One goroutine may use it, except for Searched, and for one generation of a file:
// the views given to Find may only differ in size.
type Finder struct {
	p        *Pattern
	sz       sizes
	frames   []*frame
	searched atomic.Int64
	// last is the last match, if found is set. For another match in the same long line, its start need not be searched
	// again.
	last  Match
	found bool
}

// NewFinder returns a Finder of a pattern.
func NewFinder(p *Pattern) *Finder {
	return &Finder{p: p, sz: defaultSizes, frames: newFrames(foreground())}
}

// Searched returns how many bytes the current Find, or the last one with FindUntil after it, has searched. Any
// goroutine may call it.
func (f *Finder) Searched() int64 { return f.searched.Load() }

// Find returns the nearest match: forward the first that starts at from or later, backward the last that starts before
// from. from may lie outside the file. ok is false without a match. The error is ctx's, ErrTruncated, or that of
// reading.
func (f *Finder) Find(ctx context.Context, b source.Bytes, from int64, dir Direction) (Match, bool, error) {
	f.searched.Store(0)
	limit := b.Size() + 1
	if dir == Backward {
		limit = 0
	}
	return f.FindUntil(ctx, b, from, limit, dir)
}

// FindUntil is [Finder.Find] for a part of the file: forward for matches that start before limit, backward for those
// that start at limit or later. It continues a search that wraps around the end of the file, so Searched is not reset.
func (f *Finder) FindUntil(ctx context.Context, b source.Bytes, from, limit int64, dir Direction) (Match, bool, error) {
	size := b.Size()
	from = max(from, 0)
	limit = max(min(limit, size+1), 0)
	switch {
	case size == 0, dir == Forward && (from > size || from >= limit), dir == Backward && from <= limit:
		return Match{}, false, ctx.Err()
	}

	// The i-th block of the search is number first+i of the file, or first-i.
	blocks := (size-1)/f.sz.block + 1
	first := min(from/f.sz.block, blocks-1)
	last := min((limit-1)/f.sz.block, blocks-1)
	n := last - first + 1
	sign := int64(1)
	lo := from
	hi := limit
	if dir == Backward {
		first = min((from-1)/f.sz.block, blocks-1)
		last = min(limit/f.sz.block, blocks-1)
		n = first - last + 1
		sign = -1
		lo = limit
		hi = min(from, size+1)
	}

	nearest := Match{Start: -1}
	err := inOrder(ctx, f.frames, b, n,
		func(ctx context.Context, fr *frame, i int64) (Match, error) {
			m := Match{Start: -1}
			err := f.p.inBlock(ctx, fr, first+sign*i, lo, hi, f.sz, func(start, end int64) bool {
				m = Match{Start: start, End: end}
				return dir == Backward
			})
			return m, err
		},
		func(i int64, m Match) bool {
			nearest = m
			s, e := f.sz.bounds(first+sign*i, size)
			f.searched.Add(max(min(e, hi)-max(s, lo), 0))
			return m.Start < 0
		})
	if err != nil || nearest.Start < 0 {
		return Match{}, false, err
	}
	if nearest.LineStart, err = f.lineStart(ctx, nearest.Start); err != nil {
		return Match{}, false, err
	}

	f.last = nearest
	f.found = true
	return nearest, true, nil
}

// lineStart returns the start of the line with offset at, where a match starts.
func (f *Finder) lineStart(ctx context.Context, at int64) (int64, error) {
	defer release(f.frames[0])
	limit := int64(0)
	start := int64(0)
	switch {
	case !f.found || at < f.last.LineStart: // the lines before are not known
	case at <= f.last.End:
		return f.last.LineStart, nil
	default:
		limit = f.last.End
		start = f.last.LineStart
	}

	for width := f.sz.step; at > limit; width = min(4*width, f.sz.block) {
		if err := ctx.Err(); err != nil {
			return 0, err
		}

		lo := max(at-width, limit)
		if err := f.frames[0].load(lo, at); err != nil {
			return 0, err
		}
		if i := lastNewline(f.frames[0].bytes(lo, at)); i >= 0 {
			return lo + int64(i) + 1, nil
		}

		at = lo
	}

	return start, nil
}

// bounds returns the half-open offsets of block number k in a file of size bytes.
func (sz sizes) bounds(k, size int64) (s, e int64) {
	return k * sz.block, min((k+1)*sz.block, size)
}

// inBlock yields, in order, the matches that start in block number k and in [lo, hi), until yield returns false. The
// last block includes an empty match at the end of the file.
func (p *Pattern) inBlock(ctx context.Context, f *frame, k, lo, hi int64, sz sizes,
	yield func(start, end int64) bool,
) error {
	if err := ctx.Err(); err != nil {
		return err
	}

	size := f.src.Size()
	s, e := sz.bounds(k, size)
	var in stretch
	var err error
	if p.pure != nil {
		in, err = f.plain(s, e, p.pure, sz)
	} else {
		in, err = f.lines(s, e, sz)
	}

	if err != nil {
		return err
	}
	if e == size {
		e++
	}

	sc := scan{
		p: p, in: in, lo: int(max(lo, s) - in.off), hi: int(min(hi, e) - in.off),
		stop:  stopper(ctx),
		yield: func(h hit) bool { return yield(in.off+int64(h.start), in.off+int64(h.end)) },
	}
	sc.run()
	return ctx.Err()
}
