package check

import (
	"context"
	"errors"
	"io"
	"strings"

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
	stateNotKnown // the call is not imitated: what the tool answers is not known
)

// read is what a tool gives of a file.
type read struct {
	tool     *tools.Tool
	rendered int64            // how many calls are, at most
	counted  nextcalls.Budget // what is done to count those that are not
	state    state
	words    string // a refusal, or what the model gets instead of text

	window  window.Window
	stats   tools.Stats
	account loss.Account // of the first read; nothing of a refusal
	silent  bool
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
	r.window = first.Window
	r.silent = first.Silent
	if r.stats, err = first.Render(ctx, io.Discard); err != nil {
		return err
	}

	r.account = loss.AccountOf(first, r.stats)
	r.allSent = r.sent()
	switch {
	case first.Kind != "", b.Size() > 0 && r.account.Kind != "" && first.NextArgs == nil:
		r.state = stateNotText
		r.words = r.account.Instead
		return nil
	case r.account.Outside() > 0:
		r.state = statePartial
		err = r.readOn(ctx, env, b, loss.AnswerStart(r.window, r.stats), first.NextArgs)
	case r.stats.Cut > 0:
		r.state = stateCut
	}

	if err == nil && r.stats.Cut > 0 && !r.regained {
		err = r.regain(ctx, env, file)
	}

	return err
}

// refused takes the error of the first read, and reads on from the first call that works.
func (r *read) refused(ctx context.Context, env tools.Env, file string, b source.Bytes, err error) error {
	words, ok := refusal(err)
	if !ok {
		return err
	}

	if own := (*tools.Error)(nil); errors.As(err, &own) && own.Own {
		r.state = stateNotKnown
		r.words = strings.TrimPrefix(words, "eyeline: ")
		return nil
	}

	r.state = stateRefused
	r.words = words
	_, _, next, err := nextcalls.First(ctx, r.tool, env, file)
	r.unread = next == nil
	if err != nil || r.unread {
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

// gives is what the first read gives of the file.
func (r *read) gives() (g given) {
	g.add(r.window, r.stats)
	return g
}

// shows reports whether the first read gives the byte at an offset.
func (r *read) shows(off int64) bool {
	given := r.gives()
	return r.shown() && given.set.Missing(off, off+1) == nil
}

// shown reports whether the first read gives text of the file.
func (r *read) shown() bool {
	return r.state == stateWhole || r.state == stateCut || r.state == statePartial
}

// sent is how many bytes of the file are in the content of the first read.
func (r *read) sent() int64 { return r.account.Given() }

// regain finds out whether another call of the tool gives the bytes that the first cut line lost: one for that line
// alone, or one for those bytes.
func (r *read) regain(ctx context.Context, env tools.Env, file string) (err error) {
	if len(r.stats.Cuts) == 0 {
		return nil
	}
	cut := r.stats.Cuts[0]
	lost := loss.Loss{Kind: loss.Cut, Line: cut.Line, Start: cut.Start, End: cut.End}
	_, r.regained, err = loss.RecoveringCall(ctx, r.tool, env, file, lost, true)
	return err
}

// gaveAll fills in a read that gives all of a plain text.
func (r *read) gaveAll(text tools.PlainText, stats tools.Stats) {
	r.stats = stats
	r.window = window.Window{Kind: window.Whole, End: text.Size, First: 1, Last: text.Lines, TotalLines: text.Lines}
	r.account = loss.Account{File: text.Size, Window: text.Size}
	r.calls = 1
	r.allSent = text.Size
	r.lines = text.Lines
}
