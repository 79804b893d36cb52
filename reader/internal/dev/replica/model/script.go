// Package model is a scripted model: a server on 127.0.0.1 that speaks the interfaces of the model services, tells an
// agent to make the calls of a script one after another, and keeps the results that the agent sends back.
package model

import (
	"encoding/json"
	"slices"
	"strings"
	"sync"
	"time"
)

// Call is a tool call that the model makes.
type Call struct {
	// Name is the tool's name as the agent offers it.
	Name string
	// Args is the text of the arguments: JSON, or anything else where a case tries that. A service whose calls carry an
	// object (Gemini) cannot carry other text: such a call is not made, and its Result has Unsent.
	Args string
	// Custom makes it a call of a tool that takes a text in place of an object (Responses only); Args is that text.
	Custom bool
}

// Result is what the agent gave back for a call.
type Result struct {
	// Text is the text of the result: its text parts joined by nothing.
	Text string
	// Parts are the text parts where the result has several.
	Parts []string
	// Media: the result has parts that are not text.
	Media bool
	// Failed is what the interface says of success; it means nothing where Flagged is false, since not all interfaces
	// have such a flag.
	Failed, Flagged bool
	// Notes are the texts of what else came with the result: further blocks and messages.
	Notes []string
	// Unsent: the interface cannot carry the call.
	Unsent bool
}

// Script is the calls of one session and what came back. Its methods may be called from several goroutines.
type Script struct {
	// Mark is a word of the prompt: a request without it is not of the conversation that makes the calls.
	Mark string

	mu      sync.Mutex
	calls   []Call
	next    int // the call whose result is waited for, or that is made next
	made    bool
	asked   int // how often call next was made
	unnamed int // results without identifiers when it was made first
	results []*Result
	offered map[string]json.RawMessage // the tools that the agent offers, with their schemas
	turns   int
	last    time.Time
	done    chan struct{}
	strange []string
}

// NewScript makes a script. The mark is a word that no file has.
func NewScript(mark string, calls []Call) *Script {
	return &Script{
		Mark: mark, calls: calls, results: make([]*Result, len(calls)), offered: map[string]json.RawMessage{},
		last: time.Now(), done: make(chan struct{}),
	}
}

// Results are the results so far, nil for calls without one.
func (s *Script) Results() []*Result {
	s.mu.Lock()
	defer s.mu.Unlock()
	return slices.Clone(s.results)
}

// Offered returns the schema of a tool's arguments as the agent offers it; ok is false when it does not offer the tool.
func (s *Script) Offered(tool string) (schema json.RawMessage, ok bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	schema, ok = s.offered[tool]
	return schema, ok
}

// Tools names the tools that the agent offers.
func (s *Script) Tools() []string {
	s.mu.Lock()
	defer s.mu.Unlock()
	names := make([]string, 0, len(s.offered))
	for name := range s.offered {
		names = append(names, name)
	}
	slices.Sort(names)
	return names
}

// Turns is the number of requests of the conversation, and Last when anything was last asked for.
func (s *Script) Turns() (turns int, last time.Time) {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.turns, s.last
}

// Strange lists requests that are none of the interfaces': what else the agent asks its service for.
func (s *Script) Strange() []string {
	s.mu.Lock()
	defer s.mu.Unlock()
	return slices.Clone(s.strange)
}

// Done is closed when all calls have their results.
func (s *Script) Done() <-chan struct{} { return s.done }

// touch notes that something was asked for.
func (s *Script) touch(what string, known bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.last = time.Now()
	if !known && len(s.strange) < 100 && !slices.Contains(s.strange, what) {
		s.strange = append(s.strange, what)
	}
}

// request is a request of any interface, as the script looks at it.
type request struct {
	tools map[string]json.RawMessage // the tools that are offered
	text  string                     // the body
	// result finds the result of a call by its identifier; where results have none, that of the last call.
	result func(id string) *Result
	// unnamed is the number of results in the conversation where they have no identifiers, else 0.
	unnamed int
}

// MostTries is how often a call is made that gets no result before it is given up.
const MostTries = 3

// turn takes what a request brings and says what the model does: it makes a call, says that it is done, or (main is
// false) is asked something besides.
func (s *Script) turn(r request, carries func(Call) bool) (id string, call Call, main, more bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if len(r.tools) == 0 || !strings.Contains(r.text, s.Mark) {
		return "", Call{}, false, false
	}
	if s.next < len(s.calls) {
		name := s.calls[s.next].Name
		_, before := s.offered[name]
		if _, now := r.tools[name]; before && !now {
			return "", Call{}, false, false // a helper of the agent, with other tools
		}
	}
	s.turns++
	for name, schema := range r.tools {
		s.offered[name] = schema
	}
	if s.made {
		if res := r.result(callID(s.next)); res != nil && (r.unnamed == 0 || r.unnamed > s.unnamed) {
			s.results[s.next] = res
			s.next, s.made, s.asked = s.next+1, false, 0
		} else if s.asked >= MostTries {
			s.next, s.made, s.asked = s.next+1, false, 0
		}
	}
	for s.next < len(s.calls) && !carries(s.calls[s.next]) {
		s.results[s.next] = &Result{Unsent: true}
		s.next++
	}
	if s.next == len(s.calls) {
		select {
		case <-s.done:
		default:
			close(s.done)
		}
		return "", Call{}, true, false
	}
	if s.asked == 0 {
		s.unnamed = r.unnamed
	}
	s.made = true
	s.asked++
	return callID(s.next), s.calls[s.next], true, true
}

// callID is the identifier of a call of the script.
func callID(n int) string {
	const digits = "0123456789"
	return "call_" + string([]byte{digits[n/1000%10], digits[n/100%10], digits[n/10%10], digits[n%10]})
}

// carriesAll is for interfaces whose calls carry the arguments as text.
func carriesAll(Call) bool { return true }
