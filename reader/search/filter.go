package search

import (
	"bytes"
	"cmp"
	"context"
	"runtime"
	"slices"
	"sync"
	"sync/atomic"

	"eyeline/reader/lists"
	"eyeline/reader/source"
)

// filterBlock is how many bytes a filter works on at a time. It is small, since every line of a block may be kept.
const filterBlock = 256 << 10

// Term is a condition of a filter: lines with a match, or with Invert those without.
type Term struct {
	Pattern *Pattern
	Invert  bool
}

// Filter finds the lines of one generation of a file that meet all of its terms, in the background.
//
// Run does the work. Snapshot and Wake may be called from any goroutine at any time.
type Filter struct {
	terms []Term
	sz    sizes
	unit  int64 // size of blocks in bytes
	now   atomic.Pointer[Lines]
	wake  waker

	running sync.Mutex
	frames  []*frame
	size    int64 // size of the view filtered last
	done    int64 // all lines that start before this offset are filtered
	last    int64 // start of the last filtered line
	list    offsetList
	full    bool
}

// Lines is an immutable snapshot of a Filter: the selected lines in the file's order, numbered from 0.
type Lines struct {
	Size    int64 // size of the view that is filtered
	Scanned int64 // all lines that start before this offset are filtered
	// Complete: all of Size is filtered.
	Complete bool
	// Full: the filter stopped at Scanned because it can hold no more lines (16 Mi, or 32 MiB of memory).
	Full bool

	list offsetList
}

// Len returns the number of selected lines.
func (l *Lines) Len() int64 { return l.list.n }

// At returns the offset of the first byte of line i, -1 unless 0 ≤ i < Len().
func (l *Lines) At(i int64) int64 {
	if i < 0 || i >= l.list.n {
		return -1
	}
	return l.list.at(i)
}

// Search returns the number of selected lines that start before off: the index of the first that starts at off or
// later, or Len().
func (l *Lines) Search(off int64) int64 { return l.list.search(off) }

// NewFilter returns a Filter that has selected nothing yet. Without terms it selects every line.
func NewFilter(terms ...Term) *Filter {
	f := &Filter{terms: slices.Clone(terms), sz: defaultSizes, unit: filterBlock, wake: newWaker()}
	f.frames = newFrames(background())
	f.now.Store(&Lines{})
	return f
}

// Snapshot returns the lines selected so far.
func (f *Filter) Snapshot() *Lines { return f.now.Load() }

// Wake returns a channel of capacity 1 that receives when the snapshot has changed; wake-ups coalesce and come some
// 25 times a second at most. One always follows the last change of a Run.
func (f *Filter) Wake() <-chan struct{} { return f.wake.ch }

// Run continues where the last Run ended, to the end of b. It returns when that is done, or no more lines can be held,
// with ctx's error, a reader's, or ErrTruncated. After a file has grown, Run with the larger view filters a last line
// without '\n' again. A smaller view is ErrTruncated: a new generation needs a new Filter. Concurrent calls wait for
// each other.
func (f *Filter) Run(ctx context.Context, b source.Bytes) error {
	f.running.Lock()
	defer f.running.Unlock()
	if err := ctx.Err(); err != nil {
		return err
	}

	size := b.Size()
	if size < f.size {
		return ErrTruncated
	}
	if err := f.reopen(b, size); err != nil {
		return err
	}

	defer f.wake.wake(true)
	f.publish()
	if f.full || f.done >= size {
		return nil
	}

	// After the first, blocks are aligned to the file.
	start := f.done
	first := f.done / f.unit
	return inOrder(ctx, f.frames, b, (size-1)/f.unit-first+1,
		func(ctx context.Context, fr *frame, i int64) (blockLines, error) {
			runtime.Gosched()
			s := (first + i) * f.unit
			return f.block(ctx, fr, max(s, start), min(s+f.unit, size))
		},
		func(_ int64, k blockLines) bool {
			f.append(k)
			f.publish()
			return !f.full
		})
}

// reopen prepares for a larger view, in which the last line may be longer, unless its '\n' is known.
func (f *Filter) reopen(b source.Bytes, size int64) error {
	if size > f.size && f.done > 0 && !f.full {
		var end [1]byte
		if err := readFull(b, end[:], f.size-1); err != nil {
			return err
		}
		if end[0] != '\n' {
			f.list = f.list.before(f.last)
			f.done = f.last
		}
	}

	f.size = size
	return nil
}

// blockLines is the result for the lines that start in a block.
type blockLines struct {
	start, end int64
	last       int64    // start of the last line, -1 if no line starts here
	lines      []uint32 // starts of selected lines, relative to start
}

// append adds the selected lines of a block, until the list is full.
func (f *Filter) append(k blockLines) {
	for _, line := range k.lines {
		if f.list.isFull() {
			f.full = true
			f.done = k.start + int64(line)
			return
		}

		f.list.append(k.start + int64(line))
	}

	f.done = k.end
	if k.last >= 0 {
		f.last = k.last
	}
}

// publish makes a snapshot, unless the previous one has more.
func (f *Filter) publish() {
	if before := f.now.Load(); f.done < before.Scanned {
		return
	}
	f.now.Store(&Lines{Size: f.size, Scanned: f.done, Complete: f.done == f.size, Full: f.full, list: f.list})
	f.wake.wake(false)
}

// block filters the lines that start in [s, e).
func (f *Filter) block(ctx context.Context, fr *frame, s, e int64) (blockLines, error) {
	out := blockLines{start: s, end: e, last: -1}
	if err := ctx.Err(); err != nil {
		return out, err
	}

	in, long, err := fr.whole(s, e, f.sz)
	if err != nil {
		return out, err
	}

	out.lines = f.selectLines(in, s, stopper(ctx))
	if err := ctx.Err(); err != nil {
		return out, err
	}
	if n := len(in.data); n > 0 {
		out.last = in.off + int64(lastNewline(in.data[:n-1])) + 1
	}

	if long >= 0 {
		out.last = long
		ok, err := f.selectsLong(ctx, fr, long)
		if err != nil {
			return out, err
		}
		if ok {
			out.lines = append(out.lines, uint32(long-s))
		}
	}

	return out, nil
}

// selectLines returns the starts, relative to s, of the complete lines of a stretch that meet all terms.
func (f *Filter) selectLines(in stretch, s int64, stop func() bool) (out []uint32) {
	// For each term the next lines with a match.
	holding := lists.Map(f.terms, func(t Term) []int { return t.Pattern.linesWith(in.data, stop) })
	eachLine(in.data, 0, nil, stop, func(pos, _, _ int) bool {
		keep := true
		for i, lines := range holding {
			holds := len(lines) > 0 && lines[0] == pos
			if holds {
				holding[i] = lines[1:]
			}
			keep = keep && holds != f.terms[i].Invert
		}

		if keep {
			out = append(out, uint32(in.off-s)+uint32(pos))
		}

		return true
	})
	return out
}

// linesWith returns the starts of the complete lines of a text that have a match.
func (p *Pattern) linesWith(text []byte, stop func() bool) (starts []int) {
	pure := p.pure.usableIn(text)
	eachLine(text, 0, cmp.Or(pure, p.hint.usableIn(text)), stop, func(pos, end, _ int) bool {
		if pure != nil || p.matches(p.whole, text[pos:end]) {
			starts = append(starts, pos)
		}
		return true
	})
	return starts
}

// selectsLong reports whether the line at start, which is too long to be held, meets all terms.
func (f *Filter) selectsLong(ctx context.Context, fr *frame, start int64) (bool, error) {
	end, err := f.longEnd(ctx, fr, start)
	if err != nil {
		return false, err
	}

	for _, t := range f.terms {
		found := false
		for k := start / f.sz.block; k <= min(end, fr.src.Size()-1)/f.sz.block && !found; k++ {
			err := t.Pattern.inBlock(ctx, fr, k, start, end+1, f.sz, func(int64, int64) bool {
				found = true
				return false
			})
			if err != nil {
				return false, err
			}
		}

		if found == t.Invert {
			return false, nil
		}
	}

	return true, nil
}

// longEnd returns the offset of the '\n' that ends the line at start, or the file's size.
func (f *Filter) longEnd(ctx context.Context, fr *frame, start int64) (int64, error) {
	size := fr.src.Size()
	for at := start; at < size; at += f.sz.block {
		if err := ctx.Err(); err != nil {
			return 0, err
		}

		hi := min(at+f.sz.block, size)
		if err := fr.load(at, hi); err != nil {
			return 0, err
		}
		if i := bytes.IndexByte(fr.bytes(at, hi), '\n'); i >= 0 {
			return at + int64(i), nil
		}
	}

	return size, nil
}
