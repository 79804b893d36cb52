package jobs

import (
	"context"
	"errors"
	"sync"
	"testing"

	tea "github.com/charmbracelet/bubbletea"
)

// owner is one whose bytes have a number and whose jobs have all come half the way.
type owner struct{ raw, text uint64 }

func (o *owner) Side(b Bytes) uint64 {
	switch b {
	case NoBytes:
		return 0
	case RawBytes:
		return o.raw
	}
	return o.text
}

func (o *owner) Progress(Kind) string { return " 50%" }

// resource is an answer that must be freed.
type resource struct{ freed *bool }

func (r resource) Free() { *r.freed = true }

// taken sends what a command answers to Update, and runs the command that comes back; false when it was not wanted.
func taken(cmd tea.Cmd) bool {
	next, wanted := cmd().(Message).Take()
	if next != nil {
		next()
	}
	return wanted
}

func TestAnAnswerEndsItsJob(t *testing.T) {
	s, got := NewSet(&owner{1, 1}), 0
	cmd := Ask(s, Tokens, func(context.Context) int { return 7 }, func(n int) tea.Cmd {
		if s.Runs(Tokens) {
			t.Error("the job runs while its answer is used")
		}
		got = n
		return nil
	})
	if !s.Runs(Tokens) || got != 0 {
		t.Fatal("the job has not begun, or is over before its command ran")
	}
	if !taken(cmd) || got != 7 {
		t.Errorf("the answer is %d", got)
	}
	if cmd = Later(s, func() int { return 8 }, func(n int) tea.Cmd { got = n; return nil }); !taken(cmd) || got != 8 {
		t.Errorf("the later answer is %d", got)
	}
}

// TestUnwantedAnswersAreDropped: then is not called, what the answer brings is freed, and the job does not run on.
func TestUnwantedAnswersAreDropped(t *testing.T) {
	for name, end := range map[string]func(*Set, *owner){
		"ended":       func(s *Set, _ *owner) { s.End(Search) },
		"stopped":     func(s *Set, _ *owner) { s.Interrupt() },
		"closed":      func(s *Set, _ *owner) { s.Close() },
		"other bytes": func(_ *Set, o *owner) { o.text++ },
		"end stale":   func(s *Set, o *owner) { o.text++; s.EndStale() },
	} {
		o := &owner{1, 1}
		s := NewSet(o)
		freed, failed := false, false
		cmd := Ask(s, Search, func(context.Context) resource { return resource{&freed} }, func(resource) tea.Cmd {
			t.Errorf("%s: the answer is used", name)
			return nil
		})
		try := Try(s, Bracket, func(context.Context) (resource, error) {
			return resource{&failed}, errors.New("no")
		}, func(resource, error) tea.Cmd {
			t.Errorf("%s: the answer is used", name)
			return nil
		})
		s.End(Bracket)
		end(s, o)
		if taken(cmd) || taken(try) || !freed || !failed {
			t.Errorf("%s: the answer is wanted, or not freed", name)
		}
		if s.Runs(Search) {
			t.Errorf("%s: the job runs", name)
		}
	}
}

func TestLaterIsDroppedOnceTheSetIsClosed(t *testing.T) {
	s := NewSet(&owner{1, 1})
	cmd := Later(s, func() int { return 1 }, func(int) tea.Cmd { t.Error("the answer is used"); return nil })
	s.Interrupt()
	s.Close()
	if taken(cmd) {
		t.Error("the answer is wanted")
	}
}

func TestAJobTakesThePlaceOfTheLast(t *testing.T) {
	s, got := NewSet(&owner{1, 1}), ""
	ask := func(text string) tea.Cmd {
		return Ask(s, Read, func(context.Context) string { return text }, func(text string) tea.Cmd {
			got += text
			return nil
		})
	}
	first := ask("first ")
	was := s.Context(Read)
	second := ask("second")
	if was.Err() == nil || s.Context(Read).Err() != nil {
		t.Error("the first job is not stopped, or the second is")
	}
	if taken(first) || !s.Runs(Read) || !taken(second) || got != "second" {
		t.Errorf("the answers are %q", got)
	}
}

// TestAJobOfSteps runs until its owner ends it, and is the same job all the time.
func TestAJobOfSteps(t *testing.T) {
	s, sum := NewSet(&owner{1, 1}), 0
	var step func(n int) tea.Cmd
	step = func(n int) tea.Cmd {
		return Step(s, Walk, func(context.Context) int { return n }, func(n int) tea.Cmd {
			sum += n
			if n == 3 {
				s.End(Walk)
				return nil
			}
			return step(n + 1)
		})
	}
	if step(1) != nil {
		t.Error("a step of no job")
	}
	ctx := s.Start(Walk)
	number := s.Oldest(func(k Kind) bool { return k == Walk })
	cmd := step(1)
	for cmd != nil {
		if s.Oldest(func(Kind) bool { return true }) != number {
			t.Error("it has become another job")
		}
		cmd, _ = cmd().(Message).Take()
	}
	if sum != 6 || s.Runs(Walk) || ctx.Err() == nil {
		t.Errorf("the steps came to %d; it runs: %v", sum, s.Runs(Walk))
	}
}

// TestEachKind checks what the table promises of each kind: what Esc does and what the footer says.
func TestEachKind(t *testing.T) {
	for k := Open; int(k) < len(table); k++ {
		s, row := NewSet(&owner{1, 1}), k.Row()
		ctx := s.Start(k)
		text, stops := s.Working()
		if row.Footer != "" && (text != row.Footer+" 50%…" || !stops) || row.Footer == "" && text != "" {
			t.Errorf("kind %d: the footer says %q; it stops: %v", k, text, stops)
		}
		if s.Interrupt() != row.Stops || s.Runs(k) == row.Stops {
			t.Errorf("kind %d: after Esc it runs: %v", k, s.Runs(k))
		}
		if s.Close(); ctx.Err() == nil || s.Any(func(*Row) bool { return true }) {
			t.Errorf("kind %d: it goes on after the end", k)
		}
	}
}

func TestTheOldestJob(t *testing.T) {
	s := NewSet(&owner{1, 1})
	s.Start(Read)
	oldest := s.Oldest(func(Kind) bool { return true })
	s.Start(Page)
	all := func(k Kind) bool { return k.Row().Awaited }
	if s.Oldest(all) != oldest {
		t.Error("the newer job is taken for the oldest")
	}
	if s.Start(Read); s.Oldest(all) == oldest || s.Oldest(func(k Kind) bool { return k == Tail }) != 0 {
		t.Error("a job that is over is the oldest")
	}
}

// TestCommandsTouchNothingOfTheSet runs commands while jobs begin and end; the race detector looks on.
func TestCommandsTouchNothingOfTheSet(t *testing.T) {
	s, n := NewSet(&owner{1, 1}), 0
	msgs := make(chan tea.Msg)
	var wait sync.WaitGroup
	for i := range 100 {
		cmd := Ask(s, Open+Kind(i%5), func(ctx context.Context) error { return ctx.Err() }, func(error) tea.Cmd {
			n++
			return nil
		})
		wait.Go(func() { msgs <- cmd() })
	}
	go func() { wait.Wait(); close(msgs) }()
	for msg := range msgs {
		msg.(Message).Take()
	}
	if n != 5 {
		t.Errorf("%d answers are wanted", n)
	}
}
