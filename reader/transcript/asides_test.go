package transcript_test

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"eyeline/reader/transcript/coverage"
	"eyeline/reader/transcript/transcripttest"
)

// asideStep is a step of a conversation of Claude Code, as the two records of its nth call, which follow each other.
func asideStep(n int, tool string, input object, result string) string {
	record := func(kind, id, parent string, block object) string {
		return transcripttest.JSON(object{
			"type": kind, "sessionId": "s", "cwd": "/w", "timestamp": fmt.Sprintf("2026-11-21T10:%02d:00Z", n),
			"uuid": id, "parentUuid": parent, "message": object{"id": "m" + id, "content": []object{block}},
		})
	}
	call, use, answer := fmt.Sprint("c", n), fmt.Sprint("u", n), fmt.Sprint("r", n)
	asked := object{"type": "tool_use", "id": call, "name": tool, "input": input}
	given := object{"type": "tool_result", "tool_use_id": call, "content": result}
	return record("assistant", use, fmt.Sprint("r", n-1), asked) + record("user", answer, use, given)
}

// TestAsides: a sub-agent whose file begins with the records of the main conversation goes on aside from there. It has
// what the main agent had until then, its copies are no calls, and the main agent has nothing of it.
func TestAsides(t *testing.T) {
	t.Parallel()
	edit := func(before, after string) object {
		return object{"file_path": "/w/a", "old_string": before, "new_string": after}
	}
	read := asideStep(1, "Read", object{"file_path": "/w/a"}, "     1\tone row of gravel\n     2\ttwo rows of lumber\n")
	read = strings.Replace(read, `"parentUuid":"r0"`, `"parentUuid":null`, 1)
	first := asideStep(2, "Edit", edit("one row of gravel", "one row of thistle"), "ok")
	own := asideStep(4, "Edit", edit("two rows of lumber", "two rows of saddles"), "ok") +
		asideStep(5, "Edit", edit("one row of thistle", "one row of parsley"), "ok")
	main := read + first + asideStep(3, "Read", object{"file_path": "/w/b"}, "     1\tivory lattice and gorse\n")
	seen := asideStep(6, "Edit", edit("two rows of saddles", "two rows of rosin"), "ok")

	dir := t.TempDir()
	for name, text := range map[string]string{
		"s.jsonl": main + strings.Replace(seen, `"r5"`, `"r3"`, 1),
		"s/subagents/agent-aside.jsonl": strings.ReplaceAll(read+first+strings.Replace(own, `"r3"`, `"r2"`, 1),
			`"sessionId"`, `"isSidechain":true,"agentId":"aside","sessionId"`),
	} {
		path := filepath.Join(dir, name)
		if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}

	s := transcripttest.Open(t, filepath.Join(dir, "s.jsonl"))
	if s.Len() != 6 {
		t.Fatalf("%d calls", s.Len())
	}

	all, err := coverage.Of(t.Context(), s, "")
	if err != nil {
		t.Fatal(err)
	}

	var got []string
	for _, e := range all.Edits(false) {
		got = append(got, fmt.Sprintf("%d:%v", e.Change.Call, e.BlindThen))
	}
	if want := "2:[] 4:[] 5:[] 6:[[2 2]]"; strings.Join(got, " ") != want {
		t.Errorf("%s, want %s", got, want)
	}
}
