package preview

import (
	"context"

	"eyeline/reader/tools"
	"eyeline/reader/window"
	"eyeline/tui/screens/recordedrun"
)

// A file of a transcript is shown by the file screen too: the model pane shows the exact text of one recorded call in
// the place of what a tool gives, and nothing is read through a tool.

// IsRecorded reports whether the file belongs to a transcript.
func (p *base) IsRecorded() bool { return p.RecordedFile != nil }

// recordedCall returns a function that fills r with the call that is shown, in the place of a read through a tool.
func (p *base) recordedCall(r *Reading) func(context.Context) {
	s := p.RecordedFile
	r.From = p.raw().Snapshot()
	run := s.Run
	path := s.Path
	number := s.Call
	beforeCall := s.AsOf > 0
	row := s.Row()
	shown := s.Shown()
	ascii := p.opts.ASCII

	return func(ctx context.Context) {
		rc, out, err := run.Call(ctx, path, number, beforeCall)
		r.Failed = err
		if err == nil {
			r.fillRecorded(rc, out, row, shown)
		}
		r.frame(ctx, ascii)
	}
}

// recordedRuns returns which lines of the shown text a recorded call has, as runs of its output and of that text. row
// is that of [Reading.fillRecorded]. Of a file that is not there any more the lines are those of the call.
func recordedRuns(rc *recordedrun.Call, row func(int64) int64) (shown []tools.ShownRun, runs []window.Run) {
	exists := rc.Lines != nil
	for _, l := range rc.Placed.Lines {
		now := l.Now
		if !exists {
			now = l.Number
		}
		now = row(now)
		if now == 0 || l.Content < 0 {
			continue
		}

		if k := len(runs) - 1; k >= 0 {
			last := &shown[k]
			run := &runs[k]
			if l.Content == last.Content+last.Lines && now == run.Last+1 {
				last.Lines++
				run.Last++
				continue
			}
		}

		shown = append(shown, tools.ShownRun{Content: l.Content, Lines: 1, Number: l.Number})
		runs = append(runs, window.Run{First: now, Last: now})
	}

	return shown, runs
}
