package searchscreen

import (
	"slices"
	"strings"

	"eyeline/tui/kit/cells"
	"eyeline/tui/kit/draw"
)

// A reason that holds for several files below each other is said in the first of their rows, and in the others only
// what each has of its own.

// notAgain is the column of reasons of file i with what only this file has, where the row above has the same reason for
// the same agents.
func (s *Screen) notAgain(c draw.Cell, i, above int) draw.Cell {
	if i < 0 || above < 0 || s.isFold(i) || s.isFold(above) {
		return c
	}

	const same = "as above"
	one := s.sayingOf(i)
	if !one.sameAs(s.sayingOf(above)) {
		return c
	}

	c.Text = same
	if own := one.own + " · " + same; one.own != "" && cells.Width(own) <= c.Width {
		c.Text = own
	}
	return c
}

// saying is what the column of reasons says of a file: own, which only this file has, and a reason with the agents that
// lose something for it, which other files may have, too.
type saying struct {
	own, why string
	who      []string
}

// sameAs reports whether two files have the same reason for the same agents.
func (s saying) sameAs(other saying) bool {
	return s.why != "" && s.why == other.why && slices.Equal(s.who, other.who)
}

// sayingOf is what the column of reasons says of file i.
func (s *Screen) sayingOf(i int) saying {
	t := s.table
	if s.audience.ofOne() {
		k := s.audience.left
		switch c := t.cellAt(i, k); c.state {
		case never:
			return saying{why: t.short(c.why)}
		case some:
			lines, why, _ := strings.Cut(t.lostLines(i, k), ": ")
			return saying{own: "never " + lines, why: why}
		}
		return saying{}
	}

	_, _, groups := t.whyOf(i)
	if len(groups) == 0 {
		return saying{}
	}
	for k := range t.agents {
		own, why := t.whyParts(i, k)
		if t.whyShort(i, k) == groups[0].text {
			return saying{own, why, groups[0].agents}
		}
	}
	return saying{}
}
