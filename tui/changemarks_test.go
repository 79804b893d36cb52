package tui

import (
	"fmt"
	"testing"

	"eyeline/reader/source/revision"
	"eyeline/tui/kit/jobs"
)

// withChanges gives the screen change marks that no git was asked for.
func withChanges(s *screen) {
	s.m.opts.Changes.Marks = "auto"
	changes := s.m.file.Text.Changes
	changes.Begun, changes.Known, changes.Why = true, true, ""
	changes.List = []revision.Change{
		{Kind: revision.Changed, First: 3, Last: 4}, {Kind: revision.Added, First: 20, Last: 21},
	}
}

// TestChangeKeys goes from change to change on a screen, and marks are in the gutter.
func TestChangeKeys(t *testing.T) {
	t.Parallel()
	text := ""
	for i := range 60 {
		text += fmt.Sprintf("line %d\n", i+1)
	}
	onScreen(t, written(t, "f.txt", text), 90, 12, func(o *Options) { o.Changes.Base = "HEAD" }, func(s *screen) {
		s.keys("B")
		s.m.file.Text.Jobs.End(jobs.Marks)
		s.m.file.Text.Changes.Begun, s.m.file.Text.Changes.Known, s.m.file.Text.Changes.Why = true, true, ""
		s.m.file.Text.Changes.List = []revision.Change{{Kind: revision.Changed, First: 3, Last: 4}, {Kind: revision.Deleted, First: 30, Last: 30}, {Kind: revision.Added, First: 50, Last: 52}}
		s.keys("j", "k")
		s.has("3~│ line 3", "4~│ line 4", "5 │ line 5")
		at := func(want int64) {
			t.Helper()
			if l, _ := s.m.file.Text.File.CursorLine(); l.Number != want {
				t.Errorf("at line %d, not %d", l.Number, want)
			}
		}
		s.keys(".")
		at(3)
		s.keys("2", ".")
		at(50)
		s.has("50+│ line 50")
		s.keys(".")
		s.has("no further change")
		s.keys(",")
		at(30)
		s.has("30_│ line 30")
		s.keys(",", ",")
		s.has("no change before this line")
		at(3)
	})
}
