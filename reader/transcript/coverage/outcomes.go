package coverage

import (
	"context"
	"runtime"
	"slices"
	"sync"

	"eyeline/reader/transcript"
	"eyeline/reader/transcript/heldlines"
	"eyeline/reader/transcript/record"
)

// outcome is what one call gave and changed.
type outcome struct {
	reads []fileRead
	edits []record.Edit
	err   error
}

// fileRead is a read with its lines' hashes in place of their text.
type fileRead struct {
	record.Read
	lines []heldlines.Line
}

// outcomeOf looks at one call.
func outcomeOf(s *transcript.Session, c *record.Call) (o outcome) {
	reads, err := s.Reads(c)
	if err != nil {
		return outcome{err: err}
	}
	for _, r := range reads {
		if r.Path != "" && r.Rev == "" { // one of another revision gave no lines of the file itself
			lines := hasher(s).Lines(c.Number, r.Lines, r.Text)
			for i := range lines {
				lines[i].Via = r.Via
			}
			r.Lines, r.Text = nil, ""
			o.reads = append(o.reads, fileRead{r, lines})
		}
	}
	o.edits, o.err = s.Edits(c)
	return o
}

// fileStates are the files that calls name, by their recorded paths.
type fileStates map[string]*fileState

// A round is how many calls are looked at by several workers before they are taken. A run that is followed has few.
const (
	round      = 64
	maxWorkers = 4
)

// take takes calls by their numbers, and hands each file that one concerns to concerned.
func (all fileStates) take(
	ctx context.Context, s *transcript.Session, calls []int, concerned func(*fileState),
) error {
	readers := []*transcript.Session{s}
	for len(readers) < min(runtime.GOMAXPROCS(0), maxWorkers, len(calls)/maxWorkers) {
		readers = append(readers, s.Reader())
	}
	for numbers := range slices.Chunk(calls, round) {
		outcomes := make([]outcome, len(numbers))
		var group sync.WaitGroup
		for first, own := range readers {
			group.Go(func() {
				for i := first; i < len(numbers) && ctx.Err() == nil; i += len(readers) {
					outcomes[i] = outcomeOf(own, own.Call(numbers[i]))
				}
			})
		}
		group.Wait()
		if ctx.Err() != nil {
			return ctx.Err()
		}
		for i, o := range outcomes {
			if o.err != nil {
				return o.err
			}
			all.takeOne(s.Call(numbers[i]), o, hasher(s), concerned)
		}
	}
	return nil
}

func (all fileStates) takeOne(c *record.Call, o outcome, h heldlines.Hasher, concerned func(*fileState)) {
	file := func(path string) *fileState {
		if all[path] == nil {
			all[path] = &fileState{File: File{Path: path, Changes: []Change{}}}
		}
		return all[path]
	}
	for _, r := range o.reads {
		file(r.Path).read(c, r)
		concerned(file(r.Path))
	}
	for _, e := range o.edits {
		if e.Path != "" {
			file(e.Path).edit(c, e, h)
			concerned(file(e.Path))
		}
	}
}
