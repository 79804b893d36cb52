package tui

import (
	"testing"

	"eyeline/tui/kit/jobs"
)

// TestWhatRunsIsNotSaidToBeDone shows a filter and a search that have come to the end of the file but still run, and a
// filter beside a search that is over: each says how far it has come itself.
func TestWhatRunsIsNotSaidToBeDone(t *testing.T) {
	t.Parallel()
	onScreen(t, sample(t), 120, 24, nil, func(s *screen) {
		s.keys("/", "type:err", "enter", "&", "type:err", "enter", "g")
		s.m.file.Text.Jobs.Start(jobs.Filter)
		s.has("filtering 99%…")
		s.m.file.Text.Jobs.End(jobs.Filter)
		s.m.file.Text.Jobs.Start(jobs.Search)
		s.has("searching ", "%…")
		s.lacks("searching 100%")
		s.m.file.Text.Jobs.End(jobs.Search)
		s.keys("&", "enter")
		s.m.file.Text.Jobs.Start(jobs.Filter)
		s.has("filtering…")
	})
}

// TestTheKeyOfAListIsSaidAt40Columns: which key takes a row is said before how many lines are marked.
func TestTheKeyOfAListIsSaidAt40Columns(t *testing.T) {
	t.Parallel()
	onScreen(t, written(t, "f.txt", numbered(300)), 40, 8, nil, func(s *screen) {
		s.keys("V", "j", "S")
		s.later()
		s.has("Enter take", "? help")
	})
}
