package searchscreen

import (
	"cmp"
	"slices"
	"strconv"
	"strings"

	"eyeline/reader/agentsearch"
)

// audience says for whom a table is shown: for all agents, for one, or for two side by side.
type audience struct {
	left  int // the agent, or the left one of two; everyone for all
	right int // the right one of two; everyone for none
}

// everyone stands in the place of an agent for all of them.
const everyone = -1

func (v audience) ofAll() bool  { return v.left == everyone }
func (v audience) ofOne() bool  { return v.left != everyone && v.right == everyone }
func (v audience) ofPair() bool { return v.right != everyone }

// arrangement is a table as it is shown: for which agents, in which order, and with the sums over all files.
type arrangement struct {
	*table
	audience audience
	order    []int // indices of the rows, in the order in which they are shown
	folds    []fold
	sums     sums
}

// asked is what is asked of an arrangement.
type asked struct {
	audience audience
	byPath   bool // the rows are in the order of their paths
	unfolded folds
}

// arranged sorts the rows of a table for an audience. With many rows this takes a while.
func (t *table) arranged(a asked) arrangement {
	out := arrangement{table: t, audience: a.audience, order: t.inOrder(a.audience, a.byPath), sums: t.sum(a.audience)}
	if !a.byPath {
		out.fold(a.unfolded)
	}
	return out
}

// harm ranks how much of a file is lost. Of all agents, whole is how many never find the file; of one agent, it is 2 if
// it never finds it and 1 if it finds some lines. lines is how many lines are lost. Lines that match only in another
// letter case do not count: they are not what was asked for.
type harm struct{ whole, lines int }

// harmOf returns what the agents of an audience lose of file i.
func (t *table) harmOf(v audience, i int) harm {
	switch {
	case v.ofAll():
		all := harm{}
		for k := range t.agents {
			one := t.harmOf(audience{k, everyone}, i)
			all.lines += one.lines
			if one.whole == 2 {
				all.whole++
			}
		}
		return all
	case v.ofPair():
		left, _, right := t.differ(i, v.left, v.right)
		return harm{0, left + right}
	}

	switch lost := int(t.cellAt(i, v.left).lost); {
	case lost == 0:
		return harm{}
	case lost == t.rows[i].plain:
		return harm{2, lost}
	default:
		return harm{1, lost}
	}
}

// inOrder returns the files in the order in which they are shown: by path, or those that lose most first, with files
// that match in another letter case only, that are no text, and git's own files last.
func (t *table) inOrder(v audience, byPath bool) []int {
	order := make([]int, len(t.rows))
	for i := range order {
		order[i] = i
	}

	if byPath {
		return order
	}

	harms := make([]harm, len(t.rows))
	for i := range harms {
		harms[i] = t.harmOf(v, i)
		switch {
		case t.rows[i].inGit:
			harms[i] = harm{-3, 0}
		case t.rows[i].noText:
			harms[i] = harm{-2, harms[i].lines}
		case t.isCaseOnly(v, i):
			harms[i] = harm{-1, 0}
		}
	}

	slices.SortStableFunc(order, func(a, b int) int {
		return cmp.Or(cmp.Compare(harms[b].whole, harms[a].whole), cmp.Compare(harms[b].lines, harms[a].lines))
	})
	return order
}

// sums are what is said of all files together.
type sums struct {
	lines             int // number of matching lines
	lost              lostLines
	missed            int // number of files that some agent never finds, without git's own
	left, both, right int // numbers of lines that only the left, both, and only the right agent find
	neither           int // number of lines of which it is known that neither of two agents finds them
	notKnown          int // number of files for which it is not known what an agent of the audience finds
}

// sum adds up the lines and files of an audience.
func (t *table) sum(v audience) (s sums) {
	for i := range t.rows {
		one := &t.rows[i]
		s.lines += len(one.lines)
		if one.never > 0 && !one.inGit {
			s.missed++
		}
		if !v.ofPair() {
			s.lost.add(t, v, i)
		}

		if !t.knownOf(v, i) {
			s.notKnown++
		}

		if v.ofPair() {
			left, both, right := t.differ(i, v.left, v.right)
			s.left += left
			s.both += both
			s.right += right
			if t.knownOf(v, i) {
				s.neither += len(one.lines) - left - both - right
			}
		}
	}

	return s
}

// lostLines counts the matching lines that an agent of an audience never finds. Each line is counted once, in the first
// field that applies.
type lostLines struct {
	git    int // of git's own files, which an agent sees through git
	cased  int // they match only in another letter case, which some agent's search distinguishes
	noText int // of files that are no text
	none   int // no agent of the audience finds them
	some   int // other agents of the audience find them, or may find them
}

// add counts the lines of file i.
func (l *lostLines) add(t *table, v audience, i int) {
	agents := t.reasonsFor(v, i)
	for at := range t.rows[i].lines {
		lost := 0
		cased := false
		for n := range agents {
			r := &agents[n]
			why := r.next(at)
			if t.known(i, r.agent) && !t.finds(i, r.agent, at) {
				lost++
				cased = cased || t.isCase(why)
			}
		}

		switch {
		case lost == 0:
		case t.rows[i].inGit:
			l.git++
		case t.rows[i].noText:
			l.noText++
		case cased:
			l.cased++
		case lost == len(agents):
			l.none++
		default:
			l.some++
		}
	}
}

// reasonsFor returns the reasons of file i for each agent of an audience; for all agents or one.
func (t *table) reasonsFor(v audience, i int) (all []reasons) {
	for k := range t.agents {
		if v.ofAll() || k == v.left {
			all = append(all, t.reasonsOf(i, k))
		}
	}
	return all
}

// reasons steps through the reasons why an agent does not find the lines of a file, in the order of the lines.
type reasons struct {
	agent int
	why   uint32
	runs  []lostRun
}

func (t *table) reasonsOf(i, k int) reasons {
	c := t.cellAt(i, k)
	return reasons{k, c.why, t.runs[c.runs:c.runsEnd]}
}

// next returns the 1-based index of the reason why line at is not found; for a line that is found it is meaningless. at
// must not decrease.
func (r *reasons) next(at int) uint32 {
	for len(r.runs) > 0 && int(r.runs[0].from) <= at {
		r.why = r.runs[0].why
		r.runs = r.runs[1:]
	}
	return r.why
}

// isCase reports whether a reason is that the search distinguishes capital and small letters.
func (t *table) isCase(why uint32) bool { return why > 0 && t.whys[why-1].Cause == agentsearch.Case }

// knownOf reports whether it is known for all agents of an audience what they find of file i.
func (t *table) knownOf(v audience, i int) bool {
	for k := range t.agents {
		if (v.ofAll() || k == v.left || k == v.right) && !t.known(i, k) {
			return false
		}
	}
	return true
}

// firstLine is the 1-based line of file i to go to: the first that an agent of an audience misses, or that only one of
// two agents finds. Without such a line it is the first that matches.
func (t *table) firstLine(v audience, i int) int64 {
	lines := t.rows[i].lines
	for at, line := range lines {
		switch {
		case v.ofAll() && t.someMiss(i, at),
			v.ofOne() && t.known(i, v.left) && !t.finds(i, v.left, at),
			v.ofPair() && t.knownOf(v, i) && t.finds(i, v.left, at) != t.finds(i, v.right, at):
			return line
		}
	}

	if len(lines) == 0 {
		return 0
	}

	return lines[0]
}

// someMiss reports whether it is known of some agent that it does not find line at of file i.
func (t *table) someMiss(i, at int) bool {
	for k := range t.agents {
		if t.known(i, k) && !t.finds(i, k, at) {
			return true
		}
	}
	return false
}

// group is a set of agents of which the same is to be said.
type group struct {
	text   string
	agents []string
	first  int // the index of the first of the agents
}

// groups groups agents by what say returns for them, leaving out "". The largest group comes first.
func (t *table) groups(say func(k int) string) (groups []group) {
	for k := range t.agents {
		text := say(k)
		if text == "" {
			continue
		}

		at := slices.IndexFunc(groups, func(g group) bool { return g.text == text })
		if at < 0 {
			at = len(groups)
			groups = append(groups, group{text: text, first: k})
		}

		g := &groups[at]
		g.agents = append(g.agents, t.agents[k].name())
		for ; at > 0 && len(groups[at-1].agents) < len(groups[at].agents); at-- {
			groups[at-1], groups[at] = groups[at], groups[at-1]
		}
	}

	return groups
}

// share says how many of the agents are in a group, and names them.
func (t *table) share(g group) string {
	if len(g.agents) == len(t.agents) {
		return t.who(g)
	}
	return strconv.Itoa(len(g.agents)) + " of " + strconv.Itoa(len(t.agents)) + ": " + t.who(g)
}

// who names the agents of a group.
func (t *table) who(g group) string {
	if len(g.agents) == len(t.agents) && len(t.agents) > 1 {
		return "all agents"
	}
	return strings.Join(g.agents, ", ")
}
