// Package nextcalls, which changes without notice, makes the calls that an agent makes to read a file on after a first
// one: which they are, how many are left, and which call to begin with where a tool refuses its default one.
package nextcalls

import (
	"context"
	"encoding/json"
	"errors"

	"eyeline/reader/tools"
	"eyeline/reader/window"
)

// Steps are the calls of a walk that were made. The zero value is a walk without a call.
type Steps struct {
	made  int64
	start int64 // of the first window, in bytes
	first int64 // how many bytes of the file the first call gave
	last  int64 // where the window of the last call begins, in bytes
	seen  window.Set
	given []given
}

// given is a run of bytes, and the first call that gives it.
type given struct {
	window.Run
	call int64
}

// Take takes what a call gave, and reports whether that is a call of the walk: the first one is, also where it gives
// a notice only, and so is each that gives something of the file that those before did not.
func (s *Steps) Take(w window.Window) bool {
	first := s.made == 0
	grew := s.seen.Add(w)
	if first {
		s.start = w.Start
		s.first = s.seen.Covered()
	}

	if first || grew {
		s.made++
		s.last = w.Start
		for _, run := range w.Spans() {
			s.given = append(s.given, given{run, s.made})
		}
	}

	return first || grew
}

// CallsMade is how many calls of the walk were made.
func (s *Steps) CallsMade() int64 { return s.made }

// Covered is how many bytes of the file they gave together.
func (s *Steps) Covered() int64 { return s.seen.Covered() }

// Last is where the window of the last call begins in the file: what follows there another call may give.
func (s *Steps) Last() int64 { return s.last }

// each is how much of the file a further call gives, as far as those that were made tell.
func (s *Steps) each() int64 {
	if s.made > 1 {
		return (s.Covered() - s.first) / (s.made - 1) // the first one is often another than those that read on
	}
	return s.Covered()
}

// Missing are the half-open ranges of bytes from start to end of the file that they did not give, in order.
func (s *Steps) Missing(start, end int64) [][2]int64 { return s.seen.Missing(start, end) }

// FirstCallGiving is the first call, counted from 1, that gives a byte of the half-open range from start to end of the
// file; 0 where none that was made does.
func (s *Steps) FirstCallGiving(start, end int64) int64 {
	for _, g := range s.given {
		if g.Start < end && start < g.End {
			return g.call
		}
	}
	return 0
}

// Begins is where the first call begins in the file.
func (s *Steps) Begins() int64 { return s.start }

// Whole reports whether they gave all of a file of size bytes or, where more are to follow, all of it so far.
func (s *Steps) Whole(size int64, more bool) bool {
	if more {
		size = s.Covered()
	}
	return len(s.Missing(0, size)) == 0
}

// Follow makes the call args of a tool and those that read on after it, as long as they are calls of the walk that
// steps are of, and hands each result with its arguments to take, which returns whether to go on. The result is
// closed after that. A refusal ends the walk and is no error; errors are those of ctx, of reading and of take.
func Follow(
	ctx context.Context, t *tools.Tool, env tools.Env, args json.RawMessage, steps *Steps,
	take func(args json.RawMessage, r *tools.Result) (bool, error),
) error {
	for args != nil {
		r, err := t.Read(ctx, env, args)
		if _, ok := errors.AsType[*tools.Error](err); ok {
			return nil
		}
		if err != nil {
			return err
		}

		more := false
		next := r.NextArgs
		if steps.Take(r.Window) {
			more, err = take(args, r)
		}
		err = errors.Join(err, r.Close())
		if err != nil || !more {
			return err
		}

		args = next
	}

	return nil
}

// Budget bounds what is done to find out how many calls are left.
type Budget struct {
	Read  int64 // how many bytes the file has, as often as it is read for a call
	Calls int64 // how many are made at most
}

// UsualBudget is for one file; use less for many.
var UsualBudget = Budget{Read: 64 << 20, Calls: 1000}

// Known returns how many calls follow a first one, if its tool tells and Left would make them all.
func (most Budget) Known(r *tools.Result) (n int64, ok bool) {
	n = r.CallsLeft
	return n, n > 0 && n <= min(most.Calls, most.Read/max(r.FileBytes, 1))
}

// Left counts the calls that follow those of a walk that were made. next are the arguments of the first of them, nil
// for none, and size is the size of the file in bytes. It adds the calls that it makes to made, and renders none.
// estimated says that not all were made: the rest is inferred from their average. Errors are those of ctx and of
// reading.
func (most Budget) Left(
	ctx context.Context, t *tools.Tool, env tools.Env, made *Steps, next json.RawMessage, size int64,
) (n int64, estimated bool, err error) {
	if next == nil {
		return 0, false, nil
	}

	most.Calls = min(most.Calls, most.Read/max(size, 1))
	if made.Covered() == 0 || most.Read > 0 && made.made < 2 {
		most.Calls = max(most.Calls, 1) // little or nothing could be inferred
	}

	estimated = most.Calls == 0
	if !estimated {
		err = Follow(ctx, t, env, next, made, func(_ json.RawMessage, r *tools.Result) (bool, error) {
			n++
			estimated = n == most.Calls && r.NextArgs != nil
			return !estimated, nil
		})
	}

	rest := size - made.start - made.Covered()
	each := made.each()
	if err != nil || !estimated || each <= 0 || rest <= 0 {
		return n, false, err
	}

	return n + (rest+each-1)/each, true, nil
}

// maxLines and maxBytes are what First asks for at first, where the tool has no size of its own.
const (
	maxLines = 2000
	maxBytes = 64 << 10
)

// First finds a call that is not refused for a file whose default call is: from the beginning of the file, in the
// first mode in which the tool takes one, with the largest size that it takes of its own size, half of that, and so
// on. args are nil without one. Errors are those of ctx and of reading.
func First(
	ctx context.Context, t *tools.Tool, env tools.Env, file string,
) (mode tools.Mode, values tools.Values, args json.RawMessage, err error) {
	for _, p := range t.Windows {
		if p.Mode == tools.ModeBlock || !p.Sizable() {
			continue
		}

		for size := firstSize(p); size > 0; size /= 2 {
			values := CallValues(p, p.Mode.First(), size)
			args := t.Call(p, file, values)
			r, err := t.Read(ctx, env, args)
			if _, ok := errors.AsType[*tools.Error](err); ok {
				continue
			}
			if err != nil {
				return 0, nil, nil, err
			}

			return p.Mode, values, args, r.Close()
		}
	}

	return 0, nil, nil, nil
}

// firstSize is the size that First asks for at first.
func firstSize(p tools.WindowParams) int64 {
	switch {
	case p.Size0 > 0:
		return p.Size0
	case p.Mode == tools.ModeBytes:
		return maxBytes
	}
	return maxLines
}

// CallValues are the arguments of a call in a mode from a line or byte on; size 0 leaves its size as it is.
func CallValues(p tools.WindowParams, start, size int64) tools.Values {
	values := tools.Values{}
	p.Complete(values)
	p.SetStart(values, start)
	if size > 0 {
		p.SetCount(values, size)
	}
	return values
}
