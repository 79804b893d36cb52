package rerun

import (
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"eyeline/reader/systemtest"
	"eyeline/reader/tools"
	_ "eyeline/reader/tools/agents" // the tools that records are compared with
	"eyeline/reader/transcript"
	"eyeline/reader/transcript/transcripttest"
)

// TestAnswersAreThoseOfTheTools makes the reads of two recorded runs again on the files that they left. What differs is
// one file that the run changed itself, after it had read it.
func TestAnswersAreThoseOfTheTools(t *testing.T) {
	systemtest.SkipOnWindows(t, "the records are of POSIX")
	files := transcripttest.Unpack(t, "workspace-after")
	root := filepath.Join(files, "workspace-after")
	old := time.Date(2026, 1, 1, 0, 0, 0, 0, time.UTC)
	changed := filepath.Join(root, "crlf.txt")
	err := filepath.WalkDir(root, func(path string, _ os.DirEntry, err error) error {
		if err != nil || path == changed {
			return err
		}
		return os.Chtimes(path, old, old)
	})
	if err != nil {
		t.Fatal(err)
	}
	for sample, imitated := range map[string]string{"claude_code/session-default.jsonl": "claude_code", "opencode/export.json": "opencode"} {
		s := transcripttest.Open(t, transcripttest.Sample(t, sample))
		a, err := CompareAll(t.Context(), s, root)
		if err != nil {
			t.Fatal(err)
		}
		if len(a.Reads) != 16 || a.Count(Same) != 14 || a.Count(Differs) != 1 || a.Count(NotText) != 1 {
			t.Errorf("%s: %+v", sample, a)
		}
		for _, r := range a.Reads {
			if r.Imitated != imitated || (r.Difference != nil) != (r.Verdict == Differs) || r.Verdict == Differs && !r.Changed {
				t.Errorf("%s: call %d: %+v", sample, r.Call, r)
			}
			if r.Verdict == Same && r.Recorded != r.Here && imitated == "opencode" {
				t.Errorf("%s: call %d has the sums %+v and %+v", sample, r.Call, r.Recorded, r.Here)
			}
		}
		noContents(t, s, a, root)
		a.Keep("no such tool")
		if len(a.Reads) != 0 {
			t.Errorf("%d reads of no tool", len(a.Reads))
		}
	}
}

// noContents checks that a report keeps its promise: no line of a file, no name of one, no folder.
func noContents(t *testing.T, s *transcript.Session, a *Answers, root string) {
	t.Helper()
	out, err := json.Marshal(a)
	if err != nil {
		t.Fatal(err)
	}
	report := string(out)
	for _, secret := range []string{s.Dir, root, "inventory", "slider", "missing", "crlf", "README"} {
		if secret != "" && strings.Contains(report, secret) {
			t.Errorf("the report has %q: %s", secret, report)
		}
	}
	for c := range s.Calls() {
		for line := range strings.Lines(transcripttest.Text(t, s, c.Result)) {
			if line = strings.TrimSpace(line); len(line) > 8 && strings.Contains(report, line) {
				t.Errorf("the report has the line %q", line)
			}
		}
	}
}

// Files that are gone, or outside the folder, are not differences, and those outside are not opened.
func TestAnswersWithoutTheirFiles(t *testing.T) {
	s := transcripttest.Open(t, transcripttest.Sample(t, transcripttest.Claude))
	a, err := CompareAll(t.Context(), s, t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	if a.Count(Gone) < 12 || a.Count(Same) != 1 {
		t.Errorf("%d gone, %d same: %+v", a.Count(Gone), a.Count(Same), a.Reads)
	}
	s.Dir = "/somewhere/else"
	if a, err = CompareAll(t.Context(), s, t.TempDir()); err != nil || a.Count(Outside) < 15 {
		t.Errorf("%d outside, %v", a.Count(Outside), err)
	}
}

func TestDifferences(t *testing.T) {
	claude, _ := tools.Lookup("claude_code")
	for _, c := range []struct {
		recorded, here string
		failed         bool
		want           Difference
	}{
		{"1\ta\n2\tb", "1\ta\n2\tc", false, Difference{2, 2, "a line of the file", 2, "a letter", "a letter", ""}},
		{"1\ta\n2\tb", "1→a\n2→b", false, Difference{1, 1, "the number of a line", 1, "a tab", "a character beyond ASCII", ""}},
		{"1\ta\n2:b", "1\ta\n2\tb", false, Difference{2, 1, "the number of a line", 2, "punctuation", "a tab", ""}},
		{"1\ta\n2\tb\n", "1\ta\n2\tb", false, Difference{2, 3, "a line of the file", 2, "a line end", "the end", "the end"}},
		{"1\ta b", "1\ta\tb", false, Difference{1, 3, "a line of the file", 1, "a space", "a tab", "white space"}},
		{"no 1\ta", "no 2\ta", true, Difference{1, 3, "the tool's own words", 0, "a digit", "a digit", ""}},
		{"a\ufffd", "a\r", true, Difference{1, 1, "the tool's own words", 0, "U+FFFD", "a carriage return", ""}},
		{"ä", "ö", true, Difference{1, 0, "the tool's own words", 0, "a character beyond ASCII", "a character beyond ASCII", ""}},
	} {
		if d := differenceOf(claude, []byte(`{"file_path":"/a"}`), c.recorded, c.here, c.failed); *d != c.want {
			t.Errorf("%q, %q: %+v, want %+v", c.recorded, c.here, *d, c.want)
		}
	}
}

func TestPlaceholders(t *testing.T) {
	claude, _ := tools.Lookup("claude_code")
	codex, _ := tools.Lookup("codex_exec")
	var p placeholders
	for _, c := range []struct {
		tool       *tools.Tool
		args, want string
	}{
		{claude, `{"file_path":"/home/ada/secret.go","offset":3,"limit":null}`, `{"file_path":"/<file 1>.go","offset":3,"limit":null}`},
		{claude, `{"file_path":"/home/ada/secret.go","secret":true}`, `{"file_path":"/<file 1>.go","<name 2>":true}`},
		{claude, `{"file_path":["/home/ada/secret.go","b.a-very-secret-extension"]}`, `{"file_path":["/<file 1>.go","<file 3>"]}`},
		{claude, `{"offset":"12","file_path":"two words"}`, `{"offset":"12","file_path":"<file 4>"}`},
		{claude, `{"file_path":`, `"<13 bytes that are no JSON>"`},
		{claude, `{"file_path":"a\nb"}`, `{"file_path":"<text of 3 bytes>"}`},
		{codex, `{"cmd":"sed -n '3,9p' secret.go | head -n 4"}`, `{"cmd":"sed -n '3,9p' <file 5>.go | head -n 4"}`},
		{codex, `{"cmd":"curl -H token=secret http://x"}`, `{"cmd":"<file 6>"}`},
		{codex, `{"cmd":"cat secret.go; echo $TOKEN"}`, `{"cmd":"cat <file 7> <file 8> <file 9>"}`},
	} {
		got := string(p.arguments([]byte(c.args), c.tool))
		if got != c.want || strings.Contains(got, "secret") || !json.Valid([]byte(got)) {
			t.Errorf("%s: %s, want %s", c.args, got, c.want)
		}
	}
}
