package check

import (
	"context"
	"encoding/json"
	"errors"
	"io"

	"eyeline/reader/loss"
	"eyeline/reader/nextcalls"
	"eyeline/reader/source"
	"eyeline/reader/tools"
	"eyeline/reader/window"
)

// onward is what it takes to read a file on to its end, as the tool's own answers say, a refusal counted as a call.
type onward struct {
	calls, allSent int64 // calls, and the bytes of the file that they give, those given twice counted twice
	tokens         int64 // of these, estimated; the collector knows them
	guessed        bool  // not all calls were made, so that the numbers are inferred
	ends           bool  // no answer names a further call although the file goes on
	// skipped are the bytes that none of the calls gives: left out, or cut out of lines of those that were rendered.
	skipped int64
	gap     loss.Loss // the first of these; no bytes without one
	unread  bool      // no other call that is known of the tool gives its first byte either
}

// maxReadOn is how large a file is read on at most, in bytes; of a larger one the further calls are estimated from the
// first, since some tools look through all of the file each time.
const maxReadOn = 256 << 20

// budgetOf is how many calls of a tool are rendered to read a file on, and what is done to count the further ones: as
// much as in the viewer where most people run the tool, nothing elsewhere. Those that are not made are estimated.
func budgetOf(t *tools.Tool) (rendered int64, counted nextcalls.Budget) {
	if t.Origin.Use != tools.Current {
		return 2, nextcalls.Budget{}
	}
	return 4, nextcalls.UsualBudget
}

// given is what calls give of a file together.
type given struct {
	set window.Set // without what is cut out of lines
	cut int64      // bytes that are cut out at places that are not named
}

// add adds the runs and cuts of one call's window.
func (g *given) add(w window.Window, stats tools.Stats) {
	var ranges [][2]int64
	named := int64(0) // bytes of the window that are cut at places that are named
	for _, run := range w.Spans() {
		at := run.Start
		for _, c := range stats.Cuts {
			if c.Start < run.End && c.End > at {
				ranges = append(ranges, [2]int64{at, max(c.Start, at)})
				named += min(c.End, run.End) - max(c.Start, at)
				at = c.End
			}
		}

		ranges = append(ranges, [2]int64{at, max(run.End, at)})
	}

	g.cut += stats.CutBytes - named
	g.set.AddRanges(ranges)
}

// readOn follows the calls that an agent makes to read a file whole, from the one after the first. The text begins
// at a byte of the file.
func (r *read) readOn(ctx context.Context, env tools.Env, b source.Bytes, begin int64, next json.RawMessage) error {
	var steps nextcalls.Steps
	var all given
	steps.Take(r.window)

	for _, m := range steps.Missing(begin, b.Size()) {
		r.missing = append(r.missing, window.Run{Start: m[0], End: m[1]})
	}

	all.add(r.window, r.stats)
	for next != nil && steps.CallsMade() < r.rendered && b.Size() <= maxReadOn {
		one, err := r.tool.Read(ctx, env, next)
		if err != nil {
			if _, refused := refusal(err); refused {
				next = nil
				break
			}
			return err
		}

		stats, err := one.Render(ctx, io.Discard)
		if err = errors.Join(err, one.Close()); err != nil {
			return err
		}

		next = one.NextArgs
		if !steps.Take(one.Window) {
			next = nil // it does not read on
			break
		}

		r.allSent += loss.AccountOf(one, stats).Given()
		all.add(one.Window, stats)
	}

	if cuts := r.stats.Cuts; len(cuts) > 0 {
		r.regained = len(all.set.Missing(cuts[0].Start, cuts[0].End)) == 0
	}

	cut := steps.Covered() - all.set.Covered() + all.cut
	if err := r.count(ctx, env, &steps, next, b.Size()); err != nil {
		return err
	}

	for _, m := range steps.Missing(begin, b.Size()) {
		if m[1] > steps.Last() && r.guessed {
			break // calls follow that were not made
		}
		if r.gap.Bytes() == 0 {
			r.gap = loss.Loss{Kind: loss.Hole, Start: m[0], End: m[1]}
		}

		r.skipped += m[1] - m[0]
		r.ends = m[1] == b.Size()
	}

	r.skipped += cut
	return nil
}

// locate finds the lines that the first read of a text leaves out, and whether any call gives what those that read on
// leave out.
func (r *read) locate(ctx context.Context, env tools.Env, file string, t *text) error {
	for i := range r.missing {
		h := &r.missing[i]
		var err error
		if h.First, err = t.LineAt(ctx, h.Start); err != nil {
			return err
		}
		if h.Last, err = t.LineAt(ctx, h.End-1); err != nil {
			return err
		}

		h.Last = min(h.Last, t.Lines)
	}

	err := loss.LinesOutside(t.Bytes, r.missing)
	if err != nil || r.gap.Bytes() == 0 {
		return err
	}
	if r.gap.Line, err = t.LineAt(ctx, r.gap.Start); err != nil {
		return err
	}

	_, ok, err := loss.RecoveringCall(ctx, r.tool, env, file, r.gap, true)
	r.unread = !ok
	return err
}

// count counts the calls of a walk: next is the first that is not rendered. What the others give is estimated from
// those that were.
func (r *read) count(
	ctx context.Context, env tools.Env, made *nextcalls.Steps, next json.RawMessage, size int64,
) error {
	rendered := made.CallsMade()
	covered := made.Covered()
	left, estimated, err := r.counted.Left(ctx, r.tool, env, made, next, size)
	r.calls = rendered + left
	r.guessed = estimated

	if left > 0 && covered > 0 {
		r.allSent = int64(float64(r.allSent) * float64(size) / float64(covered))
	}

	return err
}
