// Package runsteps, which changes without notice, describes the requests of a run as its steps: what each of them had,
// what in it is new since the one before, what is gone, and what the model counted of it. Nothing of it is guessed: of
// a request whose record does not prove what it had, only its measures are told.
//
// The comments of the fields that are written as JSON become the rows of the JSON manual as they stand: phrases.
package runsteps

import (
	"slices"
	"time"

	"eyeline/reader/transcript"
	"eyeline/reader/transcript/record"
)

// Listed is a request in a list.
type Listed struct {
	Number int       `json:"number"`        // among all requests of the run, from 1
	Time   time.Time `json:"time,omitzero"` // left out where it is not recorded
	Agent  string    `json:"sub_agent"`     // whose request it is; "" for the main agent
	// it is not of the conversation: the agent asked for a title, a summary or the like
	Aside bool `json:"aside"`
	// what it had is a fact: it is recorded itself, or its digest proves it
	Known bool `json:"known"`
	// the request of the same conversation before it, by its number; 0 for the first one
	Before int `json:"before"`
	// the person went back before it: calls that the request before had are not in it
	Rewound     bool  `json:"rewound"`
	Bytes       int64 `json:"bytes"`        // as it was sent; 0 where that is not recorded
	Messages    int   `json:"messages"`     // that it has; 0 where that is not recorded
	NewMessages int   `json:"new_messages"` // those that no request before it had
	Results     int   `json:"results"`      // calls whose results it has
	// calls, by their numbers, whose results it has and the one before it had not
	New []int `json:"new_results"`
	// calls whose results the one before it had, and it has not, or not as they were
	Gone []int `json:"gone_results"`
	// what the model counted of it; only where that is recorded
	Usage  *Counted `json:"usage,omitempty"`
	Status int      `json:"status"` // of the answer, as HTTP has it; 0 where none is recorded
	Error  string   `json:"error"`  // why the answer is not whole, in words; "" where it is
}

// Counted are tokens as the model counted them.
type Counted struct {
	Input  int64 `json:"input"`  // that were sent, with those that were cached
	Cached int64 `json:"cached"` // of them, read from a cache
	Stored int64 `json:"stored"` // of them, written to a cache
	Output int64 `json:"output"` // that the model wrote
}

// list makes the rows of requests.
type list struct {
	s       *transcript.Session
	numbers numbers
	last    map[int]int // indices of the last requests of conversations, by their agents
}

// List describes the requests of a run, which must have been read, in their order.
func List(s *transcript.Session) []Listed {
	l := list{s: s, numbers: numbersOf(s), last: map[int]int{}}
	all := make([]Listed, len(s.Requests))
	for i := range s.Requests {
		all[i] = l.info(i)
	}
	return all
}

func (l *list) info(i int) Listed {
	one := &l.s.Requests[i]
	info := Listed{
		Number: i + 1, Time: one.Time, Aside: one.Aside, Known: one.Proven, Rewound: one.Rewound,
		New: []int{}, Gone: []int{},
	}
	if one.Agent >= 0 {
		info.Agent = l.s.Agents[one.Agent].Name()
	}

	info.measure(one.Body)
	before, some := l.last[one.Agent]
	if some {
		info.Before = before + 1
	}

	if one.Proven {
		info.Results = int(one.Calls.Count())
		if !some {
			info.New = l.numbers.of(one.Calls)
		} else if was := &l.s.Requests[before]; was.Proven {
			info.New = l.numbers.of(one.Calls.Without(was.Calls))
			info.Gone = l.numbers.of(was.Calls.Without(one.Calls))
		}
	}

	if !one.Aside {
		l.last[one.Agent] = i
	}

	return info
}

// measure takes the measures of a request; nil where they are not known.
func (i *Listed) measure(b *record.Body) {
	if b == nil {
		return
	}

	i.Bytes = b.Bytes
	i.Messages = b.Messages
	i.NewMessages = b.New
	i.Status = b.Status
	i.Error = b.Error

	if b.Usage != (record.Usage{}) {
		u := Counted(b.Usage)
		i.Usage = &u
	}
}

// numbers are those of calls, by their orders.
type numbers map[int64]int

func numbersOf(s *transcript.Session) numbers {
	all := numbers{}
	for c := range s.Calls() {
		all[int64(c.Order)] = c.Number
	}
	return all
}

// of are the numbers of calls, sorted.
func (n numbers) of(orders record.Ranges) []int {
	all := []int{}
	for _, r := range orders {
		for order := r[0]; order <= r[1]; order++ {
			if number := n[order]; number > 0 {
				all = append(all, number)
			}
		}
	}

	slices.Sort(all)
	return all
}
