package coverage

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strings"

	"eyeline/reader/tools"
	"eyeline/reader/transcript"
	"eyeline/reader/transcript/giventext"
	"eyeline/reader/transcript/heldlines"
	"eyeline/reader/transcript/record"
)

// fileState is a file while the calls are replayed. What writes it are three phases, one after the other:
//
//	take    each call that concerns the file, as it comes ([taker.take]): all fields but isOpen, and of the File its
//	        Calls, Changes, and how many calls there were of each kind; version rises
//	lay     the picture is laid against the file as it is ([Replay.lay]): writes nothing here; the [laidFile] that
//	        comes of it is kept for another time, as long as the version is the same
//	finish  of a clone ([Replay.finish]): isOpen, and of the File its Sets, and what it is now
type fileState struct {
	File
	picture    heldlines.KnownLines // what the model could know of its content, line by line
	version    int                  // rises with every call that concerns the file
	by         readers
	unknown    []unknownCall
	originLost bool // it was moved or copied from a file whose content was not known then, see isLost
	earlier    heldlines.Earlier
	isOpen     bool // a call that has no result yet, after which its agent went on, may have given lines of it
}

// readers are what agents were given of a file.
type readers struct {
	seen  []seenLines // of each agent that read it
	whole []agentCall // the last call of each agent that gave or wrote all of it
}

// seenLines describes the read that gave an agent the furthest line of a file; where no read gave known lines, the last
// read.
type seenLines struct {
	gave  int // how many reads gave lines
	call  *record.Call
	lines record.Range // the first and the last; zero where none is known
	gaps  bool         // it did not give all lines between them
	total int64        // lines of the file, as the tool said; -1
	named bool         // the call only names the file
}

// unknownCall is a call that may have given lines of a file that are not known: it read the file with a result that is
// not understood, or that result names the file.
type unknownCall struct {
	call       int32
	named      bool
	part       bool // it may have given a part of a line, see record.Read.Parts
	unrecorded bool // the record says that there was a result, and does not have it
}

// agentCall is a call of an agent.
type agentCall struct {
	agent int
	call  int32
}

// recordWhole records that a call gave its agent all of the file, or wrote it.
func (f *fileState) recordWhole(c *record.Call) {
	f.by.whole = slices.DeleteFunc(f.by.whole, func(one agentCall) bool { return one.agent == c.Agent })
	f.by.whole = append(f.by.whole, agentCall{c.Agent, int32(c.Number)})
}

// wholeOf is the last call that gave an agent the whole file, or by which the agent wrote it; 0 for none.
func (f *fileState) wholeOf(agent int) int32 {
	for _, one := range f.by.whole {
		if one.agent == agent {
			return one.call
		}
	}
	return 0
}

// uncached is the version of a file that is not kept for another time, since a call without a result may have read it,
// or no call names it: it is compared with the file on the disk again each time.
const uncached = -1

// recordCall counts a call among those that concern the file.
func (f *fileState) recordCall(c *record.Call) {
	if n := int32(c.Number); len(f.Calls) == 0 || f.Calls[len(f.Calls)-1] != n {
		f.Calls = append(f.Calls, n)
	}
	f.version++
}

// applyRead applies what a call read of the file.
func (f *fileState) applyRead(c *record.Call, r record.Read, lines []heldlines.Line) {
	f.recordCall(c)
	f.recordSeen(seenLines{call: c, total: r.Total, named: r.Named}, lines)
	if givesAll(r, len(lines)) {
		f.recordWhole(c)
	}
	f.countCut(c, lines)
	if r.Disagreement != "" {
		f.Disagree++
	}

	if r.Via != record.InFile || r.Rev != "" { // it may be of another state of the file
		lines = slices.DeleteFunc(lines, func(l heldlines.Line) bool {
			known, ok := f.picture.Find(l.Number)
			return ok && !l.IsSame(&known)
		})
	}

	if r.Parts {
		f.keepWhole(lines)
	}

	switch {
	case len(lines) > 0:
		f.Reads++
		if !f.picture.TakeRead(lines) {
			f.Again++
		}
	case r.Named:
		f.Named++
		f.unknown = append(f.unknown, unknownCall{call: int32(c.Number), named: true})
	case c.Failed:
		f.Refused++
	default:
		f.Reads++
		if r.Media {
			f.Media++
		}

		if r.How != record.NoLines {
			f.Unknown++
			f.unknown = append(f.unknown, unknownCall{
				call: int32(c.Number), part: r.Parts, unrecorded: r.Unrecorded,
			})
			if r.Unrecorded {
				f.Unrecorded++
			}
		}
	}
}

// keepWhole replaces parts of lines by the lines themselves, where these were given or written before: a part does not
// tell that its line is another one now.
func (f *fileState) keepWhole(lines []heldlines.Line) {
	for i := range lines {
		if known, ok := f.picture.Find(lines[i].Number); ok && known.State != heldlines.CutLine {
			lines[i] = known
		}
	}
}

// countCut counts the lines that a read gave only in part.
func (f *fileState) countCut(c *record.Call, lines []heldlines.Line) {
	n := int32(0)
	for i := range lines {
		if lines[i].State == heldlines.CutLine {
			n++
		}
	}
	if n > 0 {
		f.CutIn = append(f.CutIn, CutRead{int32(c.Number), n})
	}
}

// mayBeGiven reports whether a call may have given lines of the file that are not known.
func (f *File) mayBeGiven() bool { return f.Unknown > 0 || f.Named > 0 || f.Media > 0 }

// isShownOtherwise reports whether a call gave the file as something else than its lines: a picture, or the cells of a
// notebook.
func (f *File) isShownOtherwise() bool {
	isNotebook := strings.HasSuffix(strings.ToLower(f.Path), ".ipynb")
	return f.Media > 0 || isNotebook && f.mayBeGiven()
}

// recordSeen records which lines a read gave.
func (f *fileState) recordSeen(seen seenLines, lines []heldlines.Line) {
	if len(lines) > 0 {
		number := func(a, b heldlines.Line) int { return cmp.Compare(a.Number, b.Number) }
		seen.lines = record.Range{slices.MinFunc(lines, number).Number, slices.MaxFunc(lines, number).Number}
		seen.gaps = seen.lines[1]-seen.lines[0] >= int64(len(lines))
	}

	seen.gave = int(min(seen.lines[1], 1))
	last := f.seenBy(seen.call.Agent)
	if last == nil {
		f.by.seen = append(f.by.seen, seen)
		return
	}

	gave := last.gave + seen.gave
	if seen.lines[1] >= last.lines[1] {
		*last = seen
	}

	last.gave = gave
}

// seenBy is what the reads of an agent gave; nil for no read.
func (f *fileState) seenBy(agent int) *seenLines {
	for i := range f.by.seen {
		if f.by.seen[i].call.Agent == agent {
			return &f.by.seen[i]
		}
	}
	return nil
}

// applyEdit applies what a call changed in the file.
func (f *fileState) applyEdit(ctx context.Context, c *record.Call, e record.Edit, t *taker) {
	h := t.h
	f.recordCall(c)
	change := Change{
		Call: c.Number, Time: c.Time, Tool: c.Tool, Failed: c.Failed, Whole: e.IsWhole,
		Deleted: e.Deleted, Pending: !c.Answered(), lost: e.Lost || e.Perhaps,
		LinesThen: record.Ranges{}, SentThen: record.Ranges{}, BlindThen: record.Ranges{}, UnknownThen: record.Ranges{},
		FoundIn: []int32{}, DroppedThen: record.Ranges{},
	}
	one, _ := t.s.RequestOf(c)
	change.RequestProven = one.Proven
	by := t.changerOf(ctx, f, c, e)
	if !c.Failed && c.Answered() {
		switch {
		case e.IsPlaced():
			t.markDropped(f, &change, c, e.Hunks)
			f.applyHunks(&change, e.Hunks, by, h)
		case e.IsWhole:
			t.markOverwritten(ctx, f, &change, c, e)
			f.earlier.Replaced(f.picture)
			f.picture.Write(e.Whole, by, h)
			f.recordWhole(c)
		case e.Deleted:
			f.earlier.Replaced(f.picture)
			f.picture = heldlines.KnownLines{}
		case e.Lost:
			change.UnplacedUnknown = true
			if f.picture.IsEmpty() && !e.Perhaps {
				t.markUnplaced(ctx, f, &change, c, e)
			}
		}

		for _, hunk := range e.Hunks {
			if ctx.Err() != nil {
				return
			}
			if hunk.Old == 0 {
				f.placeHunk(ctx, &change, c, hunk, by, t)
			}
		}

		f.picture.TakeRead(h.Lines(c, e.After))
	}

	if change.IsBlind() && change.Why == "" {
		f.explainUnseen(&change, c)
	}

	t.open.byPlace.explain(t, &change, c, f.Path)
	f.Changes = append(f.Changes, change)
}

// explainTouched notes why a change is blind: what the agent had in place of the lines that it changed. call is the
// last one that gave it such a line.
func (c *Change) explainTouched(t heldlines.TouchedLines, call int32) {
	did := "sent"
	if t.Last.State == heldlines.Written {
		did = "wrote"
	}

	line := record.Ranges{{t.Last.Number, t.Last.Number}}.Words()
	c.WhyCall = int(call)
	switch t.Why {
	case heldlines.OtherAgent:
		const text = "call %d, another agent's, %s %s: each agent has its own context"
		c.Why = fmt.Sprintf(text, call, did, line)
	case heldlines.OnlyPart:
		c.Why = fmt.Sprintf("call %d sent only a part of %s: the tool cut the line", call, line)
	case heldlines.OtherBranch:
		const text = "call %d %s %s on a branch of the conversation that was left"
		c.Why = fmt.Sprintf(text, call, did, line)
	case heldlines.OtherText: // what changed the line in between may be something in the run that is not understood
		c.Why = fmt.Sprintf("%s was changed outside of the run after call %d, which %s it", line, call, did)
		c.ChangedOutside = c.WhyCall
	default:
		c.WhyCall = 0
	}
}

// NeverGiven is the reason of a blind change where the agent had been given nothing of the file.
const NeverGiven = "no call before it gave the agent a line of the file"

// explainUnseen notes which lines the agent of a call had been sent, where they are others than those that it changed.
func (f *fileState) explainUnseen(change *Change, c *record.Call) {
	last := f.seenBy(c.Agent)
	if last == nil {
		change.Why = NeverGiven
		return
	}

	n := last.call.Number
	from := last.lines[0]
	to := last.lines[1]
	lines := record.Ranges{{from, to}}.Words()
	first := record.Ranges{{from, from}}.Words()
	end := record.Ranges{{to, to}}.Words()
	change.WhyCall = n
	switch {
	case last.gave == 0 && last.call.Failed:
		change.Why = fmt.Sprintf("call %d was refused", n)
	case last.gave == 0 && last.named: // or it would not be known that the change was blind
		change.Why = fmt.Sprintf("call %d names the file and printed nothing of these lines", n)
	case last.gave == 0:
		change.Why = fmt.Sprintf("of what call %d gave no line is known", n)
	case last.total > to && from == 1 && !last.gaps:
		change.Why = fmt.Sprintf("call %d stopped at %s of %s, and no call of the agent read on", n, end,
			tools.Thousands(last.total))
	case last.gaps:
		change.Why = fmt.Sprintf("call %d gave only some of the lines from %s to %s", n, first, end)
	case last.gave > 1:
		const text = "of the %d calls that gave the agent lines, call %d gave the last ones: %s"
		change.Why = fmt.Sprintf(text, last.gave, n, lines)
	default:
		change.Why = fmt.Sprintf("call %d gave %s, and no other call gave the agent lines", n, lines)
	}
}

// placeHunk takes a hunk whose place the record does not say.
func (f *fileState) placeHunk(
	ctx context.Context, c *Change, call *record.Call, hunk record.Hunk, by heldlines.Changer, t *taker,
) {
	if at := f.picture.Locate(hunk, t.h); at > 0 {
		hunk.Old = at
		f.applyHunks(c, []record.Hunk{hunk}, by, t.h)
		return
	}

	if len(hunk.Added()) > 0 {
		c.put = append(c.put, hunk)
	}

	removed := hunk.Removed()
	if len(removed) == 0 {
		return // it is not said between which lines they are put
	}

	said := by.Elsewhere(removed)
	t.searchParts(call, removed, said)
	t.matchReplayedText(f, call, hunk, said)

	for _, is := range t.markPossiblySent(ctx, f, call, said) {
		switch is.Known {
		case heldlines.Yes:
			c.addFoundIn(is.Call)
		case heldlines.Perhaps:
			c.UnplacedUnknown = true
		default:
			c.UnplacedBlind = true
		}
	}
}

// addFoundIn adds a call in whose text lines were found that were replaced.
func (c *Change) addFoundIn(call int32) {
	if call > 0 && !slices.Contains(c.FoundIn, call) {
		c.FoundIn = append(c.FoundIn, call)
	}
}

// applyHunks applies the hunks of a change, which have a place, to the picture.
func (f *fileState) applyHunks(c *Change, hunks []record.Hunk, by heldlines.Changer, h heldlines.Hasher) {
	for _, hunk := range hunks {
		at := hunk.Old
		for _, line := range hunk.Lines {
			if line[0] == '-' {
				f.earlier.Removed(&f.picture, at)
			}

			if line[0] != '+' {
				at++
			}
		}
	}

	f.addTouched(c, f.picture.Change(hunks, by, h))
}

// addTouched adds what a change does to lines.
func (f *fileState) addTouched(c *Change, t heldlines.TouchedLines) {
	c.LinesThen = append(c.LinesThen, t.Lines...)
	c.SentThen = append(c.SentThen, t.Held...)
	c.UnknownThen = append(c.UnknownThen, t.Unknown...)
	c.OtherThen = append(c.OtherThen, t.Other...)
	c.PartThen = append(c.PartThen, t.Part...)
	var blind record.Ranges
	for _, r := range t.Lines {
		for n := r[0]; n <= r[1]; n++ {
			if !t.Held.Has(n) && !t.Unknown.Has(n) {
				blind.Add(n)
			}
		}
	}

	c.BlindThen = append(c.BlindThen, blind...)
	for _, r := range []*record.Ranges{
		&c.LinesThen, &c.SentThen, &c.UnknownThen, &c.BlindThen, &c.OtherThen, &c.PartThen,
	} {
		r.Sort()
	}

	for _, call := range t.Found {
		c.addFoundIn(call)
	}

	if c.Why == "" && len(blind) > 0 {
		c.explainTouched(t, f.lastCallOf(t.Last))
	}
}

// lastCallOf is the number of the call that sent or wrote a line of the picture last.
func (f *fileState) lastCallOf(l heldlines.Line) int32 {
	if l.State == heldlines.Written && l.Change > 0 && int(l.Change) <= len(f.Changes) {
		return int32(f.Changes[l.Change-1].Call)
	}
	return l.Ref
}

// mainCall is the last call that gave a line of the picture to the main agent, or by which the main agent wrote it;
// without such a call, that of another agent.
func (f *fileState) mainCall(s *transcript.Session, l heldlines.Line) int32 {
	last := f.lastCallOf(l)
	if c := s.Call(int(last)); c == nil || c.Agent < 0 {
		return last
	}
	if l.Main > 0 {
		return l.Main
	}

	if l.Change > 0 && int(l.Change) <= len(f.Changes) {
		made := int32(f.Changes[l.Change-1].Call)
		if c := s.Call(int(made)); c != nil && c.Agent < 0 {
			return made
		}
	}

	return last
}

// marks collects the lines of a file by what is known of them.
type marks struct {
	file        *fileState
	sets        heldlines.Sets
	made, blind []record.Ranges // by the index of the change
	agent       int             // whose context is meant
}

// newMarks begins to collect the lines of a file. Where no agent is asked about, the main agent's context is meant.
func newMarks(f *fileState, agent int) *marks {
	n := len(f.Changes)
	return &marks{
		file: f, agent: max(agent, record.MainAgent),
		made: make([]record.Ranges, n), blind: make([]record.Ranges, n),
	}
}

// add notes what is known of line n, and by which call.
func (m *marks) add(s *transcript.Session, n int64, state heldlines.State, call int32) {
	m.sets.Add(n, state)
	if state == heldlines.Never || state == heldlines.Changed { // no call gave the line as it is
		return
	}
	if c := s.Call(int(call)); c != nil && c.Agent != m.agent { // it is in the context of another agent
		return
	}
	if isCompacted(s, call) {
		m.sets.Compacted.Add(n)
		return
	}
	m.sets.ContextNow.Add(n)
}

// markKnown records of line n, which is in the picture, how it was sent, to whom, and which change wrote it.
func (m *marks) markKnown(s *transcript.Session, l heldlines.Line, n int64) {
	if l.State == heldlines.Whole || l.State == heldlines.CutLine {
		m.sets.AddChannel(n, l.Via)
		if c := s.Call(int(l.Ref)); c != nil && c.Agent >= 0 {
			m.sets.BySub.Add(n)
		}
	}

	if l.Change == 0 {
		return
	}

	m.made[l.Change-1].Add(n)
	if l.Blind {
		m.blind[l.Change-1].Add(n)
	}
}

// fill stores the lines that were collected in the file. Where a read is not understood, or the record lacks some of
// what the agents were sent, the lines that seem not to have been sent are unsure.
func (m *marks) fill(s *transcript.Session) {
	f := m.file
	f.Sets = m.sets.Listed()
	if f.mayBeGiven() || f.isOpen || transcript.IsPartly(s) {
		f.DoubtNever()
	}

	for i := range f.Changes {
		f.Changes[i].Lines = m.made[i].List()
		f.Changes[i].Blind = m.blind[i].List()
	}
}

// layAsSent fills in the ranges by the numbers that the lines had in the run, without the file as it is now.
func (f *fileState) layAsSent(s *transcript.Session, agent int) {
	m := newMarks(f, agent)
	for _, l := range f.picture.Lines() {
		if agent != giventext.AnyAgent && !l.IsOf(agent) {
			m.add(s, l.Number, heldlines.Never, 0)
			continue
		}

		m.add(s, l.Number, l.State, f.mainCall(s, l))
		m.markKnown(s, l, l.Number)
	}

	m.fill(s)
}

// lay fills in the ranges by the lines of the file as it is now, together with those that were found by their text.
func (f *fileState) lay(s *transcript.Session, laid laidFile, found []foundLine, agent int) {
	a := laid.as
	f.Gone = a.Gone
	f.Lines = int64(len(a.States))
	m := newMarks(f, agent)
	states := slices.Clone(a.States)
	calls := make([]int32, len(a.States)) // that sent or wrote each line last
	for i, at := range a.Lines {
		if at >= 0 {
			m.markKnown(s, a.Known[i], int64(at)+1)
			calls[at] = f.mainCall(s, a.Known[i])
		}
	}

	for i := range f.Changes {
		if agent != giventext.AnyAgent && s.Call(f.Changes[i].Call).Agent != agent {
			continue
		}
		for _, n := range f.linesWrittenBy(s, i, laid.now, states, found) {
			states[n-1] = heldlines.Written
			calls[n-1] = int32(f.Changes[i].Call)
			m.made[i].Add(n)
		}
	}

	for i, one := range found {
		isCut := states[i] == heldlines.CutLine && one.known != heldlines.Yes
		if states[i] == heldlines.Whole || states[i] == heldlines.Written || isCut || one.known == heldlines.No {
			continue
		}
		m.markFound(s, int64(i)+1, one, &states[i], &calls[i])
	}

	for i, state := range states {
		if n := int64(i) + 1; !m.sets.Unsure.Has(n) {
			m.add(s, n, state, calls[i])
		}
	}

	m.fill(s)
}

// markFound sets the state of a line that was found by its text.
func (m *marks) markFound(
	s *transcript.Session, n int64, one foundLine, state *heldlines.State, call *int32,
) {
	if one.known == heldlines.Perhaps {
		if *state == heldlines.Never || one.appliesToChanged {
			m.sets.Unsure.Add(n)
		}
		return
	}

	*state = heldlines.Whole
	*call = one.call
	if one.writtenByModel {
		*state = heldlines.Written
	}

	m.sets.Found.Add(n)
	c := s.Call(int(one.call))
	if c != nil && c.Agent >= 0 && !one.writtenByModel {
		m.sets.BySub.Add(n)
	}
}

// isCompacted reports whether what a call gave was taken out of its agent's context by a compaction.
func isCompacted(s *transcript.Session, call int32) bool {
	c := s.Call(int(call))
	if c == nil {
		return false
	}
	return !s.InContext(c)
}

// fileStates are the files that calls name, by their recorded paths.
type fileStates map[string]*fileState

// file returns the state of a file; one that no call has named yet begins with its state in before.
func (all fileStates) file(path string, before fileStates) *fileState {
	if all[path] == nil {
		all[path] = before[path].clone()
		if all[path] == nil {
			all[path] = &fileState{File: File{Path: path, Changes: []Change{}}}
		}
	}
	return all[path]
}

// clone returns a copy that can be changed without changing f; nil for nil.
func (f *fileState) clone() *fileState {
	if f == nil {
		return nil
	}

	own := *f
	own.Calls = slices.Clone(f.Calls)
	own.Changes = slices.Clone(f.Changes)
	own.by.seen = slices.Clone(f.by.seen)
	own.by.whole = slices.Clone(f.by.whole)
	own.earlier = f.earlier.Clone()
	return &own
}

// givesAll reports whether a read with some lines gave all of its file as it was then.
func givesAll(r record.Read, lines int) bool { return r.Rev == "" && r.Total == int64(lines) }
