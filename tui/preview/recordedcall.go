package preview

import (
	"context"
	"time"

	tea "github.com/charmbracelet/bubbletea"

	"eyeline/reader/tools"
	"eyeline/reader/window"
	"eyeline/tui/jobs"
	"eyeline/tui/recorded"
	"eyeline/tui/tooloutput"
)

// A file of a transcript is shown by the file screen too: the model pane shows the
// exact text of one recorded call in the place of what a tool gives, and nothing is read through a tool.

// readCall reads the call that is shown, in the place of a read through a tool.
func (p *Preview) readCall(then AfterRead) tea.Cmd {
	s := p.sent
	r := &Reading{Req: p.req, then: then, From: p.text.Doc().Raw().Snapshot()}
	run, path, number, row, ascii := s.Run, s.Path, s.Call, s.Row(), p.opts.ASCII
	return jobs.Ask(p.jobs, jobs.Read, func(ctx context.Context) *Reading {
		began := time.Now()
		rc, out, err := run.Call(ctx, path, number)
		if err != nil {
			r.Failed = err
		} else {
			r.fill(rc, out, row)
			r.Framed, r.Failed = tooloutput.Compose(ctx, out, r.Inserts(ascii))
		}
		if r.Failed != nil {
			r.Free()
			r.Out, r.Framed = nil, nil
		}
		r.took = time.Since(began)
		return r
	}, p.ShowReading)
}

// fill makes a recorded call the reading that the panes show. row gives the line of the shown text for a line of the
// file.
func (r *Reading) fill(rc *recorded.Call, out *tooloutput.Capture, row func(int64) int64) {
	r.Recorded, r.Out = rc, out
	r.Win = window.Window{Kind: window.Slice, End: 1}
	r.Stats = tools.Stats{Bytes: out.Total(), Lines: int64(len(rc.Placed.Lines))}
	exists := rc.Lines != nil
	for _, l := range rc.Placed.Lines {
		now := l.Now
		if !exists {
			now = l.Number
		}
		if now = row(now); now == 0 || l.Content < 0 {
			continue
		}
		if k := len(r.Stats.Runs) - 1; k >= 0 {
			shown, run := &r.Stats.Runs[k], &r.Win.Runs[k]
			if l.Content == shown.Content+shown.Lines && now == run.Last+1 {
				shown.Lines++
				run.Last++
				continue
			}
		}
		r.Stats.Runs = append(r.Stats.Runs, tools.Shown{Content: l.Content, Lines: 1, Number: l.Number})
		r.Win.Runs = append(r.Win.Runs, window.Run{First: now, Last: now})
	}
	switch {
	case len(rc.Marked) > 0:
		r.FirstLine = row(rc.Marked[0][0])
	case len(r.Win.Runs) > 0:
		r.FirstLine = r.Win.Runs[0].First
	}
	if len(r.Win.Runs) > 0 {
		r.Win.First, r.Win.Last = r.Win.Runs[0].First, r.Win.Runs[len(r.Win.Runs)-1].Last
	}
}
