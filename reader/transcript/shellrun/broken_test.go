package shellrun

import (
	"context"
	"strings"
	"testing"

	"eyeline/reader/transcript/record"
)

// TestBrokenLines: rows into which an agent has broken a long line are that line, and the lines after it keep their
// numbers.
func TestBrokenLines(t *testing.T) {
	long := strings.Repeat("word ", 120)
	d := tree(t, map[string]string{"a.txt": "one\n" + long + "\nthree\nfour\n"})
	for output, want := range map[string]string{
		"one\n" + long[:250] + "\n" + long[250:500] + "\n" + long[500:] + "\nthree\nfour\n": "1:one 3:three 4:four" +
			"|/w/a.txt 2:" + long[:250] + "…",
		"one\n" + long[:250] + "\nanother\nthree\nfour\n": "",
	} {
		c := Command{Line: "cat a.txt", Dir: "/w", Output: output, Answered: true}
		o := Run(context.Background(), d, NewModel(), c)
		got := described(o.Reads)
		if want != "" && got != "/w/a.txt "+want || want == "" && strings.Contains(got, long[:250]+"…|") {
			t.Errorf("%.300q, want %.300q", got, want)
		}
	}
}

// TestWorkOfBrokenLines: rows that could each begin a long line are not all followed to its end.
func TestWorkOfBrokenLines(t *testing.T) {
	const n = 1000
	piece := strings.Repeat("word ", 50)
	l := &matching{}
	for range n {
		l.rows, l.plain = append(l.rows, record.Line{}), append(l.plain, piece)
		l.lineOf, l.sources = append(l.lineOf, -1), append(l.sources, rowSource{})
	}
	proposed := strings.Repeat(piece, n-1) + "another end"
	l.printed, l.rowOf = []printed{{kind: known, number: 1, text: proposed}}, []int{-1}
	if l.broken([]string{proposed}); l.pieces >= 0 || l.pieces < -n {
		t.Errorf("%d rows were looked at of %d", maxPieces*n-l.pieces, n)
	}
}
