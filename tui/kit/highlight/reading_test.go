package highlight

import (
	"context"
	"math/rand/v2"
	"os"
	"slices"
	"testing"

	"eyeline/reader/longtest"
)

// TestScrollingReadsLittle colours one window after the other, as scrolling does: what is read is not much more than
// the file, and the colours are those that a highlighter gives which reads for that window alone.
func TestScrollingReadsLittle(t *testing.T) {
	sample, err := os.ReadFile("highlight.go")
	if err != nil {
		t.Fatal(err)
	}
	data := build(rand.New(rand.NewPCG(3, 4)), string(sample), 2<<20) // larger than what is seen to its end
	starts := lineStarts(data)
	b := &counter{Bytes: file(data)}
	h := patient("main.go", data)
	const step, window = 40, 100
	last := 0
	lines := 4000
	if !longtest.IsRequested() {
		lines = 1000
	}
	for i := 0; i < lines; i += step {
		last = i + window
		res := settle(t, h, b, starts[i:last])
		if i%800 > 0 {
			continue
		}
		fresh, err := patient("main.go", data).Lines(context.Background(), file(data), 1, starts[i:last])
		if err != nil || fresh.More {
			t.Fatal("no exact colours", err)
		}
		for k := range res.Spans {
			if got, want := res.Spans[k], fresh.Spans[k]; !slices.Equal(got, want) {
				t.Fatalf("line %d is %v, not %v", i+k, got, want)
			}
		}
	}
	if read, most := b.read.Load(), 4*(starts[last]+lookAhead); read > most {
		t.Errorf("%d bytes were read for %d of the file", read, starts[last])
	}
}
