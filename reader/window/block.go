package window

import (
	"cmp"
	"context"
	"errors"
	"math"
	"slices"

	"eyeline/reader/lineindex"
	"eyeline/reader/source"
)

// ErrPastEnd says that the file ends before the line asked for.
var ErrPastEnd = errors.New("the file ends before that line")

// tabColumns is what one level, and one leading tab, is worth in columns.
const tabColumns = 4

// BlockOptions are the arguments of an indentation block. An Anchor below 1 is taken for 1.
type BlockOptions struct {
	Anchor          int64 // 1-based line
	Limit, MaxLines int64 // the smaller is the cap; 0 or less: none
	MaxLevels       int64 // 0 or less: unlimited
	SameLevel       bool  // the block does not go out from the anchor's indent; MaxLevels is not looked at
	IncludeSiblings bool
	IncludeHeader   bool
	Explain         bool // fill in Window.Reasons
}

// limit is the cap in lines: more than any file has without one.
func (o BlockOptions) limit() int64 {
	limit := int64(math.MaxInt64)
	for _, n := range []int64{o.Limit, o.MaxLines} {
		if n > 0 {
			limit = min(limit, n)
		}
	}
	return limit
}

// BlockOf grows an indentation block from its anchor (CONTRACTS.md §1 Indentation). It reads what the block returns and
// little more; only a blank line sends it further up, to the nearest line that is not. ErrPastEnd when the anchor is
// past the end of the file. A block of nothing but blank lines is empty: First is 0. Other errors are ctx's and those
// of reading; a file that ends before its size is io.ErrUnexpectedEOF.
func BlockOf(ctx context.Context, b source.Bytes, index Index, opt BlockOptions) (Window, error) {
	opt.Anchor = max(opt.Anchor, 1)
	w := Window{Kind: Block, TotalLines: -1, Anchor: opt.Anchor, Cap: opt.limit()}
	start, _, found, err := lineindex.FindLine(ctx, b, index, opt.Anchor)
	if err == nil && !found {
		err = cmp.Or(untruncated(ctx, b), ErrPastEnd)
	}
	if err != nil {
		return w, err
	}

	join := Admission{Siblings: opt.IncludeSiblings, Header: opt.IncludeHeader, Explain: opt.Explain}
	g := &growth{
		Admission: join, opt: opt, up: newBackward(ctx, b, index, start), down: newForward(ctx, b, index, start),
	}
	anchor, err := g.begin(&w)
	if err != nil {
		return w, err
	}
	if err := g.grow(w.Cap); err != nil {
		return w, err
	}

	g.result(&w)
	if w.Cap == 1 {
		return w, nil
	}
	if err := trim(ctx, b, index, &w); err != nil {
		return w, err
	}
	if g.indifferent() {
		carryIndents(w.Reasons, opt.Anchor-w.First, anchor.Blank)
	}

	return w, nil
}

// carryIndents gives the blank lines among reasons the effective indents that were not looked for. A trimmed block
// begins with a line that is not blank, so the line that each of them takes its indent from is in the block.
func carryIndents(reasons []Reason, anchor int64, anchorBlank bool) {
	var carry int64
	for i := range reasons {
		r := &reasons[i]
		if r.Kind == ReasonBlank || anchorBlank && int64(i) == anchor {
			r.Indent = carry
		}
		carry = r.Indent
	}
}

// Admission decides which lines join a block above (0) and below (1) its anchor, and keeps why.
type Admission struct {
	Floor            int64 // in columns: lines below it end the block
	Siblings, Header bool  // more than the first line at the floor joins; so do comments above the anchor
	Levels           bool  // indents count in whole levels
	Explain          bool  // reasons are kept
	Stop             [2]Stop

	floored [2]bool // a line at the floor has joined
	reasons [2][]Reason
}

// growth is a block while it grows. Index 0 is up, 1 is down.
type growth struct {
	Admission
	opt  BlockOptions
	up   *backward
	down *forward

	unlooked   bool  // the anchor's effective indent makes no difference and was not looked for
	carry      int64 // effective indent that a blank line below takes over; at first the anchor's
	aboveBlank blankRun

	top   int64 // start of the highest line taken above the anchor
	end   int64 // offset after the lowest line taken below it
	taken [2]int64
}

// indifferent says that no effective indent of a blank line can change the block.
func (g *growth) indifferent() bool { return g.Floor == 0 && g.Siblings }

// begin makes the anchor line the block, and returns its facts.
func (g *growth) begin(w *Window) (anchor Facts, err error) {
	start := g.down.at
	if anchor, err = g.down.line(); err != nil {
		return anchor, err
	}

	w.Start = start
	w.End = g.down.at
	w.First = g.opt.Anchor
	w.Last = g.opt.Anchor
	if start == 0 && w.End == g.down.b.Size() {
		w.Cap = 1
		w.TotalLines = 1
	}
	if err := g.setFloor(anchor, w.Cap); err != nil {
		return anchor, err
	}

	w.Floor = g.Floor
	w.Indent = g.carry
	if anchor.Blank && g.unlooked {
		w.Indent = -1
	}

	return anchor, nil
}

// result adds what was taken to the anchor line.
func (g *growth) result(w *Window) {
	if g.taken[0] > 0 {
		w.Start = g.top
	}
	if g.taken[1] > 0 {
		w.End = g.end
	}
	w.First = w.First - g.taken[0]
	w.Last = w.Last + g.taken[1]
	w.Top = g.Stop[0]
	w.Bottom = g.Stop[1]
	w.Reasons = g.Reasons(w.Indent)
}

func (g *growth) setFloor(anchor Facts, limit int64) error {
	// An anchor alone in its block has no line above it there to take its indent from.
	if g.opt.MaxLevels == 0 && !g.opt.SameLevel && g.indifferent() && !(g.opt.Explain && limit == 1) {
		g.carry = anchor.Indent
		g.unlooked = true
		return nil
	}

	eff, err := g.aboveBlank.effective(g.up, anchor)
	if err != nil {
		return err
	}

	g.carry = eff
	if g.opt.SameLevel {
		g.Floor = eff
	} else if levels := g.opt.MaxLevels; levels > 0 && levels <= math.MaxInt64/tabColumns {
		g.Floor = max(0, eff-tabColumns*levels)
	}

	return nil
}

// blankRun is the last run of blank lines that was looked through for the indent that they take over.
type blankRun struct {
	known  bool
	indent int64
	until  int64 // start of the line that gave it
}

// effective is the effective indent of the line at the cursor: its own, or that of the nearest non-blank line above. A
// run of blank lines is looked through once.
func (a *blankRun) effective(at *backward, f Facts) (int64, error) {
	if !f.Blank {
		return f.Indent, nil
	}
	if a.known && at.at > a.until {
		return a.indent, nil
	}

	look := *at
	look.mem = nil // the bytes are those of the other cursor
	for {
		above, ok, err := look.up()
		if err != nil {
			return 0, err
		}

		if !ok || !above.Blank {
			a.known = true
			a.until = look.at
			a.indent = above.Indent
			if !ok {
				a.until = -1
				a.indent = 0
			}
			return a.indent, nil
		}
	}
}

// grow takes lines up and down by turns, until the block has limit lines or no direction goes on.
func (g *growth) grow(limit int64) error {
	for n, moved := int64(1), true; n < limit && moved; {
		moved = false
		for dir := 0; dir < 2 && n < limit; dir++ {
			if g.Stop[dir] != StopNone {
				continue
			}

			took, err := g.step(dir)
			if err != nil {
				return err
			}

			if took {
				n++
				moved = true
			}
		}
	}

	g.reachCap()
	return nil
}

// reachCap ends the directions that still go on. At the file's edge they could not have gone on anyway.
func (g *growth) reachCap() {
	for dir, atEdge := range [2]bool{g.up.at == 0, g.down.at >= g.down.b.Size()} {
		switch {
		case g.Stop[dir] != StopNone: // it has ended before
		case atEdge:
			g.Stop[dir] = StopFile
		default:
			g.Stop[dir] = StopCap
		}
	}
}

// step takes the next line of a direction, or finishes the direction.
func (g *growth) step(dir int) (bool, error) {
	look := g.lookDown
	if dir == 0 {
		look = g.lookUp
	}

	f, indent, ok, err := look()
	if err != nil {
		return false, err
	}

	if !ok {
		g.Stop[dir] = StopFile
		return false, nil
	}

	if !g.Admit(dir, f, indent) {
		return false, nil
	}

	g.taken[dir]++
	if dir == 0 {
		g.top = g.up.at
		return true, nil
	}

	if err := g.down.endLine(); err != nil {
		return false, err
	}

	g.end = g.down.at
	return true, nil
}

// lookUp moves to the line above and returns its facts and effective indent; false at the start of the file.
func (g *growth) lookUp() (f Facts, indent int64, ok bool, err error) {
	f, ok, err = g.up.up()
	if err == nil && ok && !(f.Blank && g.indifferent()) {
		indent, err = g.aboveBlank.effective(g.up, f)
	}
	return f, indent, ok, err
}

// lookDown returns the facts and the effective indent of the line below, into which it moves; false at the end of the
// file.
func (g *growth) lookDown() (f Facts, indent int64, ok bool, err error) {
	p, err := g.down.peek(1)
	if err != nil || len(p) == 0 {
		return f, 0, false, err
	}
	if f, err = factsFrom(g.down); err != nil {
		return f, 0, false, err
	}
	if !f.Blank {
		g.carry = f.Indent
	}
	return f, g.carry, true, nil
}

// Admit decides on a line; a refusal finishes its direction.
func (a *Admission) Admit(dir int, f Facts, indent int64) bool {
	level := indent
	why := ReasonLevel
	if a.Levels {
		level -= level % tabColumns
	}

	if level < a.Floor {
		a.Stop[dir] = StopLevel
		return false
	}

	if level == a.Floor {
		why = ReasonSibling
		if !a.Siblings {
			header := dir == 0 && a.Header && f.Comment && !f.Blank
			if a.floored[dir] && !header {
				a.Stop[dir] = StopSibling
				return false
			}

			a.floored[dir] = true
			why = ReasonFirstAtFloor
			if header {
				why = ReasonHeaderComment
			}
		}
	}

	if f.Blank {
		why = ReasonBlank
	}
	if a.Explain {
		a.reasons[dir] = append(a.reasons[dir], Reason{why, indent})
	}

	return true
}

// Reasons are why the lines joined, in their order with the anchor's, the indent of which is given; nil where they are
// not kept.
func (a *Admission) Reasons(anchor int64) []Reason {
	if !a.Explain {
		return nil
	}
	slices.Reverse(a.reasons[0])
	return slices.Concat(a.reasons[0], []Reason{{ReasonAnchor, anchor}}, a.reasons[1])
}

// trim takes the blank lines off both ends of a block.
func trim(ctx context.Context, b source.Bytes, index Index, w *Window) error {
	from := w.Start
	first := w.First
	for r := newForward(ctx, b, index, w.Start); r.at < w.End; {
		f, err := factsFrom(r)
		if err != nil {
			return err
		}
		if !f.Blank {
			break
		}
		if err := r.endLine(); err != nil {
			return err
		}

		from = r.at
		first++
	}

	if from >= w.End {
		w.End = w.Start
		w.Reasons = nil
		w.First = 0
		w.Last = 0
		return nil
	}

	to := w.End
	last := w.Last
	for r := newBackward(ctx, b, index, w.End); ; {
		f, _, err := r.up()
		if err != nil {
			return err
		}
		if !f.Blank {
			break
		}

		to = r.at
		last--
	}

	if w.Reasons != nil {
		w.Reasons = w.Reasons[first-w.First : int64(len(w.Reasons))-(w.Last-last)]
	}

	w.TrimmedTop = first - w.First
	w.TrimmedBottom = w.Last - last
	w.Start = from
	w.End = to
	w.First = first
	w.Last = last
	return nil
}
