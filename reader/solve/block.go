package solve

import (
	"cmp"
	"fmt"
	"slices"

	"eyeline/reader/tools"
	"eyeline/reader/window"
)

const (
	// capDefault is the cap of a block if the tool does not declare one.
	capDefault = 2000
	// maxLines is the greatest number of lines for which blocks are searched.
	maxLines = 1 << 20
	// maxTries is how many blocks are tried with the tool itself: the first one succeeds for every tool whose blocks
	// grow as CONTRACTS.md §1 says.
	maxTries = 12
)

// candidate is a block that is expected to have the lines first to last.
type candidate struct {
	Setting
	anchor      int64
	limit       int64 // 0 for the tool's default
	first, last int64
	args        int
}

// compareCandidates orders blocks of the same lines: fewest arguments, no cap, the anchor nearest to the top, fewest
// levels.
func compareCandidates(a, b candidate) int {
	return cmp.Or(cmp.Compare(a.args, b.args), cmp.Compare(min(a.limit, 1), min(b.limit, 1)),
		cmp.Compare(a.anchor, b.anchor), cmp.Compare(a.Levels, b.Levels))
}

// blocks is a search for blocks.
type blocks struct {
	*solver
	in    *window.Indents
	limit int64 // default cap
	from  int64 // first anchor to try
	to    int64 // last anchor to try
}

func (s *solver) block() error {
	if s.wanted.Count() > maxLines {
		s.out.Why = fmt.Sprintf("blocks are looked for up to %d lines", maxLines)
		return nil
	}

	b := &blocks{solver: s, limit: capDefault}
	if p, ok := s.calls.Tool.Param(s.calls.Place.Block.Cap); ok {
		if n, ok := p.Default.(int64); ok {
			b.limit = n
		}
	}

	var err error
	w := s.wanted
	if b.in, err = window.IndentsOf(
		s.ctx, s.file.Bytes, s.file.Index, w.First-2*b.limit, w.Last+2*b.limit,
	); err != nil {
		return err
	}

	if !b.in.Has(w.First) || !b.in.Has(w.Last) {
		return window.ErrPastEnd
	}

	b.from = max(w.First-b.limit, b.in.First)
	b.to = min(w.Last+b.limit, b.in.Last)
	return b.solve()
}

func (b *blocks) solve() error {
	w := b.wanted
	in := b.in
	c, err := b.exactly(w.First, w.Last)
	if err != nil {
		return err
	}
	b.out.Exact = c
	if c != nil && !c.Capped {
		return nil
	}
	if c != nil {
		return b.natural()
	}

	b.out.Why = b.whyBlank()
	if top, bottom := in.TextAbove(w.First), in.TextBelow(w.Last); top > 0 && bottom > 0 {
		if b.out.Above, err = b.exactly(top, bottom); err != nil {
			return err
		}
	}

	if top, bottom := in.TextBelow(w.First), in.TextAbove(w.Last); top > 0 && top <= bottom {
		b.out.Below, err = b.exactly(top, bottom)
	} else {
		b.out.Below, err = b.exactly(w.First, w.First)
	}

	return err
}

// whyBlank returns why no block has the wanted lines.
func (b *blocks) whyBlank() string {
	for _, line := range []int64{b.wanted.First, b.wanted.Last} {
		if b.in.Blank(line) {
			return fmt.Sprintf("line %d is blank, and a block neither begins nor ends with a blank line", line)
		}
	}
	return "no block of this tool gives these lines"
}

// eachBlock passes all blocks of an anchor to take, without a cap: their arguments, and how far they extend.
func (b *blocks) eachBlock(anchor int64, take func(candidate, window.BlockReach)) {
	block := b.calls.Place.Block
	for _, l := range b.in.Levels(anchor) {
		f := candidate{anchor: anchor, Setting: Setting{Levels: l.Levels, Header: true}}
		if l.Levels > 0 {
			f.args++
		}

		take(f, l.Header)
		f.args++
		if block.Header != "" {
			f.Header = false
			take(f, l.Plain)
		}

		if block.Siblings != "" {
			f.Header = true
			f.Siblings = true
			take(f, l.Siblings)
		}
	}
}

// withBlanks extends lines by adjacent blank ones: an anchor outside of the lines is blank, and is trimmed.
func (b *blocks) withBlanks(from, to int64) (int64, int64) {
	for b.in.Has(from-1) && b.in.Blank(from-1) {
		from--
	}
	for b.in.Has(to+1) && b.in.Blank(to+1) {
		to++
	}
	return from, to
}

// exactly returns the block with the fewest arguments that has the lines first to last; nil without such a block.
func (b *blocks) exactly(first, last int64) (*Cover, error) {
	from, to := b.withBlanks(first, last)
	canCap := b.calls.Place.Block.Cap != ""
	for args := range 5 {
		var list []candidate
		for anchor := from; anchor <= to; anchor++ {
			if err := b.ctx.Err(); err != nil {
				return nil, err
			}

			b.eachBlock(anchor, func(f candidate, r window.BlockReach) {
				switch {
				case f.args == args: // has the number of arguments of this round
				case canCap && f.args == args-1:
					f.limit = b.leastCap(anchor, r, first, last)
					f.args++
				default:
					return
				}

				f.first, f.last = b.in.Range(anchor, r, cmp.Or(f.limit, b.limit))
				if f.first == first && f.last == last {
					list = append(list, f)
				}
			})
		}

		slices.SortStableFunc(list, compareCandidates)
		if c, err := b.try(list); c != nil || err != nil {
			return c, err
		}
	}

	return nil, nil
}

// leastCap returns the smallest cap under which a block of an anchor has all lines first to last; if there is no such
// cap, one with other lines.
func (b *blocks) leastCap(anchor int64, r window.BlockReach, first, last int64) int64 {
	if first == last { // a blank line is only kept under a cap of one
		if f, _ := b.in.Range(anchor, r, 1); f == first {
			return 1
		}
	}

	low := max(last-first+1, 1)
	high := max(last-first+1, 1)*2 + 2*(b.in.Last-b.in.First+1)
	for low < high {
		mid := low + (high-low)/2
		if f, l := b.in.Range(anchor, r, mid); f > 0 && f <= first && l >= last {
			high = mid
		} else {
			low = mid + 1
		}
	}

	return low
}

// try reads blocks with the tool itself, in order, and returns the first with the expected lines.
func (b *blocks) try(list []candidate) (*Cover, error) {
	for _, f := range list[:min(len(list), maxTries)] {
		v := b.calls.With(nil, f.Setting)
		b.calls.Place.SetStart(v, f.anchor)
		if f.limit > 0 {
			v[b.calls.Place.Block.Cap] = f.limit
		}

		c, err := b.call(v)
		if err != nil {
			return nil, b.outOfReach(err)
		}

		if c.Window.Start == b.in.Start(f.first) && c.Window.End == b.in.Start(f.last+1) {
			c.Capped = f.limit > 0
			return c, nil
		}
	}

	return nil, nil
}

// natural finds the closest blocks, with more and with fewer lines, that end without a cap.
func (b *blocks) natural() error {
	w := b.wanted
	var above, below []candidate

	// first is 1 for the fewest lines first, -1 for the most.
	keep := func(list *[]candidate, f candidate, first int) {
		at, _ := slices.BinarySearchFunc(*list, f, func(x, y candidate) int {
			return cmp.Or(first*cmp.Compare(x.last-x.first, y.last-y.first), compareCandidates(x, y))
		})
		if at < maxTries {
			*list = slices.Insert(*list, at, f)
			*list = (*list)[:min(len(*list), maxTries)]
		}
	}

	for anchor := b.from; anchor <= b.to; anchor++ {
		if err := b.ctx.Err(); err != nil {
			return err
		}

		b.eachBlock(anchor, func(f candidate, r window.BlockReach) {
			f.first, f.last = b.in.Range(anchor, r, b.limit)
			if f.first > 0 && f.first <= w.First && f.last >= w.Last {
				keep(&above, f, 1)
			}
			if f.first >= w.First && f.last <= w.Last && f.first > 0 {
				keep(&below, f, -1)
			}
		})
	}

	var err error
	if b.out.Above, err = b.try(above); err == nil {
		b.out.Below, err = b.try(below)
	}

	return err
}

// Modes returns the Calls of every tool in each of its modes. file returns the file in a tool's arguments, env its
// environment.
func Modes(list []*tools.Tool, file func(*tools.Tool) string, env func(*tools.Tool) tools.Env) []Calls {
	var out []Calls
	for _, t := range list {
		places := t.Windows
		if len(places) == 0 {
			places = []tools.WindowParams{{Mode: tools.ModeSlice}}
		}
		for _, p := range places {
			out = append(out, Calls{Tool: t, Place: p, Env: env(t), File: file(t)})
		}
	}

	return out
}
