package coverage

import (
	"slices"
	"strings"

	"eyeline/reader/transcript"
	"eyeline/reader/transcript/heldlines"
	"eyeline/reader/transcript/record"
)

// movedFiles returns, for each of some edits that a call made, what is known of the file that it moved or copied to
// another place; nil for other edits.
func (t *taker) movedFiles(files, before fileStates, edits []record.Edit) []*fileState {
	all := make([]*fileState, len(edits))
	for i, e := range edits {
		if e.From != "" {
			all[i] = files.file(t.paths.real(e.From), before).clone()
		}
	}
	return all
}

// mergeFrom gives a file the state of the file that it was moved or copied from: whatever was sent of that one was sent
// of this one. Where nothing is known of that one, the lines of this file stay as they were, and it counts as lost.
func (f *fileState) mergeFrom(other *fileState, agent int) {
	hadLines := !f.picture.IsEmpty() || f.Unknown+f.Named > 0 || f.isLost(agent)
	if hadLines && other.picture.IsEmpty() && len(other.by.seen) == 0 {
		f.originLost = true
		f.by.whole = nil
		return
	}

	lines := slices.Clone(other.picture.Lines())
	for i := range lines {
		lines[i].Ref = other.lastCallOf(lines[i])
		lines[i].Change = 0 // changes are counted by file
	}

	f.earlier.Replaced(f.picture)
	f.earlier.Merge(&other.earlier)
	f.picture = heldlines.KnownLines{}
	f.picture.TakeRead(lines)
	f.by.seen = other.by.seen
	f.unknown = slices.Clone(other.unknown)
	f.Unknown = other.Unknown
	f.Unrecorded = other.Unrecorded
	f.Named = other.Named
	f.Media = other.Media
	f.originLost = other.isLost(agent)
	f.by.whole = nil
}

// matchReplayedText raises what said knows of the lines that a hunk without a place removes, if their text, as one
// piece, occurs in the replayed content of the file, or may: to Yes when the run has a single agent and branch, and to
// Perhaps otherwise. The agent had them then, even if no line of them stands alone in a text.
func (t *taker) matchReplayedText(f *fileState, c *record.Call, h record.Hunk, said []heldlines.OtherSource) {
	if !slices.ContainsFunc(said, func(one heldlines.OtherSource) bool { return one.Known != heldlines.Yes }) {
		return
	}
	least := heldlines.No
	holds, isKnown := transcript.Holds(t.s, c, f.Path, strings.Join(h.Removed(), "\n"))

	if holds || !isKnown {
		least = heldlines.Perhaps // another agent may have it, or a branch that was left
		if holds && len(t.s.Agents) == 0 && len(t.s.Branches) == 0 {
			least = heldlines.Yes
		}
	}

	for i := range said {
		said[i].Known = max(said[i].Known, least)
	}
}

// isLost reports whether, since an agent was given or wrote all of the file, a command changed it, or may have, in
// lines that are not known.
func (f *fileState) isLost(agent int) bool { return f.isLostSince(f.wholeOf(agent)) }

// isLostSince reports whether the call of a number or a later one changed the file, or may have, in lines that are not
// known. What happened to the file at the place that it was moved or copied from counts, too.
func (f *fileState) isLostSince(call int32) bool {
	return f.originLost || slices.ContainsFunc(f.Changes, func(c Change) bool {
		return c.lost && !c.Failed && c.Call >= int(call)
	})
}
