package solve

import (
	"cmp"
	"context"
	"errors"
	"maps"
	"slices"

	"eyeline/reader/tools"
	"eyeline/reader/window"
)

// Setting is how large a block is asked for.
type Setting struct {
	Levels   int64 // 0: all
	Siblings bool
	Header   bool
}

// SettingOf reads a setting from the arguments of a block.
func (c Calls) SettingOf(v tools.Values) Setting {
	s := Setting{Header: true}
	s.Levels, _ = c.Place.Count(v)
	s.Siblings, _ = v[c.Place.Block.Siblings].(bool)
	if on, given := v[c.Place.Block.Header].(bool); given {
		s.Header = on
	}
	return s
}

// With writes a setting into a copy of the arguments of a block. What is the default is left out.
func (c Calls) With(v tools.Values, s Setting) tools.Values {
	out := tools.Values{}
	maps.Copy(out, v)
	set := func(flag string, value any, given bool) {
		switch {
		case flag == "": // the tool has no such argument
		case given:
			out[flag] = value
		default:
			delete(out, flag)
		}
	}

	set(c.Place.Size, s.Levels, s.Levels > 0)
	set(c.Place.Block.Siblings, true, s.Siblings)
	set(c.Place.Block.Header, false, !s.Header)
	return out
}

// Rung is a block of the ladder.
type Rung struct {
	// Setting is the one with the fewest arguments of those that give this block.
	Setting Setting
	Values  tools.Values
	Window  window.Window
}

// Ladder is every distinct block that an anchor has, from the smallest to the largest.
type Ladder struct {
	Rungs []Rung
	// Most is the largest number of levels that is not the same as all of them, 0 where every number is.
	Most int64

	steps []step
}

// step is a setting that was read, and the bytes of the block that it gives.
type step struct {
	Setting
	span
}

// span is a half-open range of the bytes of the file.
type span struct{ start, end int64 }

// rung is the index of the rung that has some bytes, -1 where none has.
func (l *Ladder) rung(s span) int {
	return slices.IndexFunc(l.Rungs, func(r Rung) bool { return r.Window.Start == s.start && r.Window.End == s.end })
}

// everyLevel is the number of levels up to which each is read by itself. Where there are more, a level between two that
// give the same block is taken to give it too.
const everyLevel = 32

// LadderOf reads the blocks of the anchor that base, the arguments of a block, names, with all numbers of levels and
// with siblings and header comments in and out. The error is a *tools.Error when the tool refuses the anchor, else
// ctx's or one of reading.
func (c Calls) LadderOf(ctx context.Context, base tools.Values) (*Ladder, error) {
	l := &ladder{ctx: ctx, calls: c, base: base, Ladder: &Ladder{}}
	first, err := c.Window(ctx, c.With(base, Setting{Levels: 1, Header: true}))
	if err != nil {
		return nil, err
	}

	l.Most = MostLevels(first.Indent)
	siblings := []bool{false, true}
	header := []bool{true, false}
	if c.Place.Block.Siblings == "" {
		siblings = siblings[:1]
	}
	if c.Place.Block.Header == "" {
		header = header[:1]
	}

	for _, s := range siblings {
		for _, h := range header {
			if err := l.climb(Setting{Siblings: s, Header: h}); err != nil {
				return nil, err
			}
		}
	}

	l.sort()
	return l.Ladder, nil
}

// MostLevels is the largest number of levels of a block whose floor is not 0, for an anchor of an effective indent in
// columns (CONTRACTS.md §1 Indentation). One more is as much as all.
func MostLevels(indent int64) int64 { return max((indent+3)/4-1, 0) }

// ladder is a Ladder while it is read.
type ladder struct {
	*Ladder
	ctx   context.Context
	calls Calls
	base  tools.Values
}

// climb reads the levels from 1 to all with one choice of siblings and header comments.
func (l *ladder) climb(s Setting) error {
	all := l.Most + 1
	low, err := l.read(s, 1)
	if err != nil || all == 1 {
		return err
	}
	high, err := l.read(s, all)
	if err != nil {
		return err
	}
	return l.between(s, 1, all, low, high)
}

// between reads the levels between two that give the blocks low and high.
func (l *ladder) between(s Setting, from, to int64, low, high span) error {
	if to-from < 2 || low == high && l.Most > everyLevel {
		return nil
	}
	mid := from + (to-from)/2
	block, err := l.read(s, mid)
	if err == nil {
		err = l.between(s, from, mid, low, block)
	}
	if err == nil {
		err = l.between(s, mid, to, block, high)
	}
	return err
}

// read returns the span of the block with a number of levels, and records how it is asked for.
func (l *ladder) read(s Setting, levels int64) (span, error) {
	s.Levels = levels
	if levels > l.Most {
		s.Levels = 0
	}

	v := l.calls.With(l.base, s)
	w, err := l.calls.Window(l.ctx, v)
	if err != nil {
		return span{}, err
	}

	block := span{w.Start, w.End}
	if at := l.rung(block); at < 0 {
		l.Rungs = append(l.Rungs, Rung{s, v, w})
	} else if simpler(s, l.Rungs[at].Setting) < 0 {
		l.Rungs[at].Setting = s
		l.Rungs[at].Values = v
	}

	l.steps = append(l.steps, step{s, block})
	return block, nil
}

// simpler compares settings by the number of arguments that they need, then by the levels.
func simpler(a, b Setting) int {
	args := func(s Setting) int {
		n := 0
		for _, given := range []bool{s.Levels > 0, s.Siblings, !s.Header} {
			if given {
				n++
			}
		}
		return n
	}
	return cmp.Or(cmp.Compare(args(a), args(b)), cmp.Compare(a.Levels, b.Levels))
}

// sort puts the rungs in order: by their lines, then by where they begin.
func (l *Ladder) sort() {
	slices.SortStableFunc(l.Rungs, func(a, b Rung) int {
		return cmp.Or(cmp.Compare(a.Window.Lines(), b.Window.Lines()), cmp.Compare(b.Window.First, a.Window.First))
	})
}

// Find is the index of the rung that a setting gives.
func (l *Ladder) Find(s Setting) int {
	found := int64(-1)
	at := 0

	for _, x := range l.steps {
		if x.Siblings != s.Siblings || x.Header != s.Header {
			continue
		}
		if x.Levels == s.Levels || x.Levels == 0 && s.Levels > l.Most {
			return l.rung(x.span)
		}
		if s.Levels > 0 && x.Levels > found && x.Levels < s.Levels {
			found = x.Levels
			at = l.rung(x.span)
		}
	}

	return at
}

// AnchorInBody is the first line below begins, a declaration's own first one, from which some block has the declaration
// alone, its lines first or begins to last; 0 where none of the next few lines does. The errors are those of LadderOf.
func (c Calls) AnchorInBody(ctx context.Context, base tools.Values, first, begins, last int64) (line int64, err error) {
	const tries = 6 // lines: below a signature of several lines the body begins
	for line = begins + 1; line <= min(last, begins+tries); line++ {
		values := maps.Clone(base)
		if values == nil {
			values = tools.Values{}
		}

		c.Place.SetStart(values, line)
		l, err := c.LadderOf(ctx, values)
		if _, refused := errors.AsType[*tools.Error](err); refused {
			continue
		}
		if err != nil {
			return 0, err
		}
		if l.Gives(first, begins, last) {
			return line, nil
		}
	}

	return 0, nil
}

// Gives reports whether a rung has exactly the lines first to last, or begins to last.
func (l *Ladder) Gives(first, begins, last int64) bool {
	return slices.ContainsFunc(l.Rungs, func(r Rung) bool {
		return (r.Window.First == first || r.Window.First == begins) && r.Window.Last == last
	})
}

// Adds says what the rung after one has that it does not: lines above and below it; and lost is how many of its lines
// the next rung lacks. All are 0 for the last rung.
func (l *Ladder) Adds(rung int) (above, below, lost int64) {
	if rung+1 >= len(l.Rungs) {
		return 0, 0, 0
	}
	a := l.Rungs[rung].Window
	b := l.Rungs[rung+1].Window
	if a.First == 0 || b.First == 0 {
		return 0, b.Lines(), a.Lines()
	}
	common := max(min(a.Last, b.Last)-max(a.First, b.First)+1, 0)
	above = max(min(a.First, b.Last+1)-b.First, 0)
	below = max(b.Last-max(a.Last, b.First-1), 0)
	return above, below, a.Lines() - common
}
