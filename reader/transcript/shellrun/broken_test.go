package shellrun

import (
	"context"
	"strings"
	"testing"
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
