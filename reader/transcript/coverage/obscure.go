package coverage

import (
	"cmp"
	"context"
	"path"
	"slices"

	"eyeline/reader/internal/jsonskim"
	"eyeline/reader/transcript"
	"eyeline/reader/transcript/argplaces"
	"eyeline/reader/transcript/record"
)

// obscure notes what a call may have changed that is not understood.
func (t *taker) obscure(c *record.Call) {
	named, isAny := changedUnclearly(t.s, c)
	for _, path := range named {
		if len(t.byTool) >= mostNames {
			isAny = true
			break
		}
		t.byTool[argplaces.Key(&t.s.Header, cmp.Or(t.alias[path], path))] = int32(c.Number)
	}
	if isAny {
		t.unclear = int32(c.Number)
	}
}

// changedUnclearly is what a call may have changed that is not understood: any file by a command, or by a tool that is
// not known and is given a command or no path, and else those files and folders that the arguments of such a tool name.
func changedUnclearly(s *transcript.Session, c *record.Call) (named []string, isAny bool) {
	if transcript.MayChangeAny(s, c) {
		return nil, true
	}
	if c.Kind != record.Other || record.ChangesNoFile(c.Tool) {
		return nil, false
	}
	args, _ := s.Args(c) // without them it names none
	named, isAny = argplaces.Of(&s.Header, textsIn(args, nil, 0))
	return named, isAny || hasCommand(args, 0)
}

// hasCommand reports whether arguments have a member that is a command or a program, by its name.
func hasCommand(v jsonskim.Value, depth int) (has bool) {
	if v.Kind == jsonskim.String || depth >= deepest {
		return false
	}
	_ = v.Each(func(name []byte, inner jsonskim.Value) error {
		switch string(name) {
		case "command", "commands", "cmd", "code", "script":
			has = true
		}
		has = has || hasCommand(inner, depth+1)
		return nil
	})
	return has
}

// toolNamed is the last call of a tool that is not known which named a file, or a folder above it.
func (t *taker) toolNamed(file string) (last int32) {
	for place := range andAbove(file) {
		last = max(last, t.byTool[argplaces.Key(&t.s.Header, place)])
	}
	return max(last, t.byTool[argplaces.NameOf(file)])
}

// andAbove are a file and the folders above it, but the topmost one.
func andAbove(file string) func(yield func(string) bool) {
	return func(yield func(string) bool) {
		for ; file != "/" && file != "."; file = path.Dir(file) {
			if !yield(file) {
				return
			}
		}
	}
}

// mostEvaluated is how many calls MayHaveMade evaluates at most: one takes about a thousandth of a second.
const mostEvaluated = 32

// MayHaveMade reports whether one of some calls of a session did something that is not understood and may have made
// lines of a file, by its recorded path. Commands are evaluated only where their words do not tell that they look at
// files alone, and not where there are many such: these may have.
func MayHaveMade(ctx context.Context, s *transcript.Session, root, file string, calls []*record.Call) bool {
	s.LookIn(root)
	file = s.Resolve(file)
	var unsure []*record.Call // that their words leave
	for _, c := range calls {
		if c.Kind == record.Shell && transcript.MayChangeByWords(s, c) {
			unsure = append(unsure, c)
		}
		if c.Kind != record.Shell && toolMayHaveMade(s, c, file) || ctx.Err() != nil || len(unsure) > mostEvaluated {
			return true
		}
	}
	mayChange := func(c *record.Call) bool { return ctx.Err() != nil || transcript.MayChangeAlone(s, c) }
	return slices.ContainsFunc(unsure, mayChange)
}

// toolMayHaveMade reports whether a tool that runs no commands may have changed a file in a way that is not
// understood.
func toolMayHaveMade(s *transcript.Session, c *record.Call, file string) bool {
	named, isAny := changedUnclearly(s, c)
	isNamed := func(place string) bool {
		is := func(one string) bool { return argplaces.Key(&s.Header, one) == argplaces.Key(&s.Header, place) }
		return slices.ContainsFunc(named, is)
	}
	return isAny || slices.Contains(named, argplaces.NameOf(file)) ||
		slices.ContainsFunc(slices.Collect(andAbove(file)), isNamed)
}

// givesAll reports whether a read with some lines gave all of its file as it was then.
func givesAll(r record.Read, lines int) bool { return r.Rev == "" && r.Total == int64(lines) }
