package coverage

import "cmp"

// badness says what is to be said of a change; what is worse is greater.
type badness uint8

const (
	wasSent    badness = iota // what it replaced had been sent, or it replaced nothing
	notKnown                  // it is not known whether that had been sent, or what came of the call
	wasRefused                // it was asked for and not made
	wasBlind
)

func (c *Change) badness() badness {
	isUnplaced := len(c.LinesThen) == 0 && !c.Whole && !c.Deleted
	switch {
	case c.Failed:
		return wasRefused
	case c.IsBlind():
		return wasBlind
	case c.Pending || !c.IsKnown() || isUnplaced:
		return notKnown
	}
	return wasSent
}

// WentWrong reports whether the change was refused or blind.
func (c *Change) WentWrong() bool { return c.badness() >= wasRefused }

// CompareWorst is an order of changes with the worst first: those that are blind by how many lines of them are, those
// that were refused, those of which it is not known, and the others. It is 0 where two are alike.
func CompareWorst(a, b *Change) int {
	return cmp.Or(cmp.Compare(b.badness(), a.badness()), cmp.Compare(b.BlindCount(), a.BlindCount()))
}
