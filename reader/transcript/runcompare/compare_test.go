package runcompare

import (
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"strings"
	"testing"

	"eyeline/reader/transcript"
	"eyeline/reader/transcript/coverage"
	"eyeline/reader/transcript/heldlines"
	"eyeline/reader/transcript/record"
	"eyeline/reader/transcript/transcripttest"
)

// TestCompareKnowsWhatIsNotKnown: a line that one run was sent is said to be the other's lack only where it is known
// that the other was not sent it.
func TestCompareKnowsWhatIsNotKnown(t *testing.T) {
	run := func(unknownReads int, files ...coverage.File) *coverage.Coverage {
		return &coverage.Coverage{UnknownReads: unknownReads, Files: files}
	}
	file := func(sent, unsure record.Ranges) coverage.File {
		return coverage.File{Path: "a.go", Exists: true, Lines: 10, Sets: heldlines.Sets{Sent: sent, Unsure: unsure}}
	}
	all := file(record.Ranges{{1, 10}}, nil)
	for name, c := range map[string]struct {
		a, b *coverage.Coverage
		want string // compared, both, the first alone, the second alone, not known
	}{
		"both known": {run(0, all), run(0, file(record.Ranges{{1, 4}}, nil)), "true [[1 4]] [[5 10]] [] []"},
		"the second is unsure": {
			run(0, all), run(1, file(record.Ranges{{1, 4}}, record.Ranges{{7, 10}})),
			"true [[1 4]] [[5 6]] [] [[7 10]]",
		},
		"the first is unsure":       {run(1, file(nil, record.Ranges{{1, 3}})), run(0, all), "true [] [] [[4 10]] [[1 3]]"},
		"not named, and all known":  {run(0, all), run(0), "true [] [[1 10]] [] []"},
		"not named, and not all is": {run(0, all), run(2), "true [] [] [] [[1 10]]"},
		"not all texts are kept":    {run(0, all), &coverage.Coverage{Lacks: true}, "true [] [] [] [[1 10]]"},
		"neither":                   {run(0, file(nil, record.Ranges{{1, 10}})), run(0), "true [] [] [] []"},
	} {
		got := Compare(c.a, c.b).Files[0]
		if said := fmt.Sprint(got.Compared, got.Both, got.First, got.Second, got.NotKnown); said != c.want {
			t.Errorf("%s: %s, want %s", name, said, c.want)
		}
	}
}

// TestCompareFindsWhatCameInTexts: a run that does not name a file may have been sent its lines in another tool's result,
// and may have a file with instructions from its start.
func TestCompareFindsWhatCameInTexts(t *testing.T) {
	const line = "alpha one here is a line of text"
	dir := t.TempDir()
	var steps string
	for i, name := range []string{"a.go", "AGENTS.md"} {
		transcripttest.Write(t, filepath.Join(dir, name), []byte(line+"\n"))
		steps += transcripttest.ClaudeRead(i+1, "/w", "/w/"+name, 1, line)
	}
	first := transcripttest.Decode(t, "1.jsonl", steps)
	result := "content: " + line
	second := transcripttest.Decode(t, "2.jsonl", transcripttest.ClaudeStep(1, "/w", "mcp__x__get", map[string]any{"q": "x"}, result, nil))
	third := transcripttest.Decode(t, "3.jsonl", transcripttest.ClaudeStep(1, "/w", "mcp__x__get", map[string]any{"q": "x"}, "x", nil))
	for other, want := range map[*transcript.Session]string{
		second: "AGENTS.md [] [[1 1]] a.go [] [[1 1]] ", third: "AGENTS.md [] [[1 1]] a.go [[1 1]] [] ",
	} {
		both, err := OfTwo(t.Context(), [2]*transcript.Session{first, other}, dir)
		if err != nil {
			t.Fatal(err)
		}
		got := ""
		for _, f := range Compare(both[0], both[1]).Files {
			got += fmt.Sprint(f.Path, " ", f.First, " ", f.NotKnown, " ")
		}
		if got != want {
			t.Errorf("%s, want %s", got, want)
		}
	}
}

// TestCompareNamesTheRunThatFails: an error says in which of two runs it is.
func TestCompareNamesTheRunThatFails(t *testing.T) {
	ctx, stop := context.WithCancel(t.Context())
	stop()
	run := transcripttest.Decode(t, "first.jsonl", transcripttest.ClaudeRead(1, "/w", "/w/a", 1, "one"))
	_, err := OfTwo(ctx, [2]*transcript.Session{run, run}, t.TempDir())
	if !errors.Is(err, context.Canceled) || !strings.Contains(err.Error(), "first.jsonl") {
		t.Error(err)
	}
}
