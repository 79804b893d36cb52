package preview

import (
	"testing"

	"eyeline/reader/loss"
)

// TestAHoleThatCallsFillForTheMostPart: a seam says of it "not sent yet", so that no call gives it would be wrong.
func TestAHoleThatCallsFillForTheMostPart(t *testing.T) {
	l := lossesPart{asked: &asked{Reading: &Reading{}}}
	const said = "L21: 60,000 bytes left out here; no call of  gives "
	for whole, want := range map[bool]string{true: said + "all of it", false: said + "it"} {
		l.asked.Reading.whole = whole
		if got := l.words(foundLoss{line: 21, loss: loss.Loss{Kind: loss.Hole, Start: 100, End: 60_100}}); got != want {
			t.Errorf("%q, not %q", got, want)
		}
	}
}
