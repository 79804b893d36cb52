package searches

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	_ "eyeline/reader/tools/agents" // the agents' searches
	"eyeline/reader/transcript/coverage"
	"eyeline/reader/transcript/transcripttest"
)

// laid are the searches of a run whose one call has a tool, arguments and a result, in a folder of some files that were
// changed at a time before the call, or after it.
func laid(t *testing.T, tool, args, result string, after bool, files ...string) []coverage.Search {
	t.Helper()
	dir, err := filepath.EvalSymlinks(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	run := strings.NewReplacer(`"name":"Read"`, fmt.Sprintf(`"name":%q`, tool), `{"file_path":"/a"}`, args).
		Replace(transcripttest.ClaudeCall("1", 1, result))
	run = strings.ReplaceAll(run, "DIR", dir)
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
		{"a pipe", "Bash", `{"command":"rg needle DIR | head"}`, "", "none"},
		{"a flag", "Bash", `{"command":"rg -v needle DIR"}`, "x", "not known: " + otherWords},
		{"a filter", "Grep", `{"pattern":"needle","path":"DIR","glob":"*.go"}`, "x", "not known: " + otherWords},
		{"a pattern", "Grep", `{"pattern":"(?x)needle","path":"DIR"}`, "x", "not known: the pattern is not understood"},
		{
			"another folder", "Grep", `{"pattern":"needle","path":"/no/such"}`, "x",
			"not known: the folder is not there, or it is a file, or lies outside",
		},
	} {
		t.Run(c.name, func(t *testing.T) {
			got := "none"
			for _, s := range laid(t, c.tool, c.args, c.result, false, files...) {
				if got = fmt.Sprint(s.Matching, s.Named, s.Unsure, s.Never); s.NotKnown != "" {
					got = "not known: " + s.NotKnown
				}
			}
			if got != c.want {
				t.Errorf("%s, want %s", got, c.want)
			}
		})
	}
	for _, s := range laid(t, "Grep", `{"pattern":"needle","path":"DIR"}`, "DIR/a.txt", true, files...) {
		if s.NotKnown != "the folder has changed since" {
			t.Errorf("%+v", s)
		}
	}
}
