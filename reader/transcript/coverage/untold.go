package coverage

import (
	"cmp"

	"eyeline/reader/transcript/record"
	"eyeline/reader/transcript/unclear"
)

// untoldChanges are the last calls that may have changed files in a way that is not understood.
type untoldChanges struct {
	any    int32            // that may have changed any file; 0 for no call
	byPath map[string]int32 // that may have changed a file, or files below a folder, by the keys of these
}

// last is the last call that may have changed a file, by the keys of what may stand for it; 0 for no call.
func (u *untoldChanges) last(keys []string) int32 {
	last := u.any
	for _, key := range keys {
		last = max(last, u.byPath[key])
	}
	return last
}

// markUntoldChanges records what a call may have changed that is not understood.
func (t *taker) markUntoldChanges(c *record.Call) {
	named, isAny := unclear.Changes(t.s, c)
	for _, path := range named {
		t.markUntoldChange(path, c)
	}
	if isAny {
		t.untold.any = int32(c.Number)
	}
}

// markUntoldChange records that a call may have changed a file, or files below a folder, in a way that is not
// understood.
func (t *taker) markUntoldChange(path string, c *record.Call) {
	if len(t.untold.byPath) >= maxNames {
		t.untold.any = int32(c.Number)
		return
	}
	t.untold.byPath[t.paths.key(cmp.Or(t.paths.alias[path], path))] = int32(c.Number)
}

// mayHaveChangedSince reports whether, since a call, a command that is not understood may have changed the file. The
// agent may then know content that this program does not. A command of the call itself counts, too, since the order
// within a call is not known.
func (t *taker) mayHaveChangedSince(f *fileState, call int32) bool {
	var keys []string
	if len(t.untold.byPath) > 0 {
		keys = unclear.Keys(t.s, f.Path)
	}
	last := t.untold.last(keys)
	return last > 0 && last >= call || f.isLostSince(call)
}
