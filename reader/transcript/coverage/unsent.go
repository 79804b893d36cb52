package coverage

import (
	"bytes"
	"context"
	"path/filepath"
	"slices"
	"strings"

	"eyeline/reader/lists"
	"eyeline/reader/transcript"
	"eyeline/reader/transcript/giventext"
	"eyeline/reader/transcript/instructions"
	"eyeline/reader/transcript/likeness"
	"eyeline/reader/transcript/record"
)

// A change may replace lines whose texts are not recorded: `sed -i 15s/.*/new/` of a file that was never read. They
// cannot be looked for. They were not sent where nothing of the file can have been: all that the agent was given before
// is known to be of other files or of none, no text names the file but in lists, none has lines of it, and none is like
// the lines that were put in.

// isUnsent reports whether it is certain that no line that a change replaces was given to the agent of its call before,
// or written by it, but those of the reads that are understood.
func (t *taker) isUnsent(ctx context.Context, f *fileState, c *record.Call, e record.Edit) bool {
	isWithin := t.budget.Visit(1 + len(f.Changes)/64)
	if !isWithin || t.table.Full() || !transcript.IsWhole(t.s) || t.mayBeGiven(ctx, f, c) {
		return false
	}

	isLost := func(one Change) bool {
		return !one.Failed && (one.UnplacedBlind || one.UnplacedUnknown || len(one.put) > 0)
	}
	x := unsentProof{taker: t, file: f, call: c, name: record.PathBase(f.Path), put: putIn(e)}
	x.first = lists.Map(e.Hunks, func(h record.Hunk) int64 { return h.Old })
	if slices.ContainsFunc(f.Changes, isLost) || len(x.put) == 0 || !e.IsWhole && !t.hasForeignLines(ctx, f, x.put) {
		return false
	}

	return x.holds()
}

// mayBeGiven reports whether a result before a call that is not understood may have had lines of a file.
func (t *taker) mayBeGiven(ctx context.Context, f *fileState, c *record.Call) bool {
	return f.File.mayBeGiven() || f.isLost(c.Agent) || t.isFromStart(ctx, f.Path) ||
		t.open.byPlace.last(t, c, f.Path) != nil
}

// putIn are the lines that a change puts in.
func putIn(e record.Edit) (lines []string) {
	for _, h := range e.Hunks {
		for _, text := range h.Added() {
			lines = append(lines, strings.Split(text, "\n")...)
		}
	}
	if e.IsWhole {
		lines = append(lines, strings.Split(e.Whole, "\n")...)
	}
	return lines
}

// leastForeign is the number of lines of a file that must stand in no text, so that no text can be the file.
const leastForeign = 3

// hasForeignLines reports whether the file as it is now has lines that would stand in a text that shows the file, and
// of which no text that may be of this file has one.
func (t *taker) hasForeignLines(ctx context.Context, f *fileState, put []string) bool {
	now, err := look(ctx, t.s, transcript.LooksIn(t.s), f.Path, nil)
	if err != nil || !now.Exists {
		return false
	}
	if !t.budget.Visit(len(now.TrimmedHashes()) / 64) {
		return false
	}

	own := map[uint64]struct{}{t.h.TrimmedText(""): {}}
	for _, line := range put {
		own[t.h.TrimmedText(line)] = struct{}{}
	}

	foreign := map[uint64]struct{}{}
	for _, hash := range now.TrimmedHashes() {
		if _, ok := own[hash]; ok {
			continue
		}

		for _, agent := range []int{-1, giventext.AnyAgent} {
			e, ok := t.table.Find(hash, agent)
			if ok && e.FileUnknown && e.Distinctive {
				return false
			}
		}

		foreign[hash] = struct{}{}
	}

	return len(foreign) >= leastForeign
}

// unsentProof looks through all that came before a change.
type unsentProof struct {
	*taker
	file *fileState
	call *record.Call
	name string   // of the file, without its folders
	put  []string // the lines that the change puts in
	// first are the 1-based numbers of the first lines that its hunks replace
	first []int64
}

// holds reports whether nothing before the change, of whichever agent and branch, can have given a line of the file.
func (x *unsentProof) holds() bool {
	for n := 1; n < x.call.Number; n++ {
		if !x.budget.Visit(1) || !x.isOther(x.s.Call(n)) {
			return false
		}
	}

	for _, one := range x.s.Said {
		text, cut, err := x.s.Text(one.Text, record.TextLimit)
		if one.After >= x.call.Order {
			continue
		}
		if err != nil || cut || !x.isForeign(string(text)) || !x.budget.Search(len(text)*len(x.put)) {
			return false
		}
		if likeness.MayHave(string(text), x.put) || !one.Own && likeness.MayQuote(string(text), x.name, x.first) {
			return false
		}
	}

	return true
}

// isOther reports whether neither the arguments nor the result of a call can have a line of the file, apart from those
// that its reads are known to have given.
func (x *unsentProof) isOther(c *record.Call) bool {
	if transcript.IsOther(x.s, c, x.file.Path) {
		if slices.Contains(x.file.Calls, int32(c.Number)) {
			return true // what it gave and wrote of the file is known
		}
	} else if !x.isPlain(c) {
		return false
	}

	result, cut := x.resultText(c)
	if cut || !x.isForeign(string(result)) {
		return false
	}
	if c.Kind == record.ReadFile || c.Kind == record.Attachment {
		return true // its arguments are a path
	}

	args := x.s.Recorded(c.Args)
	for _, text := range args.Texts(record.TextLimit, record.MaxTextDepth) {
		if !x.isForeign(text) {
			return false
		}
	}

	return true
}

// isPlain reports whether the result of a call of a tool that is not known is too short for a line of a file.
func (x *unsentProof) isPlain(c *record.Call) bool {
	result, _ := x.resultText(c)
	text := string(bytes.TrimSpace(result))
	if c.Kind != record.Other || c.Media || text == "" {
		return false
	}
	return !strings.Contains(text, "\n") && !giventext.IsDistinctive(text) && !likeness.MayHave(text, x.put)
}

// isForeign reports whether a text names the file in lists of files at most.
func (x *unsentProof) isForeign(text string) bool {
	if !x.budget.Search(len(text)) {
		return false
	}
	if !strings.Contains(text, x.name) {
		return true
	}
	return !likeness.Names(text, x.name, x.file.Path, transcript.LooksIn(x.s).Short(x.file.Path), x.name)
}

// isFromStart reports whether the agent may have had a file before the first call: by its profile, or because the file
// has a name of files with instructions, such as AGENTS.md.
func (t *taker) isFromStart(ctx context.Context, file string) bool {
	if t.start == nil {
		w := transcript.LooksIn(t.s)
		t.start = map[string]struct{}{}
		base, _ := filepath.EvalSymlinks(filepath.FromSlash(w.Folder)) // without the folder nothing is given

		for real := range filesAtStart(ctx, t.s, w) {
			if rel, err := filepath.Rel(base, real); err == nil {
				t.start[record.ResolvePath(w.Recorded, filepath.ToSlash(rel))] = struct{}{}
			}
		}
	}

	_, ok := t.start[file]
	return ok || instructions.IsNamed(file)
}

// MayBeFromStart reports whether the agent of a run may have a file from its start, by its recorded path: the record
// does not say what it was given then.
func MayBeFromStart(ctx context.Context, s *transcript.Session, path string) bool {
	return newTaker(s).isFromStart(ctx, s.Resolve(path))
}
