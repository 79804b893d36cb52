package ignore

import (
	"cmp"
	"slices"
	"unicode"
)

// A unit is what "?" matches: a byte for git and ripgrep, a UTF-16 code unit for JavaScript, a code point for fnmatch.
// All are represented as runes.

// kind is what a node matches.
type kind uint8

const (
	oneUnit   kind = iota // unit
	oneOf                 // one unit of set
	atBegin               // the beginning of the text
	atEnd                 // the end of the text
	atWord                // a boundary of a word of [0-9A-Za-z_]
	notAtWord             // any other position
	sequence              // kids in sequence
	either                // one of kids
	anyTimes              // the first of kids, any number of times
	optional              // the first of kids, or nothing
	never                 // nothing: it fails
)

// node is a node of a pattern's tree.
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

// Nodes that most patterns have.
var (
	anyUnit  = setNode(&set{not: true})
	notSlash = setNode(&set{not: true, ranges: []span{{'/', '/'}}})
	slash    = unitNode('/')
)

// least returns the least number of units that a node matches.
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

// beginsThere reports whether a pattern can only match at the beginning of a text.
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

// set is a set of units.
type set struct {
	ranges []span // sorted and not touching after tidy
	not    bool   // the complement
	// fold: JavaScript's case folding applies.
	fold bool
	// noSlash: "/" is not in the set, whatever the ranges say.
	noSlash bool
}

func (s *set) add(from, to rune) { s.ranges = append(s.ranges, span{from, to}) }

// tidy sorts and merges the ranges, for binary search.
func (s *set) tidy() *set {
	slices.SortFunc(s.ranges, func(a, b span) int { return cmp.Compare(a.from, b.from) })
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

// jsUpper returns the unit that JavaScript's regular expressions compare when they ignore case.
func jsUpper(u rune) rune {
	up := unicode.ToUpper(u)
	if u >= 0x80 && up < 0x80 || u >= 0xD800 && u <= 0xDFFF || up > 0xFFFF {
		return u
	}
	return up
}
