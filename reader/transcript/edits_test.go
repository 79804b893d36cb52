package transcript_test

import (
	"fmt"
	"testing"

	_ "eyeline/reader/tools/agents" // the tools that records are compared with
	"eyeline/reader/transcript/record"
	"eyeline/reader/transcript/transcripttest"
)

// TestCodexPatch takes an apply_patch call of Codex, with and without the record of what it changed.
func TestCodexPatch(t *testing.T) {
	t.Parallel()
	run := func(side string) string {
		return `{"type":"session_meta","payload":{"id":"x","cwd":"/w"}}
{"type":"response_item","payload":{"type":"custom_tool_call","name":"apply_patch","input":` + fmt.Sprintf("%q", transcripttest.Patch) + `,"call_id":"a"}}
` + side + `{"type":"response_item","payload":{"type":"custom_tool_call_output","call_id":"a","output":"ok"}}
`
	}
	for side, want := range map[string]string{
		"": `/w/new.go whole "package x\n\n"|/w/old.go new ["one\ntwo" "three"]|/w/dead.go deleted`,
		`{"type":"event_msg","payload":{"type":"patch_apply_end","call_id":"a","success":true,"changes":{"/w/new.go":{"type":"add","content":"package x\n"},"/w/old.go":{"type":"update","unified_diff":"@@ -3 +3 @@\n-gone\n+one\n"},"dead.go":{"delete":{"content":"x"}}}}}` + "\n": `/w/new.go whole "package x\n"|/w/old.go [{3 [-gone +one]}]|/w/dead.go deleted`,
	} {
		s := transcripttest.Decode(t, "rollout.jsonl", run(side))
		edits, err := s.Edits(s.Call(1))
		if err != nil || s.Call(1).Kind != record.Change || transcripttest.DescribeEdits(edits) != want {
			t.Errorf("%v, %s", err, transcripttest.DescribeEdits(edits))
		}
	}
}

// TestCodexRefusesAPatch: a patch that was not carried out has changed nothing, whichever form its result has.
func TestCodexRefusesAPatch(t *testing.T) {
	t.Parallel()
	for output, failed := range map[string]bool{
		`"apply_patch verification failed: Failed to find expected lines in /w/old.go:\none"`: true,
		`[{"type":"input_text","text":"apply_patch verification failed: invalid hunk"}]`:      true,
		`"patch rejected by user"`:                              true,
		`"patch rejected: writing outside of the project"`:      true,
		`{"content":"failed to parse patch","success":false}`:   true,
		`{"content":"Success. Updated the following files:"}`:   false,
		`"Exit code: 0\nOutput:\nSuccess. patch rejected by x"`: false,
		`"ok"`: false,
	} {
		s := transcripttest.Decode(t, "rollout.jsonl", `{"type":"session_meta","payload":{"id":"x","cwd":"/w"}}
{"type":"response_item","payload":{"type":"custom_tool_call","name":"apply_patch","input":`+fmt.Sprintf("%q", transcripttest.Patch)+`,"call_id":"a"}}
{"type":"response_item","payload":{"type":"custom_tool_call_output","call_id":"a","output":`+output+`}}
`)
		if got := s.Call(1).Failed; got != failed {
			t.Errorf("%s: failed %t", output, got)
		}
	}
}

// TestCodexDeclinesAPatch: a record for people that comes after the result of a patch, and says that the person
// declined it, leaves it refused.
func TestCodexDeclinesAPatch(t *testing.T) {
	t.Parallel()
	for status, failed := range map[string]bool{"declined": true, "Failed": true, "completed": false} {
		s := transcripttest.Decode(t, "rollout.jsonl", `{"type":"session_meta","payload":{"id":"x","cwd":"/w"}}
{"type":"response_item","payload":{"type":"custom_tool_call","name":"apply_patch","input":`+fmt.Sprintf("%q", transcripttest.Patch)+`,"call_id":"a"}}
{"type":"response_item","payload":{"type":"custom_tool_call_output","call_id":"a","output":"ok"}}
{"type":"event_msg","payload":{"type":"item_completed","item":{"type":"FileChange","id":"a","status":"`+status+`"}}}
`)
		if got := s.Call(1).Failed; got != failed {
			t.Errorf("%s: failed %t", status, got)
		}
	}
}

// TestGeminiCancelsACall: a change that a person denied was not made; a command may have run until it was stopped.
func TestGeminiCancelsACall(t *testing.T) {
	t.Parallel()
	for tool, want := range map[string]bool{"replace": true, "write_file": true, "read_file": true, "run_shell_command": false} {
		s := transcripttest.Decode(t, "session-1.json", `{"sessionId":"x","projectHash":"y","startTime":"2026-01-02T03:04:05Z","messages":[
			{"id":"1","type":"gemini","toolCalls":[{"id":"a","name":"`+tool+`","args":{"file_path":"/w/a","command":"ls"},"status":"cancelled",
			"result":[{"functionResponse":{"id":"a","response":{"error":"[Operation Cancelled] Reason: User denied execution."}}}]}]}]}`)
		if got := s.Call(1).Failed; got != want {
			t.Errorf("%s: failed %t", tool, got)
		}
	}
}

// TestClaudeCodesPatch: hunks are where the record says; what replaces nothing begins after the line that it names.
func TestClaudeCodesPatch(t *testing.T) {
	t.Parallel()
	hunk := func(old, lines int, text ...string) transcripttest.Object {
		return transcripttest.Object{"oldStart": old, "oldLines": lines, "newStart": old, "newLines": 1, "lines": text}
	}
	s := transcripttest.Decode(t, "run.jsonl", transcripttest.ClaudeStep(1, "/w", "Edit", transcripttest.Object{"file_path": "/w/a"}, "ok",
		transcripttest.Object{"filePath": "/w/a", "structuredPatch": []transcripttest.Object{
			hunk(3, 2, " same", "-one", "+1"), hunk(7, 0, "+new"),
		}}))
	edits, err := s.Edits(s.Call(1))
	if got, want := transcripttest.DescribeEdits(edits), "/w/a [{3 [ same -one +1]} {8 [+new]}]"; err != nil || got != want {
		t.Errorf("%v, %s, want %s", err, got, want)
	}
}

// TestWritesOfNewFiles: a whole write whose diff puts all lines in, with none around them, replaced nothing, however the
// diff numbers that.
func TestWritesOfNewFiles(t *testing.T) {
	t.Parallel()
	write := func(hunks string) string {
		return transcripttest.ClaudeStep(1, "/w", "Write", transcripttest.Object{"file_path": "/w/a", "content": "one\ntwo\n"}, "ok",
			transcripttest.Object{"fileDiff": "--- a\n+++ a\n" + hunks})
	}
	for hunks, want := range map[string]string{
		"@@ -0,0 +1,2 @@\n+one\n+two\n":               `/w/a whole "one\ntwo\n"`,
		"@@ -1,0 +1,2 @@\n+one\n+two\n":               `/w/a whole "one\ntwo\n"`,
		"@@ -1,1 +1,2 @@\n one\n+two\n":               `/w/a [{1 [ one +two]}]`,
		"@@ -1,2 +1,2 @@\n-old\n-other\n+one\n+two\n": `/w/a [{1 [-old -other +one +two]}]`,
	} {
		s := transcripttest.Decode(t, "session.jsonl", write(hunks))
		edits, err := s.Edits(s.Call(1))
		if got := transcripttest.DescribeEdits(edits); err != nil || got != want {
			t.Errorf("%q is %s, want %s; %v", hunks, got, want, err)
		}
	}
}
