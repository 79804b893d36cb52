package recorded

import (
	"context"
	"slices"

	"eyeline/reader/transcript/coverage"
	"eyeline/reader/transcript/record"
	"eyeline/reader/transcript/report"
	"eyeline/reader/transcript/rerun"
	"eyeline/tui/capture"
)

// Call is a call of a transcript as it concerns one file.
type Call struct {
	Info   report.CallInfo
	Args   string // on one line, cut when it is long
	Placed coverage.Placement
	// Marked are the lines of the file as it is that the call gave or, if it is a change, made.
	Marked record.Ranges
	Same   rerun.Comparison
	// Compacted: a compaction was recorded after it.
	Compacted bool
	// Prefix is how many bytes of a line of the result are before the file's own text, by the index of the line.
	Prefix map[int64]int

	Coverage coverage.File        // of the file
	Lines    []coverage.LineState // of the file as it is; nil when it is not there
}

// argumentsShown is how many bytes of a call's arguments are shown.
const argumentsShown = 400

// Call reads one call of a file, by its number: what is known of it, and the exact text of its result, which must be
// closed.
func (r *Run) Call(ctx context.Context, path string, number int) (*Call, *capture.Capture, error) {
	r.mu.Lock()
	defer r.mu.Unlock()
	s := r.session
	c, err := r.call(number)
	if err != nil {
		return nil, nil, err
	}
	rc := &Call{}
	if rc.Info, err = report.Describe(s, c); err != nil {
		return nil, nil, err
	}
	if rc.Args, err = report.ArgumentsLine(s, c, argumentsShown); err != nil {
		return nil, nil, err
	}
	if rc.Placed, err = coverage.Place(ctx, s, r.root, c, path); err != nil {
		return nil, nil, err
	}
	if rc.Same, err = rerun.Compare(ctx, s, r.root, c); err != nil {
		return nil, nil, err
	}
	all, err := r.replay.Coverage(ctx, r.root)
	if err != nil {
		return nil, nil, err
	}
	if f := all.File(path); f != nil {
		rc.Coverage = *f
	}
	if rc.Lines, err = r.replay.Lines(ctx, r.root, path); err != nil {
		return nil, nil, err
	}
	rc.Compacted = slices.ContainsFunc(s.Compactions,
		func(one record.Compaction) bool { return one.Agent == c.Agent && one.After >= number })
	rc.Marked = rc.Placed.Now
	for _, change := range rc.Coverage.Changes {
		if change.Call == number {
			rc.Marked = change.Lines
		}
	}
	rc.Prefix = make(map[int64]int, len(rc.Placed.Lines))
	for _, l := range rc.Placed.Lines {
		if l.Content >= 0 {
			rc.Prefix[l.Content] = l.Prefix
		}
	}
	out := capture.New()
	if err := s.WriteText(out, c.Result); err != nil {
		_ = out.Close()
		return nil, nil, err
	}
	return rc, out, nil
}

// ShowsLine reports whether a line of the result, by its index, shows a line of the file.
func (rc *Call) ShowsLine(n int64) bool {
	_, ok := rc.Prefix[n]
	return ok
}
