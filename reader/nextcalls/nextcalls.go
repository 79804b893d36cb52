// Package nextcalls makes the calls that an agent makes to read a file on after a first one: which they are, how many are
// left, and which call to begin with where a tool refuses its default one.
package nextcalls

import (
	"context"
	"encoding/json"
	"errors"
	"maps"
	"slices"

	"eyeline/reader/tools"
	"eyeline/reader/window"
)

// Follow makes the call args of a tool and those that read on after it, as long as each gives something of the file
// that is not in seen, and hands each result with its arguments to take, which returns whether to go on. The result is
// closed after that. A refusal ends the walk and is no error; errors are those of ctx, of reading and of take.
func Follow(
	ctx context.Context, t *tools.Tool, env tools.Env, args json.RawMessage, seen *window.Set,
	take func(args json.RawMessage, r *tools.Result) (bool, error),
) error {
	for args != nil {
		r, err := t.Read(ctx, env, args)
		var refusal *tools.Error
		if errors.As(err, &refusal) {
			return nil
		}
		if err != nil {
			return err
		}
		more, next := false, r.NextArgs
		if seen.Add(r.Window) {
			more, err = take(args, r)
		}
		if err = errors.Join(err, r.Close()); err != nil || !more || slices.Equal(next, args) {
			return err
		}
		args = next
	}
	return nil
}

// Budget bounds what is done to find out how many calls are left.
type Budget struct {
	// Bytes is the size of the largest file whose calls are made.
	Bytes int64
	// Calls is the number of calls that are made at most; 0: any.
	Calls int64
}

// At is a place in a walk: what a call gave, and the arguments of the next one.
type At struct {
	Window    window.Window
	FileBytes int64
	Next      json.RawMessage
}

// Left is how many calls read on after a call. They are made, but nothing is rendered; estimated says that not all of
// them were, and that the number is inferred from how much of the file the calls give that were. Errors are those of
// ctx and of reading.
func Left(
	ctx context.Context, t *tools.Tool, env tools.Env, from At, budget Budget,
) (n int64, estimated bool, err error) {
	if from.Next == nil {
		return 0, false, nil
	}
	var seen window.Set
	seen.Add(from.Window)
	made := int64(1)
	if from.FileBytes <= budget.Bytes {
		err = Follow(ctx, t, env, from.Next, &seen, func(_ json.RawMessage, r *tools.Result) (bool, error) {
			n++
			made++
			estimated = n == budget.Calls && r.NextArgs != nil
			return !estimated, nil
		})
		if err != nil || !estimated {
			return n, false, err
		}
	}
	rest := from.FileBytes - from.Window.Start - seen.Covered()
	each := seen.Covered() / made
	if each <= 0 || rest <= 0 {
		return n, false, nil
	}
	return n + (rest+each-1)/each, true, nil
}

// mostLines and mostBytes are what First asks for at first, where the tool has no size of its own.
const (
	mostLines = 2000
	mostBytes = 64 << 10
)

// First finds a call that is not refused for a file whose default call is: from the beginning of the file, in the first
// mode in which the tool takes one, with the largest size that it takes of its own size, half of that, and so on. ok is
// false when there is none. Errors are those of ctx and of reading.
func First(
	ctx context.Context, t *tools.Tool, env tools.Env, file string,
) (mode tools.Mode, values tools.Values, ok bool, err error) {
	for _, p := range t.Places {
		if p.Mode == tools.ModeBlock || !p.Sizable() {
			continue
		}
		for size := firstSize(p); size > 0; size /= 2 {
			values := fromStart(t, p, size)
			r, err := t.Read(ctx, env, t.Call(p, file, values))
			var refusal *tools.Error
			if errors.As(err, &refusal) {
				continue
			}
			if err != nil {
				return 0, nil, false, err
			}
			return p.Mode, values, true, r.Close()
		}
	}
	return 0, nil, false, nil
}

// firstSize is the size that First asks for at first.
func firstSize(p tools.Place) int64 {
	switch {
	case p.Size0 > 0:
		return p.Size0
	case p.Mode == tools.ModeBytes:
		return mostBytes
	}
	return mostLines
}

// fromStart are the arguments of a call for so much from the beginning of the file.
func fromStart(t *tools.Tool, p tools.Place, size int64) tools.Values {
	if p.Mode == tools.ModeBytes {
		return CallValues(t, p, 0, size)
	}
	return CallValues(t, p, 1, size)
}

// CallValues are the arguments of a call in a mode from a line or byte on; size 0 leaves its size as it is.
func CallValues(t *tools.Tool, p tools.Place, start, size int64) tools.Values {
	values := tools.Values{}
	maps.Copy(values, t.Default)
	p.Complete(values)
	p.SetStart(values, start)
	if size > 0 {
		p.SetCount(values, size)
	}
	return values
}
