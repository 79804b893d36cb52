package main

import (
	"cmp"
	"context"
	"slices"
	"time"
)

// timed runs one thing once and says how long it took.
type timed func(ctx context.Context) (time.Duration, error)

// pair is what two things took, run in turns.
type pair struct {
	ours, peer time.Duration // medians
	ratio      float64       // median of ours ÷ peer, round by round
}

// compare runs both once to warm up, then n times in turns, the first of each round changing, so that whatever else the
// machine does falls on both. A nil peer is not run; its figures are 0.
func compare(ctx context.Context, n int, ours, peer timed) (pair, error) {
	var a, b []time.Duration
	var ratios []float64
	for i := -1; i < n; i++ {
		var took [2]time.Duration
		for turn := range 2 {
			which := (turn + i + 1) % 2
			run := ours
			if which == 1 {
				run = peer
			}
			if run == nil {
				continue
			}
			var err error
			if took[which], err = run(ctx); err != nil {
				return pair{}, err
			}
		}
		if i < 0 {
			continue
		}
		a = append(a, took[0])
		if peer != nil {
			b = append(b, took[1])
			ratios = append(ratios, float64(took[0])/float64(max(took[1], 1)))
		}
	}
	return pair{ours: median(a), peer: median(b), ratio: median(ratios)}, nil
}

// median is the middle value, the lower one of two, and 0 of none.
func median[T cmp.Ordered](values []T) T {
	if len(values) == 0 {
		var zero T
		return zero
	}
	sorted := slices.Sorted(slices.Values(values))
	return sorted[(len(sorted)-1)/2]
}
