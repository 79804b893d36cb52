package tui

import (
	"eyeline/reader/tools"
	"eyeline/reader/window"
	"eyeline/tui/capture"
	"eyeline/tui/recorded"
)

// fill makes a recorded call the reading that the panes show. row gives the line of the shown text for a line of the file.
func (r *reading) fill(rc *recorded.Call, out *capture.Capture, row func(int64) int64) {
	r.recorded, r.out = rc, out
	r.win = window.Window{Kind: window.Slice, End: 1}
	r.stats = tools.Stats{Bytes: out.Total(), Lines: int64(len(rc.Placed.Lines))}
	exists := rc.Lines != nil
	for _, l := range rc.Placed.Lines {
		now := l.Now
		if !exists {
			now = l.Number
		}
		if now = row(now); now == 0 || l.Content < 0 {
			continue
		}
		if k := len(r.stats.Runs) - 1; k >= 0 {
			shown, run := &r.stats.Runs[k], &r.win.Runs[k]
			if l.Content == shown.Content+shown.Lines && now == run.Last+1 {
				shown.Lines++
				run.Last++
				continue
			}
		}
		r.stats.Runs = append(r.stats.Runs, tools.Shown{Content: l.Content, Lines: 1, Number: l.Number})
		r.win.Runs = append(r.win.Runs, window.Run{First: now, Last: now})
	}
	switch {
	case len(rc.Marked) > 0:
		r.firstLine = row(rc.Marked[0][0])
	case len(r.win.Runs) > 0:
		r.firstLine = r.win.Runs[0].First
	}
	if len(r.win.Runs) > 0 {
		r.win.First, r.win.Last = r.win.Runs[0].First, r.win.Runs[len(r.win.Runs)-1].Last
	}
}
