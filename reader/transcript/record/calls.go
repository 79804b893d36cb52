package record

import (
	"errors"
	"iter"
	"slices"
	"sort"
)

// Run is what was recorded of a run.
type Run struct {
	Header
	Agents      []Agent
	Compactions []Compaction
	Branches    []Branch      // the parts of conversations that begin at an earlier place
	Requests    []Request     // to the model, as far as they are recorded, in their order
	Said        []SaidText    // what was said to the model or by it, but for calls and their results
	Uncalled    []SaidText    // results of which the record does not have the call
	Counted     CountedTokens // what the record says that the answers cost
	Gaps        RequestGaps   // what is not known of requests
	// RequestRecords counts the records of requests. What they had is only known once they were read.
	RequestRecords int
	// Lacking: the record may have only some of what the agents were sent, by what it says of itself.
	Lacking bool
	// Headless: it begins within a conversation, and what came before is not there.
	Headless bool
	// IsPlanned: it begins with a plan that the agent made in a session before, which is not there.
	IsPlanned bool
	// Unknown counts the records of types that the format does not know.
	Unknown int
	// Pruned counts the calls whose result was dropped from the context later.
	Pruned int
	Damage Damage // lines that were not read, or not whole

	calls []*Call
	parts map[*Call][]Place
	made  []*Call       // by their orders, less 1
	tips  map[int]int32 // the branch in which the conversation of each agent goes on
	over  bool          // there are more of something than is kept
}

// maxSaid is how many texts that are no call's are kept.
const maxSaid = 1_000_000

// maxCalls is how many calls and compactions are kept, maxAgents how many sub-agents: a long run has some thousands,
// and some dozens.
const maxCalls, maxAgents = 100_000, 5_000

// MainAgent is the main agent in the place of an index of a sub-agent.
const MainAgent = -1

// ErrTooLarge is of a run that has more than is kept.
var ErrTooLarge = errors.New("the run has more than 100,000 calls or 5,000 agents")

// full reports whether there are as many of something as are kept at most, so that one more is not.
func (r *Run) full(n, most int) bool {
	r.over = r.over || n >= most
	return n >= most
}

// LimitError is ErrTooLarge where the run has more calls, agents or compactions than are kept.
func (r *Run) LimitError() error {
	if r.over {
		return ErrTooLarge
	}
	return nil
}

// AddRequest adds a request after those of its agent that came before it.
func (r *Run) AddRequest(one Request) {
	if !r.full(len(r.Requests), maxCalls) {
		r.Requests = append(r.Requests, one)
	}
}

// Len is how many calls there are.
func (r *Run) Len() int { return len(r.calls) }

// Call returns the call of a 1-based number, nil without one.
func (r *Run) Call(number int) *Call {
	if number < 1 || number > len(r.calls) {
		return nil
	}
	return r.calls[number-1]
}

// ordered is the call of an order, nil without one.
func (r *Run) ordered(order int32) *Call {
	if order < 1 || int(order) > len(r.made) {
		return nil
	}
	return r.made[order-1]
}

// Parts are the places of records of what a call did by itself, in their order: the commands and the patches of a
// script.
func (r *Run) Parts(c *Call) []Place { return r.parts[c] }

// SubAgent is the sub-agent that made a call; the zero Agent for the main agent, and for no call.
func (r *Run) SubAgent(c *Call) (a Agent) {
	if c != nil && c.Agent >= 0 && c.Agent < len(r.Agents) {
		a = r.Agents[c.Agent]
	}
	return a
}

// Calls gives the calls in order.
func (r *Run) Calls() iter.Seq[*Call] { return slices.Values(r.calls) }

// KeepAgent leaves the calls of one agent, by its index, and the compactions of its context.
func (r *Run) KeepAgent(agent int) {
	r.Uncalled = slices.DeleteFunc(r.Uncalled, func(one SaidText) bool { return one.Agent != agent })
	kept := slices.DeleteFunc(slices.Clone(r.calls), func(c *Call) bool { return c.Agent != agent })
	for i := range r.Compactions {
		after := &r.Compactions[i].After
		*after = sort.Search(len(kept), func(i int) bool { return kept[i].Number > *after })
	}
	for i, c := range kept {
		c.Number = i + 1
	}

	r.calls = kept
}

// Sort puts the calls of several files in the order of their times. A call without a time stays behind the one before
// it.
func (r *Run) Sort() {
	byTime := func(a, b *Call) int { return a.Time.Compare(b.Time) }
	for i, c := range r.calls {
		if i > 0 && c.Time.IsZero() && c.Agent == r.calls[i-1].Agent {
			c.Time = r.calls[i-1].Time
		}
	}

	if slices.IsSortedFunc(r.calls, byTime) {
		return
	}

	slices.SortStableFunc(r.calls, byTime)
	for i, c := range r.calls {
		c.Number = i + 1
	}

	for i := range r.Compactions {
		c := &r.Compactions[i]
		c.After = sort.Search(r.Len(), func(i int) bool { return r.calls[i].Time.After(c.Time) })
	}
}
