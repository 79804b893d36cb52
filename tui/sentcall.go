package tui

import (
	"context"
	"errors"
	"slices"

	"eyeline/reader/tools"
	"eyeline/reader/transcript"
	"eyeline/reader/window"
	"eyeline/tui/capture"
)

// recordedCall is a call of a transcript as it concerns one file.
type recordedCall struct {
	info   transcript.CallInfo
	args   string // on one line, cut when it is long
	placed transcript.Placed
	// marked are the lines of the file as it is that the call gave or, if it is a change, made.
	marked []transcript.Range
	same   transcript.SameNow
	before bool          // a compaction was recorded after it
	prefix map[int64]int // bytes before the file's own text, by the 0-based line of the result

	file  transcript.FileCoverage
	lines []transcript.LineState // of the file as it is; nil when it is not there
}

// argumentsShown is how many bytes of a call's arguments are shown.
const argumentsShown = 400

var errCallGone = errors.New("the call is no longer in the transcript")

// call reads one call of a file: its exact text, and what is known of it.
func (r *run) call(ctx context.Context, path string, number int) (*recordedCall, *capture.Capture, error) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.session == nil {
		return nil, nil, errRunClosed
	}
	s := r.session
	c := s.Call(number)
	if c == nil {
		return nil, nil, errCallGone
	}
	rc := &recordedCall{}
	var err error
	if rc.info, err = s.Info(c); err != nil {
		return nil, nil, err
	}
	if rc.args, err = s.ArgumentsText(c, argumentsShown); err != nil {
		return nil, nil, err
	}
	if rc.placed, err = s.Placed(ctx, r.root, c, path); err != nil {
		return nil, nil, err
	}
	if rc.same, err = s.SameNow(ctx, r.root, c); err != nil {
		return nil, nil, err
	}
	coverage, err := r.replay.Coverage(ctx, r.root)
	if err != nil {
		return nil, nil, err
	}
	if i := slices.IndexFunc(coverage.Files, func(f transcript.FileCoverage) bool { return f.Path == path }); i >= 0 {
		rc.file = coverage.Files[i]
	}
	if rc.lines, err = r.replay.Lines(ctx, r.root, path); err != nil {
		return nil, nil, err
	}
	rc.before = slices.ContainsFunc(s.Compactions, func(one transcript.Compaction) bool { return one.Agent == c.Agent && one.After >= number })
	rc.marked = rc.placed.Now
	for _, change := range rc.file.Changes {
		if change.Call == number {
			rc.marked = change.Lines
		}
	}
	rc.prefix = make(map[int64]int, len(rc.placed.Lines))
	for _, l := range rc.placed.Lines {
		if l.Content >= 0 {
			rc.prefix[l.Content] = l.Prefix
		}
	}
	out := capture.New()
	if err := s.WriteText(out, c.Result); err != nil {
		_ = out.Close()
		return nil, nil, err
	}
	return rc, out, nil
}

// fill makes a call the reading that the panes show. row gives the line of the shown text for a line of the file.
func (rc *recordedCall) fill(r *reading, out *capture.Capture, row func(int64) int64) {
	r.recorded, r.out = rc, out
	r.win = window.Window{Kind: window.Slice, End: 1}
	r.stats = tools.Stats{Bytes: out.Total(), Lines: int64(len(rc.placed.Lines))}
	exists := rc.lines != nil
	for _, l := range rc.placed.Lines {
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
	case len(rc.marked) > 0:
		r.firstLine = row(rc.marked[0][0])
	case len(r.win.Runs) > 0:
		r.firstLine = r.win.Runs[0].First
	}
	if len(r.win.Runs) > 0 {
		r.win.First, r.win.Last = r.win.Runs[0].First, r.win.Runs[len(r.win.Runs)-1].Last
	}
}

// showsLine reports whether line n of the result, 0-based, shows a line of the file.
func (rc *recordedCall) showsLine(n int64) bool {
	_, ok := rc.prefix[n]
	return ok
}
