// Package model is a scripted model: a server on 127.0.0.1 that speaks the interfaces of the model services, tells an
// agent to make the calls of a script one after another, and keeps the results that the agent sends back.
package replica

import (
	"fmt"
	"maps"
	"slices"
	"strings"
	"sync"
	"time"
)

// toolCall is a tool call that the model makes.
type toolCall struct {
	// Name is the tool's name as the agent offers it.
	Name string
	// Args is the text of the arguments: JSON, or anything else where a case tries that. A service whose calls carry an
	// object (Gemini) cannot carry other text: such a call is not made, and its Result has Unsent.
	Args string
	// Namespace is that of the name (Responses only); "" for none.
	Namespace string
	// Custom makes it a call of a tool that takes a text in place of an object (Responses only); Args is that text.
	Custom bool
}

// result is what the agent gave back for a call.
type result struct {
	// Text is the text of the result: its text parts joined by nothing.
	Text string
	// Media: the result has parts that are not text.
	Media bool
	// Failed is what the interface says of success; not all interfaces say anything.
	Failed bool
	// Notes are the texts of what else came with the result: further blocks and messages.
	Notes []string
	// Unsent: the interface cannot carry the call.
	Unsent bool
}

// script is the calls of one session and what came back. Its methods may be called from several goroutines.
type script struct {
	// Mark is a word of the prompt: a request without it is not of the conversation that makes the calls.
	Mark string

	mu      sync.Mutex
	calls   []toolCall
	next    int // the call whose result is waited for, or that is made next
	asked   int // how often call next was made
	unnamed int // results without identifiers when it was made first
	results []*result
	offered map[string]any // the tools that the agent offers, with their schemas
	first   any            // the body of the first request of the conversation
	most    int            // how many tools it offers
	turns   int
	last    time.Time
	done    chan struct{}
	finish  func() // closes done
	strange []string
}

// newScript makes a script. The mark is a word that no file has.
func newScript(mark string, calls []toolCall) *script {
	done := make(chan struct{})
	return &script{
		Mark: mark, calls: calls, results: make([]*result, len(calls)), offered: map[string]any{},
		last: time.Now(), done: done, finish: sync.OnceFunc(func() { close(done) }),
	}
}

// Results are the results so far, nil for calls without one.
func (s *script) Results() []*result {
	s.mu.Lock()
	defer s.mu.Unlock()
	return slices.Clone(s.results)
}

// First is the body of the first request of the conversation; nil: there was none.
func (s *script) First() any {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.first
}

// Offered are the tools that the agent offers, with the schemas of their arguments.
func (s *script) Offered() map[string]any {
	s.mu.Lock()
	defer s.mu.Unlock()
	return maps.Clone(s.offered)
}

// Turns is the number of requests of the conversation, and Last when anything was last asked for.
func (s *script) Turns() (turns int, last time.Time) {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.turns, s.last
}

// Strange lists requests that are none of the interfaces': what else the agent asks its service for.
func (s *script) Strange() []string {
	s.mu.Lock()
	defer s.mu.Unlock()
	return slices.Clone(s.strange)
}

// Done is closed when all calls have their results.
func (s *script) Done() <-chan struct{} { return s.done }

// touch notes that something was asked for.
func (s *script) touch(what string, known bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.last = time.Now()
	if !known && len(s.strange) < 100 && !slices.Contains(s.strange, what) {
		s.strange = append(s.strange, what)
	}
}

// maxTries is how often a call is made that gets no result before it is given up.
const maxTries = 3

// turn is what the model does: it makes a call (more), says that it is done, or (main is false) is asked something
// besides.
type turn struct {
	id         string
	call       toolCall
	main, more bool
}

// turn takes what a request brings.
func (s *script) turn(r request) turn {
	s.mu.Lock()
	defer s.mu.Unlock()
	tools := r.offered(r.body)
	if len(tools) == 0 || !strings.Contains(r.text, s.Mark) {
		return turn{}
	}
	if s.next < len(s.calls) {
		name := s.calls[s.next].Name
		_, before := s.offered[name]
		if _, now := tools[name]; before && !now {
			return turn{} // a helper of the agent, with other tools
		}
	}
	if s.turns++; len(tools) > s.most { // a helper that asks before, for a title, has fewer
		s.first, s.most = r.body, len(tools)
	}
	maps.Copy(s.offered, tools)
	unnamed := r.unnamedResults()
	s.takeResult(r, unnamed)
	for s.next < len(s.calls) && !r.carries(s.calls[s.next]) {
		s.results[s.next] = &result{Unsent: true}
		s.next++
	}
	if s.next == len(s.calls) {
		s.finish()
		return turn{main: true}
	}
	if s.asked == 0 {
		s.unnamed = unnamed
	}
	s.asked++
	return turn{id: callID(s.next), call: s.calls[s.next], main: true, more: true}
}

// takeResult takes the result of the call that was made last, where the request brings it.
func (s *script) takeResult(r request, unnamed int) {
	if s.asked == 0 {
		return
	}
	res := r.result(r.body, callID(s.next))
	if unnamed > 0 && unnamed <= s.unnamed {
		res = nil // that of an earlier call
	}
	if res != nil || s.asked >= maxTries {
		s.results[s.next] = res
		s.next, s.asked = s.next+1, 0
	}
}

// callID is the identifier of a call of the script.
func callID(n int) string { return fmt.Sprintf("call_%04d", n) }
