package launch

import (
	"encoding/json"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"eyeline/reader/longtest"
	"eyeline/reader/transcript/coverage"
	"eyeline/reader/transcript/runstats"
	"eyeline/reader/transcript/transcripttest"
	"eyeline/tui/launch/cmdkit"
)

const workspace = "../../testdata/transcripts/workspace-after"

// recorded is a real transcript of Claude Code, unpacked.
func recorded(t *testing.T) string {
	t.Helper()
	return transcripttest.Sample(t, transcripttest.Claude)
}

func TestTranscriptReport(t *testing.T) {
	withSettings(t, "")
	path := recorded(t)
	r := run(t, "transcript", path, "--root", workspace)
	for _, want := range []string{"Claude Code 2.1.330", "18 calls", "src/inventory.py  75     100%", "log.txt           gone   2208", "src/missing.go    gone"} {
		if r.err != nil || !strings.Contains(r.out, want) {
			t.Errorf("the report lacks %q: %v\n%s", want, r.err, r.out)
		}
	}
	var c coverage.Coverage
	if r = run(t, "transcript", path, "--root", workspace, "--json"); json.Unmarshal([]byte(r.out), &c) != nil || c.Version != 1 || c.Calls != 18 || len(c.Files) != 11 {
		t.Errorf("--json: %v\n%s", r.err, r.out)
	}
	for _, f := range c.Files {
		n := f.Sent.Count() + f.Cut.Count() + f.Written.Count() + f.Changed.Count() + f.Never.Count() + f.Unsure.Count()
		if f.Exists && n != f.Lines {
			t.Errorf("%s: %d lines are accounted for, of %d", f.Path, n, f.Lines)
		}
	}
	r = run(t, "transcript", path, "--root", workspace, "--file", "src/slider.ts")
	if want := "sent       5   1-5\n"; r.err != nil || !strings.HasPrefix(r.out, want) || !strings.Contains(r.out, "not sent   26  6-31\n") {
		t.Errorf("--file: %v\n%s", r.err, r.out)
	}
	if want := "reads now  1   1 the same, by claude_code 2.1.332\n"; !strings.HasSuffix(r.out, want) {
		t.Errorf("--file: %s", r.out)
	}
	if r = run(t, "transcript", path, "--file", "no/such"); r.status != cmdkit.ExitFailed || !strings.Contains(r.err.Error(), "no call names the file") {
		t.Errorf("a file that is not there: %v", r.err)
	}
}

// TestReportsHaveNoContents: reports, lists of calls and their JSON have no line of a file.
func TestReportsHaveNoContents(t *testing.T) {
	longtest.SkipUnlessInPart(t)
	withSettings(t, "")
	var lines []string
	err := filepath.WalkDir(workspace, func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		text, err := os.ReadFile(path)
		for line := range strings.Lines(string(text)) {
			if line = strings.TrimSpace(line); len(line) >= 16 && !strings.Contains(line, ".") { // some lines are names
				lines = append(lines, line)
			}
		}
		return err
	})
	if err != nil || len(lines) < 100 {
		t.Fatalf("%d lines, %v", len(lines), err)
	}
	path := recorded(t)
	held := func(args ...string) int {
		r := run(t, append([]string{"transcript", path, "--root", workspace}, args...)...)
		n := 0
		for _, line := range lines {
			if strings.Contains(r.out, line) || strings.Contains(r.out, strings.ReplaceAll(line, `"`, `\"`)) {
				n++
			}
		}
		if r.err != nil || r.out == "" {
			t.Errorf("%q: %v, %q", args, r.err, r.out)
		}
		return n
	}
	for _, args := range [][]string{
		nil, {"--json"}, {"--calls"}, {"--calls", "--json"}, {"--now"}, {"--calls", "--now", "--json"}, {"--paging"}, {"--paging", "--json"},
	} {
		if n := held(args...); n > 0 {
			t.Errorf("%q has %d lines of files", args, n)
		}
	}
	if n := held("--call", "3") + held("--call", "4") + held("--call", "5"); n == 0 {
		t.Error("no call has a line of a file: this test proves nothing")
	}
}

// TestTranscriptErrorsNameTheProgramOnce looks at one error of each kind.
func TestTranscriptErrorsNameTheProgramOnce(t *testing.T) {
	withSettings(t, "")
	path := recorded(t)
	empty := filepath.Join(t.TempDir(), "empty.jsonl")
	if err := os.WriteFile(empty, []byte("{}\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	home := t.TempDir()
	t.Setenv("HOME", home)
	t.Setenv("USERPROFILE", home)
	t.Chdir(t.TempDir())
	for _, args := range [][]string{
		{"transcript", "no/such"},
		{"transcript", "nobody"},
		{"transcript", "latest"},
		{"transcript"},
		{"transcript", empty},
		{"transcript", path, "--file", "no/such"},
		{"transcript", path, "--call", "99"},
		{"tools", "--report", "no/such"},
		{"tools", "--report", empty},
	} {
		r := run(t, args...)
		if r.status != cmdkit.ExitFailed || strings.LastIndex(r.err.Error(), "eyeline: ") != 0 {
			t.Errorf("%v: status %d, %v", args, r.status, r.err)
		}
	}
}

func TestTranscriptCalls(t *testing.T) {
	withSettings(t, "")
	path := recorded(t)
	if r := run(t, "transcript", path, "--call", "4"); r.err != nil || !strings.HasPrefix(r.out, "1\t") || len(r.out) != 120 {
		t.Errorf("call 4: %v\n%q", r.err, r.out)
	}
	r := run(t, "transcript", path, "--calls", "--json")
	lines := strings.Split(strings.TrimSpace(r.out), "\n")
	if r.err != nil || len(lines) != 18 {
		t.Fatalf("%d lines, %v", len(lines), r.err)
	}
	for _, line := range lines {
		var info runstats.CallInfo
		if err := json.Unmarshal([]byte(line), &info); err != nil || info.Number == 0 || info.Tool == "" {
			t.Errorf("%v: %s", err, line)
		}
	}
	if r = run(t, "transcript", path, "--calls"); !strings.Contains(r.out, "src/inventory.py 20-34  record") {
		t.Errorf("%v\n%s", r.err, r.out)
	}
	for _, args := range [][]string{{"--call", "99"}, {"--min", "5"}} {
		if r := run(t, append([]string{"transcript", path}, args...)...); r.err == nil {
			t.Errorf("%v is taken", args)
		}
	}
}

// Recorded reads are made again where that is asked for, and then lists say what came of them.
func TestTranscriptNow(t *testing.T) {
	withSettings(t, "")
	path := recorded(t)
	r := run(t, "transcript", path, "--root", workspace, "--now")
	for _, want := range []string{"  now\n", "2 refused\n", "1 the same, 1 differ, 1 not compared\n", "2 the same\n", "1 not compared\n"} {
		if r.err != nil || !strings.Contains(r.out, want) {
			t.Errorf("the report lacks %q: %v\n%s", want, r.err, r.out)
		}
	}
	var c coverage.Coverage
	if r = run(t, "transcript", path, "--root", workspace, "--now", "--json"); json.Unmarshal([]byte(r.out), &c) != nil {
		t.Fatalf("%v\n%s", r.err, r.out)
	}
	for _, f := range c.Files {
		if f.Now == nil || f.Path == "crlf.txt" && (f.Now.Same != 1 || f.Now.Differs != 1 || len(f.Now.By) != 1) {
			t.Errorf("%s: %+v", f.Path, f.Now)
		}
	}
	r = run(t, "transcript", path, "--root", workspace, "--now", "--calls")
	for _, want := range []string{"differs now from line 2 of the result  claude_code 2.1.332\n", "refused now", "the same now", "the result is no text", "this tool is not imitated"} {
		if r.err != nil || !strings.Contains(r.out, want) {
			t.Errorf("the calls lack %q: %v\n%s", want, r.err, r.out)
		}
	}
	r = run(t, "transcript", path, "--root", workspace, "--now", "--calls", "--json")
	if !strings.Contains(r.out, `"now":{"same":false,"words":"differs now from line 2 of the result","by":"claude_code 2.1.332","line":2}`) {
		t.Errorf("%v\n%s", r.err, r.out)
	}
	if r = run(t, "transcript", path, "--root", workspace, "--json"); strings.Contains(r.out, `"now"`) {
		t.Error("reads are made again that nobody asked for")
	}
	for _, args := range [][]string{{"--now"}, {path, "--now", "--paging"}, {path, "--now", "--call", "1"}, {path, "--now", "--diff", "-"}} {
		if r = run(t, append([]string{"transcript"}, args...)...); r.err == nil {
			t.Errorf("%q is taken", args)
		}
	}
}

// The review gate: did the agent get what it approved?
func TestTranscriptReview(t *testing.T) {
	withSettings(t, "")
	path := recorded(t)
	text, err := os.ReadFile(filepath.Join(workspace, "src", "slider.ts"))
	if err != nil {
		t.Fatal(err)
	}
	diff := "--- a/src/slider.ts\n+++ b/src/slider.ts\n@@ -4,0 +4,4 @@\n"
	for _, line := range strings.Split(string(text), "\n")[3:7] {
		diff += "+" + line + "\n"
	}
	for min, status := range map[string]int{"50": exitOK, "51": cmdkit.ExitFailed} {
		r := runWith(t, strings.NewReader(diff), "transcript", path, "--root", workspace, "--diff", "-", "--min", min)
		if r.status != status || !strings.Contains(r.out, "src/slider.ts  4      2     -        6-7\n") || !strings.Contains(r.out, "50% of the added lines were sent") {
			t.Errorf("--min %s: status %d, %v\n%s", min, r.status, r.err, r.out)
		}
	}
	if r := runWith(t, strings.NewReader("+++ b/x\n@@ nonsense\n"), "transcript", path, "--diff", "-"); r.status != cmdkit.ExitNotJudged || !strings.Contains(r.out, "not judged: x: line 2 of the diff: ") {
		t.Errorf("a diff that is none: %v", r.err)
	}
}

// What a transcript names comes from anyone: nothing of it reaches the terminal as a control character.
func TestTranscriptsAreHostile(t *testing.T) {
	withSettings(t, "")
	text, err := os.ReadFile(recorded(t))
	if err != nil {
		t.Fatal(err)
	}
	path := filepath.Join(t.TempDir(), "session-default.jsonl")
	evil := strings.ReplaceAll(string(text), "src/ring.go", `src/\u001b]0;x\u0007\u202eno.go`)
	if err := os.WriteFile(path, []byte(evil), 0o600); err != nil {
		t.Fatal(err)
	}
	for _, args := range [][]string{nil, {"--calls"}} {
		r := run(t, append([]string{"transcript", path, "--root", workspace}, args...)...)
		if r.err != nil || strings.ContainsAny(r.out, "\x1b\x07\u202e") || !strings.Contains(r.out, "no.go") {
			t.Errorf("%v: %v\n%q", args, r.err, r.out)
		}
	}
}

func TestTranscriptList(t *testing.T) {
	withSettings(t, "")
	home := t.TempDir()
	t.Setenv("HOME", home)
	t.Setenv("USERPROFILE", home)
	if r := run(t, "transcript"); r.status != cmdkit.ExitFailed || !strings.Contains(r.err.Error(), "no transcript of this folder") {
		t.Errorf("nothing there: %v", r.err)
	}
	if r := run(t, "transcript", "--all"); r.status != cmdkit.ExitFailed || strings.Contains(r.err.Error(), "--all") {
		t.Errorf("nothing there in all folders: %v", r.err)
	}
	text, err := os.ReadFile(recorded(t))
	if err != nil {
		t.Fatal(err)
	}
	dir := filepath.Join(home, ".claude", "projects", "-home-ada-harborage")
	if err := os.MkdirAll(dir, 0o700); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(dir, "0a1b2c3d.jsonl"), text, 0o600); err != nil {
		t.Fatal(err)
	}
	r := run(t, "transcript", "--all")
	if r.err != nil || !strings.Contains(r.out, "Claude Code 2.1.330") || !strings.Contains(r.out, "/home/ada/harborage") {
		t.Errorf("%v\n%s", r.err, r.out)
	}
	if r = run(t, "transcript", "0a1b2c3d", "--root", workspace); r.err != nil || !strings.Contains(r.out, "18 calls") {
		t.Errorf("by its name: %v\n%s", r.err, r.out)
	}
	if r = run(t, "transcript", "latest"); r.err == nil {
		t.Error("the latest of another folder is opened")
	}
}

// runWith runs the program with a standard input.
func runWith(t *testing.T, in io.Reader, args ...string) ran {
	t.Helper()
	text, err := io.ReadAll(in)
	if err != nil {
		t.Fatal(err)
	}
	path := filepath.Join(t.TempDir(), "in")
	if err := os.WriteFile(path, text, 0o600); err != nil {
		t.Fatal(err)
	}
	f, err := os.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	before := os.Stdin
	os.Stdin = f
	defer func() { os.Stdin = before }()
	return run(t, args...)
}

// TestTranscriptIsSecure: where the viewer opens no other file, none is opened that a transcript names.
func TestTranscriptIsSecure(t *testing.T) {
	withSettings(t, "")
	path := recorded(t)
	outside := func(args ...string) {
		t.Helper()
		var c coverage.Coverage
		r := run(t, append([]string{"transcript", path, "--root", workspace, "--json", "--now"}, args...)...)
		if err := json.Unmarshal([]byte(r.out), &c); err != nil || len(c.Files) != 11 {
			t.Fatalf("%v, %v\n%s", r.err, err, r.out)
		}
		for _, f := range c.Files {
			if f.Exists || f.Lines > 0 {
				t.Errorf("%v: %+v", args, f)
			}
		}
	}
	outside("--secure")
	if r := run(t, "transcript", path, "--root", workspace, "--secure"); strings.Count(r.out, " outside ") != 11 {
		t.Errorf("--secure: %v\n%s", r.err, r.out)
	}
	t.Setenv("LESSSECURE", "1")
	outside()
	if r := run(t, "tools", "--report", path, "--root", workspace); r.err == nil || r.out != "" {
		t.Errorf("tools --report: %v\n%s", r.err, r.out)
	}
}
