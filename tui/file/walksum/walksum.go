// Package walksum, which changes without notice, adds up what the calls of a walk through a file lose of the lines that
// they give.
package walksum

import (
	"eyeline/reader/tools"
	"eyeline/tui/file/preview"
)

// Sum adds up what the calls of a walk cut, replace or alter in the lines that they give.
type Sum struct {
	tools.Stats
	Last *preview.Reading // the last call that was not refused; nil for none
}

// Add adds what one call of the walk loses. Of lines that more than one call gives, the larger count stays.
func (s *Sum) Add(r *preview.Reading) {
	again := s.Last != nil && (len(r.Window.Spans()) > 1 || r.Window.Start < s.Last.Window.End)
	more := func(sum, n int64) int64 {
		if again {
			return max(sum, n) // of lines that more than one call gives
		}
		return sum + n
	}

	s.Cut += r.CutInside()
	s.CutBytes += r.Stats.CutBytes
	s.Replaced = more(s.Replaced, r.Stats.Replaced)

	for kind, n := range r.Stats.Altered {
		s.Altered[kind] = more(s.Altered[kind], n)
	}

	if r.Refused == "" {
		s.Last = r
	}
}
