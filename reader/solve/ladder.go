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

// Setting has the arguments of a block that affect its size.
type Setting struct {
	Levels   int64 // 0 for all
	Siblings bool
	Header   bool
}

// SettingOf returns the setting in the arguments of a block.
func (c Calls) SettingOf(v tools.Values) Setting {
	s := Setting{Header: true}
	s.Levels, _ = c.Place.Count(v)
	s.Siblings, _ = v[c.Place.Block.Siblings].(bool)
	if on, given := v[c.Place.Block.Header].(bool); given {
		s.Header = on
	}
	return s
}

// With returns a copy of the arguments of a block with a setting. Defaults are omitted.
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

// Rung is a block of a ladder.
type Rung struct {
	// Setting is the one with the fewest arguments that has this block.
	Setting Setting
	Values  tools.Values
	Window  window.Window
}

// Ladder has all distinct blocks of an anchor, from the smallest to the largest.
type Ladder struct {
	Rungs []Rung
	// Most is the largest number of levels that differs from all levels, 0 if every number does.
	Most int64

	steps []step
}

// step is a setting that was read, and the bytes of its block.
type step struct {
	Setting
	span
}

// span is a half-open range of bytes of the file.
type span struct{ start, end int64 }

// rung returns the index of the rung with some bytes, -1 if there is no such rung.
func (l *Ladder) rung(s span) int {
	return slices.IndexFunc(l.Rungs, func(r Rung) bool { return r.Window.Start == s.start && r.Window.End == s.end })
}

// everyLevel is the number of levels up to which each is read. Beyond that, levels between two with the same block are
// assumed to have that block.
const everyLevel = 32

// LadderOf reads the blocks of the anchor in base, the arguments of a block, for all levels, with and without siblings
// and header comments. The error is a *tools.Error if the tool refuses the anchor, else ctx's or that of reading.
func (c Calls) LadderOf(ctx context.Context, base tools.Values) (*Ladder, error) {
	l := &ladder{ctx: ctx, calls: c, base: base, Ladder: &Ladder{}}
	first, err := c.Window(ctx, c.With(base, Setting{Levels: 1, Header: true}))
	if err != nil {
		return nil, err
	}

	l.Most = MaxLevels(first.Indent)
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

// MaxLevels returns the largest number of levels whose floor is not 0, for an anchor with an effective indent in
// columns (CONTRACTS.md §1 Indentation). One more is as many as all.
func MaxLevels(indent int64) int64 { return max((indent+3)/4-1, 0) }

// ladder is a Ladder that is being read.
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

// between reads the levels between two whose blocks are low and high.
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

// read returns the span of the block with a number of levels, and records its setting.
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

// simpler compares settings by the number of arguments, then by levels.
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

// sort sorts the rungs by number of lines, then by start.
func (l *Ladder) sort() {
	slices.SortStableFunc(l.Rungs, func(a, b Rung) int {
		return cmp.Or(cmp.Compare(a.Window.Lines(), b.Window.Lines()), cmp.Compare(b.Window.First, a.Window.First))
	})
}

// Find returns the index of the rung of a setting.
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

// AnchorInBody returns the first line after begins, the declaration's own first line, that is the anchor of a block
// with exactly the declaration: lines first or begins to last. It tries a few lines; 0 if it finds none that fits. The
// errors are those of LadderOf.
func (c Calls) AnchorInBody(ctx context.Context, base tools.Values, first, begins, last int64) (line int64, err error) {
	const tries = 6 // lines, for a signature of several lines
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

// Whole is a block that has a whole declaration: its anchor, 0 for none, and the rung.
type Whole struct {
	Anchor int64
	Rung   Rung

	size int64 // how many lines it has, without those above the declaration that belong to it
}

// Smallest returns the smallest block that has a whole declaration: its lines begins to last and, where that takes no
// other lines, those from first on that stand above it. It tries begins and a few lines below, and takes the first one
// of those that give blocks of one size. The errors are those of LadderOf.
func (c Calls) Smallest(ctx context.Context, base tools.Values, first, begins, last int64) (found Whole, err error) {
	const tries = 6 // lines, for a signature of several lines
	for at := begins; at <= min(last, begins+tries); at++ {
		values := tools.Values{}
		maps.Copy(values, base)
		c.Place.SetStart(values, at)
		l, err := c.LadderOf(ctx, values)
		if _, refused := errors.AsType[*tools.Error](err); refused {
			continue
		}
		if err != nil {
			return found, err
		}

		for _, rung := range l.Rungs {
			w := rung.Window
			if w.First == 0 || w.First > begins || w.Last < last {
				continue
			}
			one := Whole{Anchor: at, Rung: rung, size: w.Lines()}
			if w.First <= first {
				one.size -= begins - first
			}
			if one.before(found, first) {
				found = one
			}
		}
	}

	return found, nil
}

// before reports whether a block is smaller than another one or, of the same size, alone has the lines above its
// declaration, from first on.
func (w Whole) before(other Whole, first int64) bool {
	if other.Anchor == 0 || w.size != other.size {
		return other.Anchor == 0 || w.size < other.size
	}
	return w.Rung.Window.First <= first && other.Rung.Window.First > first
}

// Gives reports whether a rung has exactly the lines first to last, or begins to last.
func (l *Ladder) Gives(first, begins, last int64) bool {
	return slices.ContainsFunc(l.Rungs, func(r Rung) bool {
		return (r.Window.First == first || r.Window.First == begins) && r.Window.Last == last
	})
}

// Adds returns what the next rung has beyond a rung: lines above and below it; and in lost how many of its lines the
// next one lacks. All are 0 for the last rung.
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
