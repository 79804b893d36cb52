package heldlines

import (
	"fmt"
	"testing"

	"eyeline/reader/transcript/record"
)

func lines(first, last int64) record.Ranges { return record.Ranges{{first, last}} }

// TestSetsKeepEachLineOnce: what is known later moves a line from one set to another.
func TestSetsKeepEachLineOnce(t *testing.T) {
	all := Sets{Sent: lines(1, 4), Never: lines(5, 9)}
	for name, c := range map[string]struct {
		change                      func(*Sets)
		sent, never, unsure, others record.Ranges
	}{
		"doubt":  {func(s *Sets) { s.DoubtNever() }, lines(1, 4), record.Ranges{}, lines(5, 9), nil},
		"moved":  {func(s *Sets) { s.Move(lines(3, 6), &s.Unsure) }, lines(1, 2), lines(7, 9), lines(3, 6), nil},
		"others": {func(s *Sets) { s.NoteOthers(&Sets{Written: lines(7, 20)}) }, lines(1, 4), lines(5, 9), nil, lines(7, 9)},
		"start":  {func(s *Sets) { s.HadFromStart(func(n int64) bool { return n < 7 }) }, lines(1, 6), lines(7, 9), nil, nil},
	} {
		s := all
		s.Sent = append(record.Ranges{}, all.Sent...)
		c.change(&s)
		got := fmt.Sprint(s.Sent, s.Never, s.Unsure, s.ByOthers)
		if want := fmt.Sprint(c.sent, c.never, c.unsure, c.others); got != want {
			t.Errorf("%s: sent, never, unsure, others: %s, want %s", name, got, want)
		}
	}
}

// TestMoveKeepsWhatWasCopied: two copies of sets share their ranges, of which a move changes only its own.
func TestMoveKeepsWhatWasCopied(t *testing.T) {
	ranges := append(make(record.Ranges, 0, 8), record.Range{1, 4})
	before := Sets{Sent: ranges, Never: lines(5, 9)}
	after := before
	after.Move(lines(5, 9), &after.Sent)
	if before.Sent.Count() != 4 || after.Sent.Count() != 9 || len(after.Never) > 0 {
		t.Error(before, after)
	}
}
