package terminal

import (
	"math/rand/v2"
	"slices"
	"testing"
)

// TestScrollFoundIsTheBest compares the movement that is found with all that there are: none puts more rows right.
func TestScrollFoundIsTheBest(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	scrolled := 0
	for range 3000 {
		have := make([]uint64, 3+r.IntN(30))
		for i := range have {
			have[i] = r.Uint64N(40)
		}
		want := slices.Clone(have)
		by := r.IntN(len(have)) - len(have)/2
		for i := range want {
			if j := i + by; j >= 0 && j < len(have) {
				want[i] = have[j]
			}
			if r.IntN(6) == 0 {
				want[i] = r.Uint64N(40)
			}
		}
		from, to, changed := -1, 0, 0 // the rows that differ
		for i := range want {
			if want[i] != have[i] {
				if from < 0 {
					from = i
				}
				to = i + 1
				changed++
			}
		}
		if changed < leastMoved {
			continue
		}
		most := leastMoved - 1
		for n := 1 - to; n < to; n++ {
			if _, gain := measure(have[:to], want[:to], from, n); n != 0 {
				most = max(most, gain)
			}
		}
		found, ok := findScroll(have, want, scroll{})
		gain := leastMoved - 1
		if ok {
			gain, _ = found.gain(have, want)
			scrolled++
		}
		if gain != most {
			t.Fatalf("from %v to %v: %+v puts %d rows right, not %d", have, want, found, gain, most)
		}
	}
	if scrolled < 1000 {
		t.Errorf("only %d movements were found", scrolled)
	}
}
