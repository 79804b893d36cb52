package searches

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"eyeline/reader/agentsearch"
	"eyeline/reader/systemtest"
	_ "eyeline/reader/tools/agents" // the agents' searches
	"eyeline/reader/transcript/cmdoutput"
	"eyeline/reader/transcript/coverage"
	"eyeline/reader/transcript/formats"
	"eyeline/reader/transcript/transcripttest"
)

// laid are the searches of a run whose one call has a tool, arguments and a result, in a folder of some files that were
// changed at a time before the call, or after it.
func laid(t *testing.T, tool, args, result string, after bool, files ...string) []coverage.Search {
	t.Helper()
	if tool == "Bash" {
		systemtest.SkipOnWindows(t, "commands are not followed")
	}
	dir, err := filepath.EvalSymlinks(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	run := strings.NewReplacer(`"name":"Read"`, fmt.Sprintf(`"name":%q`, tool), `{"file_path":"/a"}`, args).
		Replace(transcripttest.ClaudeCall("1", 1, result))
	run = strings.ReplaceAll(run, "DIR", filepath.ToSlash(dir))
	s := transcripttest.Decode(t, "run.jsonl", run)
	at := s.Call(1).Time.Add(-time.Hour)
	if after {
		at = s.Call(1).Time.Add(time.Hour)
	}
	for _, name := range files {
		file := filepath.Join(dir, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(file), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(file, []byte("a Needle\nneedle\n"), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	err = filepath.WalkDir(dir, func(path string, _ os.DirEntry, err error) error {
		if err != nil {
			return err
		}
		return os.Chtimes(path, at, at)
	})
	if err != nil {
		t.Fatal(err)
	}
	c := &coverage.Coverage{Files: []coverage.File{{Path: "sub/c.txt"}}}
	if err := AddTo(t.Context(), s, dir, c); err != nil {
		t.Fatal(err)
	}
	return c.Searches
}

// isLaid holds what is said of the searches of a call: for each how many files match, how many are named and how many
// perhaps, and which are not, or why that is not known.
func isLaid(t *testing.T, tool, args, result, want string, files []string) {
	t.Helper()
	got := []string{}
	for _, s := range laid(t, tool, args, result, false, files...) {
		one := fmt.Sprint(s.Matching, s.Named, s.Unsure, s.Never)
		if s.NotKnown != "" {
			one = "not known: " + s.NotKnown
		}
		got = append(got, one)
	}
	if len(got) == 0 {
		got = []string{"none"}
	}
	if all := strings.Join(got, " | "); all != want {
		t.Errorf("%s, want %s", all, want)
	}
}

// TestLaid: of the files that match, those that the answer names are counted, and the others named.
func TestLaid(t *testing.T) {
	files := []string{"a.txt", "b.txt", "sub/c.txt"}
	for _, c := range []struct{ name, tool, args, result, want string }{
		{"names", "Grep", `{"pattern":"needle","path":"DIR"}`, "Found 1 file\nDIR/a.txt", "3 1 0 [b.txt sub/c.txt]"},
		{"lines", "Grep", `{"pattern":"ne+dle","path":"DIR","output_mode":"content"}`, "b.txt:2:needle\nsub/c.txt:2:needle", "3 2 0 [a.txt]"},
		{"a name alone", "Grep", `{"pattern":"needle","path":"DIR"}`, "see c.txt", "3 0 1 [a.txt b.txt]"},
		{"a path that ends alike", "Grep", `{"pattern":"needle","path":"DIR"}`, "x/a.txt", "3 0 1 [b.txt sub/c.txt]"},
		{"in the shell", "Bash", `{"command":"cd DIR"}`, "", "none"},
		{"grep", "Bash", `{"command":"grep -rn 'Nee' DIR"}`, "DIR/a.txt:1:a Needle", "3 1 0 [b.txt sub/c.txt]"},
		{"rg", "Bash", `{"command":"rg -l needle DIR/sub"}`, "DIR/sub/c.txt", "1 1 0 []"},
		{"a flag", "Bash", `{"command":"rg -v needle DIR"}`, "x", "not known: its option -v is not imitated"},
		{"a filter", "Grep", `{"pattern":"needle","path":"DIR","glob":"*.go"}`, "x", "0 0 0 []"},
		{"another filter", "Grep", `{"pattern":"needle","path":"DIR","glob":"[ab].txt"}`, "DIR/a.txt", "2 1 0 [b.txt]"},
		{"a folder", "grep", `{"pattern":"needle","path":"DIR","include":"sub/**"}`, "x", "not known: " + otherEngine},
		{"without some", "Grep", `{"pattern":"needle","path":"DIR","glob":"!sub"}`, "DIR/a.txt", "2 1 0 [b.txt]"},
		{"two filters", "Grep", `{"pattern":"needle","path":"DIR","glob":"*.go *.ts"}`, "x", "not known: several patterns of names in one argument are not imitated"},
		{"a type", "Grep", `{"pattern":"needle","path":"DIR","type":"txt"}`, "DIR/a.txt", "3 1 0 [b.txt sub/c.txt]"},
		{"another type", "Grep", `{"pattern":"needle","path":"DIR","type":"cobol"}`, "x", "not known: the type of files cobol is not known"},
		{"an argument", "Grep", `{"pattern":"needle","path":"DIR","multiline":true}`, "x", "not known: its argument multiline is not imitated"},
		{"a pattern", "Grep", `{"pattern":"(?x)needle","path":"DIR"}`, "x", "not known: the pattern is not understood"},
		{
			"another folder", "Grep", `{"pattern":"needle","path":"/no/such"}`, "x",
			"not known: the folder is not there, or it is a file, or lies outside",
		},
	} {
		t.Run(c.name, func(t *testing.T) {
			isLaid(t, c.tool, c.args, c.result, c.want, files)
		})
	}
}

// TestChanged: nothing is said of a folder that has changed since.
func TestChanged(t *testing.T) {
	for _, s := range laid(t, "Grep", `{"pattern":"needle","path":"DIR"}`, "DIR/a.txt", true, "a.txt") {
		if s.NotKnown != "the folder has changed since" {
			t.Errorf("%+v", s)
		}
	}
}

// TestListed: tools that list files, find and rg --files are laid by the names of the files.
func TestListed(t *testing.T) {
	files := []string{"a.txt", "b.go", ".h.go", "sub/c.go", "sub/.d/e.go"}
	for _, c := range []struct{ name, tool, args, result, want string }{
		{"all folders", "Glob", `{"pattern":"**/*.go","path":"DIR"}`, "DIR/b.go", "2 1 0 [sub/c.go]"},
		{"hidden ones that are named", "Glob", `{"pattern":"**/*.go","path":"DIR"}`, "DIR/b.go\nDIR/.h.go", "3 2 0 [sub/c.go]"},
		{"the folder alone, or not", "glob", `{"pattern":"*.go","path":"DIR"}`, "none", "1 0 0 [b.go]"},
		{"at any depth", "glob", `{"pattern":"*.go","path":"DIR"}`, "DIR/sub/c.go", "2 1 0 [b.go]"},
		{"braces", "Glob", `{"pattern":"sub/**/*.{go,txt}","path":"DIR"}`, "x", "1 0 0 [sub/c.go]"},
		{"from the root", "Glob", `{"pattern":"/x/*.go","path":"DIR"}`, "x", "not known: a pattern from the root is not imitated"},
		{"find", "Bash", `{"command":"find DIR -type f -name '*.go' | head -2"}`, "DIR/b.go\nDIR/.h.go", "4 2 0 [sub/.d/e.go sub/c.go]"},
		{"find and grep", "Bash", `{"command":"find DIR -type f | grep -v sub"}`, "DIR/b.go", "3 1 0 [.h.go a.txt]"},
		{"find all", "Bash", `{"command":"find DIR -type f"}`, "DIR/b.go", "none"},
		{"find by size", "Bash", `{"command":"find DIR -size +1k -name '*.go'"}`, "", "not known: find's -size is not imitated"},
		{"rg", "Bash", `{"command":"cd DIR && rg --files -g '*.go'"}`, "b.go", "4 1 0 [.h.go sub/.d/e.go sub/c.go]"},
	} {
		t.Run(c.name, func(t *testing.T) { isLaid(t, c.tool, c.args, c.result, c.want, files) })
	}
}

// TestCommands: searches in the shell are followed through options, lists, groups and pipes, or it is said by name why
// not.
func TestCommands(t *testing.T) {
	files := []string{"a.txt", "b.go", "sub/c.go"}
	for _, c := range []struct{ name, command, result, want string }{
		{"a pipe", "rg needle DIR | head -1", "DIR/a.txt:needle", "3 1 0 [b.go sub/c.go]"},
		{"filters", "cd DIR; grep -rn needle . 2>/dev/null | grep -v sub/ | sort", "./a.txt:2:needle", "2 1 0 [b.go]"},
		{"a filter of lines", "grep -rni needle DIR | grep ':1:' | head", "DIR/a.txt:1:a Needle", "3 1 0 [b.go sub/c.go]"},
		{"none passes", "grep -rn needle DIR | grep -v needle", "", "0 0 0 []"},
		{"with context", "grep -rn -A1 needle DIR | grep -v needle", "", "0 0 0 []"},
		{"include", "grep -rln --include=*.go needle DIR", "DIR/b.go", "2 1 0 [sub/c.go]"},
		{"exclude", "grep -rn --exclude-dir=sub --exclude='*.txt' needle DIR", "DIR/b.go:2:needle", "1 1 0 []"},
		{"glob", "rg -n -g '*.go' -g '!sub' needle DIR", "", "1 0 0 [b.go]"},
		{"type", "rg -tgo -l needle DIR", "DIR/b.go", "2 1 0 [sub/c.go]"},
		{"word", "rg -w need DIR", "", "0 0 0 []"},
		{"smart case", "rg -S Needle DIR", "DIR/a.txt", "3 1 0 [b.go sub/c.go]"},
		{"two patterns", `rg -e nothing -e needle DIR`, "", "3 0 0 [a.txt b.go sub/c.go]"},
		{"two folders", "grep -rl needle DIR/sub DIR/no", "DIR/sub/c.go", "1 1 0 [] | not known: the folder is not there, or it is a file, or lies outside"},
		{"git grep", "cd DIR && git grep -n needle -- '*.go'", "b.go:2:needle", "2 1 0 [sub/c.go]"},
		{"another prints", "ls DIR; rg -l needle DIR", "a.txt\nDIR/b.go", "3 0 2 [sub/c.go]"},
		{"an echo", "echo ---; rg -l needle DIR || true", "---\nDIR/b.go", "3 1 0 [a.txt sub/c.go]"},
		{"a group", "(cd DIR/sub && rg -l needle); rg --files-with-matches needle DIR", "c.go", "1 0 1 [] | 3 0 1 [a.txt b.go]"},
		{"names alone", "rg needle DIR | cut -d: -f1 | sort | uniq", "DIR/b.go", "3 1 0 [a.txt sub/c.go]"},
		{"awk", "rg needle DIR | awk '{print $1}'", "", "not known: its output goes through awk"},
		{"xargs", "rg -l needle DIR | xargs sed -n 1p", "", "not known: its output goes through xargs"},
		{"to a file", "rg needle DIR > out", "", "not known: its output goes elsewhere"},
		{"a loop", "for i in 1 2; do rg needle DIR; done", "", "not known: it stands where the command is not followed, or the shell makes its words"},
		{"read by a loop", "rg -l needle DIR | while read f; do head -1 $f; done", "", "not known: it stands where the command is not followed, or the shell makes its words"},
		{"a setting", "LC_ALL=C rg needle DIR", "", "not known: it stands where the command is not followed, or the shell makes its words"},
		{"a variable", "rg \"$X\" DIR", "", "not known: it stands where the command is not followed, or the shell makes its words"},
		{"another program", "ag needle DIR", "", "not known: ag is not imitated"},
		{"reading a pipe", "cat DIR/a.txt | grep -r needle", "", "none"},
		{"quiet", "rg -q needle DIR && echo yes", "yes", "none"},
		{"unless", "rg -l needle DIR/sub || rg -l needle DIR", "DIR/sub/c.go", "1 0 1 [] | not known: it stands where the command is not followed, or the shell makes its words"},
		{"if, which was not", "test -f no && rg -l needle DIR", "", "not known: " + notRun},
		{"if, which was", "test -f a.txt && rg -l needle DIR", "DIR/a.txt", "3 1 0 [b.go sub/c.go]"},
		{"if, and another prints", "rg -l nothing DIR && rg -l needle DIR", "", "0 0 0 [] | not known: " + notRun},
		{"in a folder that is there", "cd DIR && echo --- && rg -l needle", "---", "3 0 0 [a.txt b.go sub/c.go]"},
		{"perhaps in a folder", "test -d x && cd DIR; rg -l needle DIR", "", "not known: it stands where the command is not followed, or the shell makes its words"},
		{"in one of two folders", "cd DIR/no || cd DIR; rg -l needle .", "", "not known: the folder is not there, or it is a file, or lies outside"},
		{"after an end", "test -f x || exit 0; rg -l needle DIR", "", "not known: " + notRun},
		{"ending at what fails", "set -e; rg -l needle DIR", "", "not known: " + notRun},
		{"find from here", "cd DIR; find -name '*.go' | grep -v '^./sub'", "./b.go", "1 1 0 []"},
		{"counted", "rg needle DIR | wc -l", "3", "not known: its output goes through wc"},
	} {
		t.Run(c.name, func(t *testing.T) {
			isLaid(t, "Bash", fmt.Sprintf(`{"command":%q}`, c.command), c.result, c.want, files)
		})
	}
}

// FuzzCommand: any command ends, and each of its searches that is not laid has a reason.
func FuzzCommand(f *testing.F) {
	for _, command := range []string{
		"rg -n 'a|b' src | grep -v x", "grep -rn --include=*.go x . | head -5", "find . -name '*.go' -o -name x", "rg -\xff x", "rg -e", "grep -r",
		"(cd x; rg y) | sort", "git grep -n x -- '*.go' '!a'", "rg --files | grep -e a -e b", "timeout 5 rg x", "cut -d: -f1 | rg x | rg -vi y",
	} {
		f.Add(command)
	}
	f.Fuzz(func(t *testing.T, text string) {
		all := ofCommand(formats.ShellCommand{Command: text, Dir: "/w", Output: cmdoutput.WholeOutput(text)})
		if len(all) > maxInCommand {
			t.Errorf("%d searches", len(all))
		}
		for _, a := range all {
			for _, below := range []string{"a.go", "src/b.go", text} {
				if a.notKnown == "" {
					a.scope.of(t.Context(), below, "x/"+below)
					a.prints.passes(a.prints.line(below, 1, text))
				}
			}
		}
	})
}

// TestOutOfTime: a search that is not laid to its end is not known, and names no file.
func TestOutOfTime(t *testing.T) {
	ctx, stop := context.WithCancel(t.Context())
	stop()
	l := laying{asked: &asked{lists: true}, ctx: ctx, answer: &agentsearch.Answer{}}
	one := coverage.Search{Matching: 1, Never: []string{"a.go"}}
	l.compare([]*agentsearch.Row{{}}, &one)
	if one.NotKnown != takesLong || one.Matching+len(one.Never) > 0 {
		t.Errorf("%+v", one)
	}
}

// TestNestedCommands: brackets that lie deep in one another do not keep the parser busy for minutes.
func TestNestedCommands(t *testing.T) {
	const deep = 200_000
	for _, text := range []string{
		strings.Repeat("(", deep) + "rg one" + strings.Repeat(")", deep), "echo " + strings.Repeat("$(", deep),
	} {
		if all := ofCommand(formats.ShellCommand{Command: text, Dir: "/w"}); len(all) > 0 {
			t.Errorf("%d searches are found", len(all))
		}
	}
}
