package coverage

import (
	"context"
	"runtime"
	"sync"

	"eyeline/reader/transcript"
	"eyeline/reader/transcript/picture"
	"eyeline/reader/transcript/record"
)

// outcome is what one call gave and changed.
type outcome struct {
	reads []fileRead
	edits []record.Edit
}

// fileRead is a read with its lines' hashes in place of their text.
type fileRead struct {
	path     string
	lines    []picture.Line
	disagree bool
}

// outcomeOf looks at one call.
func outcomeOf(s *transcript.Session, c *record.Call, h picture.Hasher) (outcome, error) {
	reads, err := s.Reads(c)
	if err != nil {
		return outcome{}, err
	}
	o := outcome{}
	for _, r := range reads {
		if r.Path == "" || r.Rev != "" {
			continue // of another revision: no lines of the file itself
		}
		o.reads = append(o.reads, fileRead{
			path: r.Path, lines: h.Lines(c.Number, r.Lines, r.Text),
			disagree: r.Disagreement != "",
		})
	}
	o.edits, err = s.Edits(c)
	return o, err
}

// fileStates are the files that calls name, by their recorded paths.
type fileStates map[string]*fileState

// take takes a call, and returns the files that it concerns.
func (all fileStates) take(c *record.Call, o outcome, h picture.Hasher) (concerned []*fileState) {
	file := func(path string) *fileState {
		if all[path] == nil {
			all[path] = newFileState(path)
		}
		concerned = append(concerned, all[path])
		return all[path]
	}
	for _, r := range o.reads {
		file(r.path).read(c, r)
	}
	for _, e := range o.edits {
		if e.Path != "" {
			file(e.Path).edit(c, e, h)
		}
	}
	return concerned
}

// batchBytes and batchCalls bound what one worker looks at before its results are taken.
const (
	batchBytes = 256 << 10
	batchCalls = 64
	maxWorkers = 4
	// few is how many calls are looked at without other workers.
	few = 4
)

// batch is a run of calls with what they gave.
type batch struct {
	numbers  []int
	outcomes []outcome
	err      error
	done     chan struct{}
}

// look looks at the calls, with a session that nobody else reads.
func (b *batch) look(ctx context.Context, s *transcript.Session) {
	h := hasher(s)
	for _, n := range b.numbers {
		if b.err = ctx.Err(); b.err != nil {
			return
		}
		var o outcome
		if o, b.err = outcomeOf(s, s.Call(n), h); b.err != nil {
			return
		}
		b.outcomes = append(b.outcomes, o)
	}
}

// give calls f with each of the calls, unless one of them cannot be read.
func (b *batch) give(s *transcript.Session, f func(*record.Call, outcome)) error {
	if b.err != nil {
		return b.err
	}
	for i, o := range b.outcomes {
		f(s.Call(b.numbers[i]), o)
	}
	return nil
}

// outcomesOf calls f with each of some calls, by their numbers, and what it gave, in order. Texts are decoded by
// several workers.
func outcomesOf(ctx context.Context, s *transcript.Session, numbers []int, f func(*record.Call, outcome)) error {
	if len(numbers) <= few { // a call of a run that is followed
		b := &batch{numbers: numbers}
		b.look(ctx, s)
		return b.give(s, f)
	}
	ctx, cancel := context.WithCancel(ctx)
	var wait sync.WaitGroup
	defer wait.Wait()
	defer cancel()
	workers := min(runtime.GOMAXPROCS(0), maxWorkers)
	jobs, ordered := make(chan *batch), make(chan *batch, workers)
	for range workers {
		own := s.Reader()
		wait.Go(func() {
			for b := range jobs {
				b.look(ctx, own)
				close(b.done)
			}
		})
	}
	wait.Go(func() {
		defer close(ordered)
		defer close(jobs)
		for rest := numbers; len(rest) > 0; {
			n := batchLen(s, rest)
			b := &batch{numbers: rest[:n], done: make(chan struct{})}
			rest = rest[n:]
			if !send(ctx, ordered, b) || !send(ctx, jobs, b) {
				return
			}
		}
	})
	for b := range ordered {
		select {
		case <-b.done:
		case <-ctx.Done():
			return ctx.Err()
		}
		if err := b.give(s, f); err != nil {
			return err
		}
	}
	return ctx.Err()
}

// send sends a batch, unless ctx ends before it is taken.
func send(ctx context.Context, to chan<- *batch, b *batch) bool {
	select {
	case to <- b:
		return true
	case <-ctx.Done():
		return false
	}
}

// batchLen is how many of the calls are one batch, at least one.
func batchLen(s *transcript.Session, numbers []int) int {
	size := int64(0)
	for i, n := range numbers {
		c := s.Call(n)
		size += c.Result.Len + c.Side.Len + c.Args.Len
		if i > 0 && (size > batchBytes || i == batchCalls) {
			return i
		}
	}
	return len(numbers)
}
