package coreutils_test

import (
	"math"
	"testing"

	"eyeline/reader/internal/coreutils"
	"eyeline/reader/internal/shell"
)

// TestRange: which lines a command line names, and which it writes first.
func TestRange(t *testing.T) {
	for _, c := range []struct {
		line        string
		first, last int64
		file        string
		from        int64 // FirstLine
		numbered    bool
	}{
		{"cat f", 1, math.MaxInt64, "f", 1, false},
		{"sed -n '3,9p' f", 3, 9, "f", 3, false},
		{"sed -n '3,$p' f", 3, math.MaxInt64, "f", 3, false},
		{"sed -n '3,+2p' f", 3, 5, "f", 3, false},
		{"sed -n p f", 1, math.MaxInt64, "f", 1, false},
		{"sed -n '$p' f", 0, 0, "", 0, false},
		{"sed -n '1p;3p' f", 0, 0, "", 0, false},
		{"sed -n '3!p' f", 0, 0, "", 0, false},
		{"sed 3q f", 0, 0, "", 1, false},
		{"nl -ba f", 0, 0, "", 1, true},
		{"nl f", 0, 0, "", 0, false},
		{"cat -n f | head -n 5", 0, 0, "", 1, true},
		{"tail -n +7 f", 0, 0, "", 7, false},
		{"tail -n 7 f", 0, 0, "", 0, false},
		{"nl -ba f | sed -n '8,9p'", 0, 0, "", 8, true},
		{"tail -n +7 f | sed -n '2,3p'", 0, 0, "", 8, false},
		{"sed -n '100,$p' f | tail -n +11", 0, 0, "", 110, false},
		{"cat f g", 0, 0, "", 0, false},
		{"cat < f", 0, 0, "", 0, false},
		{"wc f", 0, 0, "", 0, false},
	} {
		commands, _ := shell.Plain(c.line, "")
		lines, file, ok := coreutils.ReadRange(commands)
		first, last := lines.First, lines.Last
		if ok != (c.first > 0) || ok && (first != c.first || last != c.last || file != c.file) {
			t.Errorf("%s: lines %d to %d of %q, %v", c.line, first, last, file, ok)
		}
		from, numbered, ok := coreutils.FirstLine(commands)
		if ok != (c.from > 0) || ok && (from != c.from || numbered != c.numbered) {
			t.Errorf("%s: begins at %d, numbered %v, %v", c.line, from, numbered, ok)
		}
	}
}
