package shellrun

import "testing"

// TestFrames: what bat prints to a terminal tells the file and the numbers itself. A line that is broken into two rows
// is known in part, and nothing of a frame with rows of another kind, nor of one that another program prints.
func TestFrames(t *testing.T) {
	const top = "───────┬──────────────\n       │ File: sub/far.log\n───────┼──────────────\n"
	const end = "───────┴──────────────\n"
	const lines = "   1   │ a row of gravel\n   2   │\n   3   │   ivory\n"
	for _, c := range []struct{ line, output, want string }{
		{"bat sub/far.log", top + lines + end, "/w/sub/far.log 1:a row of gravel 2: 3:  ivory"},
		{"cd q && batcat sub/far.log", top + lines + end, "/w/q/sub/far.log 1:a row of gravel 2: 3:  ivory"},
		{"/usr/bin/bat -r 12: sub/far.log", top + "  12   │ ivory\n" + end, "/w/sub/far.log 12:ivory"},
		{
			"bat sub/far.log", top + lines + "   4   │ birch and\n       │ ash\n" + end,
			"/w/sub/far.log 1:a row of gravel 2: 3:  ivory 4:birch and…",
		},
		{"bat sub/far.log", top + lines, "/w/sub/far.log 1:a row of gravel 2: 3:  ivory"},
		{"bat sub/far.log", top + lines + "─────┴──────────────\n", "/w/sub/far.log ?"},
		{"acrobat sub/far.log", top + lines + end, ""},
	} {
		command := Command{Line: c.line, Dir: "/w", Output: c.output, Answered: true}
		o := Run(t.Context(), Disk{Recorded: "/w"}, NewModel(), command)
		if got := described(o.Reads); got != c.want {
			t.Errorf("%s:\n got %s\nwant %s", c.line, got, c.want)
		}
	}
}
