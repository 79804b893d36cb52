package coverage

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"eyeline/reader/transcript/transcripttest"
)

// TestLinesThatChangeShows: lines that the result of a change shows were sent, and are in the context.
func TestLinesThatChangeShows(t *testing.T) {
	shows := func(n int) string {
		side := object{"structuredPatch": []object{{"oldStart": 4, "oldLines": 1, "lines": []string{"-four", "+FOUR"}}}}
		text := "The file /w/a has been updated. Here's the result of running `cat -n` on a snippet of the edited " +
			"file:\n     3\t}\n     4\tFOUR\n     5\t)\n"
		return transcripttest.ClaudeStep(n, "/w", "Edit", object{"file_path": "/w/a"}, text, side)
	}
	dir := t.TempDir()
	now := "one\ntwo\n]\nFOUR\n)\nsix\n"
	if err := os.WriteFile(filepath.Join(dir, "a"), []byte(now), 0o600); err != nil {
		t.Fatal(err)
	}
	run := shows(1) + edits(3, "-}", "+]")(2)
	s := transcripttest.Decode(t, "s.jsonl", run)
	c, err := Of(t.Context(), s, dir)
	if err != nil {
		t.Fatal(err)
	}
	f := c.File("a")
	if f == nil || len(f.Changes) != 2 {
		t.Fatalf("%+v", f)
	}
	first, second := f.Changes[0], f.Changes[1]
	got := fmt.Sprint(first.BlindThen, second.SentThen, second.BlindThen, f.Sent, f.Written, f.ContextNow)
	if want := "[[4 4]] [[3 3]] [] [[4 5]] [[3 3]] [[3 5]]"; got != want {
		t.Errorf("%s, want %s", got, want)
	}
}

// TestContextWithSubAgents: what the main agent was sent is in its context also where a sub-agent was sent it later.
func TestContextWithSubAgents(t *testing.T) {
	dir := t.TempDir()
	if err := os.WriteFile(filepath.Join(dir, "a"), []byte("one\ntwo\nthree\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	const marked = `"isSidechain":true,"agentId":"x","sessionId"`
	sub := strings.ReplaceAll(reads(1, "one", "two", "three")(3), `"sessionId"`, marked)
	run := reads(1, "one")(1) + edits(2, "-zwei", "+two")(2) + sub
	if strings.Count(sub, "isSidechain") == 0 {
		t.Fatal("the sub-agent's records are not marked")
	}
	c, err := Of(t.Context(), transcripttest.Decode(t, "s.jsonl", run), dir)
	if err != nil {
		t.Fatal(err)
	}
	f := c.File("a")
	if got, want := fmt.Sprint(f.Sent, f.ContextNow), "[[1 3]] [[1 2]]"; got != want {
		t.Errorf("%s, want %s", got, want)
	}
}
