package check

import (
	"context"
	"errors"
	"io"
	"slices"

	"eyeline/reader/loss"
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

	missing []hole // what the first read leaves out of the text
	onward
	// regained: another call gives the bytes that the first cut line lost.
	regained bool
}

// hole is a half-open range of bytes that a read leaves out, and the first and the last line that it has a part of.
type hole struct{ start, end, first, last int64 }

// readFile makes a tool's default read of a file, and reads on. The error is the context's, or a *tools.Error that
// says that the file has changed.
func readFile(ctx context.Context, t *tools.Tool, env tools.Env, file string, b source.Bytes) (read, error) {
	out := read{tool: t, onward: onward{calls: 1}}
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
	if begin := skippedMark(b, r.Window); covered+begin < b.Size() {
		out.state = statePartial
		err = out.readOn(ctx, env, b, begin, r.NextArgs)
	} else if out.stats.Cut > 0 {
		out.state = stateCut
	}
	if err == nil && out.stats.Cut > 0 && !out.regained {
		err = out.regain(ctx, env, file)
	}
	return out, err
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

// cutWithin is how many bytes are cut out of lines in runs; a cut may also be what ends a run. Cuts that are not
// named are taken to be within.
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
