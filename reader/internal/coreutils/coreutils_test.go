package coreutils_test

import (
	"context"
	"errors"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"eyeline/reader/internal/coreutils"
	"eyeline/reader/internal/pipelines"
)

// files makes the files that the commands of these tests read, and returns their directory.
func files(t *testing.T) string {
	t.Helper()
	dir := t.TempDir()
	for name, text := range map[string]string{
		"sec.txt": "a\n\nb\n\\:\\:\\:\nh\n\\:\\:\nbody\n\\:\nf\n", "nof.txt": "x\ny", "ctl.txt": "a\tb\x01\x7f\xc3\xa9\xff\r\nz\n", "cr.txt": "a\r\nb\r",
		"two.txt": "one\n\ntwo words here\n",
	} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	if err := os.Mkdir(filepath.Join(dir, "src"), 0o755); err != nil {
		t.Fatal(err)
	}
	return dir
}

// run is what a command line writes, what it complains of included, and its exit status.
func run(t *testing.T, r *coreutils.Runner, line string) (output string, status int) {
	t.Helper()
	defer r.Close()
	commands, err := pipelines.Parse(line, "")
	if err != nil {
		t.Fatalf("%s: %v", line, err)
	}
	var early, out strings.Builder
	to := func(b *strings.Builder) func(coreutils.Piece) bool {
		return func(p coreutils.Piece) bool {
			text, err := p.Bytes(0, p.Size())
			if err != nil {
				t.Fatal(err)
			}
			b.Write(text)
			return true
		}
	}
	stderr := to(&out)
	if len(commands) > 1 {
		stderr = to(&early) // the last program writes after those before it have read their files
	}
	r.Shell = "/bin/bash"
	if status, err = r.Run(t.Context(), commands, to(&out), stderr); err != nil {
		t.Fatalf("%s: %v", line, err)
	}
	return early.String() + out.String(), status
}

// TestCommandsWriteWhatGNUsDo: what GNU coreutils 9.1 and sed 4.9 wrote, with their exit status.
func TestCommandsWriteWhatGNUsDo(t *testing.T) {
	dir := files(t)
	for _, c := range []struct {
		command, output string
		status          int
	}{
		{"cat nof.txt gone nof.txt", "x\nycat: gone: No such file or directory\nx\ny", 1},
		{"cat -n nof.txt nof.txt", "     1\tx\n     2\tyx\n     3\ty", 0},
		{"cat -b sec.txt", "     1\ta\n\n     2\tb\n     3\t\\:\\:\\:\n     4\th\n     5\t\\:\\:\n     6\tbody\n     7\t\\:\n     8\tf\n", 0},
		{"cat -A ctl.txt", "a^Ib^A^?M-CM-)M-^?^M$\nz$\n", 0},
		{"cat -nE cr.txt", "     1\ta^M$\n     2\tb\r", 0},
		{"cat - nof.txt < two.txt", "one\n\ntwo words here\nx\ny", 0},
		{"cat < gone", "/bin/bash: line 1: gone: No such file or directory\n", 1},
		{"cat nof.txt/x", "cat: nof.txt/x: Not a directory\n", 1},
		{"cat 'a b' \"it's\"", "cat: 'a b': No such file or directory\ncat: \"it's\": No such file or directory\n", 1},
		{"head -n 1 nof.txt two.txt", "==> nof.txt <==\nx\n\n==> two.txt <==\none\n", 0},
		{"head -n -1 two.txt", "one\n\n", 0},
		{"head -c 3 two.txt", "one", 0},
		{"head -2 two.txt", "one\n\n", 0},
		{"head src nof.txt", "==> src <==\nhead: error reading 'src': Is a directory\n\n==> nof.txt <==\nx\ny", 1},
		{"tail -n 1 nof.txt two.txt", "==> nof.txt <==\ny\n==> two.txt <==\ntwo words here\n", 0},
		{"tail -n +2 two.txt", "\ntwo words here\n", 0},
		{"tail -c +14 two.txt", "s here\n", 0},
		{"tail -c 3 nof.txt", "x\ny", 0},
		{"tail -n 0 gone", "", 0},
		{"tail 'go ne'", "tail: cannot open 'go ne' for reading: No such file or directory\n", 1},
		{"sed -n '2,3p' two.txt", "\ntwo words here\n", 0},
		{"sed -n '1p;$p' two.txt", "one\ntwo words here\n", 0},
		{"sed -n '$p' nof.txt two.txt", "two words here\n", 0},
		{"sed -n '3,$p' nof.txt nof.txt", "x\ny", 0},
		{"sed -n 'p;p' nof.txt", "x\nx\ny\ny", 0},
		{"sed -n '2p;1,2p' two.txt", "one\n\n\n", 0},
		{"sed -n '2,+1p' two.txt", "\ntwo words here\n", 0},
		{"sed -n '5,3p' sec.txt", "h\n", 0},
		{"sed -n '2!p' two.txt", "one\ntwo words here\n", 0},
		{"sed 2q two.txt", "one\n\n", 0},
		{"sed -n '$q;p' nof.txt", "x\n", 0},
		{"sed '1,2d' two.txt", "two words here\n", 0},
		{"sed -n 1p gone two.txt", "sed: can't read gone: No such file or directory\none\n", 2},
		{"sed -n 1p src two.txt", "sed: read error on src: Is a directory\n", 4},
		{"sed -n '9,12p' two.txt", "", 0},
		{"nl sec.txt", "     1\ta\n       \n     2\tb\n\n       h\n\n     1\tbody\n\n       f\n", 0},
		{"nl -ba -w2 -s': ' two.txt", " 1: one\n 2: \n 3: two words here\n", 0},
		{"nl -v5 -i2 -nrz two.txt", "000005\tone\n       \n000007\ttwo words here\n", 0},
		{"nl -n ln two.txt", "1     \tone\n       \n2     \ttwo words here\n", 0},
		{"nl nof.txt gone nof.txt", "     1\tx\n     2\ty\nnl: gone: No such file or directory\n     3\tx\n     4\ty\n", 1},
		{"nl -ba two.txt | sed -n '2,3p'", "     2\t\n     3\ttwo words here\n", 0},
		{"nl -ba sec.txt | tail -n 2", "\n       f\n", 0},
		{"cat two.txt | head -n 2 | wc -l", "2\n", 0},
		{"cat nof.txt two.txt | tail -n 3", "yone\n\ntwo words here\n", 0},
		{"wc two.txt nof.txt", " 3  4 20 two.txt\n 1  2  3 nof.txt\n 4  6 23 total\n", 0},
		{"wc -l two.txt", "3 two.txt\n", 0},
		{"wc -lc nof.txt", "1 3 nof.txt\n", 0},
		{"wc -w two.txt", "4 two.txt\n", 0},
		{"wc src two.txt gone", "wc: src: Is a directory\n      0       0       0 src\n      3       4      20 two.txt\nwc: gone: No such file or directory\n      3       4      20 total\n", 1},
		{"wc -l < two.txt", "3\n", 0},
		{"cat two.txt | wc", "      3       4      20\n", 0},
		{"nl gone | sed -n '1,5p'", "nl: gone: No such file or directory\n", 0},
		{"cat gone | cat -n", "cat: gone: No such file or directory\n", 0},
		{"tail -n 2 two.txt | cat -A", "$\ntwo words here$\n", 0},
	} {
		if got, status := run(t, &coreutils.Runner{Dir: dir}, c.command); got != c.output || status != c.status {
			t.Errorf("%s\n got %q, status %d\nwant %q, status %d", c.command, got, status, c.output, c.status)
		}
	}
}

// TestTerminal: lines end as a terminal ends them, also those of complaints.
func TestTerminal(t *testing.T) {
	got, _ := run(t, &coreutils.Runner{Dir: files(t), Terminal: true}, "cat two.txt gone cr.txt")
	if want := "one\r\n\r\ntwo words here\r\ncat: gone: No such file or directory\r\na\r\r\nb\r"; got != want {
		t.Errorf("%q, want %q", got, want)
	}
}

// TestUnknownIsNotRun: a program, an option or a script that is not evaluated is said before anything is written.
func TestUnknownIsNotRun(t *testing.T) {
	dir := files(t)
	for _, line := range []string{
		"rm two.txt", "cat two.txt | grep one", "sed -i 2d two.txt", "sed -n '/one/p' two.txt", "sed -n '1w out' two.txt", "tail -f two.txt", "sed",
		"head -n x two.txt", "nl -b pone two.txt", "awk 1 two.txt", "sed -n '1p' -s two.txt", "wc -m two.txt", "cat --help", "tail -2 two.txt nof.txt",
	} {
		commands, err := pipelines.Parse(line, "")
		if err != nil {
			t.Fatalf("%s: %v", line, err)
		}
		r := &coreutils.Runner{Dir: dir}
		nothing := func(p coreutils.Piece) bool {
			t.Errorf("%s writes %d bytes", line, p.Size())
			return true
		}
		if _, err := r.Run(t.Context(), commands, nothing, nothing); !errors.Is(err, coreutils.ErrUnknown) {
			t.Errorf("%s: %v", line, err)
		}
	}
}

// TestCancelled: an evaluation ends with its context.
func TestCancelled(t *testing.T) {
	commands, err := pipelines.Parse("cat two.txt | nl", "")
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	r := &coreutils.Runner{Dir: files(t)}
	defer r.Close()
	nothing := func(coreutils.Piece) bool { return true }
	if _, err := r.Run(ctx, commands, nothing, nothing); !errors.Is(err, context.Canceled) {
		t.Error(err)
	}
}

// TestPieces: what a program writes names the bytes of a file and the number of its line, however it comes to them.
func TestPieces(t *testing.T) {
	dir := files(t)
	for line, want := range map[string]string{
		"sed -n '3p' two.txt":          "5-20 line 3",
		"tail -n +2 two.txt":           "4-20 line 2",
		"tail -c 3 two.txt":            "17-20 line 0",
		"cat two.txt | head -n 2":      "0-5 line 1",
		"nl -ba two.txt | sed -n '2p'": `"     2\t" 4-5 line 2`,
	} {
		commands, err := pipelines.Parse(line, "")
		if err != nil {
			t.Fatal(err)
		}
		r := &coreutils.Runner{Dir: dir}
		var got []string
		note := func(p coreutils.Piece) bool {
			if p.File == nil {
				got = append(got, fmt.Sprintf("%q", p.Text))
			} else {
				got = append(got, fmt.Sprintf("%d-%d line %d", p.Start, p.End, p.Line))
			}
			return true
		}
		if _, err := r.Run(t.Context(), commands, note, note); err != nil {
			t.Error(err)
		}
		if got := strings.Join(got, " "); got != want {
			t.Errorf("%s: %s, want %s", line, got, want)
		}
		r.Close()
	}
}

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
		{"sed 3q f", 0, 0, "", 0, false},
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
		commands, err := pipelines.Parse(c.line, "")
		if err != nil {
			t.Fatal(err)
		}
		first, last, file, ok := coreutils.Range(commands)
		if ok != (c.first > 0) || ok && (first != c.first || last != c.last || file != c.file) {
			t.Errorf("%s: lines %d to %d of %q, %v", c.line, first, last, file, ok)
		}
		from, numbered, ok := coreutils.FirstLine(commands)
		if ok != (c.from > 0) || ok && (from != c.from || numbered != c.numbered) {
			t.Errorf("%s: begins at %d, numbered %v, %v", c.line, from, numbered, ok)
		}
	}
}
