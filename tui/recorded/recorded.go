// Package recorded is an open transcript: what an agent recorded of a run, with its calls and the files that they
// concern.
//
// A [Run] is read by commands, one at a time; a [View] is what is known of it at one moment, and does not change. A
// [File] is one file of it, to be shown beside what was sent of it, and a [Call] is one call as it concerns a file.
// Calls have numbers from 1, lines of files too; what is an index is said to be one, and counts from 0.
package recorded

import (
	"context"
	"errors"
	"io"
	"sync"

	"eyeline/reader/source"
	"eyeline/reader/transcript"
	"eyeline/reader/transcript/coverage"
	"eyeline/reader/transcript/record"
	"eyeline/reader/transcript/report"
)

// Run is an open transcript. Its methods may be called by several goroutines at once; each waits for those before it.
type Run struct {
	path, root string               // of the transcript; of the folder that the files are in
	progress   *transcript.Progress // of the opening

	mu         sync.Mutex
	session    *transcript.Session // nil once it is closed
	replay     *coverage.Replay
	generation int // how often the transcript was opened: again when it was replaced or truncated
}

var (
	errClosed   = errors.New("the transcript is closed")
	errCallGone = errors.New("the call is no longer in the transcript")
)

// Open opens the transcript at a path; p gets how far that has come. The files that it names are looked for in root; ""
// is the recorded working folder. The Run must be closed.
func Open(ctx context.Context, path, root string, p *transcript.Progress) (*Run, *View, error) {
	r := &Run{path: path, root: root, progress: p}
	r.mu.Lock()
	defer r.mu.Unlock()
	if err := r.open(ctx); err != nil {
		return nil, nil, err
	}
	view, err := r.view(ctx)
	if err != nil {
		_ = r.session.Close()
		return nil, nil, err
	}
	return r, view, nil
}

func (r *Run) open(ctx context.Context) error {
	s, err := transcript.OpenWatched(ctx, r.path, r.progress)
	if err != nil {
		return err
	}
	if r.session != nil {
		_ = r.session.Close()
	}
	r.session, r.replay = s, coverage.NewReplay(s)
	r.generation++
	r.progress.ReadingResults()
	return nil
}

// Close frees the transcript; it waits for the command that reads it.
func (r *Run) Close() {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.session != nil {
		_ = r.session.Close()
		r.session = nil
	}
}

// Look reads what was recorded since, and looks at the files again.
func (r *Run) Look(ctx context.Context) (*View, error) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.session == nil {
		return nil, errClosed
	}
	_, err := r.session.Update(ctx)
	replaced := false
	if errors.Is(err, source.ErrStale) {
		r.progress = &transcript.Progress{}
		err = r.open(ctx)
		replaced = err == nil
	}
	if err != nil {
		return nil, err
	}
	view, err := r.view(ctx)
	if view != nil {
		view.Replaced = replaced
	}
	return view, err
}

// Infos describes calls by their numbers. One that is no longer there is left out.
func (r *Run) Infos(ctx context.Context, numbers []int) (map[int]report.CallInfo, error) {
	r.mu.Lock()
	defer r.mu.Unlock()
	out := make(map[int]report.CallInfo, len(numbers))
	for _, n := range numbers {
		if ctx.Err() != nil {
			return nil, ctx.Err()
		}
		c, err := r.call(n)
		if errors.Is(err, errCallGone) {
			continue
		}
		if err != nil {
			return nil, err
		}
		info, err := report.Describe(r.session, c)
		if err != nil {
			return nil, err
		}
		out[n] = info
	}
	return out, nil
}

// WriteResult writes the exact text of a call's result.
func (r *Run) WriteResult(w io.Writer, number int) error {
	r.mu.Lock()
	defer r.mu.Unlock()
	c, err := r.call(number)
	if err != nil {
		return err
	}
	return r.session.WriteText(w, c.Result)
}

// call is a call by its number, while mu is held.
func (r *Run) call(number int) (*record.Call, error) {
	if r.session == nil {
		return nil, errClosed
	}
	if c := r.session.Call(number); c != nil {
		return c, nil
	}
	return nil, errCallGone
}
