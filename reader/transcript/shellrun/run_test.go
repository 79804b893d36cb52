package shellrun

import (
	"context"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"eyeline/reader/longtest"
	"eyeline/reader/systemtest"
	"eyeline/reader/transcript/record"
)

// tree makes the files of a run, which lie at /w in it.
func tree(t testing.TB, files map[string]string) Disk {
	t.Helper()
	dir := t.TempDir()
	for name, text := range files {
		at := filepath.Join(dir, name)
		if err := os.MkdirAll(filepath.Dir(at), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(at, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	return Disk{Recorded: "/w", Folder: dir}
}

var some = map[string]string{
	"a.txt": "alpha\nbeta\ngamma\ndelta\n", "b.txt": "one\ntwo\nthree\nfour\nfive\n",
	"sub/c.txt": "first of c\nsecond of c\n", "sub/d.md": "first of d\nbeta of d\n", "dup.txt": "x\n}\n\n}\n",
}

// described are the lines of reads: of each file its lines by number, with their texts.
func described(reads []record.Read) string {
	var all []string
	for _, r := range reads {
		text := r.Path
		if r.Rev != "" {
			text = r.Rev + ":" + text
		}
		if len(r.Lines) == 0 {
			text += " ?"
		}
		for _, l := range r.Lines {
			text += fmt.Sprintf(" %d:%s", l.Number, r.Text[l.Start:l.End])
			if l.Cut {
				text += "…"
			}
		}
		all = append(all, text)
	}
	return strings.Join(all, "|")
}

// TestCommandsOverFiles: of what each kind of command prints, the lines of files are known. The output is that of the
// real programs.
func TestCommandsOverFiles(t *testing.T) {
	bash, err := exec.LookPath("bash")
	if err != nil {
		t.Skip(err)
	}
	d := tree(t, some)
	if err := os.Symlink("sub", filepath.Join(d.Folder, "via")); err != nil {
		t.Skip(err)
	}
	const wholeA, wholeB = "/w/a.txt 1:alpha 2:beta 3:gamma 4:delta", "/w/b.txt 1:one 2:two 3:three 4:four 5:five"
	const c = "/w/sub/c.txt 1:first of c 2:second of c"
	for command, want := range map[string]string{
		"cat a.txt":                                           wholeA,
		"cat a.txt b.txt":                                     wholeA + "|" + wholeB,
		"cat a.txt && echo --- && cat b.txt":                  wholeA + "|" + wholeB,
		"cat a.txt; echo; cat b.txt":                          wholeA + "|" + wholeB,
		"head -2 a.txt b.txt":                                 "/w/a.txt 1:alpha 2:beta|/w/b.txt 1:one 2:two",
		"tail -2 b.txt":                                       "/w/b.txt 4:four 5:five",
		"cat b.txt | tail -n 2":                               "/w/b.txt 4:four 5:five",
		"head -n 1 a.txt; tail -n 1 b.txt":                    "/w/a.txt 1:alpha|/w/b.txt 5:five",
		"ls sub && cat sub/c.txt":                             c,
		"sed -n '2,3p' a.txt":                                 "/w/a.txt 2:beta 3:gamma",
		"nl -ba a.txt | sed -n 2p":                            "/w/a.txt 2:beta",
		"cat -n a.txt":                                        wholeA,
		"grep -n eta a.txt":                                   "/w/a.txt 2:beta",
		"grep ta a.txt":                                       "/w/a.txt 2:beta 4:delta",
		"grep -A 1 beta a.txt":                                "/w/a.txt 2:beta 3:gamma",
		"grep -rn beta sub":                                   "/w/sub/d.md 2:beta of d",
		"grep -h beta a.txt sub/d.md":                         "/w/a.txt 2:beta|/w/sub/d.md 2:beta of d",
		"for f in sub/*.txt; do cat \"$f\"; done":             c,
		"for f in a b; do head -1 $f.txt; done":               "/w/a.txt 1:alpha|/w/b.txt 1:one",
		"find sub -name '*.txt' -exec cat {} \\;":             c,
		"find sub -name '*.txt' -exec cat {} +":               c,
		"ls sub/*.txt | xargs cat":                            c,
		"find sub -name 'c*' -print0 | xargs -0 cat":          c,
		"cat {a,b}.txt":                                       wholeA + "|" + wholeB,
		"cat sub/*.txt":                                       c,
		"wc -l a.txt && sed -n 1p a.txt":                      "/w/a.txt 1:alpha",
		"cat a.txt 2>/dev/null || echo none":                  wholeA,
		"(cd sub; cat c.txt)":                                 c,
		"cd sub && cat ../a.txt c.txt":                        wholeA + "|" + c,
		"pushd sub >/dev/null && cat c.txt && popd":           c,
		"cat via/c.txt":                                       c,
		"F=a.txt; sed -n 1p $F":                               "/w/a.txt 1:alpha",
		"bash -c 'cat a.txt'":                                 wholeA,
		"cat \"$(echo a.txt)\"":                               wholeA,
		"awk 'NR>=2 && NR<=3' a.txt":                          "/w/a.txt 2:beta 3:gamma",
		"awk '{print FNR\": \"$0}' a.txt":                     wholeA,
		"ls *.txt | while read -r f; do head -1 \"$f\"; done": "/w/a.txt 1:alpha|/w/b.txt 1:one|/w/dup.txt 1:x",
		"sort -r a.txt | head -1":                             "/w/a.txt 3:gamma",
		"tac a.txt | head -n 2":                               "/w/a.txt 4:delta 3:gamma",
		"cat < a.txt":                                         wholeA,
		"cat a.txt | cut -c1-3":                               "/w/a.txt 1:alp… 2:bet… 3:gam… 4:del…",
		"cat <<'E'\nalpha\nbeta\nE":                           "",
		"f() { cat \"$1\"; }; f a.txt":                        wholeA,
		"if [ -f a.txt ]; then cat a.txt; fi":                 wholeA,
		"diff a.txt b.txt | head -3":                          "/w/a.txt 1:alpha 2:beta",
		"cat gone.txt || head -1 a.txt":                       "/w/a.txt 1:alpha",
		"cat a.txt > copy; head -1 copy; rm copy":             "/w/copy 1:alpha",
	} {
		cmd := exec.Command(bash, "-c", command)
		cmd.Dir = d.Folder
		out, _ := cmd.CombinedOutput() // the status is of no account
		o := Run(t.Context(), d, NewModel(), Command{Line: command, Dir: "/w", Output: string(out), Answered: true})
		if got := described(o.Reads); got != want {
			t.Errorf("%s\n got %s\nwant %s\n(%q)", command, got, want, out)
		}
	}
}

// TestAsTheRealPrograms: what commands propose is what the real programs print.
func TestAsTheRealPrograms(t *testing.T) {
	bash, err := exec.LookPath("bash")
	if version, _ := exec.Command("sort", "--version").Output(); err != nil || !strings.Contains(string(version), "GNU") {
		t.Skip("no bash, or no programs of GNU")
	}
	d := tree(t, map[string]string{
		"s": "a 10\nb 9\nc 9\nA 100\nd 9 x\n", "n": "1.5\n-3\n+2\n1,000\n.5\n1e3\n\nx\n-0\n01 b\n1 b\n1 a\n-12\n",
		"colon": "a:2:x\nb:10:y\nc:2\n", "tabs": "a b\tc\n", "dir/full/x": "x\n", "dir/e": "", "dir/full/e2": "", "wide": "aébc\nabcdefgh\n",
		"perl": "abc  \nab\nbaaac\n",
	})
	if err := os.MkdirAll(filepath.Join(d.Folder, "dir", "empty"), 0o755); err != nil {
		t.Fatal(err)
	}
	for _, command := range []string{
		"sort -k2,2nr s", "sort -k2 -nr s", "sort -k2,2 s", "sort -k2,2n s", "sort -k2n s", "sort -k2,2n -r s", "sort -s -k2,2n s",
		"sort -s -k2,2nr s", "sort -rs -k2,2n s", "sort -u -k2,2n s", "sort -n s", "sort -nr s", "sort -f s", "sort -b -k2 s", "sort n", "sort -n n",
		"sort -nu n", "sort -ns n", "sort -rn n", "sort -t: -k2,2n colon", "sort -t: -k2 colon", "sort -t: -k3,3 -k1,1r colon", "sort -u n", "sort -k1,1 -k2n s",
		"tr a-c A-C < tabs", "tr '[a-c]' '[A-C]' < tabs", "tr '[:lower:]' '[:upper:]' < tabs", "tr '[:lower:]' A-Z < tabs", "tr '[:blank:]' _ < tabs",
		"tr -d '[:alpha:]' < tabs", "tr '[:alnum:]' x < tabs", "tr a- xy < tabs", "tr aab xyz < s", "printf abc | tr a b", "tr -d '\\t' < tabs",
		"cut -c1-3 wide", "cut -c3-4,1,6-,2-3 wide", "cut -b2- wide", "cut -d: -f2 colon", "cut -d: -f3,1 -s colon",
		"find dir -empty | sort", "find dir -type d -empty", "find dir -type f -empty | sort", "uniq -c s",
		"rm dir", "rm -f dir; ls dir", "rmdir s", "cp dir out", "mkdir tgt; cp dir s tgt", "cp s s", "mv n n; ls n",
		"perl -pe 's/a|ab/x/g' perl", "perl -pe 's/b+/[$&]/' perl", "rm gone; rm -r gone; rm -f gone", "cp -r dir out; rm -r out",
	} {
		cmd := exec.Command(bash, "-c", command)
		cmd.Dir = d.Folder
		cmd.Env = append(os.Environ(), "LC_ALL=C.UTF-8")
		out, _ := cmd.CombinedOutput() // the status is of no account
		_ = os.RemoveAll(filepath.Join(d.Folder, "tgt"))
		c := Command{Line: command, Dir: "/w", Output: string(out), Answered: true}
		e := evaluate(t.Context(), d, NewModel(), c, false)
		got := ""
		for _, line := range e.lines {
			got += line.text + "\n"
		}
		if strings.TrimSuffix(got, "\n") != strings.TrimSuffix(string(out), "\n") || len(e.world.refused) > 0 {
			t.Errorf("%s\n got %q\nwant %q (%v)", command, got, out, e.world.refused)
		}
	}
}

// TestRefusedPrograms: what programs do not agree about, or what may fail or not, is refused.
func TestRefusedPrograms(t *testing.T) {
	d := tree(t, some)
	for _, command := range []string{
		"tr '[:space:]' x < a.txt", "tr c-a x < a.txt", "tr a-z '[:upper:]' < a.txt", "tr a '[b*]' < a.txt", "tr -d a b < a.txt",
		"sort -k1.2 a.txt", "sort -t ab a.txt", "rmdir sub", "rm -d sub", "rm -i a.txt", "perl -pe 's/\\s+$//' a.txt", "perl -pe 's/x*/y/g' a.txt",
		"perl -pe 's/a/\\3/' a.txt",
	} {
		e := evaluate(t.Context(), d, NewModel(), Command{Line: command, Dir: "/w"}, false)
		if len(e.world.refused) == 0 {
			t.Errorf("%s is not refused: %v", command, e.lines)
		}
	}
}

// TestTheTextDecides: what is recorded counts, not what the files say now.
func TestTheTextDecides(t *testing.T) {
	d := tree(t, some)
	for _, c := range []struct{ command, output, want string }{
		{"cat a.txt b.txt", "alpha\nbeta\ngamma\ndelta\n", "/w/a.txt 1:alpha 2:beta 3:gamma 4:delta"},
		{"cat b.txt a.txt", "alpha\nbeta\n", "/w/a.txt 1:alpha 2:beta"},
		{"cat a.txt", "alpha\nBETA\ngamma\ndelta\n", "/w/a.txt 1:alpha 3:gamma 4:delta|/w/a.txt 2:BETA"},
		{"cat a.txt", "alpha\nbeta\nnew\ngamma\ndelta\n", "/w/a.txt 1:alpha 2:beta 4:gamma 5:delta|/w/a.txt 3:new"},
		{"cat a.txt", "Exit code 1\nalpha\nbeta\ngamma\ndelta\n", "/w/a.txt 1:alpha 2:beta 3:gamma 4:delta"},
		{"cat a.txt", "[output truncated]\n", "/w/a.txt ?"},
		{"cat gone.txt 2>/dev/null || echo none", "none\n", ""},
		{"cat gone.txt", "cat: gone.txt: No such file or directory\n", ""},
		{"cat gone.txt", "text of it\nmore\n", "/w/gone.txt 1:text of it 2:more"},
		{"sed -n 5,7p gone.txt", "x\ny\n", "/w/gone.txt 5:x 6:y"},
		{"cat gone; echo ---; cat away", "x\ny\n---\nz\n", "/w/gone 1:x 2:y|/w/away 1:z"},
		{"cat gone; echo ---; cat away", "x\n---\ny\n---\nz\n", "/w/away ?|/w/gone ?"},
		{"cat gone away", "x\ny\n", "/w/away ?|/w/gone ?"},
		{"head -2 gone away", "==> gone <==\nx\n\n==> away <==\ny\nz\n", "/w/gone 1:x|/w/away 1:y 2:z"},
		{"wc -l gone && sed -n 3,4p gone", "9 gone\nx\ny\n", "/w/gone 3:x 4:y"},
		{"nl -ba gone | sed -n 8,9p", "     8\tx\n     9\ty\n", "/w/gone 8:x 9:y"},
		{"grep -n f gone", "3:if\n17:for\n", "/w/gone 3:if 17:for"},
		{"grep -n -C1 f gone", "2-x\n3:if\n--\n9:f\n", "/w/gone 2:x 3:if 9:f"},
		{"tail -3 gone", "x\ny\nz\n", "/w/gone ?"},
		{"python3 work.py", "noise\none\ntwo\nthree\nnoise\n", ""},
		{"make && cat a.txt", "cc -c x.c\nalpha\nbeta\ngamma\ndelta\n", "/w/a.txt 1:alpha 2:beta 3:gamma 4:delta"},
		{"python3 -c \"print(open('b.txt').read())\"", "one\ntwo\nthree\nfour\nfive\n\n", "/w/b.txt 1:one 2:two 3:three 4:four 5:five"},
		{"ruby -e 'puts File.read(\"b.txt\")'", "one\ntwo\nthree\nfour\nfive\n", "/w/b.txt ?"},
		{"ruby -e 'puts File.read(\"b.txt\")'", "1\n2\n", "/w/b.txt ?"},
	} {
		o := Run(t.Context(), d, NewModel(), Command{Line: c.command, Dir: "/w", Output: c.output, Answered: true})
		if got := described(o.Reads); got != c.want {
			t.Errorf("%s, %q\n got %s\nwant %s", c.command, c.output, got, c.want)
		}
	}
}

// TestChanges: what commands change of files, with the lines where these are known.
func TestChanges(t *testing.T) {
	systemtest.SkipOnWindows(t, "the paths of the commands are those of POSIX")
	for _, c := range []struct{ command, want string }{
		{"sed -i '2s/.*/B/' a.txt", `/w/a.txt 2-beta+B`},
		{"sed -i 's/eta/ETA/' a.txt", `/w/a.txt 2-beta+bETA`},
		{"sed -i '' -e 3d a.txt", `/w/a.txt 3-gamma`},
		{"sed -i '2a new' a.txt && sed -i '1i top' a.txt", `/w/a.txt 3+new,1+top`},
		{"sed -i 's/nothing/x/' a.txt", ""},
		{"perl -pi -e 's/(al)pha/$1PHA/' a.txt", `/w/a.txt 1-alpha+alPHA`},
		{"cat > new.txt <<'E'\none\nE", `/w/new.txt whole "one\n"`},
		{"cat >> a.txt <<E\nmore\nE", `/w/a.txt 5+more`},
		{"echo x | tee new.txt", `/w/new.txt whole "x\n"`},
		{"printf 'a\\nb\\n' > new.txt", `/w/new.txt whole "a\nb\n"`},
		{"rm a.txt", `/w/a.txt deleted`},
		{"rm sub; rm -f sub; rmdir sub; cp sub other", ""},
		{"git rm --cached a.txt; git rm -n a.txt; git mv -n a.txt b.txt", ""},
		{"git rm a.txt", `/w/a.txt deleted`},
		{"git -C sub rm c.txt", `/w/sub/c.txt deleted`},
		{"mv a.txt a.txt; cp a.txt ./a.txt", ""},
		{"mv a.txt sub/z.txt", "/w/sub/z.txt from /w/a.txt|/w/a.txt deleted"},
		{"cp a.txt z.txt", "/w/z.txt from /w/a.txt"},
		{"python3 - <<'E'\np='a.txt'\nt=open(p).read()\nt=t.replace('beta','B')\nopen(p,'w').write(t)\nE", `/w/a.txt 0-beta+B`},
		{"python3 -c \"import x; x.y(); open('a.txt','w').write(z)\"", `/w/a.txt lost`},
		{"patch -p1 <<'E'\n--- a/a.txt\n+++ b/a.txt\n@@ -2,1 +2,1 @@\n-beta\n+B\nE", `/w/a.txt 2-beta+B`},
		{"cd sub && echo x > ../new.txt", `/w/new.txt whole "x\n"`},
		{"make > log.txt", `/w/log.txt lost`},
		{"cat a.txt > /dev/null 2>&1", ""},
		{"sed -i '3s/x/y/' unread.txt", `/w/unread.txt lost`},
		{"sed -i '3s/.*/y/' unread.txt", `/w/unread.txt 3-?+y`},
		// Where the status of a condition is not known, it is not known what was done under it.
		{"git diff --quiet && sed -i '2s/.*/B/' a.txt || echo dirty", `/w/a.txt lost`},
		{"if make; then sed -i 3d a.txt; fi", `/w/a.txt lost`},
		{"make; sed -i 3d a.txt", `/w/a.txt 3-gamma`},
		{"[[ -n $(make) ]] && echo x > a.txt", `/w/a.txt lost`},
		{"command -v python3 && sed -i 3d a.txt || true", `/w/a.txt lost`},
		// Nor is it where the folder is not.
		{"cd $(make where); echo x > a.txt", ""},
		{"cd -Z; echo x > a.txt", ""},
		{"builtin cd sub && echo x > new.txt", `/w/sub/new.txt whole "x\n"`},
		{"command cd sub; echo x > new.txt", `/w/sub/new.txt whole "x\n"`},
	} {
		d := tree(t, map[string]string{"unread.txt": "1\n2\ny\n", "sub/c.txt": "c\n"})
		m := NewModel()
		m.Edit(record.Edit{Path: "/w/a.txt", IsWhole: true, Whole: "alpha\nbeta\ngamma\ndelta\n"})
		o := Run(t.Context(), d, m, Command{Line: c.command, Dir: "/w", Answered: true})
		if got := editsAs(o.Edits); got != c.want {
			t.Errorf("%s\n got %s\nwant %s (%v)", c.command, got, c.want, o.Refused)
		}
	}
}

// editsAs describes changes.
func editsAs(edits []record.Edit) string {
	var all []string
	for _, e := range edits {
		text := e.Path
		switch {
		case e.Deleted:
			text += " deleted"
		case e.Lost:
			text += " lost"
		case e.From != "":
			text += " from " + e.From
		case e.IsWhole:
			text += fmt.Sprintf(" whole %q", e.Whole)
		default:
			var hunks []string
			for _, h := range e.Hunks {
				one := fmt.Sprint(h.Old)
				for _, l := range h.Lines {
					if h.Unsaid && l == "-" {
						l = "-?"
					}
					one += l
				}
				hunks = append(hunks, one)
			}
			text += " " + strings.Join(hunks, ",")
		}
		all = append(all, text)
	}
	return strings.Join(all, "|")
}

// many are more matches of s in sed than a line may have.
var many = strings.Repeat("&", 100_000)

// bombs are commands that would take for ever, or all memory.
var bombs = []string{
	"echo {1..100000000}", "cat {a,b}{a,b}{a,b}{a,b}{a,b}{a,b}{a,b}{a,b}{a,b}{a,b}{a,b}{a,b}{a,b}{a,b}{a,b}{a,b}{a,b}{a,b}{a,b}{a,b}",
	"yes", "yes | head -3", "while true; do cat a.txt; done", "while :; do :; done", "until false; do x=$x$x; done",
	":(){ :|:& };:", "f() { f; f; }; f", "f() { f | f; }; f", "for ((;;)); do echo x; done",
	"for i in $(seq 1 100000); do for j in $(seq 1 100000); do cat a.txt; done; done", "seq 1 1000000000 | sort",
	"x=a; for i in $(seq 1 100); do x=$x$x; done; echo $x", "bash -c 'bash -c \"bash -c yes\"'",
	"cat /dev/zero", "cat < /dev/urandom", "dd if=/dev/zero", "find / -exec cat {} \\;", "yes | xargs echo",
	"echo " + strings.Repeat("$((", 190) + "1", strings.Repeat("(", 100_000), "echo '" + strings.Repeat("a", 1<<20) + "'",
	strings.Repeat("cat a.txt; ", 12_000), "awk 'BEGIN{while(1){}}'", "sed ':a;ba' a.txt", "eval eval eval eval yes",
	"cat a.txt >> a.txt; " + strings.Repeat("cat a.txt a.txt >> b.txt; cat b.txt b.txt > a.txt; ", 100),
	"python3 -c \"" + strings.Repeat("(", 1000) + "\"", "find . " + strings.Repeat("\\( ", 1000), "git show HEAD:../../../../etc/passwd",
	"sed -i 's/a/" + strings.Repeat("&", 2000) + "/g' a.txt; sed -i 's/a/" + strings.Repeat("&", 2000) + "/g' a.txt",
	// Texts that grow before their size is looked at, and lines of which all matches are held.
	"printf aaaaaaaaaaaa | sed 's/a/" + many + "/g' | sed 's/.*/" + strings.Repeat("&", 4000) + "/'",
	"printf aaaaaaaaaaaa | sed 's/a/" + many + "/g' | grep -o .", "printf aaaaaaaaaaaa | sed 's/a/" + many + "/g' | sed 's/a/&/g'",
	"python3 -c \"t='" + strings.Repeat("a", 9000) + "'; t=t.replace('a', t); t=t.replace('a', t)\"",
	"python3 -c \"t='" + strings.Repeat("a", 900) + "'; t=t.replace('a', t)" + strings.Repeat("; t=t+t.replace('a','b')", 900) + "\"",
}

// TestBombs: commands that would take for ever end, in little time and memory, and touch no file.
func TestBombs(t *testing.T) {
	longtest.SkipUnlessLong(t)
	d := tree(t, some)
	for _, command := range bombs {
		ctx, stop := context.WithTimeout(t.Context(), time.Minute)
		o := Run(ctx, d, NewModel(), Command{Line: command, Dir: "/w", Output: "alpha\n", Answered: true})
		if ctx.Err() != nil {
			t.Errorf("%.60s does not end", command)
		}
		stop()
		for _, e := range o.Edits {
			if len(e.Whole) > maxKept {
				t.Errorf("%.60s writes %d bytes", command, len(e.Whole))
			}
		}
	}
	if text, err := os.ReadFile(filepath.Join(d.Folder, "a.txt")); err != nil || string(text) != some["a.txt"] {
		t.Errorf("a file was changed: %q, %v", text, err)
	}
}

// checkLaid holds what comes of a command: the lines of each read lie in its text, and each is a line of it or a part.
func checkLaid(t *testing.T, c Command, o Outcome) {
	t.Helper()
	for _, r := range o.Reads {
		rows := record.SplitLines(r.Text)
		for _, l := range r.Lines {
			i := slices.IndexFunc(rows, func(row record.Line) bool { return row.Start <= l.Start && l.End <= row.End })
			if l.Start < 0 || l.End < l.Start || i < 0 || l.Number < 1 {
				t.Fatalf("%q: line %+v of %s is none of its text", c.Line, l, r.Path)
			}
		}
	}
}

// TestNumbersAreNoFiles: where the lines of a file are not known, numbers that a search may print of it are no files; a
// number that the command names is one.
func TestNumbersAreNoFiles(t *testing.T) {
	for line, want := range map[string]string{
		"n=$(grep -n 'to' far.py | cut -d: -f1)\nlet 'n = n - 1'\ntail -n +$n far.py": "/w/far.py ?",
		"cat 12": "/w/12 1:12:to",
	} {
		c := Command{Line: line, Dir: "/w", Output: "12:to\n", Answered: true}
		o := Run(t.Context(), Disk{Recorded: "/w"}, NewModel(), c)
		if got := described(o.Reads); got != want {
			t.Errorf("%s:\n got %s\nwant %s", line, got, want)
		}
	}
}

// TestCountsAreNoLines: a file of which only the matches are counted gave no line; what else a search prints may be one.
func TestCountsAreNoLines(t *testing.T) {
	for line, want := range map[string]string{
		"grep -c row far.log":           "",
		"grep -i --count row far.log":   "",
		"rg -ci row far.log":            "",
		"cat far.log | grep -c row":     "",
		"grep -A 1 row far.log":         "/w/far.log ?",
		"grep row far.log; echo a -c b": "/w/far.log ?",
	} {
		c := Command{Line: line, Dir: "/w", Output: "50\n", Answered: true}
		o := Run(t.Context(), Disk{Recorded: "/w"}, NewModel(), c)
		if got := described(o.Reads); got != want {
			t.Errorf("%s:\n got %s\nwant %s", line, got, want)
		}
	}
}

// FuzzRun: whatever a command and its output are, the evaluation ends, and what it says lies in the output.
func FuzzRun(f *testing.F) {
	for _, b := range bombs[2:16] {
		f.Add(b, "alpha\nbeta\n")
	}
	f.Add("cat a.txt b.txt | nl -ba | tail -3; grep -n e *.txt", "     7\tthree\na.txt:2:beta\n")
	f.Add("sed -i 's/a/b/' a.txt && cat gone; cat <<E > x\n$(cat a.txt)\nE", "x\n")
	f.Add("awk '/b/{print $1 \"x\"} END{print NR}' a.txt", "betax\n4\n")
	f.Add("python3 -c \"t=open('a.txt').read(); open('b','w').write(t+'x')\"", "")
	f.Add("find . -name '*' -o -type d -exec head -1 {} + | xargs -I% echo %", "./a.txt\n")
	d := tree(f, some)
	f.Fuzz(func(t *testing.T, command, output string) {
		ctx, stop := context.WithTimeout(t.Context(), 20*time.Second)
		defer stop()
		c := Command{Line: command, Dir: "/w", Output: output, Answered: true}
		o := Run(ctx, d, NewModel(), c)
		if ctx.Err() != nil {
			t.Fatalf("%q does not end", command)
		}
		checkLaid(t, c, o)
	})
}

// TestNumbersPrinted finds the numbers that grep, rg and cat -n print before lines.
func TestNumbersPrinted(t *testing.T) {
	for line, want := range map[string]int{
		"12:text":          12,
		"12-text":          12,
		"    12\ttext":     12,
		"a.go:12:text":     12,
		"a.go-12-text":     12,
		"a-1-b:2:text":     2,
		"a-1-b:text":       1,
		"a-1-2-text":       2,
		"99999:text":       99999,
		"100000:text":      0,
		"a.go:100000:text": 0,
		":12:text":         0,
		"-12:text":         0,
		"a b:12:text":      0,
		"12":               0,
		"12 text":          0,
		"":                 0,
	} {
		if got := numberPrinted(line); got != want {
			t.Errorf("%q: %d, want %d", line, got, want)
		}
	}
}
