package ignore

import (
	"slices"
	"unicode"
)

// A unit is what a pattern's "?" stands for: a byte for git and ripgrep, a UTF-16 code unit for JavaScript, a code
// point for fnmatch. All are held as runes.

// kind says what a node of a pattern matches.
type kind uint8

const (
	oneUnit   kind = iota // unit
	oneOf                 // one unit of set
	atBegin               // nothing, at the beginning of the text
	atEnd                 // nothing, at its end
	atWord                // nothing, where a word of [0-9A-Za-z_] begins or ends
	notAtWord             // nothing, where none does
	sequence              // kids, one after the other
	either                // one of kids
	anyTimes              // the first of kids, any number of times
	optional              // the first of kids, or nothing
	never                 // nothing at all: it does not match
)

// node is a part of a pattern.
type node struct {
	kind kind
	unit rune
	set  *set
	kids []node
}

func unitNode(u rune) node         { return node{kind: oneUnit, unit: u} }
func setNode(s *set) node          { return node{kind: oneOf, set: s} }
func seq(kids ...node) node        { return node{kind: sequence, kids: kids} }
func starOf(kid node) node         { return node{kind: anyTimes, kids: []node{kid}} }
func optionally(kids ...node) node { return node{kind: optional, kids: []node{seq(kids...)}} }

// The sets that most patterns have.
var (
	anyUnit  = setNode(&set{not: true})
	notSlash = setNode(&set{not: true, ranges: []span{{'/', '/'}}})
	slash    = unitNode('/')
)

// least is how many units a node matches at least.
func (n *node) least() (least int) {
	switch n.kind {
	case oneUnit, oneOf:
		return 1
	case sequence:
		for i := range n.kids {
			least += n.kids[i].least()
		}
	case either:
		for i := range n.kids {
			if l := n.kids[i].least(); i == 0 || l < least {
				least = l
			}
		}
	}

	return least
}

// beginsThere reports whether a pattern matches from the beginning of a text alone.
func (n *node) beginsThere() bool {
	return n.kind == atBegin || n.kind == sequence && len(n.kids) > 0 && n.kids[0].beginsThere()
}

// takesSlash reports whether a node may match a slash.
func (n *node) takesSlash() bool {
	switch n.kind {
	case oneUnit:
		return n.unit == '/'
	case oneOf:
		return n.set.has('/')
	}
	return slices.ContainsFunc(n.kids, func(kid node) bool { return kid.takesSlash() })
}

// span is a range of units, both ends included.
type span struct{ from, to rune }

// set is some units.
type set struct {
	ranges []span // sorted, and apart from each other, once tidy was called
	not    bool   // all units but these
	// fold: a unit is in the set where one is that JavaScript takes for the same in other case.
	fold bool
	// noSlash: "/" is not in the set, whatever the ranges say.
	noSlash bool
}

func (s *set) add(from, to rune) { s.ranges = append(s.ranges, span{from, to}) }

// tidy sorts and joins the ranges, so that a look-up takes a number of steps that hardly grows.
func (s *set) tidy() *set {
	slices.SortFunc(s.ranges, func(a, b span) int { return int(a.from - b.from) })
	kept := s.ranges[:0]
	for _, r := range s.ranges {
		if n := len(kept); n > 0 && r.from <= kept[n-1].to+1 {
			kept[n-1].to = max(kept[n-1].to, r.to)
			continue
		}
		kept = append(kept, r)
	}
	s.ranges = kept
	return s
}

func (s *set) has(u rune) bool {
	if s.noSlash && u == '/' {
		return false
	}
	if !s.fold {
		return s.lists(u) != s.not
	}

	folded := jsUpper(u)
	for other := u; ; {
		if jsUpper(other) == folded && s.lists(other) {
			return !s.not
		}
		other = unicode.SimpleFold(other)
		if other == u {
			return s.not
		}
	}
}

func (s *set) lists(u rune) bool {
	_, found := slices.BinarySearchFunc(s.ranges, u, func(r span, u rune) int {
		switch {
		case u < r.from:
			return 1
		case u > r.to:
			return -1
		}
		return 0
	})
	return found
}

// jsUpper is the unit that JavaScript's regular expressions compare in place of another one where case does not count.
func jsUpper(u rune) rune {
	up := unicode.ToUpper(u)
	if u >= 0x80 && up < 0x80 || u >= 0xD800 && u <= 0xDFFF || up > 0xFFFF {
		return u
	}
	return up
}
