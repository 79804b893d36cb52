package coverage

import (
	"context"
	"iter"

	"eyeline/reader/lists"
	"eyeline/reader/transcript"
	"eyeline/reader/transcript/record"
	"eyeline/reader/transcript/runcost"
)

// Step is what one call did with files, by what was known when it was made: nothing that comes later changes it, and no
// file is opened.
type Step struct {
	Call    *record.Call
	Reads   []StepRead
	Changes []StepChange
}

// AddCost counts what the results of a run come to in tokens. root is as in [Of].
func (c *Coverage) AddCost(ctx context.Context, s *transcript.Session, root string) error {
	counter := runcost.NewCounter(s)
	for step, err := range Steps(ctx, s, root) {
		if err != nil {
			return err
		}
		reads := lists.Map(step.Reads, func(r StepRead) record.Read { return r.Read })
		if err := counter.Call(step.Call, reads); err != nil {
			return err
		}
	}

	c.Cost = counter.Cost()
	return nil
}

// StepRead is what a call gave of one file.
type StepRead struct {
	record.Read      // its path is below the working folder, else absolute
	Again       bool // it gave nothing but lines that had been sent before, and are the same
	Sure        bool // the lines are known to be those of the file; of a refusal: it is known to be one
}

// StepChange is what a call changed in one file.
type StepChange struct {
	Path string // below the working folder, else absolute
	*Change
}

// Steps gives the calls of a run that have a result, one after the other, each with what it did. It ends after an
// error. root is as in [Of]; there paths are followed that are links.
func Steps(ctx context.Context, s *transcript.Session, root string) iter.Seq2[Step, error] {
	return func(yield func(Step, error) bool) {
		s.LookIn(root)
		t := newTaker(s)
		w := s.Workspace(root)
		t.paths.follow = follower(w)

		for c := range s.Calls() {
			if !c.Answered() {
				continue
			}

			step := Step{Call: c}
			t.step = &step
			err := t.take(ctx, []int{c.Number})

			for i := range step.Reads {
				step.Reads[i].Path = w.Short(step.Reads[i].Path)
			}

			for i := range step.Changes {
				step.Changes[i].Path = w.Short(step.Changes[i].Path)
			}

			if !yield(step, err) || err != nil {
				return
			}
		}
	}
}

// addRead notes a read.
func (s *Step) addRead(r record.Read, c *record.Call, again bool) {
	if s != nil {
		sure := c.Failed || isSure(c, r) && r.Disagreement == ""
		s.Reads = append(s.Reads, StepRead{Read: r, Again: again, Sure: sure})
	}
}

// addChange notes the last change of a file.
func (s *Step) addChange(f *fileState) {
	if s != nil {
		change := f.Changes[len(f.Changes)-1]
		s.Changes = append(s.Changes, StepChange{Path: f.Path, Change: &change})
	}
}
