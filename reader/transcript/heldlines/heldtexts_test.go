package heldlines

import (
	"math/rand/v2"
	"testing"
)

// TestHeldTexts: what is found with an index is what is found without one, and an index is made for many texts alone.
func TestHeldTexts(t *testing.T) {
	rng := rand.New(rand.NewPCG(13, 14))
	for range 300 {
		lines := make([]Line, rng.IntN(40))
		for i := range lines {
			lines[i] = Line{Number: int64(3 * (i + 1)), Hash: uint64(rng.IntN(30)), Trimmed: rng.IntN(3) == 0}
		}
		many := heldTexts{lines: lines}
		for n := range 4 * maxLooks {
			if (many.places != nil) != (n > maxLooks) {
				t.Fatalf("after %d texts: an index is there: %t", n, many.places != nil)
			}
			hash := textHash{uint64(rng.IntN(30)), uint64(rng.IntN(30))}
			few := heldTexts{lines: lines}
			wantFirst, want := few.find(hash)
			if first, count := many.find(hash); first != wantFirst || count != want {
				t.Fatalf("text %d: line %d of %d, want %d of %d", n, first, count, wantFirst, want)
			}
		}
	}
}
