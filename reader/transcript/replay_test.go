package transcript

import (
	"bytes"
	"context"
	"encoding/json"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"

	_ "eyeline/reader/tools/agents"
	"eyeline/reader/transcript/transcripttest"
)

const claudeSample = "claude_code/session-default.jsonl"

func openSample(t *testing.T, name string) *Session {
	t.Helper()
	p := transcripttest.Samples(t)[name]
	s, err := Decode(context.Background(), name, bytes.NewReader(p), int64(len(p)))
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// TestFollowedCoverage writes recorded runs line by line, with lines that are half written: the coverage that is kept up is
// after each step what a fresh look at all of it says.
func TestFollowedCoverage(t *testing.T) {
	ctx, root := context.Background(), transcripttest.Workspace(t, "workspace-after")
	for name, p := range transcripttest.Samples(t) {
		if !strings.HasSuffix(name, ".jsonl") || strings.Contains(name, ".sent.") {
			continue
		}
		path := filepath.Join(t.TempDir(), filepath.Base(name))
		f, err := os.Create(path)
		if err != nil {
			t.Fatal(err)
		}
		var s *Session
		var r *Replay
		lines := bytes.SplitAfter(p, []byte("\n"))
		steps := max(len(lines)/8, 1)
		for i, line := range lines {
			half := len(line) / 2
			for _, part := range [][]byte{line[:half], line[half:]} {
				if _, err := f.Write(part); err != nil {
					t.Fatal(err)
				}
				if s == nil {
					if s, err = Open(ctx, path); err != nil {
						continue // its first lines do not say yet what it is
					}
					r = s.NewReplay()
				}
				if _, err := s.Update(ctx); err != nil {
					t.Fatal(err)
				}
				if _, err := r.Advance(ctx); err != nil {
					t.Fatal(err)
				}
			}
			if s == nil || i%steps != 0 && i < len(lines)-1 {
				continue
			}
			got, err := r.Coverage(ctx, root)
			if err != nil {
				t.Fatal(err)
			}
			fresh, err := s.Coverage(ctx, root)
			if err != nil {
				t.Fatal(err)
			}
			a, _ := json.Marshal(got)
			b, _ := json.Marshal(fresh)
			if !bytes.Equal(a, b) {
				t.Fatalf("%s after line %d:\n%s\nfresh:\n%s", name, i+1, a, b)
			}
			for k := range got.Files {
				if !slices.Equal(got.Files[k].Calls, fresh.Files[k].Calls) || got.Files[k].Again != fresh.Files[k].Again {
					t.Fatalf("%s after line %d: %+v, fresh %+v", name, i+1, got.Files[k], fresh.Files[k])
				}
			}
		}
		if s != nil {
			_ = s.Close()
		}
		_ = f.Close()
	}
}

// TestChangedFileIsLaidAgain changes a file between two looks at the coverage.
func TestChangedFileIsLaidAgain(t *testing.T) {
	ctx, root := context.Background(), transcripttest.Workspace(t, "workspace-after")
	r := openSample(t, claudeSample).NewReplay()
	if _, err := r.Advance(ctx); err != nil {
		t.Fatal(err)
	}
	sent := func() []Range {
		c, err := r.Coverage(ctx, root)
		if err != nil {
			t.Fatal(err)
		}
		i := slices.IndexFunc(c.Files, func(f FileCoverage) bool { return f.Path == "src/ring.go" })
		return c.Files[i].Sent
	}
	if got := sent(); !reflect.DeepEqual(got, []Range{{1, 52}}) {
		t.Fatal(got)
	}
	path := filepath.Join(root, "src", "ring.go")
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, append([]byte("// new\n"), text...), 0o600); err != nil {
		t.Fatal(err)
	}
	if got := sent(); !reflect.DeepEqual(got, []Range{{2, 53}}) {
		t.Errorf("after a line was put before all others: %v", got)
	}
	if err := os.Remove(path); err != nil {
		t.Fatal(err)
	}
	if got := sent(); !reflect.DeepEqual(got, []Range{{1, 52}}) {
		t.Errorf("after the file was removed: %v", got)
	}
}

// TestLinesSayWhichCallSentThem asks for the lines of a file that was read twice.
func TestLinesSayWhichCallSentThem(t *testing.T) {
	ctx, root := context.Background(), transcripttest.Workspace(t, "workspace-after")
	s := openSample(t, claudeSample)
	r := s.NewReplay()
	if _, err := r.Advance(ctx); err != nil {
		t.Fatal(err)
	}
	lines, err := r.Lines(ctx, root, "src/inventory.py")
	if err != nil || len(lines) != 75 {
		t.Fatal(len(lines), err)
	}
	for n, want := range map[int]LineState{1: {Whole, 1, 1}, 19: {Whole, 1, 1}, 20: {Whole, 2, 2}, 34: {Whole, 2, 2}, 35: {Whole, 1, 1}} {
		if lines[n-1] != want {
			t.Errorf("line %d: %+v, not %+v", n, lines[n-1], want)
		}
	}
	p, err := s.Placed(ctx, root, s.Call(2), "src/inventory.py")
	if err != nil || !reflect.DeepEqual(p.Now, []Range{{20, 34}}) || !reflect.DeepEqual(p.Then, p.Now) || len(p.Lines) != 15 {
		t.Fatalf("%+v, %v", p, err)
	}
	text, _, err := s.Text(s.Call(2).Result, 1<<20)
	if err != nil {
		t.Fatal(err)
	}
	rows := strings.Split(string(text), "\n")
	for i, l := range p.Lines {
		if l.Content != int64(i) || l.Number != int64(20+i) || l.Now != l.Number || !strings.HasSuffix(rows[i][:l.Prefix], "\t") {
			t.Errorf("line %d: %+v in %q", i, l, rows[i])
		}
	}
}

// TestRebuilt puts a file together of which two parts were sent.
func TestRebuilt(t *testing.T) {
	ctx := context.Background()
	r := openSample(t, claudeSample).NewReplay()
	if _, err := r.Advance(ctx); err != nil {
		t.Fatal(err)
	}
	var b strings.Builder
	runs, err := r.Rebuild(ctx, t.TempDir(), "log.txt", &b)
	if err != nil {
		t.Fatal(err)
	}
	want := []RebuiltRun{
		{Row: 1, Lines: 2197, First: 1, State: Whole},
		{Row: 2198, Lines: 1, First: 2198, Gap: true, Missing: 1392},
		{Row: 2199, Lines: 11, First: 3590, State: Whole},
	}
	if !reflect.DeepEqual(runs, want) {
		t.Errorf("%+v", runs)
	}
	was := strings.Split(string(transcripttest.Samples(t)["workspace-before/log.txt"]), "\n")
	got := strings.Split(strings.TrimSuffix(b.String(), "\n"), "\n")
	if len(got) != 2209 || !slices.Equal(got[:2197], was[:2197]) || !slices.Equal(got[2198:], was[3589:3600]) || got[2197] != "-- lines 2198-3589 were never sent --" {
		t.Errorf("%d lines, %q", len(got), got[2195:2200])
	}
}

// TestSameNow makes recorded calls again in the workspace as it was before and after the run.
func TestSameNow(t *testing.T) {
	ctx := context.Background()
	before, after := transcripttest.Workspace(t, "workspace-before"), transcripttest.Workspace(t, "workspace-after")
	for _, c := range []struct {
		sample, root string
		call         int
		same         bool
		unknown      string
	}{
		{claudeSample, before, 1, true, ""},
		{claudeSample, before, 5, true, ""}, // a refusal
		{claudeSample, before, 6, true, ""},
		{claudeSample, before, 12, false, "the result is no text"},
		{claudeSample, before, 14, false, ""}, // after an edit
		{claudeSample, after, 14, true, ""},
		{claudeSample, after, 15, false, "this tool is not imitated"},
		{claudeSample, t.TempDir(), 1, false, ""},
		{"opencode/export.json", before, 1, true, ""},
		{"opencode/export.json", before, 11, true, ""}, // a folder
	} {
		s := openSample(t, c.sample)
		got, err := s.SameNow(ctx, c.root, s.Call(c.call))
		if err != nil || got.Same != c.same || got.Unknown != c.unknown {
			t.Errorf("%s, call %d: %+v, %v", c.sample, c.call, got, err)
		}
		if got.Tool != nil && got.Tool.Since.Agent != s.Agent {
			t.Errorf("%s is asked for a call of %s", got.Tool.Name, s.Agent)
		}
	}
}
