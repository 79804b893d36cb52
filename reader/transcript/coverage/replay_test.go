package coverage

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

	_ "eyeline/reader/tools/agents" // the tools that records are compared with
	"eyeline/reader/transcript"
	"eyeline/reader/transcript/heldlines"
	"eyeline/reader/transcript/record"
	"eyeline/reader/transcript/transcripttest"
)

// TestFollowedCoverage writes recorded runs line by line, with lines that are half written: the coverage that is kept
// up is after each step what a fresh look at all of it says.
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
		var s *transcript.Session
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
					if s, err = transcript.Open(ctx, path); err != nil {
						continue // its first lines do not say yet what it is
					}
					r = NewReplay(s)
				}
				if _, err := s.Update(ctx); err != nil {
					t.Fatal(err)
				}
				if err := r.Advance(ctx); err != nil {
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
			fresh, err := Of(ctx, s, root)
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
	r := NewReplay(transcripttest.OpenSample(t, transcripttest.Claude))
	if err := r.Advance(ctx); err != nil {
		t.Fatal(err)
	}
	sent := func() record.Ranges {
		c, err := r.Coverage(ctx, root)
		if err != nil {
			t.Fatal(err)
		}
		i := slices.IndexFunc(c.Files, func(f File) bool { return f.Path == "src/ring.go" })
		return c.Files[i].Sent
	}
	if got := sent(); !reflect.DeepEqual(got, record.Ranges{{1, 52}}) {
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
	if got := sent(); !reflect.DeepEqual(got, record.Ranges{{2, 53}}) {
		t.Errorf("after a line was put before all others: %v", got)
	}
	if err := os.Remove(path); err != nil {
		t.Fatal(err)
	}
	if got := sent(); !reflect.DeepEqual(got, record.Ranges{{1, 52}}) {
		t.Errorf("after the file was removed: %v", got)
	}
}

// TestLinesSayWhichCallSentThem asks for the lines of a file that was read twice.
func TestLinesSayWhichCallSentThem(t *testing.T) {
	ctx, root := context.Background(), transcripttest.Workspace(t, "workspace-after")
	s := transcripttest.OpenSample(t, transcripttest.Claude)
	r := NewReplay(s)
	if err := r.Advance(ctx); err != nil {
		t.Fatal(err)
	}
	lines, err := r.Lines(ctx, root, "src/inventory.py")
	if err != nil || len(lines) != 75 {
		t.Fatal(len(lines), err)
	}
	for n, want := range map[int]LineState{
		1: {Call: 1, Times: 1}, 19: {Call: 1, Times: 1}, 20: {Call: 2, Times: 2},
		34: {Call: 2, Times: 2}, 35: {Call: 1, Times: 1},
	} {
		if lines[n-1] != want {
			t.Errorf("line %d: %+v, not %+v", n, lines[n-1], want)
		}
	}
	p, err := Place(ctx, s, root, s.Call(2), "src/inventory.py")
	if err != nil || !reflect.DeepEqual(p.Now, record.Ranges{{20, 34}}) || !reflect.DeepEqual(p.Then, p.Now) || len(p.Lines) != 15 {
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
	r := NewReplay(transcripttest.OpenSample(t, transcripttest.Claude))
	if err := r.Advance(ctx); err != nil {
		t.Fatal(err)
	}
	var b strings.Builder
	runs, err := r.Rebuild(ctx, t.TempDir(), "log.txt", &b)
	if err != nil {
		t.Fatal(err)
	}
	want := []Segment{
		{Row: 1, Lines: 2197, First: 1, State: heldlines.Whole},
		{Row: 2198, Lines: 1, First: 2198, Gap: true, Missing: 1392},
		{Row: 2199, Lines: 11, First: 3590, State: heldlines.Whole},
	}
	if !reflect.DeepEqual(runs, want) {
		t.Errorf("%+v", runs)
	}
	was := strings.Split(string(transcripttest.Samples(t)["workspace-before/log.txt"]), "\n")
	got := strings.Split(strings.TrimSuffix(b.String(), "\n"), "\n")
	if len(got) != 2209 || !slices.Equal(got[:2197], was[:2197]) || !slices.Equal(got[2198:], was[3589:3600]) || got[2197] != "-- lines 2198-3589 were not sent --" {
		t.Errorf("%d lines, %q", len(got), got[2195:2200])
	}
}
