package transcripts

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	_ "eyeline/reader/tools/agents" // the agents' searches
	"eyeline/reader/transcript/coverage"
	"eyeline/reader/transcript/transcripttest"
)

// TestLeftOut: what the searches of a call left out is said where it is known.
func TestLeftOut(t *testing.T) {
	for _, c := range []struct {
		all  []coverage.Search
		want string
	}{
		{nil, ""},
		{[]coverage.Search{{NotKnown: "the folder has changed since"}}, ""},
		{[]coverage.Search{{Matching: 1, Named: 1}}, "names 1 of 1 matching file"},
		{
			[]coverage.Search{{Matching: 5, Named: 1, Unsure: 1, Never: []string{"a", "b\x1b", "c"}}},
			"names 1 of 5 matching files, perhaps 1 more, never a, b^[",
		},
		{
			[]coverage.Search{{Matching: 2}, {NotKnown: "x"}, {Matching: 1, Named: 1}},
			"names 0 of 2 matching files; names 1 of 1 matching file",
		},
	} {
		if got := leftOut(c.all); got != c.want {
			t.Errorf("%+v: %q, want %q", c.all, got, c.want)
		}
	}
}

// TestSearchesInTheListOfCalls: the row of a search says how many of the files that match its answer names, and which
// it does not; it says nothing where the folder has changed since.
func TestSearchesInTheListOfCalls(t *testing.T) {
	for _, changed := range []bool{false, true} {
		dir, err := filepath.EvalSymlinks(t.TempDir())
		if err != nil {
			t.Fatal(err)
		}
		call := strings.NewReplacer(
			`"name":"Read"`, `"name":"Grep"`, `{"file_path":"/a"}`, `{"pattern":"needle","path":"`+filepath.ToSlash(dir)+`"}`,
		).Replace(transcripttest.ClaudeCall("1", 1, "Found 1 file\n"+filepath.ToSlash(dir)+"/a.txt"))
		run := sampleRun{path: filepath.Join(t.TempDir(), "run.jsonl"), root: dir}
		if err := os.WriteFile(run.path, []byte(call), 0o600); err != nil {
			t.Fatal(err)
		}
		at := transcripttest.Decode(t, "run.jsonl", call).Call(1).Time.Add(-time.Hour)
		if changed {
			at = at.Add(2 * time.Hour)
		}
		for _, name := range []string{"a.txt", "b.txt", "."} {
			file := filepath.Join(dir, name)
			if name != "." {
				if err := os.WriteFile(file, []byte("a needle\n"), 0o600); err != nil {
					t.Fatal(err)
				}
			}
			if err := os.Chtimes(file, at, at); err != nil {
				t.Fatal(err)
			}
		}
		onFiles(t, 100, 20, run, func(p *program) {
			p.keys("ctrl+t")
			p.Settle()
			if said := strings.Contains(p.text(), "names 1 of 2 matching files, never b.txt: "); said == changed {
				t.Errorf("changed since: %t; the screen is\n%s", changed, p.text())
			}
		})
	}
}
