package linesearch_test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"testing"
	"time"

	"eyeline/reader/search"
	"eyeline/reader/source"
	"eyeline/tui/file/linesearch"
)

// compiled is a pattern that is a text.
func compiled(t *testing.T, text string) *search.Pattern {
	t.Helper()
	p, err := search.Compile(text, search.Options{Case: search.MatchCase})
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// run is a filter that has gone through all of a text.
func run(t *testing.T, b source.Bytes, terms ...search.Term) *search.Filter {
	t.Helper()
	f := search.NewFilter(terms...)
	if err := f.Run(t.Context(), b); err != nil {
		t.Fatal(err)
	}
	return f
}

// TestAgainstAll looks for each "x" of random texts, in all lines and in those that a filter lets through, and compares
// what is found with a list of all of them.
func TestAgainstAll(t *testing.T) {
	random := rand.New(rand.NewPCG(5, 6))
	for range 150 {
		text := make([]byte, random.IntN(80))
		for i := range text {
			text[i] = "x.k\n"[random.IntN(4)]
		}
		b := source.View(bytes.NewReader(text), int64(len(text)))
		for _, filtered := range []bool{false, true} {
			lines := linesearch.Lines{Finder: search.NewFinder(compiled(t, "x")), Bytes: b}
			if filtered {
				lines.Filter = run(t, b, search.Term{Pattern: compiled(t, "k")})
			}
			var all []int64 // where the matches are that are to be found
			at := int64(0)
			for line := range bytes.Lines(text) {
				for i, c := range line {
					if c == 'x' && (!filtered || bytes.IndexByte(line, 'k') >= 0) {
						all = append(all, at+int64(i))
					}
				}
				at += int64(len(line))
			}
			for from := range int64(len(text)) + 1 {
				for n := int64(1); n <= 3; n++ {
					for _, dir := range []search.Direction{search.Forward, search.Backward} {
						for _, goRound := range []bool{false, true} {
							want, wrapped := nth(all, from, dir, n, goRound)
							r := lines.Nth(t.Context(), from, dir, n, goRound)
							if r.Err != nil || r.OK != (want >= 0) ||
								r.OK && (r.Match.Start != want || r.Wrapped != wrapped) ||
								r.Onward == goRound ||
								r.Dir != dir {
								t.Fatalf(
									"%q, filtered %v, match %d from %d, direction %d, round %v: "+
										"%+v, want %d, wrapped %v",
									text,
									filtered,
									n,
									from,
									dir,
									goRound,
									r,
									want,
									wrapped,
								)
							}
						}
					}
				}
			}
		}
	}
}

// nth is the n-th of rising offsets from a place, -1 without one, and whether it was gone round the end.
func nth(all []int64, from int64, dir search.Direction, n int64, goRound bool) (at int64, wrapped bool) {
	for range n {
		at = -1
		for _, x := range all {
			switch {
			case dir == search.Forward && x >= from && at < 0:
				at = x
			case dir == search.Backward && x < from:
				at = x
			}
		}
		if at < 0 && goRound && len(all) > 0 {
			wrapped = true
			at = all[0]
			if dir == search.Backward {
				at = all[len(all)-1]
			}
		}
		if at < 0 {
			return -1, wrapped
		}
		from = at
		if dir == search.Forward {
			from++
		}
	}
	return at, wrapped
}

// TestWaitsForTheFilter: where the filter has not come to a match yet, the search waits for it; it ends with its own
// context, and takes what there is once the filter has ended.
func TestWaitsForTheFilter(t *testing.T) {
	var text bytes.Buffer
	for i := range 100 {
		fmt.Fprintf(&text, "x %d\n", i)
	}
	b := source.View(bytes.NewReader(text.Bytes()), int64(text.Len()))
	running, end := context.WithCancel(t.Context())
	defer end()
	filter := search.NewFilter(search.Term{Pattern: compiled(t, "x 7")})
	lines := linesearch.Lines{Finder: search.NewFinder(compiled(t, "x")), Bytes: b, Filter: filter, Running: running}
	ctx, stop := context.WithTimeout(t.Context(), 20*time.Millisecond)
	defer stop()
	if r := lines.Nth(ctx, 0, search.Forward, 1, true); !errors.Is(r.Err, context.DeadlineExceeded) || r.OK {
		t.Errorf("it does not wait: %+v", r)
	}
	found := make(chan linesearch.Result, 1)
	go func() { found <- lines.Nth(t.Context(), 0, search.Forward, 2, false) }()
	if err := filter.Run(t.Context(), b); err != nil {
		t.Fatal(err)
	}
	if r := <-found; r.Err != nil || !r.OK || r.Match.LineStart != int64(bytes.Index(text.Bytes(), []byte("x 70\n"))) {
		t.Errorf("the second line that is let through: %+v", r)
	}
	lines.Filter = search.NewFilter(search.Term{Pattern: compiled(t, "x 7")})
	end()
	if r := lines.Nth(t.Context(), 0, search.Forward, 1, true); r.Err != nil || r.OK {
		t.Errorf("of a filter that has ended with nothing: %+v", r)
	}
}
