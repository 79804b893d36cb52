package textview

import (
	"context"
	"time"

	tea "github.com/charmbracelet/bubbletea"

	"eyeline/reader/wait"
	"eyeline/tui/kit/jobs"
)

// Searching on in a stream: what has not been found in what has arrived is looked for in what comes.

const (
	// moreStep is how much must have arrived, in bytes, before it is searched, unless half as much again has, the
	// stream is over or nothing comes.
	moreStep = 1 << 20
	// moreIdle is how long nothing must come of a stream for the search to look above, and to end.
	moreIdle = time.Second
	morePoll = 20 * time.Millisecond
)

// searchArriving waits for more of the stream, and searches on in it from where the search began; where nothing more
// comes, round the end of what has come too.
func (s *searchPart) searchArriving() tea.Cmd {
	src := s.view.onScreen().Source()
	size := s.size
	return jobs.Ask(s.view.Jobs, jobs.AwaitMore, func(ctx context.Context) (idle bool) {
		last := size
		since := time.Now()
		for {
			if wait.For(ctx, morePoll) != nil {
				return false
			}

			snap := src.Snapshot()
			if snap.Complete || snap.Size-size >= max(moreStep, size/2) {
				return false
			}

			if snap.Size != last {
				last = snap.Size
				since = time.Now()
			} else if time.Since(since) >= moreIdle {
				return true
			}
		}
	}, func(idle bool) tea.Cmd {
		if idle {
			return s.findRound(s.from, s.to, s.n, true)
		}
		return s.Find(s.from, s.to, s.n)
	})
}
