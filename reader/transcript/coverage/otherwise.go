package coverage

import (
	"context"
	"slices"
	"strings"
	"sync"

	"eyeline/reader/transcript"
	"eyeline/reader/transcript/giventext"
	"eyeline/reader/transcript/heldlines"
	"eyeline/reader/transcript/record"
)

// changerOf is the agent of a call that changes a file, with what is known of it.
func (t *taker) changerOf(ctx context.Context, f *fileState, c *record.Call, e record.Edit) heldlines.Changer {
	by := heldlines.Changer{
		Change: int32(len(f.Changes)), Who: heldlines.AgentSet(c.Agent),
		Elsewhere: func(lines []string) []heldlines.OtherSource {
			said := t.searchTexts(c, lines)
			t.isInside(f, c, lines, said)
			t.unlessPlanned(c, lines, said)
			return t.markPossiblySent(ctx, f, c, said)
		},
	}
	by.Unsaid = sync.OnceValue(func() heldlines.Knowledge {
		if t.isUnsent(ctx, f, c, e) {
			return heldlines.No
		}
		return heldlines.Perhaps
	})
	by.Unclear = func(l heldlines.Line) bool { return t.mayHaveChangedSince(f, f.lastCallOf(l)) }
	if len(t.s.Branches) > 0 {
		by.Had = func(l heldlines.Line) bool {
			n := t.s.Call(int(f.lastCallOf(l)))
			return n == nil || n.Agent != c.Agent || t.s.Had(c, n)
		}
	}

	return by
}

// fewLines is from how many lines on that stand one after the other in a text as they do in a file they are taken for
// those lines, also where each of them is too short to be told from others.
const fewLines = 3

// searchTexts says of lines, which stand one after the other in a file, whether the agent of a call had been given them
// in any text before the call, or had written them.
func (t *taker) searchTexts(c *record.Call, lines []string) []heldlines.OtherSource {
	said := make([]heldlines.OtherSource, len(lines))
	entries := make([]giventext.Entry, len(lines))
	for i, line := range lines {
		entries[i], said[i] = t.entryOf(c, line)
	}

	for first, last := 0, 0; first < len(lines); first = last {
		last = giventext.EndOfRun(entries, first)
		for i := first; last-first >= min(fewLines, max(len(lines), 2)) && i < last; i++ {
			if said[i].Known == heldlines.Perhaps {
				said[i] = heldlines.OtherSource{Known: heldlines.Yes, Call: entries[i].Call}
			}
		}
	}

	t.settleBlanks(lines, said)
	return said
}

// markPossiblySent raises No to Perhaps for all lines in said when the record cannot rule out that they were sent: the
// file may have been in what the agent got at its start, the text of a result is not in the record, or a command that
// is not understood may have written the lines. It changes said and returns it.
func (t *taker) markPossiblySent(
	ctx context.Context, f *fileState, c *record.Call, said []heldlines.OtherSource,
) []heldlines.OtherSource {
	isNo := func(one heldlines.OtherSource) bool { return one.Known == heldlines.No }
	if slices.ContainsFunc(said, isNo) && (t.mayHaveChangedSince(f, f.wholeOf(c.Agent)) || transcript.IsPartly(t.s) ||
		t.isFromStart(ctx, f.Path) || t.lacksTextOf(f) || f.isShownOtherwise() || t.isReadOtherwise(f, c.Agent) ||
		t.open.byPlace.last(t, c, f.Path) != nil) {
		for i := range said {
			said[i].Known = max(said[i].Known, heldlines.Perhaps)
		}
	}

	return said
}

// unlessPlanned takes lines that a call replaces for possibly sent where its agent began with a plan of an earlier
// session, and wrote out several of them in the call: what that session knew may have come with the plan.
func (t *taker) unlessPlanned(c *record.Call, lines []string, said []heldlines.OtherSource) {
	if !t.s.IsPlanned || c.Agent != record.MainAgent {
		return
	}

	written := strings.Join(t.written(c), "\n")
	typed := 0
	for _, line := range lines {
		if giventext.IsDistinctive(line) && strings.Contains(written, strings.TrimSpace(line)) {
			typed++
		}
	}
	for i := range said {
		if typed > 1 {
			said[i].Known = max(said[i].Known, heldlines.Perhaps)
		}
	}
}

// lacksTextOf reports whether the record has no text of a read of a file.
func (t *taker) lacksTextOf(f *fileState) bool {
	return slices.ContainsFunc(f.unknown, func(one unknownCall) bool {
		text, _ := t.resultText(t.s.Call(int(one.call)))
		return len(text) == 0
	})
}

// isReadOtherwise reports whether an agent made a read of a file that gave it lines which are not known: they may have
// been sent with other letters, or in pieces, as by `fold` or `tr`.
func (t *taker) isReadOtherwise(f *fileState, agent int) bool {
	return slices.ContainsFunc(f.unknown, func(one unknownCall) bool {
		return !one.named && t.s.Call(int(one.call)).Agent == agent
	})
}

// markDropped marks which of the lines that hunks take out the agent had been sent, and had no longer in its context.
func (t *taker) markDropped(f *fileState, change *Change, c *record.Call, hunks []record.Hunk) {
	for _, h := range hunks {
		at := h.Old
		for _, line := range h.Lines {
			if l, ok := f.picture.Find(at); ok && line[0] == '-' {
				n := t.s.Call(int(f.lastCallOf(l)))
				if n != nil && n.Agent == c.Agent && t.s.Had(c, n) && !t.s.InContextOf(c, n) {
					change.DroppedThen.Add(at)
				}
			}

			if line[0] != '+' {
				at++
			}
		}
	}
}

// entryOf is the text that has a line, and what it says of the line by itself.
func (t *taker) entryOf(c *record.Call, line string) (e giventext.Entry, is heldlines.OtherSource) {
	e, ok := t.table.FindText(line, c.Agent)
	switch {
	case !ok && (t.table.Full() || t.table.FitsMarked(line)): // it may be one that is not kept, or has a mark for a key
		is.Known = heldlines.Perhaps
	case !ok:
		is.Known = t.inUnknown(line)
	case e.Call > 0 && !t.s.Had(c, t.s.Call(int(e.Call))): // it was found last on a branch that was left
		is = t.onBranch(c, line)
	case e.Distinctive:
		is = heldlines.OtherSource{Known: heldlines.Yes, Call: e.Call}
	case e.FileUnknown:
		is.Known = heldlines.Perhaps
	}

	return e, is
}

// shortest is from how many bytes on a part of a line that stands in a text is taken for that line.
const shortest = 6

// onBranch looks for a line in what the agent of a call was given or wrote before it on the branch of the call.
func (t *taker) onBranch(c *record.Call, line string) heldlines.OtherSource {
	text := strings.TrimSpace(line)
	if len(text) < shortest { // it may stand in any text
		return heldlines.OtherSource{Known: heldlines.Perhaps}
	}
	is := t.searchWithin(c, text)
	is.Known = min(max(is.Known, t.inUnknown(line)), heldlines.Perhaps) // it may be a part of a longer line there
	return is
}

// markOverwritten records what a write of a whole file replaces: lines that were not sent, where there was such a file
// and nothing, or not all, of it had been sent.
func (t *taker) markOverwritten(ctx context.Context, f *fileState, change *Change, c *record.Call, e record.Edit) {
	last := f.seenBy(c.Agent)
	isPart := last != nil && last.total > int64(len(f.picture.Lines()))
	if !isPart && (!f.picture.IsEmpty() || !e.Existed && !t.isListed(c, e.Path)) {
		return
	}
	t.markUnplaced(ctx, f, change, c, e)
}

// markUnplaced records that a change replaced lines that no read gave, and which the record does not have.
func (t *taker) markUnplaced(ctx context.Context, f *fileState, change *Change, c *record.Call, e record.Edit) {
	isBlind := t.isUnsent(ctx, f, c, e)
	change.UnplacedBlind = isBlind
	change.UnplacedUnknown = !isBlind
}

// isListed reports whether the agent of a call was given the name of a file on a line of its own, as a list of files
// has it.
func (t *taker) isListed(c *record.Call, path string) bool {
	below, _ := record.Inside(t.s.Folder(), path)
	for _, name := range []string{path, below, "./" + below, record.PathBase(path)} {
		if e, ok := t.table.FindText(name, c.Agent); ok && e.Given {
			return true
		}
	}
	return false
}

// searchParts looks for the first and the last of some lines, which may be known in part only: does a text have them in
// a line of its own?
func (t *taker) searchParts(c *record.Call, lines []string, said []heldlines.OtherSource) {
	for _, i := range []int{0, len(lines) - 1} {
		if said[i].Known == heldlines.Yes { // the whole line was found
			continue
		}

		text := strings.TrimSpace(lines[i])
		said[i] = t.searchWithin(c, text)
		if len(text) < shortest {
			said[i].Known = min(said[i].Known, heldlines.Perhaps)
		}
		if said[i].Known == heldlines.No && (t.table.Full() || t.table.HasMarkedPart(text)) {
			said[i].Known = heldlines.Perhaps
		}
	}
}

// searchWithin looks for a part of a line in all that the agent of a call was given or wrote before it.
func (t *taker) searchWithin(c *record.Call, part string) heldlines.OtherSource {
	for n := c.Number - 1; n > 0; n-- {
		before := t.s.Call(n)
		if !before.Answered() || !t.s.Had(c, before) {
			continue
		}

		result, cut := t.resultText(before)
		texts := append(t.written(before), textsOf(string(result))...)
		for _, text := range texts {
			if !t.budget.Search(len(text)) || cut {
				return heldlines.OtherSource{Known: heldlines.Perhaps}
			}
			if giventext.Has(text, part) {
				return heldlines.OtherSource{Known: heldlines.Yes, Call: int32(n)}
			}
		}
	}

	for _, one := range t.s.Said {
		if !t.s.HadText(c, one) {
			continue
		}

		text, cut, _ := t.s.Text(one.Text, record.TextLimit)
		if !t.budget.Search(len(text)) || cut {
			return heldlines.OtherSource{Known: heldlines.Perhaps}
		}
		if giventext.Has(string(text), part) {
			return heldlines.OtherSource{Known: heldlines.Yes}
		}
	}

	return heldlines.OtherSource{}
}

// settleBlanks says of blank lines what is known of those beside them.
func (t *taker) settleBlanks(lines []string, said []heldlines.OtherSource) {
	for i, line := range lines {
		if strings.TrimSpace(line) != "" {
			continue
		}
		for _, k := range []int{i - 1, i + 1} {
			if k >= 0 && k < len(lines) && said[k].Known > said[i].Known {
				said[i] = said[k]
			}
		}
		if len(lines) == 1 && t.table.AnyFileUnknown() {
			said[i].Known = heldlines.Perhaps // it may be a line of any text
		}
	}
}
