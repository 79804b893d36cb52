package tui

import (
	"testing"

	"eyeline/tui/capture"
)

// Drawing a large output reads nothing: the screen is the same after its temporary file is closed.
func TestDrawingALargeOutputReadsNothing(t *testing.T) {
	path := written(t, "f.txt", numbered(100_000))
	onScreen(t, path, 80, 24, func(o *Options) {
		o.Request = o.Request.WithModeTool(0, "codex").Sized(100_000)
		o.Panes = "model"
	}, func(s *screen) {
		s.keys("type:90100", "G")
		before, out := s.text(), s.m.reading.out
		if out.Size() <= capture.Memory {
			t.Fatalf("%d bytes are kept in memory", out.Size())
		}
		s.has("L90100: ")
		if err := out.Close(); err != nil {
			t.Fatal(err)
		}
		s.m.invalidateRows()
		if after := s.text(); after != before {
			t.Errorf("the screen is now\n%s\nwas\n%s", after, before)
		}
	})
}
