package coverage

import (
	"path/filepath"
	"strings"
	"testing"

	"eyeline/reader/transcript/transcripttest"
)

// TestTwoResultsOfOneCall: where a record has two results of a call, what the first one gave was sent, too: a change of
// it is not blind.
func TestTwoResultsOfOneCall(t *testing.T) {
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

	path := filepath.Join(dir, "s.jsonl")
	transcripttest.Write(t, path, []byte(strings.Join([]string{
		use("t1", "Read", `{"file_path":"`+at+`"}`),
		result("t1", `     1\u2192gravel and linen\n     2\u2192barley basket`), result("t1", `     3\u2192quarry saddle`),
		use("t2", "Edit", `{"file_path":"`+at+`","old_string":"barley basket","new_string":"barley boat"}`),
		result("t2", "done"),
	}, "")))
	c, err := Of(t.Context(), transcripttest.Open(t, path), dir)
	if err != nil {
		t.Fatal(err)
	}
	edits := c.Edits(false)
	if len(edits) != 1 || edits[0].IsBlind() {
		t.Errorf("%+v", edits)
	}
	if f := c.File("a.txt"); f == nil || len(f.Never) > 0 {
		t.Errorf("%+v", f)
	}
}
