package loss

import (
	"context"
	"encoding/json"
	"errors"
	"io"
	"slices"

	"eyeline/reader/nextcalls"
	"eyeline/reader/tools"
	"eyeline/reader/window"
)

// RecoveringCall finds a call of the tool that returns what was lost: one that begins at its line, one for that line
// alone, one for its bytes, or one that lifts the tool's limits. A cut line must be complete; of a gap the beginning
// suffices. ok is false if there is no such call. least: try small reads first. The error is ctx's or that of reading.
func RecoveringCall(
	ctx context.Context, t *tools.Tool, env tools.Env, file string, l Loss, least bool,
) (args []byte, ok bool, err error) {
	for _, args := range callsFor(t, file, l, least) {
		r, err := t.Read(ctx, env, args)
		if _, ok := errors.AsType[*tools.Error](err); ok && !tools.Changed(err) {
			continue
		}
		if err != nil {
			return nil, false, err
		}

		stats, err := r.Render(ctx, io.Discard)
		w := r.Window
		if err = errors.Join(err, r.Close()); err != nil {
			return nil, false, err
		}
		if covers(w, l) && !lostAgain(l, stats) {
			return args, true, nil
		}
	}

	return nil, false, nil
}

// covers reports whether a window has what was lost: all of a cut line, the beginning of anything else.
func covers(w window.Window, l Loss) bool {
	return slices.ContainsFunc(w.Spans(), func(r window.Run) bool {
		return r.Start <= l.Start && l.Start < r.End && (l.Kind != Cut || l.End <= r.End)
	})
}

// callsFor returns the arguments of the calls to try.
func callsFor(t *tools.Tool, file string, l Loss, least bool) (calls []json.RawMessage) {
	for _, p := range t.Windows {
		if p.At == "" || p.Mode == tools.ModeBlock {
			continue
		}

		start := l.Line
		size := int64(1)
		if p.Mode == tools.ModeBytes {
			start = l.Start
			size = max(l.End-l.Start, 1)
		}

		sizes := []int64{0, size}
		if !p.Sizable() {
			sizes = sizes[:1]
		} else if least {
			slices.Reverse(sizes)
		}

		for _, size := range sizes {
			calls = append(calls, t.Call(p, file, nextcalls.CallValues(p, start, size)))
		}
	}

	for _, p := range t.Params {
		if p.Lifts {
			calls = append(calls, tools.BuildArgs(t, file, tools.Values{p.Flag: true}))
		}
	}

	return calls
}

// lostAgain reports whether an answer that covers a loss has the same loss.
func lostAgain(l Loss, s tools.Stats) bool {
	switch l.Kind {
	case Cut:
		return slices.ContainsFunc(s.Cuts, func(c tools.Cut) bool { return l.Start < c.End && c.Start < l.End })
	case Hole:
		return slices.ContainsFunc(s.Cuts, func(c tools.Cut) bool { return l.Start >= c.Start && l.Start < c.End })
	case Replaced:
		return s.Replaced > 0
	case Altered:
		return s.Altered[l.Alteration] > 0
	}

	return false
}
