package tui

import "testing"

// TestWhatRunsIsNotSaidToBeDone shows a filter and a search that have come to the end of the file but still run, and a
// filter beside a search that is over: each says how far it has come itself.
func TestWhatRunsIsNotSaidToBeDone(t *testing.T) {
	onScreen(t, sample(t), 120, 24, nil, func(s *screen) {
		s.keys("/", "type:err", "enter", "&", "type:err", "enter", "g")
		s.m.start(jobFilter)
		s.has("filtering 99%…")
		s.m.jobs.end(jobFilter)
		s.m.start(jobSearch)
		s.has("searching ", "%…")
		s.lacks("searching 100%")
		s.m.jobs.end(jobSearch)
		s.keys("&", "enter")
		s.m.start(jobFilter)
		s.has("filtering…")
	})
}
