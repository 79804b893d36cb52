package terminal

import (
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
)

// TestTerse writes random rows tersely: the cells are the same, no byte more is written, and a look that goes on is not written anew.
func TestTerse(t *testing.T) {
	parts := []string{ownLook, ownLook, ownLook, "\x1b[1m", "\x1b[31m", "\x1b[48;5;3m", "\x1b[0m", "\x1b[39m", "x", "  ", "│", "日"}
	shorter := 0
	for seed := range uint64(3000) {
		r := rand.New(rand.NewPCG(seed, 7))
		var b strings.Builder
		for range r.IntN(14) {
			b.WriteString(parts[r.IntN(len(parts))])
		}
		row := b.String()
		got := string(appendTerse(nil, row))
		table := newLooks()
		want, ok1 := table.cells(nil, row)
		have, ok2 := table.cells(nil, got)
		same := ok1 && ok2 && slices.EqualFunc(want, have, func(a, b cell) bool { return a.char == b.char && a.look == b.look })
		if !same || len(got) > len(row) {
			t.Fatalf("%q was written as %q", row, got)
		}
		if table.lookAfter(row) != 0 {
			continue
		}
		if table.lookAfter(got) != 0 {
			t.Fatalf("%q was written as %q, which leaves its look on", row, got)
		}
		if len(got) < len(row) {
			shorter++
		}
	}
	if shorter < 300 {
		t.Errorf("only %d rows were written with fewer bytes", shorter)
	}
	const number = "\x1b[38;5;8m 12 "
	if got := string(appendTerse(nil, number+ownLook+"\x1b[38;5;8m│"+ownLook+" text")); got != number+"│"+ownLook+" text" {
		t.Errorf("wrote %q", got)
	}
}

// lookAfter is the look that a row leaves on.
func (t *looks) lookAfter(row string) look {
	cells, _ := t.cells(nil, row+"x")
	return cells[len(cells)-1].look
}
