package fleet

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"

	_ "eyeline/reader/tools/agents" // the tools that records are compared with
	"eyeline/reader/transcript"
	"eyeline/reader/transcript/coverage"
	"eyeline/reader/transcript/transcripttest"
)

// rowsIn are the rows that are written of runs.
func rowsIn(t *testing.T, paths []string, o Options) (rows []Row, failed []string) {
	t.Helper()
	var out bytes.Buffer
	o.Failed = func(path string, err error) { failed = append(failed, filepath.Base(path)) }
	if err := Write(t.Context(), &out, paths, o); err != nil {
		t.Fatal(err)
	}
	for line := range bytes.Lines(out.Bytes()) {
		var row Row
		if err := json.Unmarshal(line, &row); err != nil {
			t.Fatal(err)
		}
		rows = append(rows, row)
	}
	return rows, failed
}

// counts are what the rows of a file come to, and what the report says of it.
type counts struct {
	reads, refused, again, changes int
	blind                          int64
}

// TestRowsAgreeWithTheReport: the rows of every sample come to what the report of the run says of each file.
func TestRowsAgreeWithTheReport(t *testing.T) {
	dir := transcripttest.Unpack(t, ".")
	paths, err := transcript.FindBelow(t.Context(), dir)
	if err != nil || len(paths) < 20 {
		t.Fatalf("%d transcripts, %v", len(paths), err)
	}
	for _, path := range paths {
		s, err := transcript.Open(t.Context(), path)
		if err != nil {
			t.Fatal(err)
		}
		report, err := coverage.Of(t.Context(), s, transcript.NoFiles)
		if err != nil {
			t.Fatal(err)
		}
		want, got := map[string]counts{}, map[string]counts{}
		for _, f := range report.Files {
			one := counts{reads: f.Reads, refused: f.Refused, again: f.Again}
			for _, change := range f.Changes {
				if !change.Pending {
					one.changes, one.blind = one.changes+1, one.blind+change.BlindCount()
				}
			}
			if one != (counts{}) {
				want[f.Path] = one
			}
		}
		rows, failed := rowsIn(t, []string{path}, Options{Root: transcript.NoFiles})
		for _, row := range rows {
			one := got[row.Path]
			switch {
			case row.Path == "":
				continue
			case row.Kind == "change":
				one.changes, one.blind = one.changes+1, one.blind+row.Blind
			case row.Refused:
				one.refused++
			case row.Again:
				one.again++
				one.reads++
			default:
				one.reads++
			}
			got[row.Path] = one
		}
		if !maps.Equal(got, want) || failed != nil {
			t.Errorf("%s: %v\n got %+v\nwant %+v", path, failed, got, want)
		}
		_ = s.Close()
	}
}

// TestRowsOfARun looks at each field of a read, one that gives the same again, a refusal, a blind change, a search
// that finds nothing, and a command that prints two files.
func TestRowsOfARun(t *testing.T) {
	path := filepath.Join(t.TempDir(), "run.jsonl")
	run := transcripttest.ClaudeRead(1, "/w", "/w/a.go", 3, "alpha beta gamma delta", "two") +
		transcripttest.ClaudeRead(2, "/w", "/w/a.go", 3, "alpha beta gamma delta", "two") +
		strings.Replace(transcripttest.ClaudeStep(3, "/w", "Read", transcripttest.Object{"file_path": "/w/none"}, "no such file", nil),
			`"tool_result"`, `"tool_result","is_error":true`, 1) +
		transcripttest.ClaudeStep(4, "/w", "Edit", transcripttest.Object{"file_path": "/w/b.go", "old_string": "never seen before\nnor this line", "new_string": "x"}, "ok", nil) +
		transcripttest.ClaudeStep(5, "/w", "Grep", transcripttest.Object{"pattern": "q"}, "No files found", nil) +
		transcripttest.ClaudeStep(6, "/w", "Bash", transcripttest.Object{"command": "ls"}, "a.go", nil)
	transcripttest.Write(t, path, []byte(strings.ReplaceAll(run, `"message":{"content":[{"id"`, `"message":{"model":"claude-x","content":[{"id"`)))
	rows, failed := rowsIn(t, []string{path}, Options{})
	var got []string
	for _, r := range rows {
		span := "-"
		if r.First != nil {
			span = fmt.Sprintf("%d-%d", *r.First, *r.Last)
		}
		got = append(got, fmt.Sprintf("%d %s %s %s %s %s lines %d bytes %d refused %t again %t blind %d sure %t",
			r.Call, r.Model, r.Tool, r.Kind, r.Path, span, r.Lines, r.Bytes, r.Refused, r.Again, r.Blind, r.Sure))
	}
	want := []string{
		"1 claude-x Read read a.go 3-4 lines 2 bytes 30 refused false again false blind 0 sure true",
		"2 claude-x Read read a.go 3-4 lines 2 bytes 30 refused false again true blind 0 sure true",
		"3 claude-x Read read none - lines 0 bytes 12 refused true again false blind 0 sure true",
		"4 claude-x Edit change b.go - lines 0 bytes 2 refused false again false blind 1 sure true",
		"5 claude-x Grep search  - lines 0 bytes 14 refused false again false blind 0 sure true",
	}
	if !slices.Equal(got, want) || failed != nil {
		t.Errorf("%v\n%s\nwant\n%s", failed, strings.Join(got, "\n"), strings.Join(want, "\n"))
	}
	if r := rows[0]; r.Tokens < 6 || r.Tokens > 14 || r.Vocabulary != "o200k" || r.Version != "2.1.330" || r.Dir != "/w" || r.Started == nil || r.Time == nil {
		t.Errorf("%+v", r)
	}
}

// TestRunsStayInOrder: rows come in the order of the paths, also of runs that are larger than what is held of one, and
// what cannot be read is said in its place; calls before the time are left out.
func TestRunsStayInOrder(t *testing.T) {
	dir, old := t.TempDir(), time.Date(2026, 11, 21, 10, 5, 0, 0, time.UTC)
	var paths, want []string
	for i := range 12 {
		calls := 1 + 9*(i%3)
		if i == 4 {
			calls = 700 // more than is held, and after the time
		}
		var text strings.Builder
		for n := range calls {
			text.WriteString(transcripttest.ClaudeRead(n+1, "/w", "/w/a.go", n+1, strings.Repeat("x", 300)))
		}
		paths = append(paths, filepath.Join(dir, fmt.Sprintf("%02d.jsonl", i)))
		transcripttest.Write(t, paths[i], []byte(text.String()))
		if i == 7 {
			transcripttest.Write(t, paths[i], []byte("no transcript\n"))
		} else {
			want = append(want, slices.Repeat([]string{paths[i]}, calls)...)
		}
	}
	paths = append(paths, filepath.Join(dir, "gone.jsonl"))
	rows, failed := rowsIn(t, paths, Options{})
	var got []string
	for _, row := range rows {
		got = append(got, row.Run)
	}
	if !slices.Equal(got, want) || !slices.Equal(failed, []string{"07.jsonl", "gone.jsonl"}) {
		t.Errorf("%d rows of %d; %v", len(got), len(want), failed)
	}
	// What is told since a time is what all rows have of it: of a run that went on, the calls from then on.
	var later []Row
	for _, row := range rows {
		if !row.Time.Before(old) {
			later = append(later, row)
		}
	}
	since, _ := rowsIn(t, paths, Options{Since: old})
	if len(since) == 0 || len(since) >= 700 || !reflect.DeepEqual(since, later) {
		t.Errorf("%d rows since, %d of all", len(since), len(later))
	}
	ctx, stop := context.WithCancel(t.Context())
	stop()
	if err := Write(ctx, &bytes.Buffer{}, paths, Options{}); !errors.Is(err, context.Canceled) {
		t.Error(err)
	}
	full := errors.New("full")
	if err := Write(t.Context(), writer{full}, paths, Options{}); !errors.Is(err, full) {
		t.Error(err)
	}
}

// writer refuses all writes.
type writer struct{ err error }

func (w writer) Write([]byte) (int, error) { return 0, w.err }
