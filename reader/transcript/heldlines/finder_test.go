package heldlines

import (
	"math/rand/v2"
	"testing"
)

// What is found with an index is what is found without one.
func TestFinder(t *testing.T) {
	rng := rand.New(rand.NewPCG(11, 12))
	word := func(most int) string {
		b := make([]byte, rng.IntN(most))
		for i := range b {
			b[i] = "ab\n"[rng.IntN(3)]
		}
		return string(b)
	}
	found := 0
	for range 2000 {
		f := finder{all: word(40)}
		f.asked = fewTexts
		for range 10 {
			text := "a" + word(6)
			plain := finder{all: f.all}
			first, ok := plain.line(text)
			if n, yes := f.line(text); n != first || yes != ok {
				t.Fatalf("%q in %q: %d, %t, not %d, %t", text, f.all, n, yes, first, ok)
			}
			if ok {
				found++
			}
		}
	}
	if found < 1000 {
		t.Errorf("only %d texts were there", found)
	}
}
