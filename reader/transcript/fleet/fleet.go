package fleet

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"runtime"
	"sync"
	"time"

	"eyeline/reader/tokens"
	"eyeline/reader/tools"
	"eyeline/reader/transcript"
	"eyeline/reader/transcript/coverage"
)

// Options say which runs are told of, and who hears what.
type Options struct {
	// Root is where the files of the runs are looked for, to follow those that are links; "": in the folder of each.
	Root string
	// Since leaves out rows of calls that were made before; the zero time leaves out none. A call without a recorded
	// time is told.
	Since time.Time
	// Failed hears of runs that cannot be read, in their order and never twice at the same time. Some rows of such a
	// run may have been written.
	Failed func(path string, err error)
	// Skipped hears in words of runs with malformed lines, as Failed does.
	Skipped func(path, words string)
}

// maxHeld is how many bytes of rows are kept of a run that waits for those before it to be written.
const maxHeld = 256 << 10

// Write writes the rows of runs as lines of JSON, those of each run together and in the order of the paths, and reads
// as many at once as there are processors. Memory does not grow with the number of runs. The error is one of ctx or of
// out.
func Write(ctx context.Context, out io.Writer, paths []string, o Options) error {
	ctx, stop := context.WithCancelCause(ctx)
	defer stop(nil)
	jobs := make(chan *job)
	go func() {
		defer close(jobs)
		before := make(chan struct{})
		close(before)

		for _, path := range paths {
			j := &job{o: &o, out: out, path: path, before: before, done: make(chan struct{})}
			before = j.done
			select {
			case jobs <- j:
			case <-ctx.Done():
				return
			}
		}
	}()
	var workers sync.WaitGroup
	for range runtime.GOMAXPROCS(0) {
		workers.Go(func() {
			var memo tokens.Memo
			for j := range jobs {
				j.memo = &memo
				if err := j.run(ctx); err != nil {
					stop(err)
				}
			}
		})
	}

	workers.Wait()
	return context.Cause(ctx)
}

// job is a run that is told of. Its rows are kept until those before it are done; then it is its turn, and they are
// written.
type job struct {
	o            *Options
	out          io.Writer
	path         string
	before, done chan struct{}
	held         bytes.Buffer
	malformed    string // says which lines were skipped
	memo         *tokens.Memo
}

// run tells of the run. The error is one of ctx or of writing.
func (j *job) run(ctx context.Context) error {
	defer close(j.done)
	failed := j.tell(ctx)
	if err := j.turn(ctx); err != nil {
		return err
	}
	if failed != nil && j.o.Failed != nil {
		j.o.Failed(j.path, failed)
	}
	if j.malformed != "" && j.o.Skipped != nil {
		j.o.Skipped(j.path, j.malformed)
	}

	return nil
}

// turn waits for the runs before this one, and writes what is held.
func (j *job) turn(ctx context.Context) error {
	select {
	case <-j.before:
	case <-ctx.Done():
		return context.Cause(ctx)
	}
	if ctx.Err() != nil {
		return context.Cause(ctx)
	}

	_, err := j.held.WriteTo(j.out)
	j.held.Reset()
	return err
}

// tell holds the rows of the run, and writes them where they become too many. The error says why it cannot be read.
func (j *job) tell(ctx context.Context) error {
	s, err := transcript.Open(ctx, j.path)
	if err != nil {
		return err
	}

	defer func() { _ = s.Close() }()
	if !j.o.Since.IsZero() && !s.Ended.IsZero() && s.Ended.Before(j.o.Since) {
		return nil
	}

	base := newBase(j.path, s)
	j.malformed = s.Damage.Malformed()
	for step, err := range coverage.Steps(ctx, s, j.o.Root) {
		if err != nil {
			return err
		}

		rows, err := (&rowsOf{s: s, step: step, base: base, memo: j.memo}).make()
		if err != nil {
			return fmt.Errorf("call %d: %w", step.Call.Number, err)
		}

		for _, row := range rows {
			if row.Time != nil && row.Time.Before(j.o.Since) {
				continue
			}

			if err := tools.WriteJSON(&j.held, row); err != nil {
				return err
			}
		}

		if j.held.Len() > maxHeld {
			if err := j.turn(ctx); err != nil {
				return nil // the next turn says it again
			}
		}
	}

	return nil
}
