package searchscreen

import (
	"strings"

	"eyeline/themes"
	"eyeline/tui/kit/cells"
	"eyeline/tui/kit/humanize"
)

// detail is a sentence about the selected file.
type detail struct {
	role themes.Role
	text string
}

// details returns what is to be said of file i in an audience; losses come first.
func (t *table) details(v audience, i int) (said []detail) {
	warn := func(text string) { said = append(said, detail{themes.ModelLineWarn, cells.Sanitize(text)}) }
	quiet := func(text string) { said = append(said, detail{themes.Dim, cells.Sanitize(text)}) }
	switch {
	case v.ofOne():
		t.ofOne(i, v.left, warn, quiet)
	case v.ofPair():
		t.ofPair(i, v.left, v.right, warn)
		if len(said) == 0 {
			t.ofPairAlike(i, v, quiet)
		}
	default:
		t.ofAll(i, warn, quiet)
	}

	return said
}

// ofAll says what all agents find of a file.
func (t *table) ofAll(i int, warn, quiet func(string)) {
	in := func(s state, say func(k int, c *cell) string) []group {
		return t.groups(func(k int) string {
			if c := t.cellAt(i, k); c.state == s {
				return say(k, c)
			}
			return ""
		})
	}

	why := func(_ int, c *cell) string { return t.text(c.why) }
	var cased []string // what is lost for letter case alone, which comes after what is lost otherwise
	lost := func(k int, text string) {
		if t.cellAt(i, k).lost > 0 {
			warn(text)
		} else {
			cased = append(cased, text)
		}
	}
	for _, g := range in(never, why) {
		lost(g.first, "never: "+g.text+" · "+t.share(g))
	}
	for _, g := range in(some, func(k int, _ *cell) string { return t.lostLines(i, k) }) {
		lost(g.first, "never "+g.text+" · "+t.share(g))
	}
	for _, text := range cased {
		quiet(text)
	}

	for _, g := range in(unknown, why) {
		quiet("not known: " + g.text + " · " + t.share(g))
	}

	for _, g := range t.groups(func(k int) string { return t.aside(t.cellAt(i, k)) }) {
		quiet(g.text + " · " + t.share(g))
	}

	for _, g := range t.groups(func(k int) string { return t.agents[k].Perhaps }) {
		quiet(g.text + " · " + t.share(g))
	}

	found := func(_ int, c *cell) string { return humanize.When(!t.isPerhaps(c), "all of its lines") }
	for _, g := range in(all, found) {
		quiet("found by " + t.who(g))
	}
}

// aside returns a further remark on a cell; "" for none.
func (t *table) aside(c *cell) string {
	return humanize.When(t.isPerhaps(c), "not known: ") + t.text(c.aside)
}

// ofOne says what one agent finds of a file.
func (t *table) ofOne(i, k int, warn, quiet func(string)) {
	c := t.cellAt(i, k)
	name := t.agents[k].name()
	lost := warn
	if c.lost == 0 {
		lost = quiet // for its letter case alone
	}
	switch c.state {
	case never:
		lost(name + " never finds it: " + t.text(c.why))
	case some:
		lost(name + " never finds " + t.lostLines(i, k))
	case unknown:
		quiet("not known of " + name + ": " + t.text(c.why))
	default:
		if !t.isPerhaps(c) {
			quiet(name + " finds all of its lines that match")
		}
	}

	if c.aside > 0 {
		quiet(t.aside(c))
	}
	if perhaps := t.agents[k].Perhaps; perhaps != "" {
		warn(perhaps)
	}

	for _, note := range t.agents[k].Notes {
		quiet(note)
	}
}

// ofPair says what one of two agents finds of a file that the other one never finds.
func (t *table) ofPair(i, left, right int, warn func(string)) {
	if !t.known(i, left) || !t.known(i, right) {
		return
	}

	for _, one := range [][2]int{{left, right}, {right, left}} {
		var lines []int64
		why := ""
		for at, line := range t.rows[i].lines {
			if t.finds(i, one[0], at) && !t.finds(i, one[1], at) {
				lines = append(lines, line)
				if why == "" {
					why = t.lost(i, one[1], at)
				}
			}
		}

		if len(lines) > 0 {
			warn("only " + t.agents[one[0]].name() + " finds " + lineNames(lines) + "; for " +
				t.agents[one[1]].name() + ": " + why)
		}
	}
}

// ofPairAlike says what two agents find of a file, if both find the same.
func (t *table) ofPairAlike(i int, v audience, quiet func(string)) {
	left := t.cellAt(i, v.left)
	right := t.cellAt(i, v.right)
	one := t.agents[v.left].name()
	other := t.agents[v.right].name()

	switch {
	case left.state == unknown:
		quiet("not known of " + one + ": " + t.text(left.why))
	case right.state == unknown:
		quiet("not known of " + other + ": " + t.text(right.why))
	case left.state == never:
		quiet("neither finds it; " + one + ": " + t.text(left.why) + "; " + other + ": " + t.text(right.why))
	default:
		quiet("both find the same " + humanize.Count(int64(left.comes), "line"))
	}
}

// lostLines says which lines of a file an agent never finds, though it finds others, and why.
func (t *table) lostLines(i, k int) string {
	var parts []string
	var lines []int64
	why := ""
	end := func() {
		if len(lines) > 0 {
			parts = append(parts, lineNames(lines)+": "+why)
		}
		lines = nil
	}

	const most = 3
	for at, line := range t.rows[i].lines {
		if t.finds(i, k, at) {
			continue
		}

		if now := t.lost(i, k, at); now != why {
			end()
			if len(parts) == most {
				return strings.Join(parts, "; ") + "; and more"
			}
			why = now
		}

		lines = append(lines, line)
	}

	end()
	return strings.Join(parts, "; ")
}

// lineNames returns line numbers as text; of many, only the first.
func lineNames(lines []int64) string {
	const most = 4
	var names []string
	for _, line := range lines[:min(len(lines), most)] {
		names = append(names, "L"+humanize.Group(line))
	}

	text := strings.Join(names, ", ")
	if more := len(lines) - most; more > 0 {
		text += " and " + humanize.Group(int64(more)) + " more"
	}

	return text
}
