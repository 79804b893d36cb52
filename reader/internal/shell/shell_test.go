package shell_test

import (
	"context"
	"errors"
	"fmt"
	"os"
	"slices"
	"strings"
	"testing"

	"eyeline/reader/internal/coreutils"
	"eyeline/reader/internal/shell"
	"eyeline/reader/systemtest"
	"eyeline/reader/tools"
)

// TestRefused: what is not imitated is refused in words of this program, and nothing is run or written.
func TestRefused(t *testing.T) {
	dir := tree(t)
	before := names(t, dir)
	for line, word := range map[string]string{
		"rm two.txt": "rm", "cat two.txt > out": ">out", "cat two.txt >> nof.txt": ">>nof.txt",
		"echo a | tee out": "tee", "cat two.txt &": "background",
		"sed -i 2d two.txt": "sed with -i", "sed -n '1w out' two.txt": "command w",
		"sed '1e date' two.txt": "command e", "sed 's/a/b/w out' two.txt": "follows",
		"sed 's/one/date/e' two.txt": "follows", "sed": "no script", "sed -n '/\\(a\\)\\1/p' two.txt": `\1`,
		"sed -f x two.txt": "-f", "sed --posix p": "--posix",
		"tail -f two.txt": "-f", "tail -2 two.txt nof.txt": "-2", "head -n x two.txt": "-n x",
		"nl -b pone two.txt": "-b pone", "cat --help": "--help",
		"awk '{system(\"date\")}' two.txt": "system", "awk '{print > \"out\"}' two.txt": "script",
		"awk '{print | \"sh\"}' two.txt": "script",
		"awk 'BEGIN{while(1);}'":         "while", "awk 'BEGIN{print ENVIRON[\"PATH\"]}'": "script",
		"awk '{\"date\" | getline}' two.txt": "script",
		"grep -R one .":                      "-R", "ls -la": "ls with -la", "ls -h": "ls with -h", "ls -R": "-R",
		"grep -P '(?=a)' two.txt": "expression", "rg -tgo one": "-t",
		"awk '{printf \"%05s\", $2}' ten.txt": "printf", "awk '{printf \"%+x\", $1}' ten.txt": "printf",
		"awk '{printf \"%d\", 3e9}' ten.txt": "printf", "awk '{printf \"%#o\", $1}' ten.txt": "printf",
		"awk '{printf \"%c\", $1}' ten.txt": "printf", "awk '{printf \"%s %s\", $1}' ten.txt": "printf",
		"awk '{printf \"%*d\", 3, $1}' ten.txt": "printf", "awk '{printf}' ten.txt": "script",
		"awk '{if $1 print}' ten.txt":   "script",
		"awk '{if (1) {print}' ten.txt": "script", "awk '{printf \"%5s\", \"\u00e4\"}' ten.txt": "printf",
		"awk '{printf \"%d\", \"12a\"}' ten.txt": "printf",
		"awk -Ft '{print $1}' ten.txt":           "-F t", "awk -F'\\\\|' '{print $1}' ten.txt": "-F", "awk '{print 3000000000}' ten.txt": "3e+09",
		"awk '{print 1/0}' ten.txt": "zero", "awk '{x = 5; x %= 0}' ten.txt": "zero", "awk '{print $(-1)}' ten.txt": "before the first",
		"awk -v RS= '{print}' ten.txt": "RS", "awk -v OFMT=%.2f '{print}' ten.txt": "OFMT", "awk -v NR=3 '{print}' ten.txt": "NR",
		"awk 'BEGIN{CONVFMT=\"%d\"}' ten.txt": "CONVFMT", "awk '{NR=3}' ten.txt": "NR", "awk '/\\bone/' ten.txt": "expression",
		"awk '/o{2}/' ten.txt": "bounds", "awk '/[\\w]/' ten.txt": "bracket", "awk '/a||b/' ten.txt": "empty", "awk '/\\<one/' ten.txt": "expression",
		"awk '{print length}' wide.txt": "beyond ASCII", "awk '/^..$/' wide.txt": "beyond ASCII", "awk -v FS= '{print $1}' ten.txt": "FS",
		"awk -F'x*' '{print $1}' ten.txt": "empty", "awk '{print \"0x10\"+0, \"info\"+0}' ten.txt": "0x10", "awk '{print 0x10}' ten.txt": "0x10",
		"awk '$9 == 0' ten.txt": "not there", "awk '{print -0}' ten.txt": "number -0", "awk '{printf \"%x\", -1}' ten.txt": "negative",
		"grep '.*\\<' two.txt": "beside", "grep '.\\>' two.txt": "beside", "grep -w '\\w' wide.txt": "beyond ASCII", "grep '[:alpha:]' two.txt": "[:…:]",
		"grep -wo 'foo-foo\\|foo' words.txt": "-w", "sed 's/a/\\3/' two.txt": "a group", "sed 's/a/b/0' two.txt": "flags", "sed 's/a/b/gg' two.txt": "flags",
		"sed 's/[\\x41]/b/' two.txt": "bracket", "grep a ctl.txt": "not UTF-8", "rg -A1 -o one two.txt": "-o", "grep '[[:alpha:]]*' wide.txt": "beyond ASCII",
		"rg -3 one": "-3", "rg -O path one": "-O", "rg --sort modified one": "--sort modified",
		"rg --sort=created one": "--sort created", "rg --include='*.go' one": "--include",
		"rg --silent one":            "--silent",
		"grep -g '*.go' one two.txt": "-g", "grep -X a one two.txt": "-X", "grep -Y a one two.txt": "-Y",
		"grep --glob='*.go' one two.txt": "--glob", "grep --no-heading one two.txt": "--no-heading",
		"grep --sort path one two.txt": "--sort", "grep --hidden one two.txt": "--hidden", "grep -+ a two.txt": "-+",
		"grep -% a two.txt": "-%", "grep '-&' a two.txt": "-&", "rg '-!' one": "-!", "rg '-#' path one": "-#",
		"rg -g '{a,{b,c}}' one": "{a,{b,c}}", "rg -g 'a}' one": "a}",
		"rg -g '{a' one": "{a", "rg -g '\\{a}' one": "the pattern",
		"rg -g '[[:alpha:]]' one": "[[:alpha:]]",
		"rg -g '#a' one":          "#a", "rg -g '' one": "the pattern", "rg -g '[a' one": "[a",
		"while true; do cat two.txt; done": "so many commands", "for ((;;)); do :; done": "so many commands",
		"f() { f; }; f": "so often", "select a in b; do :; done": "select", "set -x": "set -x",
		"cat <(cat two.txt)": "", "eval cat two.txt": "eval", "source two.txt": "source", "./two.txt": "./two.txt",
		"/bin/cat two.txt": "/bin/cat", "bash -c 'cat two.txt'": "bash",
		"export A=1": "", "cat ~root/x": "another user", "x=~root; cat $x": "another user",
		"cat 'two.txt": "command line", "cat $((1/0))": "", "echo ${x:?no}": "",
		"{ head -n 1; cat; } < two.txt": "left off", "cat two.txt | { head -n 1; cat; }": "left off", strings.Repeat("(", 300) + "cat" + strings.Repeat(")", 300): "brackets",
		"cat " + strings.Repeat("a", 40<<10): "32 KiB", "echo $(cat gone)": "complaints",
	} {
		_, _, err := evaluate(t, dir, line)
		var refusal *tools.Error
		if !errors.As(err, &refusal) || !refusal.Own || !strings.Contains(refusal.Text, word) {
			t.Errorf("%.60s: %v, want a refusal that names %q", line, err, word)
		}
	}
	if after := names(t, dir); !slices.Equal(before, after) {
		t.Errorf("files were written: %q", after)
	}
}

func names(t *testing.T, dir string) (names []string) {
	entries, err := os.ReadDir(dir)
	if err != nil {
		t.Fatal(err)
	}
	for _, e := range entries {
		names = append(names, e.Name())
	}
	return names
}

// TestBounded: lines that would take for ever, or all memory, end in a refusal.
func TestBounded(t *testing.T) {
	dir := tree(t)
	for _, line := range []string{
		"echo {1..1000000000}", "for i in {1..9999}; do for j in {1..9999}; do :; done; done", "x=a; for i in {1..99}; do x=$x$x; done",
		"printf '%999999999d' 1", "printf '%*d' 999999999 1", "awk '{x = x x \"a\"}' big.txt", "awk '{printf \"%99999999d\", 1}' two.txt",
		"x=$(cat big.txt big.txt big.txt)", "awk 'BEGIN{print " + strings.Repeat("(", 9999) + "1}'", "sed '" + strings.Repeat("{", 9999) + "'",
		"grep -E '(((a{500}){500}){500})' two.txt", "awk 'BEGIN{x=" + strings.Repeat("-", 9999) + "1}'", "awk 'BEGIN{x=" + strings.Repeat("y=", 9999) + "1}'",
	} {
		if out, _, err := evaluate(t, dir, line); err == nil {
			t.Errorf("%.60s writes %d bytes", line, len(out))
		}
	}
}

// TestNoEnvironment: no variable of this process is seen, and none but the shell's own.
func TestNoEnvironment(t *testing.T) {
	systemtest.SkipOnWindows(t, "no shell is imitated")
	t.Setenv("SECRET", "secret")
	got, _, err := evaluate(t, tree(t), `echo "$SECRET$PATH$USER" $SECRET ${SECRET:-none} $0 $1 $$ $HOME`)
	if want := " none /home/nobody\n"; err != nil || got != want {
		t.Errorf("%q, %v, want %q", got, err, want)
	}
}

// TestConfined: nothing outside of the root is opened or listed.
func TestConfined(t *testing.T) {
	systemtest.SkipOnWindows(t, "no shell is imitated")
	dir := tree(t)
	for _, line := range []string{"echo ../*.txt", "echo /etc/pass*", "test -f /etc/passwd", "cat ../x", "cat /etc/passwd", "cat < /etc/passwd", "cd / && cat etc/passwd", "ls /", "ls ..", "grep root /etc/passwd", "grep -r root /etc", "rg root ..", "sed -n 1p ../../etc/passwd"} {
		sh := shell.New(t.Context(), tools.Env{Root: dir + "/sub", Confine: true})
		var out strings.Builder
		take := func(p coreutils.Piece) bool {
			text, _ := p.Bytes(0, p.Size())
			out.Write(text)
			return true
		}
		_, err := sh.Run(line, take, take)
		if !errors.Is(err, tools.ErrConfined) || out.Len() > 0 {
			t.Errorf("%s: %q, %v", line, out.String(), err)
		}
		sh.Files.Close()
	}
}

// TestPieces: what a program writes names the bytes of a file and the number of its line, however it comes to them.
func TestPieces(t *testing.T) {
	dir := tree(t)
	for line, want := range map[string]string{
		"sed -n '3p' two.txt":              "5-20 line 3",
		"tail -n +2 two.txt":               "4-20 line 2",
		"tail -c 3 two.txt":                "17-20 line 0",
		"cat two.txt | head -n 2":          "0-5 line 1",
		"nl -ba two.txt | sed -n '2p'":     `"     2\t" 4-5 line 2`,
		"awk 'NR==3' two.txt":              "5-20 line 3",
		"grep -n words two.txt":            `"3:" 5-20 line 3`,
		"tac two.txt":                      "5-20 line 3 4-5 line 2 0-4 line 1",
		"awk '{print NR\": \"$0}' nof.txt": `0-2 line 1 2-3 line 2`,
		"sed 's/x/z/' nof.txt":             "0-2 line 1 2-3 line 2",
		"cd sub; cat in.txt; echo end":     `0-7 line 1 "end\n"`,
	} {
		sh := shell.New(t.Context(), tools.Env{Root: dir})
		var got []string
		note := func(p coreutils.Piece) bool {
			if p.File == nil {
				got = append(got, fmt.Sprintf("%q", p.Text))
			} else {
				got = append(got, fmt.Sprintf("%d-%d line %d", p.Start, p.End, p.Line))
			}
			return true
		}
		if _, err := sh.Run(line, note, note); err != nil {
			t.Error(err)
		}
		if got := strings.Join(got, " "); got != want {
			t.Errorf("%s: %s, want %s", line, got, want)
		}
		sh.Files.Close()
	}
}

// TestTerminal: lines end as a terminal ends them, also those of complaints.
func TestTerminal(t *testing.T) {
	sh := shell.New(t.Context(), tools.Env{Root: tree(t)})
	defer sh.Files.Close()
	var out strings.Builder
	take := sh.Files.Terminal(func(p coreutils.Piece) bool {
		text, _ := p.Bytes(0, p.Size())
		out.Write(text)
		return true
	})
	if _, err := sh.Run("cat two.txt gone cr.txt", take, take); err != nil {
		t.Fatal(err)
	}
	if want := "one\r\n\r\ntwo words here\r\ncat: gone: No such file or directory\r\na\r\r\nb\r"; out.String() != want {
		t.Errorf("%q, want %q", out.String(), want)
	}
}

// TestCancelled: an evaluation ends with its context.
func TestCancelled(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	sh := shell.New(ctx, tools.Env{Root: tree(t)})
	defer sh.Files.Close()
	nothing := func(coreutils.Piece) bool { return true }
	if _, err := sh.Run("cat two.txt | nl", nothing, nothing); !errors.Is(err, context.Canceled) {
		t.Error(err)
	}
}

// TestPlain: the words of plain pipelines, as bash has them; none of what depends on more than the line.
func TestPlain(t *testing.T) {
	for line, want := range map[string]string{
		"cat a | head -n 2|wc -l":     `[["cat" "a"] ["head" "-n" "2"] ["wc" "-l"]]`,
		"cat 'a b' \"it's\" c\\ d":    `[["cat" "a b" "it's" "c d"]]`,
		`sed -n "1p;\$p" 'x'y"z"`:     `[["sed" "-n" "1p;$p" "xyz"]]`,
		"cat ~ ~/a '~/b' a~ \"~\"":    `[["cat" "/home/me" "/home/me/a" "~/b" "a~" "~"]]`,
		"cat $HOME/a \"$HOME\"":       `[["cat" "/home/me/a" "/home/me"]]`,
		"cat a\\\n  b":                `[["cat" "a" "b"]]`,
		"cat \"a\\\nb\" \\*":          `[["cat" "ab" "*"]]`,
		"  cat a  # a comment":        `[["cat" "a"]]`,
		"cat " + shell.Quote("it's"):  `[["cat" "it's"]]`,
		"cat " + shell.Operand("-n"):  `[["cat" "./-n"]]`,
		"cat " + shell.Operand("a b"): `[["cat" "a b"]]`,
		"cat " + shell.Quote(""):      `[["cat" ""]]`,
	} {
		programs, ok := shell.Plain(line, "/home/me")
		if got := fmt.Sprintf("%q", programs); !ok || got != want {
			t.Errorf("%s: %s, %v, want %s", line, got, ok, want)
		}
	}
	for _, line := range []string{
		"", "cat 'a", "cat a; cat b", "cat a && true", "cat a &", "! cat a", "cat a > b", "cat a 2>&1", "cat <<< x", "cat < a", "cat a |& cat", "A=1 cat a",
		"cat *.txt", "cat a?", "cat [a]b", "cat {a,b}", "cat $a/a", "cat \"$a\"", "cat $(ls)", "cat `ls`", "cat <(ls)", "cat ~root/a",
		"if true; then cat a; fi", "(cat a)", "{ cat a; }", "cat " + strings.Repeat("a", 32<<10),
	} {
		if programs, ok := shell.Plain(line, "/home/me"); ok {
			t.Errorf("%.40s: %q", line, programs)
		}
	}
}

// FuzzRun: no line panics, and none writes a file.
func FuzzRun(f *testing.F) {
	for _, line := range []string{
		"cat f | sed -n '1,2p;/a/{s/b/c/g;p}' && grep -n 'a\\|b' f", "awk '/a/,/b/{print NR\": \"$1+2; x++}' f", "for i in *; do echo \"$i\"; done < f", "rg -n '[a-z]' f || ls -la",
	} {
		f.Add(line)
	}
	f.Fuzz(func(t *testing.T, line string) {
		dir := t.TempDir()
		if err := os.WriteFile(dir+"/f", []byte("a b\nb\na\n\n"), 0o644); err != nil {
			t.Fatal(err)
		}
		_, _, _ = evaluate(t, dir, line)
		if got := names(t, dir); !slices.Equal(got, []string{"f"}) {
			t.Errorf("%s leaves %q", line, got)
		}
	})
}
