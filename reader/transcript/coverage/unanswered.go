package coverage

import (
	"slices"

	"eyeline/reader/transcript"
	"eyeline/reader/transcript/coverage/budget"
	"eyeline/reader/transcript/record"
	"eyeline/reader/transcript/unclear"
)

// A call may have no result in the record though its agent went on: the record lacks the result, or the run was stopped
// and taken up again. What such a call gave, wrote and changed is not known.

// openPlace is a file or a folder that calls of an agent may have given lines of, by its key as [unclear.Keys] has it;
// "" stands for any file.
type openPlace struct {
	agent int
	key   string
}

// openCalls are the calls without a result that were met while calls were taken.
type openCalls struct {
	byPlace unanswered
	passed  int // the number of the last call up to which they were noted
	// wentOn are, by agents, the orders up to which each is known to have gone on after its calls.
	wentOn map[int]int32
	judged int // the number of the last call whose changes were judged
	budget budget.Budget
}

// agentWentOn notes that an agent went on after all calls up to an order.
func (o *openCalls) agentWentOn(agent int, order int32) {
	o.wentOn[agent] = max(o.wentOn[agent], order)
}

// unanswered are the calls without a result that an agent went on after, by what they may have given.
type unanswered map[openPlace][]*record.Call

// add notes a call without a result.
func (all unanswered) add(t *taker, c *record.Call) {
	named, isAny := unclear.Gives(t.s, c)
	if isAny {
		named = []string{""}
	}

	for _, path := range named {
		at := openPlace{agent: c.Agent}
		if path != "" {
			at.key = t.paths.key(t.paths.real(path))
		}
		all[at] = append(all[at], c)
	}
}

// last is the last call of an agent before another one, in the same conversation, that may have given lines of a file;
// nil without one.
func (all unanswered) last(t *taker, before *record.Call, file string) (last *record.Call) {
	if len(all) == 0 {
		return nil
	}

	for _, key := range append(unclear.Keys(t.s, file), "") {
		for _, c := range slices.Backward(all[openPlace{before.Agent, key}]) {
			isWithin := t.open.budget.Visit(1)
			isHad := !c.Answered() && (!isWithin || t.s.Had(before, c))
			if isHad && (last == nil || c.Number > last.Number) {
				last = c
			}
			if isHad {
				break
			}
		}
	}

	return last
}

// explain names, for lines that may or may not have been sent, the last call without a result before the change that
// may have given them.
func (all unanswered) explain(t *taker, change *Change, c *record.Call, file string) {
	if change.IsKnown() {
		return
	}
	if open := all.last(t, c, file); open != nil {
		change.Unanswered = open.Number
	}
}

// concerns reports whether one of the calls, of whichever agent, may have given lines of a file.
func (all unanswered) concerns(t *taker, file string) bool {
	if len(all) == 0 {
		return false
	}

	keys := append(unclear.Keys(t.s, file), "")
	for at := range all {
		if slices.Contains(keys, at.key) {
			return true
		}
	}

	return false
}

// areAny reports whether one of the calls may have given lines of any file.
func (all unanswered) areAny() bool {
	for at := range all {
		if at.key == "" {
			return true
		}
	}
	return false
}

// markOpenCalls records the calls without a result before the call of a number: they may have given lines, and changed
// files.
func (t *taker) markOpenCalls(number int) {
	for ; t.open.passed+1 < number; t.open.passed++ {
		c := t.s.Call(t.open.passed + 1)
		if c.Answered() {
			continue
		}

		t.open.byPlace.add(t, c)
		t.markUntoldChanges(c)
		_, edits, _ := t.s.ReadsAndEdits(c) // what cannot be read says nothing
		for _, e := range edits {
			t.markUntoldChange(e.Path, c)
		}
	}
}

// stillOpen are those of some calls without a result that their agent is known to have gone on after: it made another
// call that was answered, or said something.
func (t *taker) stillOpen(numbers []int) unanswered {
	all := unanswered{}
	for _, n := range numbers {
		if c := t.s.Call(n); !c.Answered() && c.Order <= t.open.wentOn[c.Agent] {
			all.add(t, c)
		}
	}
	return all
}

// countedAsOpen reports whether a call that has its result now was taken for one without a result in a way that cannot
// be taken back: a change after it was judged, or it may have changed a file.
func (t *taker) countedAsOpen(c *record.Call) bool {
	isRead := c.Kind == record.ReadFile || c.Kind == record.Search || c.Kind == record.Attachment
	return c.Answered() && c.Number <= t.open.passed && (c.Number < t.open.judged || !isRead)
}

// IsUnanswered reports whether one of some calls has no result, and may have given lines of a file, by its path, before
// the call of an identity asked for a change of it. Without an identity the last change is that call.
func IsUnanswered(of transcript.LaterCalls, path, asks string) bool {
	t := newTaker(of.Session)
	all := unanswered{}
	own := transcript.CallOf(of.Session, asks)

	for _, c := range slices.Backward(of.Calls) {
		if c.Answered() {
			continue
		}
		if asks == "" && own == nil && c.Kind == record.Change {
			own = c
		}
		if c != own {
			all.add(t, c)
		}
	}

	return all.concerns(t, of.Resolve(path))
}
