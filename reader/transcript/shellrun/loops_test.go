package shellrun

import (
	"context"
	"strings"
	"testing"

	"eyeline/reader/systemtest"
)

const (
	wholeA = "alpha\nbeta\ngamma\ndelta\n"
	wholeB = "one\ntwo\nthree\nfour\nfive\n"
	readA  = "/w/a.txt 1:alpha 2:beta 3:gamma 4:delta"
	readB  = "/w/b.txt 1:one 2:two 3:three 4:four 5:five"
	readC  = "/w/sub/c.txt 1:first of c 2:second of c"
	readD  = "/w/sub/d.md 1:first of d 2:beta of d"
	wholeC = "first of c\nsecond of c\n"
	wholeD = "first of d\nbeta of d\n"
)

// TestLoopsOverFiles: of what loops over files, old counts, and git print of files, it is known whose lines they are.
// The outputs are those of bash, GNU coreutils, BSD tail and git.
func TestLoopsOverFiles(t *testing.T) {
	systemtest.SkipOnWindows(t, "the paths of the commands are those of POSIX")
	d := tree(t, some)
	for _, c := range []struct{ line, output, want string }{
		{"for f in a.txt b.txt; do cat $f; done", wholeA + wholeB, readA + "|" + readB},
		{`for f in sub/*; do [ -f "$f" ] && cat "$f"; done`, wholeC + wholeD, readC + "|" + readD},
		{
			"for f in a.txt no b.txt; do if [ -f $f ]; then cat $f; else echo no $f; fi; done",
			wholeA + "no no\n" + wholeB, readA + "|" + readB,
		},
		{
			`ls *.txt | while read f; do echo "- $f"; head -1 "$f"; done`, "- a.txt\nalpha\n- b.txt\none\n- dup.txt\nx\n",
			"/w/a.txt 1:alpha|/w/b.txt 1:one|/w/dup.txt 1:x",
		},
		{`find sub -type f | sort | while IFS= read -r f; do cat "$f"; done`, wholeC + wholeD, readC + "|" + readD},
		{
			`find sub -type f -print0 | while IFS= read -r -d '' f; do cat "$f"; done`, wholeD + wholeC,
			readD + "|" + readC,
		},
		{`while IFS= read -r f; do cat "$f"; done <<< "a.txt"`, wholeA, readA},
		{"while IFS= read -r f; do cat \"$f\"; done <<'EOF'\na.txt\nb.txt\nEOF", wholeA + wholeB, readA + "|" + readB},
		{"while read f; do cat $f; done < <(ls sub/*)", wholeC + wholeD, readC + "|" + readD},
		{"mapfile -t fs < <(ls sub/*); cat \"${fs[@]}\"", wholeC + wholeD, readC + "|" + readD},
		{`IFS=: read -r x y <<< "a.txt:b.txt"; cat $y`, wholeB, readB},
		{"tail -2 a.txt", "gamma\ndelta\n", "/w/a.txt 3:gamma 4:delta"},
		{"tail +3 a.txt", "gamma\ndelta\n", "/w/a.txt 3:gamma 4:delta"},
		{"cat a.txt | tail -2 | head -1", "gamma\n", "/w/a.txt 3:gamma"},
		{"tail -1 a.txt b.txt", "==> a.txt <==\ndelta\n\n==> b.txt <==\nfive\n", "/w/a.txt 4:delta|/w/b.txt 5:five"},
		{"tail -1 a.txt b.txt", "tail: option used in invalid context -- 1\n", ""},
		{"git show HEAD:a.txt", wholeA, "HEAD:" + readA},
		{"git show HEAD:a.txt HEAD:b.txt", wholeA + wholeB, "HEAD:" + readA + "|HEAD:" + readB},
		{"git cat-file -p HEAD:./a.txt | head -2", "alpha\nbeta\n", "HEAD:/w/a.txt 1:alpha 2:beta"},
		{"git -c core.pager=cat --no-pager cat-file blob HEAD:a.txt", wholeA, "HEAD:" + readA},
		{"git show HEAD~5:a.txt", "fatal: invalid object name 'HEAD~5'.\n", ""},
		{"git grep -n beta", "a.txt:2:beta\nsub/d.md:2:beta of d\n", "/w/a.txt 2:beta|/w/sub/d.md 2:beta of d"},
		{
			"git -C sub grep -n -e first", "c.txt:1:first of c\nd.md:1:first of d\n",
			"/w/sub/c.txt 1:first of c|/w/sub/d.md 1:first of d",
		},
		{"git grep -n beta -- '*.md'", "sub/d.md:2:beta of d\n", "/w/sub/d.md 2:beta of d"},
	} {
		run := Command{Line: c.line, Dir: "/w", Output: c.output, Answered: true}
		o := Run(context.Background(), d, NewModel(), run)
		if got := described(o.Reads); got != c.want {
			t.Errorf("%s: %s, want %s (%v)", c.line, got, c.want, o.Refused)
		}
		if c.want != "" && !o.Understood.All {
			t.Errorf("%s: not all is told: %v", c.line, o.Refused)
		}
	}
}

// TestUnknownConditionsEnd: a loop whose condition is not imitated ends after its first turn, and is said once not to
// be imitated.
func TestUnknownConditionsEnd(t *testing.T) {
	c := Command{Line: "while read -u 9 f; do cat a.txt; done", Dir: "/w", Output: wholeA + wholeA, Answered: true}
	o := Run(context.Background(), tree(t, some), NewModel(), c)
	if n := strings.Count(strings.Join(o.Refused, " "), "read"); n != 1 || o.Understood.All {
		t.Errorf("%v, %t", o.Refused, o.Understood.All)
	}
}

// TestRedirectionsThatWriteNothing: a redirection that is not imitated writes no file of the name behind it.
func TestRedirectionsThatWriteNothing(t *testing.T) {
	for _, line := range []string{"cat a.txt <&3", "echo x >&3", "exec 3< a.txt; read -r l <&3", "cat <> a.txt"} {
		o := Run(t.Context(), tree(t, some), NewModel(), Command{Line: line, Dir: "/w", Answered: true})
		if len(o.Edits) > 0 || len(o.Refused) == 0 {
			t.Errorf("%q: %+v, refused %q", line, o.Edits, o.Refused)
		}
	}
}

// TestDrivesAreNoRevisions: a path of Windows with the letter of its drive names no file of a revision.
func TestDrivesAreNoRevisions(t *testing.T) {
	for _, line := range []string{"git show C:/w/a.txt", `git show 'c:\w\a.txt'`, "git show C:/w/a.txt C:/w/b.txt"} {
		c := Command{Line: line, Dir: "/w", Output: "alpha\n", Answered: true}
		o := Run(t.Context(), tree(t, some), NewModel(), c)
		for _, r := range o.Reads {
			if r.Rev != "" || len(r.Lines) > 0 {
				t.Errorf("%q: %+v", line, r)
			}
		}
		if len(o.Refused) == 0 {
			t.Errorf("%q is not refused", line)
		}
	}
}
