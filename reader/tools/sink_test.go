package tools_test

import (
	"io"
	"strings"
	"testing"

	"eyeline/reader/tools"
)

// What precedes a run on its line is counted also where the buffer was written out meanwhile.
func TestTextBeforeARunIsLongerThanTheBuffer(t *testing.T) {
	var out strings.Builder
	for name, w := range map[string]io.Writer{"read": &out, "discarded": io.Discard} {
		r := (&tools.Result{}).Content(nil, func(s *tools.Sink) {
			s.Str("one\n" + strings.Repeat("x", 100_000))
			s.BeginRun(1, true, 0)
		})
		stats, err := r.Render(t.Context(), w)
		if err != nil {
			t.Fatal(err)
		}
		if got := stats.Runs[0]; got.Content != 1 || got.Before != 100_000 {
			t.Errorf("%s: %+v", name, got)
		}
	}
}
