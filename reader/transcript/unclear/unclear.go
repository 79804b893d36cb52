// Package unclear, which changes without notice, says what the calls of a run may have changed, or given, in a way that
// is not understood. It is the one place that does: for a call by all that is recorded of it, for the calls of a
// running transcript at as little cost as each of them allows, and before that by their records alone.
package unclear

import (
	"context"
	"path"
	"slices"
	"strings"

	"eyeline/reader/internal/jsonskim"
	"eyeline/reader/transcript"
	"eyeline/reader/transcript/argplaces"
	"eyeline/reader/transcript/record"
)

// Changes are what a call may have changed that is not understood: any file by a command, or by a tool that is not
// known and is given a command or no path, and else those files and folders that the arguments of such a tool name: see
// [Keys].
func Changes(s *transcript.Session, c *record.Call) (named []string, isAny bool) {
	if transcript.MayChangeAny(s, c) {
		return nil, true
	}
	return byTool(s, c)
}

// byTool is Changes of a tool that runs no commands.
func byTool(s *transcript.Session, c *record.Call) (named []string, isAny bool) {
	if c.Kind != record.Other || record.ChangesNoFile(c.Tool) || startsRecorded(s, c) {
		return nil, false
	}
	args, _ := s.Args(c) // without them it names none
	named, isAny = argplaces.Of(&s.Header, args.Texts(record.TextLimit, record.MaxTextDepth))
	return named, isAny || hasCommand(args, 0)
}

// Gives returns the files and folders that a call without a result may have given its agent lines of. isAny: it may
// have given lines of any file, as shell commands, searches and tools of unknown effect may.
func Gives(s *transcript.Session, c *record.Call) (named []string, isAny bool) {
	switch c.Kind {
	case record.Other:
		return nil, !record.GivesNothing(c.Tool)
	case record.Shell, record.Search:
		return nil, true
	}

	reads, edits, err := s.ReadsAndEdits(c)
	isUntold := err != nil || len(reads)+len(edits) == 0
	for _, r := range reads {
		named = append(named, r.Path)
	}
	for _, e := range edits {
		named = append(named, e.Path)
	}

	isPattern := func(path string) bool { return path == "" || strings.ContainsAny(path, "*?[{") }
	return named, isUntold || slices.ContainsFunc(named, isPattern)
}

// startsRecorded reports whether a call started a sub-agent whose own calls are recorded: these say what it changed. A
// file that ends too early does not.
func startsRecorded(s *transcript.Session, c *record.Call) bool {
	isIt := func(a record.Agent) bool { return a.ID == c.Starts() && transcript.HasAll(s, a) }
	return c.Starts() != "" && slices.ContainsFunc(s.Agents, isIt)
}

// hasCommand reports whether arguments have a member that is a command or a program, by its name.
func hasCommand(v jsonskim.Value, depth int) (has bool) {
	if v.Kind == jsonskim.String || depth >= record.MaxTextDepth {
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

// Keys are the keys, see [argplaces.Key], of what a tool may have named that changed a file of a run, by its absolute
// path: of the file, of a folder above it but the topmost one, or of its name alone.
func Keys(s *transcript.Session, file string) (keys []string) {
	keys = append(keys, argplaces.NameOf(file))
	for ; file != "/" && file != "."; file = path.Dir(file) {
		keys = append(keys, argplaces.Key(&s.Header, file))
	}
	return keys
}

// maxEvaluated is how many calls MayHaveMade evaluates at most: one takes about a thousandth of a second.
const maxEvaluated = 32

// MayHaveMade reports whether one of some calls of a session did something that is not understood and may have made
// lines of a file, by its recorded path. Commands are evaluated only where their words do not tell that they look at
// files alone, and not where there are many such: these may have.
func MayHaveMade(ctx context.Context, s *transcript.Session, root, file string, calls []*record.Call) bool {
	s.LookIn(root)
	keys := Keys(s, s.Resolve(file))
	var unsure []*record.Call // that their words leave
	for _, c := range calls {
		named, isAny := byTool(s, c)
		isKey := func(place string) bool { return slices.Contains(keys, argplaces.Key(&s.Header, place)) }
		if c.Kind == record.Shell && transcript.MayChangeByWords(s, c) {
			unsure = append(unsure, c)
		}
		if isAny || slices.ContainsFunc(named, isKey) || ctx.Err() != nil || len(unsure) > maxEvaluated {
			return true
		}
	}

	mayChange := func(c *record.Call) bool { return ctx.Err() != nil || transcript.MayChangeAlone(ctx, s, c) }
	return slices.ContainsFunc(unsure, mayChange)
}
