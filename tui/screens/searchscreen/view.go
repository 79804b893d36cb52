package searchscreen

import (
	"cmp"
	"slices"
	"strconv"
	"strings"

	"eyeline/reader/agentsearch"
)

// view is for whom a table is shown: for all agents, for one, or for two side by side.
type view struct {
	left  int // the agent, or that on the left; everyone: all
	right int // that on the right; everyone: none
}

// everyone is no agent of its own.
const everyone = -1

func (v view) ofAll() bool  { return v.left == everyone }
func (v view) ofOne() bool  { return v.left != everyone && v.right == everyone }
func (v view) ofPair() bool { return v.right != everyone }

// arrangement is a table as it is shown: for whom, in which order, with what is said of all of it.
type arrangement struct {
	*table
	view  view
	order []int // the rows as they are shown
	sums  sums
}

// arranged brings the rows of a table into their order for a view. It takes a while for many.
func (t *table) arranged(v view, byPath bool) arrangement {
	return arrangement{t, v, t.inOrder(v, byPath), t.sum(v)}
}

// harm is how much is lost of a file: files that are lost as a whole come first, and then those with more lines.
type harm struct{ whole, lines int }

// harmOf returns what the agents of a view lose of file i.
func (t *table) harmOf(v view, i int) harm {
	one := &t.rows[i]
	switch {
	case v.ofAll():
		return harm{one.never, one.lost}
	case v.ofPair():
		left, _, right := t.differ(i, v.left, v.right)
		return harm{0, left + right}
	}

	switch c := t.cellAt(i, v.left); c.state {
	case never:
		return harm{2, len(one.lines)}
	case some:
		return harm{1, len(one.lines) - int(c.comes)}
	default:
		return harm{}
	}
}

// inOrder are the files in the order in which they are shown: those that are lost most first, and git's own last, which
// nobody misses; or by path.
func (t *table) inOrder(v view, byPath bool) []int {
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
		if t.rows[i].inGit {
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
	lines             int // that match
	lost              lostLines
	missed            int // files that some agent never finds; git's own are left out
	left, both, right int // lines of two agents
	notKnown          int // files of which it is not known what an agent of the view finds
}

// sum adds up the lines and files of a view.
func (t *table) sum(v view) (s sums) {
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
		}
	}

	return s
}

// lostLines are how many of the lines that match an agent of a view never finds. Each is counted once, for the first of
// these that holds.
type lostLines struct {
	git   int // git's own, which an agent sees by git
	cased int // they match in the other case of letters only, which some agent's search tells apart
	none  int // no agent of the view finds them
	some  int // others of the view find them, or it is not known if they do
}

// add counts the lines of file i.
func (l *lostLines) add(t *table, v view, i int) {
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
		case cased:
			l.cased++
		case lost == len(agents):
			l.none++
		default:
			l.some++
		}
	}
}

// reasonsFor are those of file i for each agent of a view, of all or of one.
func (t *table) reasonsFor(v view, i int) (all []reasons) {
	for k := range t.agents {
		if v.ofAll() || k == v.left {
			all = append(all, t.reasonsOf(i, k))
		}
	}
	return all
}

// reasons goes through why an agent does not find the lines of a file, in their order.
type reasons struct {
	agent int
	why   uint32
	runs  []lostRun
}

func (t *table) reasonsOf(i, k int) reasons {
	c := t.cellAt(i, k)
	return reasons{k, c.why, t.runs[c.runs:c.runsEnd]}
}

// next is why line at does not come, the index of a reason from 1; that of a line that comes means nothing. at never
// goes back.
func (r *reasons) next(at int) uint32 {
	for len(r.runs) > 0 && int(r.runs[0].from) <= at {
		r.why = r.runs[0].why
		r.runs = r.runs[1:]
	}
	return r.why
}

// isCase reports whether a reason is that the search tells capitals from small letters.
func (t *table) isCase(why uint32) bool { return why > 0 && t.whys[why-1].Cause == agentsearch.Case }

// knownOf reports whether it is known what all agents of a view find of file i.
func (t *table) knownOf(v view, i int) bool {
	for k := range t.agents {
		if (v.ofAll() || k == v.left || k == v.right) && !t.known(i, k) {
			return false
		}
	}
	return true
}

// firstLine is the line of file i to go to, from 1: the first that the agent of a view misses, or that only one of two
// finds; without such a line, or for all agents, the first that matches.
func (t *table) firstLine(v view, i int) int64 {
	lines := t.rows[i].lines
	for at, line := range lines {
		switch {
		case v.ofAll() || !t.knownOf(v, i):
			return line
		case v.ofOne() && !t.finds(i, v.left, at),
			v.ofPair() && t.finds(i, v.left, at) != t.finds(i, v.right, at):
			return line
		}
	}

	if len(lines) == 0 {
		return 0
	}

	return lines[0]
}

// group are agents of which the same is to be said.
type group struct {
	text   string
	agents []string
}

// groups gathers agents by what is to be said of them, "" for nothing: those of which most has the same come first.
func (t *table) groups(say func(k int) string) (groups []group) {
	for k := range t.agents {
		text := say(k)
		if text == "" {
			continue
		}

		at := slices.IndexFunc(groups, func(g group) bool { return g.text == text })
		if at < 0 {
			at = len(groups)
			groups = append(groups, group{text: text})
		}

		g := &groups[at]
		g.agents = append(g.agents, t.agents[k].name())
		for ; at > 0 && len(groups[at-1].agents) < len(groups[at].agents); at-- {
			groups[at-1], groups[at] = groups[at], groups[at-1]
		}
	}

	return groups
}

// share says how many of the agents a group has, and names them.
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
