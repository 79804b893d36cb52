package jobs

import (
	"context"
	"sync/atomic"
)

// Owner is what a Set asks of the part of the program whose jobs it runs.
type Owner interface {
	// Side is the number of certain bytes as they are now: another one when they have been replaced. 0 is for none.
	Side(Bytes) uint64
	// Progress is how far a job has come, as the footer shows it after the job's name; "" when that is not known.
	Progress(Kind) string
}

// NoDocument is the Owner of jobs that are about no document.
type NoDocument struct{}

// Side implements [Owner].
func (NoDocument) Side(Bytes) uint64 { return 0 }

// Progress implements [Owner].
func (NoDocument) Progress(Kind) string { return "" }

// Set are the jobs that run for an owner, at most one of each kind. It serves one goroutine at a time, that of Update.
type Set struct {
	owner  Owner
	now    []job
	closed bool
}

// job is one that runs. The zero value stands for no job.
type job struct {
	number uint64 // no other job of this process has it
	side   uint64 // of the bytes that it is about, at its start
	ctx    context.Context
	stop   context.CancelFunc
}

var started atomic.Uint64

// NewSet makes the empty set of an owner.
func NewSet(o Owner) *Set { return &Set{owner: o, now: make([]job, len(table))} }

// Start begins a job, in the place of one of the same kind. It runs until the owner ends it. It is for jobs that only
// wait for something, and for those of more than one step; see [Step].
func (s *Set) Start(k Kind) context.Context {
	s.End(k)
	ctx, stop := context.WithCancel(context.Background())
	s.now[k] = job{number: started.Add(1), side: s.owner.Side(k.Row().About), ctx: ctx, stop: stop}
	return ctx
}

// End stops the jobs of some kinds, as far as they run. What they answer is dropped.
func (s *Set) End(which ...Kind) {
	for _, k := range which {
		if s.Runs(k) {
			s.now[k].stop()
			s.now[k] = job{}
		}
	}
}

// EndStale ends the jobs whose answers are about bytes that have been replaced.
func (s *Set) EndStale() {
	s.endAll(func(k Kind) bool { return s.stale(k) })
}

// Interrupt ends the jobs that a person can stop; false without one.
func (s *Set) Interrupt() bool {
	return s.endAll(func(k Kind) bool { return k.Row().Stops })
}

// EndOfTool ends the jobs for the tool that is on.
func (s *Set) EndOfTool() {
	s.endAll(func(k Kind) bool { return k.Row().OfTool })
}

// Close ends all jobs. What is answered from then on is dropped.
func (s *Set) Close() {
	s.closed = true
	s.endAll(func(Kind) bool { return true })
}

// Closed reports whether Close was called.
func (s *Set) Closed() bool { return s.closed }

// endAll ends the jobs of the kinds asked for; false without one.
func (s *Set) endAll(is func(Kind) bool) bool {
	some := false
	for k := range Kind(len(s.now)) {
		if s.Runs(k) && is(k) {
			s.End(k)
			some = true
		}
	}
	return some
}

// Runs reports whether a job of a kind runs.
func (s *Set) Runs(k Kind) bool { return s.now[k].stop != nil }

// Context is done when the job of a kind ends. It is nil without one.
func (s *Set) Context(k Kind) context.Context { return s.now[k].ctx }

// Any reports whether a job runs whose row of the table is as asked for.
func (s *Set) Any(is func(*Row) bool) bool {
	return s.Oldest(func(k Kind) bool { return is(k.Row()) }) != 0
}

// Oldest is the number of the oldest job of the kinds asked for, 0 without one. No other job of the process has
// it.
func (s *Set) Oldest(is func(Kind) bool) uint64 {
	oldest := uint64(0)
	for k := range Kind(len(s.now)) {
		n := s.now[k].number
		if n != 0 && (oldest == 0 || n < oldest) && is(k) {
			oldest = n
		}
	}
	return oldest
}

// Working is what the footer says of the jobs that run, "" for nothing, and whether a person can stop that.
func (s *Set) Working() (text string, stops bool) {
	for k := range Kind(len(s.now)) {
		if row := k.Row(); row.Footer != "" && s.Runs(k) {
			return row.Footer + s.owner.Progress(k) + "…", row.Stops
		}
	}
	return "", false
}

// stale reports whether the bytes that the running job of a kind is about have been replaced.
func (s *Set) stale(k Kind) bool { return s.now[k].side != s.owner.Side(k.Row().About) }
