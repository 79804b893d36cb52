package check

import (
	"context"
	"errors"
	"io"

	"eyeline/reader/internal/textfile"
	"eyeline/reader/loss"
	"eyeline/reader/nextcalls"
	"eyeline/reader/source"
	"eyeline/reader/tools"
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
	tool     *tools.Tool
	rendered int64            // how many calls are, at most
	counted  nextcalls.Budget // what is done to count those that are not
	state    state
	words    string // a refusal, or what the model gets instead of text

	window window.Window
	stats  tools.Stats // but for an answer that is not text: nobody looks at it
	silent bool
	// outline: the model gets an outline of the file, or another text that the tool makes of it.
	outline bool
	sent    int64 // bytes of the file that are in the content
	lines   int64 // lines of the file that are in the content, whole or cut

	missing []window.Run // what the first read leaves out of the text, with the lines of which it gives nothing
	onward
	// regained: another call gives the bytes that the first cut line lost.
	regained bool
}

// file makes the tool's default read of a file, and reads on, after a refusal from the first call that works. The error
// is the context's, or a *tools.Error that says that the file has changed.
func (r *read) file(ctx context.Context, env tools.Env, file string, b source.Bytes) error {
	r.calls = 1
	first, err := r.tool.Read(ctx, env, tools.BuildArgs(r.tool, file, nil))
	if err != nil {
		return r.refused(ctx, env, file, b, err)
	}
	defer first.Close()
	r.window, r.silent = first.Window, first.Silent
	switch {
	case first.Kind != "":
		r.state, r.words = stateNotText, first.Instead
		return nil
	case b.Size() > 0 && len(r.window.Spans()) == 0 && first.NextArgs == nil &&
		(r.window.Kind == window.Notice || r.window.Kind == window.Outline):
		r.state, r.words = stateNotText, "the model gets a text that the tool makes of the file or says about it"
		r.outline = r.window.Kind == window.Outline
		return nil
	}
	if r.stats, err = first.Render(ctx, io.Discard); err != nil {
		return err
	}
	covered, given := coveredBytes(r.window.Spans()), r.given()
	r.sent = given.set.Covered() - given.cut
	r.allSent = r.sent
	if begin := skippedMark(b, r.window); covered+begin < b.Size() {
		r.state = statePartial
		err = r.readOn(ctx, env, b, begin, first.NextArgs)
	} else if r.stats.Cut > 0 {
		r.state = stateCut
	}
	if err == nil && r.stats.Cut > 0 && !r.regained {
		err = r.regain(ctx, env, file)
	}
	return err
}

// refused takes the error of the first read, and reads on from the first call that works.
func (r *read) refused(ctx context.Context, env tools.Env, file string, b source.Bytes, err error) error {
	words, is := refusal(err)
	if !is {
		return err
	}
	r.state, r.words = stateRefused, words
	_, _, next, err := nextcalls.First(ctx, r.tool, env, file)
	if r.unread = next == nil; err != nil || r.unread {
		return err
	}
	return r.readOn(ctx, env, b, 0, next)
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

// given is what the first read gives of the file.
func (r *read) given() (g given) {
	g.take(r.window, r.stats)
	return g
}

// skippedMark is the length of a byte-order mark before the window, which is no loss of text.
func skippedMark(b source.Bytes, w window.Window) int64 {
	head, err := textfile.Head(b, 4)
	if _, n := textfile.BOM(head, true); err == nil && n == w.Start {
		return n
	}
	return 0
}

// shows reports whether the first read gives the byte at an offset.
func (r *read) shows(off int64) bool {
	given := r.given()
	return r.state != stateRefused && r.state != stateNotText && given.set.Missing(off, off+1) == nil
}

// regain finds out whether another call of the tool gives the bytes that the first cut line lost: one for that line
// alone, or one for those bytes.
func (r *read) regain(ctx context.Context, env tools.Env, file string) (err error) {
	if len(r.stats.Cuts) == 0 {
		return nil
	}
	cut := r.stats.Cuts[0]
	lost := loss.Loss{Kind: loss.Cut, Line: cut.Line, Start: cut.Start, End: cut.End}
	_, r.regained, err = loss.Regained(ctx, r.tool, env, file, lost, true)
	return err
}
