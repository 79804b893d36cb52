package record

import (
	"fmt"
	"slices"
)

// RequestGaps is what is not known of the requests to the model, where they are recorded.
type RequestGaps struct {
	Elsewhere []Bypass         // connections past what recorded the requests
	Unclear   int              // requests of which it is not known when they were made
	Unkept    []UnkeptRequests // requests of which the record has no text, by the reason
	CutShort  bool             // what recorded the requests could not write all of them
}

// Bypass is a connection of the agent's that did not pass through what recorded its requests.
type Bypass struct {
	To      string // the address with its port
	IsModel bool   // it is the model's
	IsProxy bool   // it is that of a proxy
}

// maxElsewhere is how many of them are kept.
const maxElsewhere = 100

// AddElsewhere adds a connection.
func (g *RequestGaps) AddElsewhere(one Bypass) {
	if len(g.Elsewhere) < maxElsewhere {
		g.Elsewhere = append(g.Elsewhere, one)
	}
}

// UnkeptRequests counts requests whose texts are not recorded, for one reason.
type UnkeptRequests struct {
	Why string // as package bodies has it; "" where the record does not say it
	N   int
}

// AddUnkept adds a request whose text is not recorded.
func (g *RequestGaps) AddUnkept(why string) {
	at := slices.IndexFunc(g.Unkept, func(one UnkeptRequests) bool { return one.Why == why })
	if at < 0 {
		at = len(g.Unkept)
		g.Unkept = append(g.Unkept, UnkeptRequests{Why: why})
	}
	g.Unkept[at].N++
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
	for _, one := range r.Gaps.Elsewhere {
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

	for _, one := range r.Gaps.Unkept {
		words = append(words, one.words())
	}
	if r.Gaps.CutShort {
		words = append(words, "not all requests are recorded: the record could not be written on")
	}

	return words
}
