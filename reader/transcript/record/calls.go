package record

import (
	"errors"
	"fmt"
	"iter"
	"slices"
	"sort"
	"strconv"
	"strings"
)

// maxBadLines is how many malformed lines are remembered by number; all are counted.
const maxBadLines = 1000

// Run is what was recorded of a run.
type Run struct {
	Header
	Agents      []Agent
	Compactions []Compaction
	Branches    []Branch         // the parts of conversations that begin at an earlier place
	Requests    []Request        // to the model, as far as they are recorded, in their order
	Said        []SaidText       // what was said to the model or by it, but for calls and their results
	Uncalled    []SaidText       // results of which the record does not have the call
	Counted     CountedTokens    // what the record says that the answers cost
	Elsewhere   []Bypass         // connections past what recorded the requests
	Unclear     int              // requests of which it is not known when they were made
	Unkept      []UnkeptRequests // requests to the model of which the record has no text, by the reason
	CutShort    bool             // what recorded the requests could not write all of them
	// RequestRecords counts the records of requests. What they had is only known once they were read.
	RequestRecords int
	// Lacking: the record may have only some of what the agents were sent, by what it says of itself.
	Lacking bool
	// Headless: it begins within a conversation, and what came before is not there.
	Headless bool
	// Unknown counts the records of types that the format does not know.
	Unknown int
	// Pruned counts the calls whose result was dropped from the context later.
	Pruned int
	// Bad lists malformed lines, at most a thousand; BadCount counts them all. A last line that is not complete is
	// being written, and none of them.
	Bad      []BadLine
	BadCount int
	// Long lists lines, at most a thousand, that have more than is looked at of a text, see [TextLimit]: of a longer
	// text in them nothing is known.
	Long []BadLine
	// Unfinished: a file ends within a record, which is being written, or whose writer was stopped.
	Unfinished bool

	calls []*Call
	parts map[*Call][]Place
	made  []*Call       // by their orders, less 1
	tips  map[int]int32 // the branch in which the conversation of each agent goes on
	over  bool          // there are more of something than is kept
}

// mostSaid is how many texts that are no call's are kept.
const mostSaid = 1_000_000

// mostCalls is how many calls and compactions are kept, mostAgents how many sub-agents: a long run has some thousands,
// and some dozens.
const mostCalls, mostAgents = 100_000, 5_000

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
	if !r.full(len(r.Requests), mostCalls) {
		r.Requests = append(r.Requests, one)
	}
}

// Bypass is a connection of the agent's that did not pass through what recorded its requests.
type Bypass struct {
	To      string // the address with its port
	IsModel bool   // it is the model's
	IsProxy bool   // it is that of a proxy
}

// mostElsewhere is how many of them are kept.
const mostElsewhere = 100

// AddElsewhere adds a connection.
func (r *Run) AddElsewhere(one Bypass) {
	if len(r.Elsewhere) < mostElsewhere {
		r.Elsewhere = append(r.Elsewhere, one)
	}
}

// UnkeptRequests counts requests whose texts are not recorded, for one reason.
type UnkeptRequests struct {
	Why string // as package bodies has it; "" where the record does not say it
	N   int
}

// AddUnkept adds a request whose text is not recorded.
func (r *Run) AddUnkept(why string) {
	at := slices.IndexFunc(r.Unkept, func(one UnkeptRequests) bool { return one.Why == why })
	if at < 0 {
		at = len(r.Unkept)
		r.Unkept = append(r.Unkept, UnkeptRequests{Why: why})
	}
	r.Unkept[at].N++
}

// words say it in a sentence.
func (u UnkeptRequests) words() string {
	is := map[string][2]string{
		"too long":   {"which was too long", "which were too long"},
		"no JSON":    {"which is no JSON", "which are no JSON"},
		"not read":   {"which could not be opened or unpacked", "which could not be opened or unpacked"},
		"other form": {"whose form is not known", "whose forms are not known"},
	}
	said, known := is[u.Why]
	if !known {
		const any = "too long or of a form that is not known"
		said = [2]string{"which was " + any, "which were " + any}
	}

	if u.N == 1 {
		return "of a request, " + said[0] + ", no text is recorded"
	}

	return fmt.Sprintf("of %d requests, %s, no text is recorded", u.N, said[1])
}

// Bypasses says in a sentence each what the agent may have asked its model past what is recorded of its requests: where
// it was connected to an address of the model, which other services may share, or to a proxy, or to another address
// while no request came at all, and where requests passed that were not kept.
func (r *Run) Bypasses() (words []string) {
	for _, one := range r.Elsewhere {
		switch {
		case one.IsModel:
			words = append(words, "the agent was connected to an address of its model, "+one.To+
				": what it may have asked there is not recorded")
		case one.IsProxy:
			words = append(words, "the agent was connected to the proxy "+one.To+
				": what it may have asked its model there is not recorded")
		case len(r.Requests)+r.RequestRecords == 0:
			words = append(words, "no request came, and the agent was connected to "+one.To+" by itself")
		}
	}

	for _, one := range r.Unkept {
		words = append(words, one.words())
	}
	if r.CutShort {
		words = append(words, "not all requests are recorded: the record could not be written on")
	}

	return words
}

// AddBad counts a malformed line, 1-based, of the file with a name.
func (r *Run) AddBad(file string, line int64) {
	r.BadCount++
	if len(r.Bad) < maxBadLines {
		r.Bad = append(r.Bad, BadLine{file, line, r.orders()})
	}
}

// TooLong says which lines of the record are too long to be read whole; "" where none is.
func (r *Run) TooLong() string {
	if len(r.Long) == 0 {
		return ""
	}

	form := "line %d has more than %d MiB: of a longer text in it nothing is known"
	if len(r.Long) > 1 {
		form = "line %d, and others, have more than %d MiB: of longer texts in them nothing is known"
	}
	return fmt.Sprintf(form, r.Long[0].Line, TextLimit>>20)
}

// AddLong notes a line, 1-based, of the file with a name that has more than is looked at of a text.
func (r *Run) AddLong(file string, line int64) {
	if len(r.Long) < maxBadLines {
		r.Long = append(r.Long, BadLine{file, line, r.orders()})
	}
}

// Malformed says what of the record was not read: how many of its lines are malformed, see [MalformedWords], and what
// [Run.Incomplete] says. "" where all was read.
func (r *Run) Malformed() string {
	bad := MalformedWords(r.BadCount)
	rest := r.Incomplete()
	if bad == "" || rest == "" {
		return bad + rest
	}
	return bad + "; " + rest
}

// UnfinishedWords are said of a run whose record ends within a line.
const UnfinishedWords = "the last record is not complete: it is being written, or its writer was stopped"

// Incomplete says which lines of the record are too long to be read whole, and whether it ends within a record. ""
// where neither is so.
func (r *Run) Incomplete() string {
	var words []string
	if long := r.TooLong(); long != "" {
		words = append(words, long)
	}
	if r.Unfinished {
		words = append(words, UnfinishedWords)
	}

	return strings.Join(words, "; ")
}

// MalformedWords says that a number of malformed lines were skipped; "" for 0.
func MalformedWords(lines int) string {
	what := "malformed lines were skipped"
	switch lines {
	case 0:
		return ""
	case 1:
		what = "malformed line was skipped"
	}
	return strconv.Itoa(lines) + " " + what + ": what came after is known only where its text was found"
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
