package tui

import (
	"testing"

	"eyeline/tui/jobs"
)

// TestWhatRunsIsNotSaidToBeDone shows a filter and a search that have come to the end of the file but still run, and a
// filter beside a search that is over: each says how far it has come itself.
func TestWhatRunsIsNotSaidToBeDone(t *testing.T) {
	onScreen(t, sample(t), 120, 24, nil, func(s *screen) {
		s.keys("/", "type:err", "enter", "&", "type:err", "enter", "g")
		s.m.jobs.Start(jobs.Filter)
		s.has("filtering 99%…")
		s.m.jobs.End(jobs.Filter)
		s.m.jobs.Start(jobs.Search)
		s.has("searching ", "%…")
		s.lacks("searching 100%")
		s.m.jobs.End(jobs.Search)
		s.keys("&", "enter")
		s.m.jobs.Start(jobs.Filter)
		s.has("filtering…")
	})
}
