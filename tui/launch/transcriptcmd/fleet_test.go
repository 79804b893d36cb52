package transcriptcmd

import (
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"eyeline/reader/transcript/transcripttest"
	"eyeline/tui/settingsfile"
)

// TestReadsOfManyRuns: rows of files, folders and lists of both, in their order; what is gone is said, and the rest
// told.
func TestReadsOfManyRuns(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	run := func(name string) string {
		path := filepath.Join(dir, name)
		transcripttest.Write(t, path, []byte(transcripttest.ClaudeRead(1, "/w", "/w/"+filepath.Base(name), 1, "one")))
		return path
	}
	a, b, gone := run("a.jsonl"), run("below/b.jsonl"), filepath.Join(dir, "gone.jsonl")
	transcripttest.Write(t, filepath.Join(dir, "none", "x.txt"), []byte("text\n"))
	for _, c := range []struct {
		in, args string
		rows     string // the names of the runs
		says     string
		status   int
	}{
		{"", a + " " + b, "a b", "", 0},
		{"", b + " " + a + " --format ndjson", "b a", "", 0},
		{"", dir, "a b", "", 0},
		{a + "\n\n" + b + "\r\n", "--files-from -", "a b", "", 0},
		{a + "\x00" + b + "\x00", "--files-from - -0", "a b", "", 0},
		{gone + "\n" + b + "\n", "--files-from - " + a, "a b", "eyeline: " + gone + ": there is no transcript", 1},
		{a + "\x00", "--files-from -", "", "-0 takes", 2},
		{"", a + " --since 2026-12-01", "", "", 0},
		{"", a + " --since 2026-11-21T00:00:00Z", "a", "", 0},
		{"", a + " --since yesterday", "", "--since wants a date such as", 2},
		{"", a + " --since 99999w", "", "--since wants a date such as", 2},
		{"", filepath.Join(dir, "none"), "", "there is no transcript below", 1},
		{"", a + " " + gone + " " + b, "a b", "eyeline: " + gone + ": there is no transcript", 1},
		{"", "--all " + a, "", "--all tells of the transcripts of all folders", 2},
		{"", gone, "", "there is no transcript " + gone, 1},
		{"", a + " --format html", "", "--format is ndjson", 2},
		{"", a + " --json", "", "", -1},
		{"", a + " --reads=false --since 1d", "", "--since goes with --reads", 2},
		{"", a + " -0", "", "-0 goes with --files-from", 2},
		{"", a + " --paging", "", "do not go together", 2},
	} {
		args := append([]string{"--reads"}, strings.Fields(c.args)...)
		if c.status < 0 { // not with another form
			c.says, c.status = "--reads goes without", 2
		}
		out, err := runCommand(t, c.in, args...)
		if err != nil {
			out += err.Error()
		}
		var rows []string
		for line := range strings.Lines(out) {
			if _, rest, ok := strings.Cut(line, `{"run":`+strings.TrimSuffix(transcripttest.JSON(dir), "\"\n")); ok {
				name, _, _ := strings.Cut(rest, ".jsonl")
				rows = append(rows, filepath.Base(strings.ReplaceAll(name, `\\`, "/")))
			}
		}
		if got := strings.Join(rows, " "); got != c.rows || !strings.Contains(out, c.says) || statusOf(err) != c.status {
			t.Errorf("%s: rows %q, status %d\n%s", c.args, got, statusOf(err), out)
		}
	}
	old := time.Date(2026, 11, 20, 0, 0, 0, 0, time.UTC) // before the run ended, which its file cannot be
	if err := os.Chtimes(a, old, old); err != nil {
		t.Fatal(err)
	}
	out, err := runCommand(t, "", dir, "--reads", "--since", "2026-11-20T12:00:00Z")
	if err != nil || strings.Contains(out, "a.jsonl") || !strings.Contains(out, "b.jsonl") {
		t.Errorf("%v\n%s", err, out)
	}
}

// BenchmarkRunsThatAreGone takes lists of runs that are not there. Their names have more bytes than the heap may have.
func BenchmarkRunsThatAreGone(b *testing.B) {
	for _, n := range []int{1_000, 10_000, 100_000} {
		b.Run(fmt.Sprint(n), func(b *testing.B) {
			var list strings.Builder
			for i := range n {
				fmt.Fprintf(&list, "gone/%d%s.jsonl\n", i, strings.Repeat("/folder", 140))
			}
			for b.Loop() {
				cmd := Command(nil, func() (*settingsfile.File, error) { return &settingsfile.File{}, nil }, time.Time{})
				cmd.SetArgs([]string{"--reads", "--files-from", "-"})
				cmd.SetIn(strings.NewReader(list.String()))
				cmd.SetOut(io.Discard)
				cmd.SetErr(io.Discard)
				cmd.SilenceErrors, cmd.SilenceUsage = true, true
				if err := cmd.ExecuteContext(b.Context()); err == nil {
					b.Fatal("what is gone is no error")
				}
			}
			b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N*n), "ns/name")
		})
	}
}

// TestADatabaseBesideRuns: a database of no agent that lies below a folder is said, and the runs beside it are told; one
// that is named is an error.
func TestADatabaseBesideRuns(t *testing.T) {
	t.Parallel()
	sqlite, err := exec.LookPath("sqlite3")
	if err != nil {
		t.Skip(err)
	}
	dir := t.TempDir()
	run, other := filepath.Join(dir, "run.jsonl"), filepath.Join(dir, "other.db")
	transcripttest.Write(t, run, []byte(transcripttest.ClaudeRead(1, "/w", "/w/a", 1, "one")))
	if out, err := exec.CommandContext(t.Context(), sqlite, other, "CREATE TABLE a (b)").CombinedOutput(); err != nil {
		t.Fatal(err, string(out))
	}
	const says = "it is a database of no agent that is known: its tables are"
	for arg, want := range map[string]int{dir: 0, other: 1} {
		out, err := runCommand(t, "", "--reads", arg)
		isTold := strings.Contains(out, "{") == (arg == dir)
		if statusOf(err) != want || strings.Count(out, says) != 1 || !isTold {
			t.Errorf("%s: %v\n%s", arg, err, out)
		}
	}
}

// TestSinceTime reads the forms of --since.
func TestSinceTime(t *testing.T) {
	t.Parallel()
	now := time.Date(2026, 11, 29, 12, 0, 0, 0, time.UTC)
	for text, want := range map[string]string{
		"36h": "2026-11-28T00:00:00Z", "7d": "2026-11-22T12:00:00Z", "2w": "2026-11-15T12:00:00Z", "0d": "2026-11-29T12:00:00Z",
		"2026-11-01T02:03:04Z": "2026-11-01T02:03:04Z", "": "0001-01-01T00:00:00Z",
		"7": "error", "d": "error", "-1d": "error", "1.5d": "error", "7m": "error", "ä": "error",
	} {
		got, err := sinceTime(text, now)
		is := got.UTC().Format(time.RFC3339)
		if err != nil {
			is = "error"
		}
		if is != want {
			t.Errorf("%q is %s, want %s", text, is, want)
		}
	}
	day, err := sinceTime("2026-11-01", now)
	if want := time.Date(2026, 11, 1, 0, 0, 0, 0, time.Local); err != nil || !day.Equal(want) {
		t.Error(fmt.Sprint(day, err))
	}
}

// TestAFolderThatIsNoTranscript: the runs below it are listed, and it is not said to be missing.
func TestAFolderThatIsNoTranscript(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	_, err := runCommand(t, "", dir)
	if err == nil || !strings.Contains(err.Error(), "there is no transcript below "+dir) {
		t.Errorf("of an empty folder it says %v", err)
	}

	sample, err := os.ReadFile(transcripttest.Sample(t, transcripttest.Claude))
	if err != nil {
		t.Fatal(err)
	}
	if err := os.MkdirAll(filepath.Join(dir, "a", "b"), 0o700); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(dir, "a", "b", "run.jsonl"), sample, 0o600); err != nil {
		t.Fatal(err)
	}

	out, err := runCommand(t, "", dir)
	if err != nil || strings.Count(out, "Claude Code") != 1 {
		t.Errorf("of a folder with a run below it: %v\n%s", err, out)
	}
	out, err = runCommand(t, "", dir, "--json")
	if err != nil || !strings.Contains(out, "run.jsonl") {
		t.Errorf("as JSON: %v\n%s", err, out)
	}
	if _, err = runCommand(t, "", dir, dir); err == nil || !strings.Contains(err.Error(), "is no transcript") {
		t.Errorf("of two folders it says %v", err)
	}
}
