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
	Limit, MaxLines int64 // the smaller one is the cap; 0 or less for no limit
	MaxLevels       int64 // 0 or less: unlimited
	SameLevel       bool  // the block does not extend below the anchor's indent; MaxLevels is ignored
	IncludeSiblings bool
	IncludeHeader   bool
	Explain         bool // fill in Window.Reasons
}

// lineLimit returns the cap in lines, MaxInt64 without one.
func (o BlockOptions) lineLimit() int64 {
	limit := int64(math.MaxInt64)
	for _, n := range []int64{o.Limit, o.MaxLines} {
		if n > 0 {
			limit = min(limit, n)
		}
	}
	return limit
}

// BlockOf grows an indentation block from its anchor (CONTRACTS.md §1 Indentation). It reads little more than what it
// returns; only for the indent of a blank line it searches upwards. The error is ErrPastEnd if the anchor is past the
// end of the file, io.ErrUnexpectedEOF if the file is shorter than its size, or ctx's or that of reading. A block of
// blank lines alone is empty: First is 0.
func BlockOf(ctx context.Context, b source.Bytes, index Index, opt BlockOptions) (Window, error) {
	opt.Anchor = max(opt.Anchor, 1)
	w := Window{Kind: Block, TotalLines: -1, Anchor: opt.Anchor, Cap: opt.lineLimit()}
	start, _, found, err := lineindex.FindLine(ctx, b, index, opt.Anchor)
	if err == nil && !found {
		err = cmp.Or(untruncated(ctx, b), ErrPastEnd)
	}
	if err != nil {
		return w, err
	}

	join := JoinRule{Siblings: opt.IncludeSiblings, Header: opt.IncludeHeader, Explain: opt.Explain}
	g := &growth{
		JoinRule: join, opt: opt, up: newBackward(ctx, b, index, start), down: newForward(ctx, b, index, start),
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
	if err := g.trim(index, &w); err != nil {
		return w, err
	}
	if g.indifferent() {
		carryIndents(w.Reasons, opt.Anchor-w.First, anchor.Blank)
	}

	return w, nil
}

// carryIndents sets the effective indents of blank lines in reasons, where growing did not need them. A trimmed block
// begins with a line that is not blank, so each blank line has its indent from a line of the block.
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

// JoinRule decides which lines join a block, and records why. Index 0 of its arrays is above the anchor, 1 below.
type JoinRule struct {
	Floor            int64 // in columns; a line indented less ends the block
	Siblings, Header bool  // more than one line at the floor joins, and comments above the anchor do
	Levels           bool  // indents count in whole levels
	Explain          bool  // record Reasons
	Stop             [2]Stop

	floored [2]bool // one line at the floor has joined
	reasons [2][]Reason
}

// growth is a block that is growing. Index 0 of its arrays is up, 1 is down.
type growth struct {
	JoinRule
	opt  BlockOptions
	up   *backward
	down *forward

	indentUnknown bool  // the anchor's effective indent makes no difference and was not determined
	carry         int64 // effective indent of a blank line that follows below; at first the anchor's
	aboveBlank    blankRun

	top   int64 // start of the highest line above the anchor
	end   int64 // end of the lowest line below it, exclusive
	added [2]int64
}

// indifferent reports whether effective indents of blank lines cannot change the block.
func (g *growth) indifferent() bool { return g.Floor == 0 && g.Siblings }

// begin sets the block to the anchor line, and returns its facts.
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
	if anchor.Blank && g.indentUnknown {
		w.Indent = -1
	}

	return anchor, nil
}

// result sets the window to the anchor line and the lines that joined.
func (g *growth) result(w *Window) {
	if g.added[0] > 0 {
		w.Start = g.top
	}
	if g.added[1] > 0 {
		w.End = g.end
	}

	w.First -= g.added[0]
	w.Last += g.added[1]
	w.Top = g.Stop[0]
	w.Bottom = g.Stop[1]
	w.Reasons = g.Reasons(w.Indent)
}

func (g *growth) setFloor(anchor Facts, limit int64) error {
	// The reason for a lone anchor has its effective indent, which no other line of the block gives.
	if g.opt.MaxLevels == 0 && !g.opt.SameLevel && g.indifferent() && !(g.opt.Explain && limit == 1) {
		g.carry = anchor.Indent
		g.indentUnknown = true
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

// blankRun caches the effective indent of a run of blank lines.
type blankRun struct {
	known  bool
	indent int64
	until  int64 // start of the line that has the indent; -1 for the start of the file
}

// effective returns the effective indent of the line at the cursor: its own, or that of the nearest line above that is
// not blank, else 0. Each run of blank lines is searched once.
func (a *blankRun) effective(at *backward, f Facts) (int64, error) {
	if !f.Blank {
		return f.Indent, nil
	}
	if a.known && at.at > a.until {
		return a.indent, nil
	}

	look := *at
	look.mem = nil // the buffer belongs to the other cursor
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

// grow adds lines above and below in turn, until the block has limit lines or stops in both directions.
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

// reachCap sets the stop of directions that could still grow. One that is at an end of the file stops there.
func (g *growth) reachCap() {
	for dir, atEdge := range [2]bool{g.up.at == 0, g.down.at >= g.down.b.Size()} {
		switch {
		case g.Stop[dir] != StopNone: // already stopped
		case atEdge:
			g.Stop[dir] = StopFile
		default:
			g.Stop[dir] = StopCap
		}
	}
}

// step adds the next line of a direction and returns true, or stops the direction.
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

	g.added[dir]++
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

// lookUp moves to the line above and returns its facts and effective indent; ok is false at the start of the file.
func (g *growth) lookUp() (f Facts, indent int64, ok bool, err error) {
	f, ok, err = g.up.up()
	if err == nil && ok && !(f.Blank && g.indifferent()) {
		indent, err = g.aboveBlank.effective(g.up, f)
	}
	return f, indent, ok, err
}

// lookDown moves into the line below and returns its facts and effective indent; ok is false at the end of the file.
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

// Admit reports whether a line joins the block in direction dir; if not, it sets the direction's Stop. indent is its
// effective indent.
func (a *JoinRule) Admit(dir int, f Facts, indent int64) bool {
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

// Reasons returns why each line joined, in order, with the anchor's, whose indent is given; nil unless Explain is set.
func (a *JoinRule) Reasons(anchor int64) []Reason {
	if !a.Explain {
		return nil
	}
	slices.Reverse(a.reasons[0])
	return slices.Concat(a.reasons[0], []Reason{{ReasonAnchor, anchor}}, a.reasons[1])
}

// trim takes the blank lines off both ends of a block that has grown. It reads into the memory of the cursors that the
// block has grown by, which are not used any more.
func (g *growth) trim(index Index, w *Window) error {
	from := w.Start
	first := w.First
	down := newForward(g.down.ctx, g.down.b, index, w.Start)
	down.mem = g.down.mem
	for down.at < w.End {
		f, err := factsFrom(down)
		if err != nil {
			return err
		}
		if !f.Blank {
			break
		}
		if err := down.endLine(); err != nil {
			return err
		}

		from = down.at
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
	up := newBackward(g.up.ctx, g.up.b, index, w.End)
	up.mem = g.up.mem
	for {
		f, _, err := up.up()
		if err != nil {
			return err
		}
		if !f.Blank {
			break
		}

		to = up.at
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
