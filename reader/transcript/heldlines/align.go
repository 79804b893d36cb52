package heldlines

import (
	"slices"
	"sort"
)

// Alignment is a picture laid against a file as it is now.
type Alignment struct {
	States []State // of each line of the file, index 0 being line 1
	Known  []Line  // the lines of the picture
	Lines  []int32 // for each line of the picture the index of its line now, -1 when it has none
	Gone   int     // lines of the picture that are neither there nor replaced
	// changed has, of each line of the picture that another one replaced, the index of that one.
	changed map[int]int
}

// OfAgent is the alignment as one agent has it, by its index as in [record.Call]: of lines that other agents alone were
// sent, or wrote, nothing is known. It does not change l.
func (l Alignment) OfAgent(agent int) Alignment {
	own := l
	own.States = slices.Clone(l.States)
	own.Lines = slices.Clone(l.Lines)

	for i := range l.Known {
		if l.Known[i].IsOf(agent) {
			continue
		}

		if at := int(l.Lines[i]); at >= 0 {
			own.States[at] = Never
			own.Lines[i] = -1
		} else if at, is := l.changed[i]; is {
			own.States[at] = Never
		}
	}

	return own
}

// pair is a known line that is a line of the file: indices into both.
type pair struct{ old, now int }

// Align finds the known lines in a file. now are the hashes of its lines, and bare those without the white space
// around them, which only lines that are known so are compared with; nil where they are not at hand. Lines that occur
// once in both are found first, in the longest order that both have; from them it goes on in both directions as long
// as lines are equal, also over lines that are not known; what is left between two found lines is compared line by
// line. A known line that is not found has changed where a line stands in its place that is not one of the known
// lines, and is gone otherwise. A line that was sent only in part is taken for the line in its place.
//
// patch.Align does not do: it has no known lines with unknown ones between them, and needs the texts, not hashes.
func (p *KnownLines) Align(now, bare []uint64) Alignment {
	known := p.Lines()
	l := Alignment{
		States: make([]State, len(now)), Known: known, Lines: make([]int32, len(known)), changed: map[int]int{},
	}
	for i := range l.Lines {
		l.Lines[i] = -1
	}

	a := aligner{old: known, now: now, to: l.Lines, taken: make([]bool, len(now))}
	isTrimmed := func(l Line) bool { return l.Trimmed }
	if len(bare) == len(now) && slices.ContainsFunc(known, isTrimmed) {
		a.bare = bare
	}
	for _, m := range a.anchors() {
		a.match(m.old, m.now)
	}

	a.extend()
	a.between()
	for i, at := range l.Lines {
		if at >= 0 {
			l.States[at] = known[i].State
			if known[i].State == CutLine {
				l.States[at] = Whole // what was taken for a part is all of the line
			}
		}
	}

	for _, g := range a.gaps() {
		for i := g.from; i < g.to; i++ {
			if known[i].Unsure {
				continue // it need not have been a line of the file
			}
			if at := g.place(a.old[i].Number); at >= 0 && l.States[at] == Never && !a.taken[at] {
				l.States[at] = Changed
				l.changed[i] = at
				if known[i].State == CutLine { // the text of a part is not that of the line
					l.States[at] = CutLine
					l.Lines[i] = int32(at)
				}
				continue
			}

			l.Gone++
		}
	}

	return l
}

// lineKey is what a known line is found by.
type lineKey struct {
	hash    uint64
	trimmed bool
}

func (l *Line) key() lineKey { return lineKey{l.Hash, l.Trimmed} }

type aligner struct {
	old   []Line
	now   []uint64
	bare  []uint64 // now without the white space around the lines; nil where no known line needs it
	to    []int32  // the index into now of each known line, -1: not found
	taken []bool   // lines of now that are found
}

// isSame reports whether a known line has the text that a line of the file has.
func (a *aligner) isSame(old, now int) bool {
	if a.old[old].Trimmed {
		return a.bare != nil && a.old[old].Hash == a.bare[now]
	}
	return a.old[old].Hash == a.now[now]
}

func (a *aligner) match(old, now int) {
	a.to[old] = int32(now)
	a.taken[now] = true
}

// anchors are the lines that occur once in both, in the longest order that both have.
func (a *aligner) anchors() []pair {
	type seen struct{ old, now, olds, nows int }
	index := make(map[lineKey]*seen, len(a.old))
	for i := range a.old {
		s := index[a.old[i].key()]
		if s == nil {
			s = &seen{old: i}
			index[a.old[i].key()] = s
		}
		s.olds++
	}

	note := func(i int, key lineKey) {
		if s := index[key]; s != nil {
			s.now = i
			s.nows++
		}
	}
	for i, h := range a.now {
		note(i, lineKey{h, false})
		if a.bare != nil {
			note(i, lineKey{a.bare[i], true})
		}
	}

	var unique []pair
	for i := range a.old {
		if s := index[a.old[i].key()]; s.olds == 1 && s.nows == 1 {
			unique = append(unique, pair{i, s.now})
		}
	}

	return longest(unique)
}

// longest is the longest run of pairs, in their order, whose places now rise.
func longest(pairs []pair) []pair {
	before := make([]int, len(pairs)) // the pair before it in the best run that ends with it
	var ends []int                    // of the best run of each length, the pair that ends it lowest
	for i, p := range pairs {
		n := sort.Search(len(ends), func(n int) bool { return pairs[ends[n]].now >= p.now })
		before[i] = -1
		if n > 0 {
			before[i] = ends[n-1]
		}

		if n == len(ends) {
			ends = append(ends, i)
		} else {
			ends[n] = i
		}
	}

	run := make([]pair, len(ends))
	if len(ends) == 0 {
		return run
	}

	for i, n := ends[len(ends)-1], len(ends)-1; n >= 0; i, n = before[i], n-1 {
		run[n] = pairs[i]
	}

	return run
}

// gap is a run of known lines that are not found, between two that are.
type gap struct {
	from, to int // known lines
	low, up  int // lines of now between those of the neighbours: low <= i < up
	// The neighbours' numbers then, less their lines' numbers now; upShift only counts when hasUp.
	lowShift, upShift int64
	hasUp             bool
}

// at is the index now of the line that is where a line of that number was, moved by a shift; -1 without one.
func (g gap) at(number, shift int64) int {
	if at := number - shift - 1; at >= int64(g.low) && at < int64(g.up) {
		return int(at)
	}
	return -1
}

// place is at by the shift of the lines above, or else by that of the lines below.
func (g gap) place(number int64) int {
	at := g.at(number, g.lowShift)
	if at < 0 && g.hasUp {
		at = g.at(number, g.upShift)
	}
	return at
}

// gaps are the runs of known lines that are not found.
func (a *aligner) gaps() (all []gap) {
	g := gap{}
	for i := 0; i <= len(a.old); i++ {
		if i < len(a.old) && a.to[i] < 0 {
			continue
		}

		g.to = i
		g.up = len(a.now)
		g.hasUp = i < len(a.old)
		if g.hasUp {
			g.up = int(a.to[i])
			g.upShift = a.old[i].Number - int64(a.to[i]) - 1
		}

		if g.from < g.to {
			all = append(all, g)
		}

		g = gap{from: i + 1, low: g.up + 1, lowShift: g.upShift}
	}

	return all
}

// isAt reports whether a known line of a gap is where it stood, moved by a shift, and takes it for found when it is
// asked to.
func (a *aligner) isAt(g gap, i int, shift int64, take bool) bool {
	at := g.at(a.old[i].Number, shift)
	if at < 0 || !a.isSame(i, at) {
		return false
	}
	if take {
		a.match(i, at)
	}
	return true
}

// extend goes on from found lines as long as lines are equal, first downwards, then upwards, and at last down from the
// file's beginning.
func (a *aligner) extend() {
	for round := range 3 {
		for _, g := range a.gaps() {
			if round == 1 {
				for i := g.to - 1; g.hasUp && i >= g.from && a.isAt(g, i, g.upShift, true); i-- {
				}
			} else if round == 2 || g.from > 0 {
				for i := g.from; i < g.to && a.isAt(g, i, g.lowShift, true); i++ {
				}
			}
		}
	}
}

// maxComparisons is how many comparisons are made between two found lines at most; beyond it, lines are only looked for
// where they stood.
const maxComparisons = 4 << 20

// between compares what is left: by place where most lines of a gap are found there, else by the longest common run of
// lines.
func (a *aligner) between() {
	for _, g := range a.gaps() {
		low := a.byPlace(g, g.lowShift, false)
		up := 0
		if g.hasUp && g.upShift != g.lowShift {
			up = a.byPlace(g, g.upShift, false)
		}

		switch {
		case low >= up && 2*low >= g.to-g.from || g.hasUp && g.lowShift == g.upShift ||
			(g.to-g.from)*(g.up-g.low) > maxComparisons:
			a.byPlace(g, g.lowShift, true)
		case 2*up >= g.to-g.from:
			a.byPlace(g, g.upShift, true)
		default:
			a.common(g)
		}
	}
}

// byPlace counts the known lines of a gap that are where they stood, moved by a shift, and takes them for found when it
// is asked to.
func (a *aligner) byPlace(g gap, shift int64, take bool) int {
	n := 0
	for i := g.from; i < g.to; i++ {
		if a.isAt(g, i, shift, take) {
			n++
		}
	}
	return n
}

// common finds the longest common sequence of lines in a gap.
func (a *aligner) common(g gap) {
	n := g.to - g.from
	m := g.up - g.low
	if n == 0 || m <= 0 {
		return
	}

	best := make([]int32, (n+1)*(m+1)) // of the known lines from i on and the lines now from j on
	for i := n - 1; i >= 0; i-- {
		for j := m - 1; j >= 0; j-- {
			if a.isSame(g.from+i, g.low+j) {
				best[i*(m+1)+j] = best[(i+1)*(m+1)+j+1] + 1
			} else {
				best[i*(m+1)+j] = max(best[(i+1)*(m+1)+j], best[i*(m+1)+j+1])
			}
		}
	}

	for i, j := 0, 0; i < n && j < m; {
		switch {
		case a.isSame(g.from+i, g.low+j) && best[i*(m+1)+j] == best[(i+1)*(m+1)+j+1]+1:
			a.match(g.from+i, g.low+j)
			i++
			j++
		case best[(i+1)*(m+1)+j] >= best[i*(m+1)+j+1]:
			i++
		default:
			j++
		}
	}
}
