package coverage

import (
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"eyeline/reader/transcript/transcripttest"
)

// TestTwoResultsOfOneCall: where a record has two results of a call, what the first one gave was sent, too, also where
// both are of one length: a change of it is not blind. A result that is recorded twice is kept once.
func TestTwoResultsOfOneCall(t *testing.T) {
	const both = `     1\u2192gravel and linen\n     2\u2192barley basket`
	const third = `     3\u2192quarry saddle`
	for _, results := range [][]string{
		{both, third},
		{both, third + strings.Repeat(" ", len(both)-len(third))},
		{both, both},
		{both, both, third + strings.Repeat(" ", len(both)-len(third))},
	} {
		testResultsOfOneCall(t, results, len(slices.Compact(slices.Clone(results)))-1)
	}
}

// testResultsOfOneCall tries a call of several results; kept is how many of them are kept as texts.
func testResultsOfOneCall(t *testing.T, results []string, kept int) {
	t.Helper()
	dir := t.TempDir()
	at := filepath.ToSlash(dir) + "/a.txt"
	transcripttest.Write(t, filepath.Join(dir, "a.txt"), []byte("gravel and linen\nbarley basket\nquarry saddle\n"))
	record := func(role, content string) string {
		return `{"type":"` + role + `","cwd":"` + filepath.ToSlash(dir) + `","sessionId":"s","version":"2.1.100",` +
			`"timestamp":"2026-01-01T00:00:00Z","message":{"role":"` + role + `","content":[` + content + `]}}` + "\n"
	}
	use := func(id, tool, input string) string {
		return record("assistant", `{"type":"tool_use","id":"`+id+`","name":"`+tool+`","input":`+input+`}`)
	}
	result := func(id, text string) string {
		return record("user", `{"type":"tool_result","tool_use_id":"`+id+`","content":"`+text+`"}`)
	}

	records := use("t1", "Read", `{"file_path":"`+at+`"}`)
	for _, text := range results {
		records += result("t1", text)
	}
	records += use("t2", "Edit", `{"file_path":"`+at+`","old_string":"barley basket","new_string":"barley boat"}`) +
		result("t2", "done")
	path := filepath.Join(dir, "s.jsonl")
	transcripttest.Write(t, path, []byte(records))

	s := transcripttest.Open(t, path)
	if len(s.Said) != kept {
		t.Errorf("%d texts are kept, not %d", len(s.Said), kept)
	}
	c, err := Of(t.Context(), s, dir)
	if err != nil {
		t.Fatal(err)
	}
	edits := c.Edits(false)
	if len(edits) != 1 || edits[0].IsBlind() {
		t.Errorf("%+v", edits)
	}
	if f := c.File("a.txt"); f == nil || kept > 0 && len(f.Never) > 0 {
		t.Errorf("%+v", f)
	}
}
