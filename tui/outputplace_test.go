package tui

import (
	"context"
	"testing"
)

// TestPlaceInAPageIsThePlace compares the places of lines of an output that its pane has with those that are looked for
// in the output, with every tool and while the panes are scrolled.
func TestPlaceInAPageIsThePlace(t *testing.T) {
	t.Parallel()
	onScreen(t, "harness_test.go", 130, 20, func(o *Options) { o.Panes = "both" }, func(s *screen) {
		found := 0
		for _, key := range []string{"J", "J", "J", "d", "t", "J", "tab", "J", "t", "d", "J", "u", "t", "J", "tab", "t", "J", "J"} {
			s.keys(key)
			r := s.m.file.Preview.Reading
			if r == nil || r.Out == nil {
				continue
			}
			for n := range int64(200) {
				off, ok := r.PlaceIn(s.m.file.Preview.Output(), n)
				if !ok {
					continue
				}
				want, err := r.PlaceOf(n)(context.Background())
				if err != nil || off != want {
					t.Fatalf("after %s line %d is at %d in the pane, and at %d (%v) in the output", key, n, off, want, err)
				}
				found++
			}
		}
		if found < 300 {
			t.Errorf("only %d lines were found in the pane", found)
		}
	})
}
