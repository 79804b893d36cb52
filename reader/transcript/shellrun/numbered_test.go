package shellrun

import (
	"strings"
	"testing"
)

// TestNumberedSearches: a line that a search printed with its number, and the name of its file, is known by these where
// nothing is known of what was searched; other programs, and searches without numbers, tell no number.
func TestNumberedSearches(t *testing.T) {
	const both = "/w/far.log 137440:a row of gravel 137441:a row of lumber"
	far := "137440:a row of gravel\n137441-a row of lumber\n"
	in := "sub/x.txt:12:a row of gravel\nsub/x.txt-13-a row of lumber\nsub/y-2.txt:7:ivory\n"
	for line, c := range map[string]struct{ output, want string }{
		`rg -n "row" far.log | head`:          {far, both},
		`cd q && grep -n row far.log`:         {far, "/w/q/far.log 137440:a row of gravel 137441:a row of lumber"},
		`rg -n row lost other`:                {in, "/w/sub/x.txt 12:a row of gravel 13:a row of lumber|/w/sub/y-2.txt 7:ivory"},
		`rg -n --hidden -g '!.git' row lost`:  {in, "/w/sub/x.txt 12:a row of gravel 13:a row of lumber|/w/sub/y-2.txt 7:ivory"},
		`grep -n -A 1 row far.log | head -40`: {far, both},
		`grep -n row far.log -A 1 | tail -9`:  {far, both},
		`grep -n w far.log | grep -A 1 row`:   {far, both},
		`cat far.log | grep -n row -A 1`:      {far, both},
		`wc -l far.log; grep -n row far.log`:  {"9 far.log\n" + far, both},
		`grep -n row far.log | tail -n +1`:    {far, both},
		`grep -n w far.log | grep -n row`:     {far, "/w/far.log ?"},
		`cat far.log; grep -n row far.log`:    {far, "/w/far.log 1:137440:a row of gravel 2:137441-a row of lumber"},
		`cat far.log near | grep -n row`:      {far, "/w/far.log ?|/w/near ?"},
		`grep -n row far.log; cd q`:           {far, "/w/far.log ?"},
		`(cd q; grep -n row far.log)`:         {far, "/w/q/far.log ?"},
		`rg -n row -r lumber far.log`:         {far, ""},
		`rg row far.log`:                      {far, "/w/far.log ?"},
		`rg -n row far.log | cut -d: -f1,2`:   {far, "/w/far.log ?"},
		`grep -rnh row lost other`:            {far, "/w/lost ?|/w/other ?"},
		`grep -n row far.log | awk '{print}'`: {far, "/w/far.log ?"},
		`rg -nc row lost`:                     {"sub/x.txt:12:\n", "/w/lost ?"},
	} {
		command := Command{Line: line, Dir: "/w", Output: c.output, Answered: true}
		o := Run(t.Context(), Disk{Recorded: "/w"}, NewModel(), command)
		if got := described(o.Reads); got != c.want {
			t.Errorf("%s:\n got %s\nwant %s", line, strings.ReplaceAll(got, "\n", "↵"), c.want)
		}
	}
}

// TestNumberBeforeAnotherFilesLine: a row that begins with a number is the line of that number of a searched file only
// where no line of another file, of which nothing is known, can stand there.
func TestNumberBeforeAnotherFilesLine(t *testing.T) {
	near := "7:ivory\nbirch\nash\n"
	const nearLines = "/w/near 1:7:ivory 2:birch 3:ash"
	const farLines = "/w/far.log 7:a row of gravel 9:a row"
	for _, c := range []struct{ line, output, want string }{
		{"head -3 near; grep -n row far.log", near + "7:a row of gravel\n9:a row\n", nearLines + "|" + farLines},
		{"grep -n row far.log; head -3 near", "7:a row of gravel\n9:a row\n" + near, farLines + "|" + nearLines},
		{"head -3 near; grep -n row far.log", near + "9:a row\n", "/w/far.log 9:a row|/w/near ?"},
		{"head -9 near; grep -n row far.log", near + "9:a row\n", "/w/far.log ?|/w/near ?"},
	} {
		command := Command{Line: c.line, Dir: "/w", Output: c.output, Answered: true}
		o := Run(t.Context(), Disk{Recorded: "/w"}, NewModel(), command)
		if got := described(o.Reads); got != c.want {
			t.Errorf("%s:\n got %s\nwant %s", c.line, strings.ReplaceAll(got, "\n", "↵"), c.want)
		}
	}
}

// TestNumbersOfAFileThatWasChanged: the number that a search printed counts, where the file as it is known has the line
// elsewhere: somebody changed it since.
func TestNumbersOfAFileThatWasChanged(t *testing.T) {
	for line, c := range map[string]struct{ output, want string }{
		"grep -n t b.txt":         {"12:two\n13:three\n", "/w/b.txt 12:two 13:three"},
		"grep -n t b.txt dup.txt": {"b.txt:12:two\nb.txt:13:three\n", "/w/b.txt 12:two 13:three"},
		"grep -nA1 three b.txt":   {"13:three\n14-four\n", "/w/b.txt 13:three 14:four"},
		"cat -n b.txt": {
			"     1\tnew\n     2\tone\n     3\ttwo\n     4\tthree\n     5\tfour\n", "/w/b.txt 1:new 2:one 3:two 4:three 5:four",
		},
		"grep -n t b.txt | head -1": {"2:two\n", "/w/b.txt 2:two"},
	} {
		command := Command{Line: line, Dir: "/w", Output: c.output, Answered: true}
		o := Run(t.Context(), tree(t, some), NewModel(), command)
		if got := described(o.Reads); got != c.want {
			t.Errorf("%s:\n got %s\nwant %s", line, strings.ReplaceAll(got, "\n", "↵"), c.want)
		}
	}
}
