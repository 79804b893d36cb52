package cmdkit

import (
	"strings"
	"testing"

	"eyeline/tui/kit/cells"
)

// TestATableOnATerminal: the last column is wrapped between words and stays a column; in a pipe a row is a line.
func TestATableOnATerminal(t *testing.T) {
	long := strings.Repeat("some words of a sentence ", 8)
	rows := func() [][]string { return [][]string{{"name", "short"}, {"longer-name", long}} }
	var terminal, pipe strings.Builder
	if err := PrintTable(&Output{W: &terminal, Terminal: true}, rows()); err != nil {
		t.Fatal(err)
	}
	if err := PrintTable(&Output{W: &pipe}, rows()); err != nil {
		t.Fatal(err)
	}
	if got := strings.Count(pipe.String(), "\n"); got != 2 {
		t.Errorf("%d lines in a pipe:\n%s", got, pipe.String())
	}

	lines := strings.Split(strings.TrimSuffix(terminal.String(), "\n"), "\n")
	if len(lines) != 4 || strings.Join(strings.Fields(terminal.String()), " ") != "name short longer-name "+strings.TrimSpace(long) {
		t.Errorf("on a terminal:\n%s", terminal.String())
	}
	for i, line := range lines {
		continued := strings.Repeat(" ", len("longer-name  "))
		if cells.Width(line) > pipeColumns || i > 1 && (!strings.HasPrefix(line, continued) || strings.HasPrefix(line, continued+" ")) {
			t.Errorf("line %d: %q", i, line)
		}
	}
}

// TestInColumns: line ends stay, and no word is broken that has room.
func TestInColumns(t *testing.T) {
	if got, want := InColumns("one two three\nfour", 8), "one two\nthree\nfour"; got != want {
		t.Errorf("%q, not %q", got, want)
	}
}
