package record

import (
	"slices"
	"time"
)

// Branch is a part of an agent's conversation that begins at an earlier place: the person went back, or resumed there.
// What came after that place stands in another branch, and was not sent to this one.
type Branch struct {
	Time  time.Time
	Agent int   // as in Call
	From  int32 // the branch that it leaves, as in Call
	After int32 // the order of the last call of From that it has; 0 for none
	Aside bool  // the agent's conversation did not go on there
}

// Request is a request to the model: which results it had is not guessed.
type Request struct {
	Time   time.Time
	Agent  int    // as in Call
	After  int32  // the order of the last call that was made before it
	Calls  Ranges // the orders of the calls whose results it had
	Proven bool   // the record proves it: by a digest, or because it is the request itself

	// What follows is known of requests that are recorded themselves.

	Exact bool   // Made and Said are known
	Made  Ranges // the orders of the calls whose arguments it had
	Said  Ranges // the 0-based indices into Run.Said of the texts that it had
	Aside bool   // it is not of the conversation: a title, or a summary, was asked for
	// Rewound: the person went back before it, so that calls which the request before had are not in it.
	Rewound bool
	Body    *Body // its measures; nil where they are not known
}

// Body are the measures of a request that is recorded itself.
type Body struct {
	N        int   // 1-based, among all that are recorded
	Bytes    int64 // of the request as it was sent
	Messages int   // how many it has
	New      int   // how many of them no request before it had
	Status   int   // of the answer; 0 where none is recorded
	Usage    Usage
	Error    string // why the answer is not whole, in words; "" where it is
}

// Usage are tokens as the model counted them; zero where it did not say.
type Usage struct {
	Input  int64 // that were sent, with those that were cached
	Cached int64 // of them, read from a cache
	Stored int64 // of them, written to a cache
	Output int64
}

// CountedTokens is the sum of what the model counted, by the record of the agent.
type CountedTokens struct {
	Answers int // that have a count
	Usage
}

// add adds the tokens of an answer, a number of times: 1, or -1 to take back what a later record of it says anew.
func (c *CountedTokens) add(u Usage, times int) {
	n := int64(times)
	c.Answers += times
	c.Input += n * u.Input
	c.Cached += n * u.Cached
	c.Stored += n * u.Stored
	c.Output += n * u.Output
}

// SaidText is a text that was sent to the model or that it wrote, and that is no argument and no result of a call.
type SaidText struct {
	Text   Place
	Agent  int   // as in Call
	Branch int32 // as in Call
	After  int32 // the order of the last call that was made before it
	Own    bool  // the model wrote it
	System bool  // it is the agent's own words to the model, and no person's
}

// orders is the order of the last call that was made, 0 for none.
func (r *Run) orders() int32 { return int32(len(r.made)) }

// isAncestor reports whether the event of an order in the branch other precedes what comes after order upto in a branch
// of the agent's conversation, which is a tree. Orders are as in [Call], and upto is included.
func (r *Run) isAncestor(branch, upto, other, order int32) bool {
	for range len(r.Branches) + 1 { // a branch leaves one that came before it
		if branch == other {
			return order <= upto
		}
		if branch == 0 {
			return false
		}

		left := r.Branches[branch-1]
		branch = left.From
		upto = min(upto, left.After)
	}

	return false
}

// Had reports whether the model that made call c had been sent the result of call n before, or had made it: it is of
// the same agent, earlier, and on no branch that was left.
func (r *Run) Had(c, n *Call) bool {
	return n.Agent == c.Agent && r.isAncestor(c.Branch, c.Order-1, n.Branch, n.Order)
}

// RequestOf is the request that led to a call; false where none is recorded.
func (r *Run) RequestOf(c *Call) (Request, bool) {
	for _, one := range slices.Backward(r.Requests) {
		if one.Agent == c.Agent && one.After < c.Order && !one.Aside {
			return one, true
		}
	}
	return Request{}, false
}

// LastRequest is the last request of an agent's conversation, by its index as in Call; false where none is recorded.
func (r *Run) LastRequest(agent int) (Request, bool) {
	for _, one := range slices.Backward(r.Requests) {
		if one.Agent == agent && !one.Aside {
			return one, true
		}
	}
	return Request{}, false
}

// HadText is Had for a text that is no call's.
func (r *Run) HadText(c *Call, t SaidText) bool {
	return t.Agent == c.Agent && r.isAncestor(c.Branch, c.Order-1, t.Branch, t.After)
}

// InContextOf reports whether the result of call n was in the context when call c was made, as far as that is recorded.
func (r *Run) InContextOf(c, n *Call) bool { return r.inContext(n, c.Branch, c.Order-1) }

// InContext reports whether the result of a call is in the context of its agent as it stands at the end, as far as that
// is recorded.
func (r *Run) InContext(n *Call) bool {
	return !n.Pruned && r.inContext(n, r.tips[n.Agent], r.orders())
}

// CompactedAfter is the number of the last call before the compaction that took the result of call n out of the context
// of its agent; 0 where none is recorded that did, or it came before any call.
func (r *Run) CompactedAfter(n *Call) int {
	if r.InContext(n) {
		return 0
	}
	for _, one := range r.Compactions {
		if r.drops(one, n, r.tips[n.Agent], r.orders()) {
			return one.After
		}
	}
	return 0
}

// drops reports whether a compaction took the result of call n out of the context as it was at an order in a branch.
func (r *Run) drops(one Compaction, n *Call, branch, upto int32) bool {
	return one.Agent == n.Agent && n.Order <= one.Drops && r.isAncestor(branch, upto, one.Branch, one.Made)
}

func (r *Run) inContext(n *Call, branch, upto int32) bool {
	for _, one := range slices.Backward(r.Requests) {
		if one.Agent != n.Agent || one.After > upto || one.Aside {
			continue
		}
		if one.Exact && n.Order > one.After {
			break // it is to be sent
		}
		if one.Proven {
			return one.Calls.Has(int64(n.Order))
		}

		break // what it had is not certain
	}

	if !r.isAncestor(branch, upto, n.Branch, n.Order) {
		return false
	}

	for _, one := range r.Compactions {
		if r.drops(one, n, branch, upto) {
			return false
		}
	}

	return true
}
