// Package editcount, which changes without notice, counts the changes of a run by what is to be said of them.
package editcount

import "eyeline/reader/transcript/coverage"

// Count is how many changes a run made.
type Count struct {
	Made     int // with those that are blind or not known
	Blind    int
	NotKnown int
	Refused  int
}

// Of counts changes. It leaves out a change whose result is not there yet.
func Of(edits []coverage.Edit) (n Count) {
	for _, e := range edits {
		switch {
		case e.Failed:
			n.Refused++
			continue
		case e.Pending:
			continue
		case e.IsBlind():
			n.Blind++
		case !e.IsKnown():
			n.NotKnown++
		}

		n.Made++
	}

	return n
}
