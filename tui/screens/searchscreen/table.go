package searchscreen

import (
	"math/bits"
	"slices"

	"eyeline/reader/agentsearch"
	"eyeline/tui/kit/cells"
)

// table is what a search found, in the form that the screen needs. It is made in the background and never changes
// afterwards, so the screen and files that are open in front of it may keep it.
type table struct {
	found  *agentsearch.Result // without rows
	agents []column
	rows   []row
	cells  []cell // the cell of row i and agent k has the index i*len(agents)+k
	sets   []uint64
	whys   []agentsearch.Reason
	runs   []lostRun
	// pathWidth is the width in cells that nine of ten paths need at most.
	pathWidth int
}

// column is what one agent finds of all files.
type column struct {
	*agentsearch.Answer
	// never is the number of files that it never finds, lost the number of matching lines that it never finds, and
	// lines the number that it finds.
	never, lost, lines int
	// cased is the number of lost lines that match only in another letter case than the pattern.
	cased int
}

func (c *column) name() string { return c.Profile.Agent }

// row is a file with lines that match.
type row struct {
	path    string
	changed int64 // time of its last change in seconds
	lines   []int64
	inGit   bool // it is a file of git itself, in .git
	never   int  // number of agents that never find it
	lost    int  // number of lost lines, summed over all agents
	noText  bool // no agent finds it, and some since it is binary or a symbolic link
	// plain is the number of lines that no agent loses for their letter case. caseOnly: it has no such line, and is a
	// text file, and none of git's own.
	plain    int
	caseOnly bool
	excerpts []excerpt // of its first lines
}

// state says how many of a file's matching lines an agent finds.
type state uint8

const (
	unknown state = iota // it is not known
	never                // no line
	some                 // not all lines
	all                  // all lines
)

// cell is one agent's result for one file, with indexes into the table's reasons, remarks and bit sets.
type cell struct {
	state state
	comes int32 // number of lines that it finds
	// lost is the number of lines that it does not find though letter case is not what some agent loses them for.
	lost int32
	// set is the index of the first word of a bit set: which of the lines it finds.
	set uint32
	// why is the 1-based index of the reason why it finds no line; 0 for none.
	why uint32
	// aside is the 1-based index of a further remark; 0 for none.
	aside uint32
	// runs and runsEnd are the half-open range, in the table's list of runs, of the reasons why it does not find
	// some lines.
	runs, runsEnd uint32
}

// lostRun is the reason why consecutive lost lines are lost. Lines between them that are found do not end the run.
type lostRun struct {
	from int32 // index of the first line
	why  uint32
}

// tabler makes a table.
type tabler struct {
	*table
	known map[agentsearch.Reason]uint32
}

// tabulate makes the table of a result.
func tabulate(r *agentsearch.Result) *table {
	head := *r
	head.Rows = nil
	t := &tabler{&table{found: &head}, map[agentsearch.Reason]uint32{}}
	for _, a := range r.Agents {
		t.agents = append(t.agents, column{Answer: a})
	}

	t.rows = make([]row, 0, len(r.Rows))
	t.cells = make([]cell, 0, len(r.Rows)*len(r.Agents))
	widths := make([]int, 0, len(r.Rows))
	for _, one := range r.Rows {
		t.add(one)
		widths = append(widths, cells.Width(cells.Sanitize(one.Rel)))
	}

	slices.Sort(widths)
	if n := len(widths); n > 0 {
		t.pathWidth = widths[(n-1)*9/10]
	}

	return t.table
}

// add adds a row for a file, with what each agent finds of it.
func (t *tabler) add(from *agentsearch.Row) {
	verdicts := make([]*agentsearch.Verdict, len(t.agents))
	for k, a := range t.agents {
		verdicts[k] = a.Verdict(from)
	}

	one := row{path: from.Rel, changed: from.Changed(), inGit: from.InGit(), lines: linesOf(from, verdicts)}
	one.excerpts = excerptsOf(from)
	for k, v := range verdicts {
		c := t.newCell(from, &one, v)
		switch lost := len(one.lines) - int(c.comes); c.state {
		case never:
			one.never++
			t.agents[k].never++
			fallthrough
		case some:
			one.lost += lost
			t.agents[k].lost += lost
		}

		t.agents[k].lines += int(c.comes)
		t.cells = append(t.cells, c)
	}

	for _, c := range t.cells[len(t.cells)-len(t.agents):] {
		one.noText = one.noText || t.isNoText(c.why)
	}
	one.noText = one.noText && one.never == len(t.agents) && !one.inGit
	t.rows = append(t.rows, one)
	t.weigh(len(t.rows) - 1)
}

// weigh counts which lines of file i are lost for other reasons than their letter case.
func (t *tabler) weigh(i int) {
	one := &t.rows[i]
	agents := t.reasonsFor(audience{everyone, everyone}, i)
	misses := make([]bool, len(agents))
	for at := range one.lines {
		cased := false
		for k := range agents {
			why := agents[k].next(at)
			misses[k] = t.table.known(i, k) && !t.finds(i, k, at)
			cased = cased || misses[k] && t.isCase(why)
		}

		if !cased {
			one.plain++
		}
		for k, is := range misses {
			switch {
			case is && cased:
				t.agents[k].cased++
			case is:
				t.cellAt(i, k).lost++
			}
		}
	}

	one.caseOnly = one.plain == 0 && len(one.lines) > 0 && !one.inGit && !one.noText
}

// isNoText reports whether a reason is that the file is no text of its own.
func (t *table) isNoText(why uint32) bool {
	if why == 0 {
		return false
	}
	cause := t.whys[why-1].Cause
	return cause == agentsearch.Binary || cause == agentsearch.Link
}

// linesOf returns the numbers of the matching lines. Lines of UTF-16 may match in their bytes only.
func linesOf(from *agentsearch.Row, verdicts []*agentsearch.Verdict) (lines []int64) {
	add := func(matches []agentsearch.Match) {
		for _, m := range matches {
			lines = append(lines, m.Number)
		}
	}

	add(from.Matches())
	if len(lines) > 0 {
		return lines
	}

	for _, v := range verdicts {
		add(v.Lines)
		if len(lines) > 0 {
			break
		}
	}

	slices.Sort(lines)
	return slices.Compact(lines)
}

// newCell makes the cell for what one agent finds of a file.
func (t *tabler) newCell(from *agentsearch.Row, one *row, v *agentsearch.Verdict) cell {
	c := cell{set: uint32(len(t.sets)), runs: uint32(len(t.runs)), runsEnd: uint32(len(t.runs))}
	t.sets = append(t.sets, make([]uint64, words(len(one.lines)))...)
	set := t.sets[c.set:]
	for _, m := range v.Lines {
		if i, ok := indexOf(from, one, v, m); ok && set[i/64]>>(i%64)&1 == 0 {
			set[i/64] |= 1 << (i % 64)
			c.comes++
		}
	}

	switch {
	case c.comes == 0:
		c.why = t.reason(v.Why)
		c.state = never
		if v.Why != nil && v.Why.Cause == agentsearch.Unknown {
			c.state = unknown
		}
	case int(c.comes) < len(one.lines):
		c.state = some
	default:
		c.state = all
	}

	t.addRuns(from, one, v)
	c.runsEnd = uint32(len(t.runs))
	switch {
	case c.comes > 0 && v.Perhaps != "":
		c.aside = t.reason(&agentsearch.Reason{Cause: agentsearch.Unknown, Text: v.Perhaps})
	case c.comes > 0 && v.WrittenPath != from.Rel:
		c.aside = t.reason(&agentsearch.Reason{
			Cause: agentsearch.Encoding, Text: "the answer names it " + v.WrittenPath,
		})
	}

	return c
}

// isPerhaps reports whether it is not known if the agent finds the lines of a cell.
func (t *table) isPerhaps(c *cell) bool {
	return c.aside > 0 && t.whys[c.aside-1].Cause == agentsearch.Unknown
}

// addRuns adds the runs of lines that are lost for the same reason.
func (t *tabler) addRuns(from *agentsearch.Row, one *row, v *agentsearch.Verdict) {
	first := len(t.runs)
	for _, lost := range v.Lost {
		i, ok := indexOf(from, one, v, lost.Match)
		why := t.reason(lost.Why)
		last := len(t.runs) - 1
		if ok && (last < first || t.runs[last].why != why) {
			t.runs = append(t.runs, lostRun{int32(i), why})
		}
	}
}

// indexOf returns the index of a match among the file's lines; false if it is not one of them. If the answer misreads
// the file's name, its line numbers are wrong, too.
func indexOf(from *agentsearch.Row, one *row, v *agentsearch.Verdict, m agentsearch.Match) (int, bool) {
	if v.WrittenPath == from.Rel {
		return slices.BinarySearch(one.lines, m.Number)
	}
	for i, x := range from.Matches() {
		if x.Offset == m.Offset {
			return i, true
		}
	}
	return 0, false
}

// reason returns the 1-based index of a reason; 0 for nil.
func (t *tabler) reason(why *agentsearch.Reason) uint32 {
	if why == nil {
		return 0
	}

	n, known := t.known[*why]
	if !known {
		t.whys = append(t.whys, *why)
		n = uint32(len(t.whys))
		t.known[*why] = n
	}

	return n
}

// words is the number of words that hold n bits.
func words(n int) int { return (n + 63) / 64 }

// cellAt returns what agent k finds of file i, both 0-based.
func (t *table) cellAt(i, k int) *cell { return &t.cells[i*len(t.agents)+k] }

// set is the bit set of the lines of file i that agent k finds.
func (t *table) set(i, k int) []uint64 {
	c := t.cellAt(i, k)
	return t.sets[c.set : int(c.set)+words(len(t.rows[i].lines))]
}

// finds reports whether agent k finds line at of file i.
func (t *table) finds(i, k, at int) bool { return t.set(i, k)[at/64]>>(at%64)&1 == 1 }

// text is the text of a reason; "" for none.
func (t *table) text(why uint32) string {
	if why == 0 {
		return ""
	}
	return t.whys[why-1].Text
}

// lost is why agent k does not find line at of file i.
func (t *table) lost(i, k, at int) string {
	c := t.cellAt(i, k)
	why := c.why
	for _, run := range t.runs[c.runs:c.runsEnd] {
		if int(run.from) <= at {
			why = run.why
		}
	}
	return t.text(why)
}

// known reports whether it is known what agent k finds of file i.
func (t *table) known(i, k int) bool { return t.cellAt(i, k).state != unknown }

// differ counts the lines of file i that only agent a, both agents, and only agent b find, as far as it is known for
// both.
func (t *table) differ(i, a, b int) (left, both, right int) {
	if !t.known(i, a) || !t.known(i, b) {
		return 0, 0, 0
	}

	one := t.set(i, a)
	other := t.set(i, b)
	for w := range one {
		left += bits.OnesCount64(one[w] &^ other[w])
		both += bits.OnesCount64(one[w] & other[w])
		right += bits.OnesCount64(other[w] &^ one[w])
	}

	return left, both, right
}
