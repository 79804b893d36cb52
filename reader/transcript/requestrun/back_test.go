package requestrun_test

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"eyeline/reader/transcript/coverage"
	"eyeline/reader/transcript/transcripttest"
)

type object = transcripttest.Object

// appended is a body with more messages.
func appended(t *testing.T, body string, more ...object) string {
	t.Helper()
	var request object
	if err := json.Unmarshal([]byte(body), &request); err != nil {
		t.Fatal(err)
	}
	messages := request["messages"].([]any)
	for _, m := range more {
		messages = append(messages, m)
	}
	request["messages"] = messages
	return strings.TrimSpace(transcripttest.JSON(request))
}

// edit is a call that replaces line n, and its result.
func edit(n int) []object {
	use := object{"type": "tool_use", "id": fmt.Sprint("e", n), "name": "Edit", "input": object{
		"file_path": "/w/a.txt", "old_string": fmt.Sprint("line number ", n), "new_string": "another line",
	}}
	result := object{"type": "tool_result", "tool_use_id": fmt.Sprint("e", n), "content": "The file has been updated."}
	return []object{{"role": "assistant", "content": []object{use}}, {"role": "user", "content": []object{result}}}
}

// TestWhatWasLeftWasNotSent: after the person went back, what stood on the branch that was left does not count as sent,
// and an edit over it is blind; what stood before it counts. A result that is cleared begins no branch.
func TestWhatWasLeftWasNotSent(t *testing.T) {
	all := transcripttest.Conversation()
	for n, want := range map[int]string{1: "false", 3: "true", 5: "false"} {
		s := transcripttest.Decode(t, "run.jsonl", transcripttest.Requests(t, append(all, appended(t, all[4], edit(n)...))...))
		if len(s.Branches) != 1 || !s.Requests[3].Rewound || s.Requests[4].Rewound {
			t.Fatalf("%+v", s.Branches)
		}
		c, err := coverage.Of(t.Context(), s, t.TempDir())
		if err != nil {
			t.Fatal(err)
		}
		edits := c.Edits(false)
		if len(edits) != 1 || fmt.Sprint(edits[0].IsBlind()) != want {
			t.Errorf("an edit of line %d: %+v", n, *edits[0].Change)
		}
	}
	cleared := strings.ReplaceAll(appended(t, all[2], edit(3)...), `1\tline number 1\n2\tline number 2`, "[cleared]")
	s := transcripttest.Decode(t, "run.jsonl", transcripttest.Requests(t, append(all[:3:3], cleared)...))
	if len(s.Branches) > 0 || s.Requests[3].Rewound {
		t.Errorf("%+v", s.Branches)
	}
}

// TestASummarisedMiddleIsNoBranch: an agent that keeps its first messages and its last ones, and puts a summary in place
// of those between, does not go back: what stood in the middle was sent. It does go back where it has none of the calls
// behind one that it has, also where the message of that one has changed.
func TestASummarisedMiddleIsNoBranch(t *testing.T) {
	all := transcripttest.Conversation()
	summary := object{"role": "user", "content": "a summary of what was done"}
	long := appended(t, appended(t, all[2], edit(1)...), edit(2)...)
	kept := appended(t, appended(t, all[1], summary), edit(2)...)
	changed := strings.Replace(all[2], `"offset":3`, `"offset":3,"note":"x"`, 1)
	for name, c := range map[string]struct {
		last string
		want int32 // the order of the call that the branch begins after; 0: no branch
	}{
		"a summary, and the tail": {appended(t, kept, edit(3)...), 0},
		"a changed message":       {appended(t, changed, summary), 2},
		"further back":            {appended(t, all[1], summary), 1},
	} {
		s := transcripttest.Decode(t, "run.jsonl", transcripttest.Requests(t, append(all[:3:3], long, c.last)...))
		got := int32(0)
		for _, b := range s.Branches {
			got = b.After
		}
		if got != c.want {
			t.Errorf("%s: a branch after call %d, want %d: %+v", name, got, c.want, s.Branches)
		}
	}
}

// TestALineInJSONBeforeABranch: a line that stands in a result as JSON has it was sent before the branch that was left,
// where it was sent again.
func TestALineInJSONBeforeABranch(t *testing.T) {
	const line = `say "hello" to the other one`
	call := func(id, result string) []object {
		use := object{"type": "tool_use", "id": id, "name": "mcp__other__get", "input": object{"q": id}}
		answer := object{"type": "tool_result", "tool_use_id": id, "content": result}
		return []object{{"role": "assistant", "content": []object{use}}, {"role": "user", "content": []object{answer}}}
	}
	input := object{"file_path": "/w/a.txt", "old_string": line, "new_string": "x"}
	use := object{"type": "tool_use", "id": "e", "name": "Edit", "input": input}
	done := object{"type": "tool_result", "tool_use_id": "e", "content": "ok"}
	first := transcripttest.Conversation()[0]
	second := appended(t, first, call("c1", transcripttest.JSON(object{"text": line}))...)
	left := appended(t, second, call("c2", line)...)
	back := appended(t, second, object{"role": "user", "content": "go back"})
	last := appended(t, back, object{"role": "assistant", "content": []object{use}}, object{"role": "user", "content": []object{done}})
	s := transcripttest.Decode(t, "run.jsonl", transcripttest.Requests(t, first, second, left, back, last))
	c, err := coverage.Of(t.Context(), s, t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	if edits := c.Edits(false); len(s.Branches) != 1 || len(edits) != 1 || edits[0].IsBlind() {
		t.Errorf("%+v %+v", s.Branches, edits)
	}
}
