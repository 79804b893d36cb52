package loss

import (
	"context"
	"errors"
	"io"
	"slices"

	"eyeline/reader/nextcalls"
	"eyeline/reader/tools"
)

// Regained finds a call of the tool that gives what a loss took away: one that begins at its line, one for that line
// alone, or one for its bytes. line is the number of its line, from 1. ok is false when no such call does. Errors are
// those of ctx and of reading.
func Regained(
	ctx context.Context, t *tools.Tool, env tools.Env, file string, l Loss, line int64,
) (args []byte, ok bool, err error) {
	for _, p := range t.Places {
		for _, values := range callsFor(t, p, l, line) {
			args := t.Call(p, file, values)
			r, err := t.Read(ctx, env, args)
			var refusal *tools.Error
			if errors.As(err, &refusal) && !tools.Changed(err) {
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
			if w.Covers(l.Start) && !lostAgain(l, stats) {
				return args, true, nil
			}
		}
	}
	return nil, false, nil
}

// callsFor are the arguments of the calls to try in a mode.
func callsFor(t *tools.Tool, p tools.Place, l Loss, line int64) []tools.Values {
	if p.At == "" || p.Mode == tools.ModeBlock {
		return nil
	}
	start, size := line, int64(1)
	if p.Mode == tools.ModeBytes {
		start, size = l.Start, max(l.End-l.Start, 1)
	}
	calls := []tools.Values{nextcalls.CallValues(t, p, start, 0)}
	if p.Sizable() {
		calls = append(calls, nextcalls.CallValues(t, p, start, size))
	}
	return calls
}

// lostAgain reports whether an answer that covers a loss has it, too.
func lostAgain(l Loss, s tools.Stats) bool {
	switch l.Kind {
	case Cut, Hole:
		return slices.ContainsFunc(s.Cuts, func(c tools.Cut) bool { return l.Start >= c.Start && l.Start < c.End })
	case Replaced:
		return s.Replaced > 0
	case Altered:
		return s.Altered[l.Alteration] > 0
	}
	return false
}
