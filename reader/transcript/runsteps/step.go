package runsteps

import (
	"cmp"
	"context"
	"fmt"
	"slices"

	"eyeline/reader/transcript"
	"eyeline/reader/transcript/coverage"
	"eyeline/reader/transcript/record"
	"eyeline/reader/transcript/runcost"
)

// Step is a request with what it had, beside another one.
type Step struct {
	Version int `json:"version"` // of this form: 1
	Listed
	// the request that it is laid beside, by its number: the one before it, or the one that was asked for; 0 for none
	Against int `json:"against"`
	// what is new and what is gone is told: what both had is known
	Compared bool `json:"compared"`
	// what stands in its messages beside calls and results is known, too
	Texts bool `json:"texts_known"`
	// calls whose results it has, by their numbers
	Calls []int `json:"results_of"`
	// tokens of those results, as Eyeline counts them; only where that was asked for
	Tokens *int64 `json:"tokens,omitempty"`
	Files  []File `json:"files"` // of which it, or the other, has lines
}

// File is what a request had of a file. Ranges are of lines of the file as it is now; for one that is gone, of the
// lines as they were sent.
type File struct {
	Path  string        `json:"path"`  // below the working folder, else absolute
	Lines record.Ranges `json:"lines"` // that stand in it, in a result, in a text or in what the model wrote
	Older record.Ranges `json:"older"` // lines that have changed: they stand in it as they were before
	New   record.Ranges `json:"new"`   // those of lines that the other request had not
	Gone  record.Ranges `json:"gone"`  // lines that the other request had, and it has not
}

// NoRequestError is of a number that no request has.
type NoRequestError struct{ Number, Of int }

func (e *NoRequestError) Error() string {
	if e.Of == 0 {
		return "the run has no recorded requests: eyeline tap records them, and --wire reads what an agent wrote"
	}
	return fmt.Sprintf("there is no request %d; there are %d", e.Number, e.Of)
}

// Pair are two requests by their numbers, from 1. Against 0 stands for the one before Number.
type Pair struct{ Number, Against int }

// Run is a run whose steps are asked for. Its requests must have been read.
type Run struct {
	Session  *transcript.Session
	Replay   *coverage.Replay   // of the session
	Coverage *coverage.Coverage // made by it
	Root     string             // as in [coverage.Of]
}

// Step is the request of a number beside another one. The error is a [NoRequestError], or one of ctx or of reading.
func (r Run) Step(ctx context.Context, pair Pair) (Step, error) {
	all := List(r.Session)
	for _, n := range []int{pair.Number, max(pair.Against, 1)} {
		if n < 1 || n > len(all) {
			return Step{}, &NoRequestError{n, len(all)}
		}
	}

	step := Step{
		Version: 1, Listed: all[pair.Number-1], Against: cmp.Or(pair.Against, all[pair.Number-1].Before),
		Calls: []int{}, Files: []File{},
	}
	step.New = []int{}
	step.Gone = []int{}
	one := r.Session.Requests[pair.Number-1]
	if !one.Proven {
		return step, nil
	}

	other := record.Request{Proven: true} // before the first one there was nothing
	if step.Against > 0 {
		other = r.Session.Requests[step.Against-1]
	}

	step.Texts = one.Exact
	step.Compared = other.Proven
	numbers := numbersOf(r.Session)
	step.Calls = numbers.of(one.Calls)
	if step.Compared {
		step.New = numbers.of(one.Calls.Without(other.Calls))
		step.Gone = numbers.of(other.Calls.Without(one.Calls))
	}

	return step, r.files(ctx, &step, one, other)
}

// files puts the files that a request or the other one had lines of into its step.
func (r Run) files(ctx context.Context, step *Step, one, other record.Request) error {
	now, err := r.Replay.InRequest(ctx, r.Root, r.Coverage, one)
	if err != nil {
		return err
	}

	was := make([]coverage.InRequest, len(now))
	if step.Compared && step.Against > 0 {
		if was, err = r.Replay.InRequest(ctx, r.Root, r.Coverage, other); err != nil {
			return err
		}
	}

	for i, f := range now {
		if len(f.Lines)+len(f.Older)+len(was[i].Lines) == 0 {
			continue
		}

		file := File{Path: f.Path, Lines: f.Lines, Older: f.Older, New: record.Ranges{}, Gone: record.Ranges{}}
		if step.Compared {
			file.New = f.Lines.Without(was[i].Lines).List()
			file.Gone = was[i].Lines.Without(f.Lines).List()
		}

		step.Files = append(step.Files, file)
	}

	return nil
}

// Count puts the tokens of the results of a step beside it. cost is of the same run.
func (s *Step) Count(cost *runcost.Cost) {
	sum := int64(0)
	for _, one := range cost.Calls {
		if _, has := slices.BinarySearch(s.Calls, one.Call); has {
			sum += one.Tokens
		}
	}
	s.Tokens = &sum
}
