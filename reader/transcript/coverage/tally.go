package coverage

// Tally counts changes by what is to be said of them.
type Tally struct {
	Made     int // with those that are blind or not known
	Blind    int
	NotKnown int
	Refused  int
}

// TallyOf counts changes. One whose result is not there yet is left out.
func TallyOf(edits []Edit) (t Tally) {
	for _, e := range edits {
		switch {
		case e.Failed:
			t.Refused++
			continue
		case e.Pending:
			continue
		case e.IsBlind():
			t.Blind++
		case !e.IsKnown():
			t.NotKnown++
		}

		t.Made++
	}

	return t
}
