package check

import (
	"context"
	"encoding/json"
	"errors"
	"io"
	"slices"

	"eyeline/reader/loss"
	"eyeline/reader/nextcalls"
	"eyeline/reader/source"
	"eyeline/reader/tools"
	"eyeline/reader/tools/textfile"
	"eyeline/reader/window"
)

// state is what the first read gives of a file.
type state uint8

const (
	stateWhole state = iota
	stateCut
	statePartial
	stateNotText
	stateRefused
)

// read is what a tool gives of a file.
type read struct {
	tool  *tools.Tool
	state state
	words string // a refusal, or what the model gets instead of text

	window window.Window
	stats  tools.Stats
	silent bool
	// outline: the model gets an outline of the file, or another text that the tool makes of it.
	outline bool
	sent    int64 // bytes of the file that are in the content
	lines   int64 // lines of the file that are in the content, whole or cut

	// What it takes to read on to the end: calls, bytes and lines of all contents. guessed: not all calls were made, so
	// that their number is inferred. ends: no call goes on although the file does.
	calls, allBytes, allLines int64
	guessed, ends             bool
	skipped                   int64 // bytes that none of the calls gives although they reach the end of the file
	// regained: another call gives the bytes that the first cut line lost.
	regained bool
}

// mostCalls is how many calls of one tool are rendered to read a file on; what more give is estimated.
const mostCalls = 4

// mostReadOn is how large a file is read on at most, in bytes; of a larger one the further calls are estimated from the
// first, since some tools look through all of the file each time.
const mostReadOn = 256 << 20

// readFile makes a tool's default read of a file, and reads on. The error is the context's, or a *tools.Error that says
// that the file has changed.
func readFile(ctx context.Context, t *tools.Tool, env tools.Env, file string, b source.Bytes) (read, error) {
	out := read{tool: t, calls: 1}
	args := tools.BuildArgs(t, file, t.Default)
	r, err := t.Read(ctx, env, args)
	if err != nil {
		var refused bool
		if out.words, refused = refusal(err); refused {
			out.state = stateRefused
			return out, nil
		}
		return out, err
	}
	defer r.Close()
	if out.stats, err = r.Render(ctx, io.Discard); err != nil {
		return out, err
	}
	out.window, out.silent = r.Window, r.Silent
	out.allBytes, out.allLines = out.stats.Bytes, out.stats.Lines
	switch {
	case r.Kind != "":
		out.state, out.words = stateNotText, r.Instead
		return out, nil
	case b.Size() > 0 && len(r.Window.Spans()) == 0 && r.NextArgs == nil &&
		(r.Window.Kind == window.Notice || r.Window.Kind == window.Outline):
		out.state, out.words = stateNotText, "the model gets a text that the tool makes of the file or says about it"
		out.outline = r.Window.Kind == window.Outline
		return out, nil
	}
	covered := coveredBytes(r.Window.Spans())
	out.sent = covered - cutWithin(r.Window.Spans(), out.stats)
	if covered+skippedMark(b, r.Window) < b.Size() {
		out.state = statePartial
		if err := out.readOn(ctx, env, b, args, r.NextArgs); err != nil {
			return out, err
		}
	} else if out.stats.Cut > 0 {
		out.state = stateCut
	}
	if out.stats.Cut > 0 && !out.regained {
		return out, out.regain(ctx, env, file)
	}
	return out, nil
}

// refusal is the text of a tool's refusal; false where err is another error, or says that the file has changed.
func refusal(err error) (string, bool) {
	var e *tools.Error
	if !errors.As(err, &e) || tools.Changed(err) {
		return "", false
	}
	return e.Text, true
}

// coveredBytes is how many bytes are in runs.
func coveredBytes(spans []window.Run) (n int64) {
	for _, s := range spans {
		n += s.End - s.Start
	}
	return n
}

// cutWithin is how many bytes are cut out of lines in runs; a cut may also be what ends a run. Cuts that are not named
// are taken to be within.
func cutWithin(spans []window.Run, stats tools.Stats) int64 {
	within := stats.CutBytes
	for _, c := range stats.Cuts {
		within -= c.End - c.Start
		for _, s := range spans {
			within += max(min(c.End, s.End)-max(c.Start, s.Start), 0)
		}
	}
	return within
}

// skippedMark is the length of a byte-order mark before the window, which is no loss of text.
func skippedMark(b source.Bytes, w window.Window) int64 {
	if w.Start == 0 || w.Start > 4 {
		return 0
	}
	head, err := textfile.Head(b, 4)
	if err != nil {
		return 0
	}
	if _, n := textfile.BOM(head, true); n == w.Start {
		return n
	}
	return 0
}

// readOn follows the calls that an agent makes to read a file whole.
func (r *read) readOn(ctx context.Context, env tools.Env, b source.Bytes, args, next json.RawMessage) error {
	var steps nextcalls.Steps
	steps.Take(r.window)
	var firstCut tools.Cut
	if len(r.stats.Cuts) > 0 {
		firstCut = r.stats.Cuts[0]
	}
	end := r.window.End
	for next != nil && !slices.Equal(next, args) {
		if steps.Made() >= mostCalls || b.Size() > mostReadOn {
			if more, err := r.guess(ctx, env, steps, next, b.Size()); more || err != nil {
				return err
			}
			break
		}
		args, next = next, nil
		one, err := r.tool.Read(ctx, env, args)
		if err != nil {
			if _, refused := refusal(err); refused {
				break
			}
			return err
		}
		stats, err := one.Render(ctx, io.Discard)
		if err = errors.Join(err, one.Close()); err != nil {
			return err
		}
		if !steps.Take(one.Window) {
			break // it does not read on
		}
		r.allBytes += stats.Bytes
		r.allLines += stats.Lines
		if firstCut.End > firstCut.Start && one.Window.Covers(firstCut.Start) && !cutThere(stats.Cuts, firstCut.Start) {
			r.regained = true
		}
		next, end = one.NextArgs, max(end, one.Window.End)
	}
	r.calls = steps.Made()
	r.ends, r.skipped = end < b.Size(), b.Size()-steps.Covered()
	return nil
}

// guess counts the calls that are not rendered, and estimates what they give from those that were; false when there are
// none.
func (r *read) guess(
	ctx context.Context, env tools.Env, made nextcalls.Steps, next json.RawMessage, size int64,
) (more bool, err error) {
	left, estimated, err := nextcalls.Left(ctx, r.tool, env, made, next, size)
	if left == 0 || err != nil {
		return false, err
	}
	r.calls, r.guessed = made.Made()+left, estimated
	if covered := made.Covered(); covered > 0 {
		whole := float64(size) / float64(covered)
		r.allBytes, r.allLines = int64(float64(r.allBytes)*whole), int64(float64(r.allLines)*whole)
	}
	return true, nil
}

// cutThere reports whether the byte at off is one of those that were cut off.
func cutThere(cuts []tools.Cut, off int64) bool {
	return slices.ContainsFunc(cuts, func(c tools.Cut) bool { return off >= c.Start && off < c.End })
}

// shows reports whether the first read gives the byte at an offset.
func (r *read) shows(off int64) bool {
	return r.state != stateRefused && r.state != stateNotText && r.window.Covers(off) && !cutThere(r.stats.Cuts, off)
}

// regain finds out whether another call of the tool gives the bytes that the first cut line lost: one for that line
// alone, or one for those bytes.
func (r *read) regain(ctx context.Context, env tools.Env, file string) error {
	if len(r.stats.Cuts) == 0 {
		return nil
	}
	cut := r.stats.Cuts[0]
	lost := loss.Loss{Kind: loss.Cut, Start: cut.Start, End: cut.End}
	var err error
	_, r.regained, err = loss.Regained(ctx, r.tool, env, file, lost, cut.Line)
	return err
}
