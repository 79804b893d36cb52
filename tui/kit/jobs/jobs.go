// Package jobs, which changes without notice, runs work in the background.
//
// Update must not wait, so whatever reads or computes runs in a command. [Ask] makes that command: its work runs in a
// goroutine of its own and may touch only the values that it captures; then is called in Update with what the work
// returned.
//
// An answer is stale, and is dropped, when another job of the kind has taken the place of its job, when a person
// pressed Esc, when the bytes that it is about have been replaced, and when its owner is closed. Then is not called, so
// it need not ask whether its answer is still wanted.
//
//	return jobs.Ask(m.jobs, jobs.Tokens, func(ctx context.Context) int64 {
//		return count(ctx, text)
//	}, func(n int64) tea.Cmd {
//		m.tokens = n
//		return nil
//	})
//
// How the jobs of a kind are treated is said once, in the table of kinds.go.
package jobs

import (
	"context"
	"time"

	tea "github.com/charmbracelet/bubbletea"
)

// Message is what the commands of this package answer with. Update gives each one back by Take.
type Message interface {
	// Take ends the job and calls its continuation. When the answer is stale, it returns false, and a command that
	// frees what the answer brings; nil for none.
	Take() (cmd tea.Cmd, wanted bool)
}

// freer is an answer that brings something that must be freed when the answer is dropped. Free is called by a command,
// and may wait.
type freer interface{ Free() }

// Answer is the Message that brings a value.
type Answer[T any] struct {
	Value T

	set    *Set
	kind   Kind   // 0: of no job
	number uint64 // of the job
	last   bool   // it ends the job
	then   func(T) tea.Cmd
}

// Ask begins a job, in the place of one of the same kind. It ends with what work returns; then is called with that.
func Ask[T any](s *Set, k Kind, work func(context.Context) T, then func(T) tea.Cmd) tea.Cmd {
	s.Start(k)
	return command(s, k, work, then, true)
}

// Step does some work for the running job of a kind. The job goes on after it, until the owner ends it. Step returns
// nil when there is no such job.
func Step[T any](s *Set, k Kind, work func(context.Context) T, then func(T) tea.Cmd) tea.Cmd {
	if !s.Runs(k) {
		return nil
	}
	return command(s, k, work, then, false)
}

func command[T any](s *Set, k Kind, work func(context.Context) T, then func(T) tea.Cmd, last bool) tea.Cmd {
	j := s.now[k]
	return func() tea.Msg {
		return Answer[T]{Value: work(j.ctx), set: s, kind: k, number: j.number, last: last, then: then}
	}
}

// Later does some work that is no job: nothing shows it or stops it. Its answer is dropped once the set is closed.
func Later[T any](s *Set, work func() T, then func(T) tea.Cmd) tea.Cmd {
	return func() tea.Msg { return Answer[T]{Value: work(), set: s, then: then} }
}

// After has something done after a pause, unless the set is closed then.
func After(s *Set, pause time.Duration, then func() tea.Cmd) tea.Cmd {
	return Later(s, func() struct{} { time.Sleep(pause); return struct{}{} }, func(struct{}) tea.Cmd { return then() })
}

// Take implements [Message].
func (a Answer[T]) Take() (tea.Cmd, bool) {
	wanted := a.wanted()
	if a.kind != 0 && a.set.now[a.kind].number == a.number && (a.last || !wanted) {
		a.set.End(a.kind) // nothing else would end a job whose answer is dropped
	}
	if wanted {
		return a.then(a.Value), true
	}
	if f, ok := any(a.Value).(freer); ok {
		return func() tea.Msg { f.Free(); return nil }, false
	}

	return nil, false
}

// wanted reports whether the answer is still waited for.
func (a Answer[T]) wanted() bool {
	if a.kind == 0 {
		return !a.set.closed
	}
	return a.set.now[a.kind].number == a.number && !a.set.stale(a.kind)
}

// result is what work returns that may fail.
type result[T any] struct {
	value T
	err   error
}

// Free implements freer.
func (r result[T]) Free() {
	if f, ok := any(r.value).(freer); ok {
		f.Free()
	}
}

// Try is [Ask] for work that may fail.
func Try[T any](s *Set, k Kind, work func(context.Context) (T, error), then func(T, error) tea.Cmd) tea.Cmd {
	return Ask(s, k, func(ctx context.Context) result[T] {
		v, err := work(ctx)
		return result[T]{v, err}
	}, func(r result[T]) tea.Cmd { return then(r.value, r.err) })
}
