package transcript_test

import (
	"fmt"
	"strings"
	"testing"

	_ "eyeline/reader/tools/agents" // the tools that records are compared with
	"eyeline/reader/transcript/transcripttest"
)

// lines are records, one a line.
func lines(records ...transcripttest.Object) string {
	var all strings.Builder
	for _, r := range records {
		all.WriteString(transcripttest.JSON(r))
	}
	return all.String()
}

type object = transcripttest.Object

// claudeOld is a read by an old version of Claude Code, as its main agent or in a record of progress.
func claudeOld(text string) []object {
	file := object{"filePath": "/w/a", "content": "one\ntwo", "numLines": 2, "startLine": 4, "totalLines": 9}
	return []object{
		{
			"type": "assistant", "cwd": "/w", "sessionId": "s", "version": "2.1.40",
			"message": object{"content": []object{{
				"type": "tool_use", "id": "1", "name": "Read", "input": object{"file_path": "/w/a", "offset": 4},
			}}},
		},
		{
			"type": "user", "sessionId": "s", "toolUseResult": object{"type": "text", "file": file},
			"message": object{"content": []object{{"type": "tool_result", "tool_use_id": "1", "content": text}}},
		},
	}
}

// copilotView is a read of lines 3 and 4 by Copilot CLI.
func copilotView(version, text string) []object {
	return []object{
		{"type": "session.start", "data": object{
			"sessionId": "s", "copilotVersion": version, "context": object{"cwd": "/w"},
		}},
		{"type": "tool.execution_start", "data": object{
			"toolCallId": "1", "toolName": "view", "arguments": object{"path": "/w/a", "view_range": []int{3, 4}},
		}},
		{"type": "tool.execution_complete", "data": object{
			"toolCallId": "1", "success": true, "result": object{"content": text},
		}},
	}
}

// opencodeRead is what opencode exports of a read.
func opencodeRead(output string) string {
	state := object{"status": "completed", "input": object{"filePath": "/w/a"}, "output": output}
	part := object{"id": "p", "type": "tool", "callID": "1", "tool": "read", "state": state}
	return transcripttest.JSON(object{
		"info":     object{"id": "ses", "directory": "/w", "version": "0.9.0"},
		"messages": []object{{"info": object{"role": "assistant"}, "parts": []object{part}}},
	})
}

// TestOlderForms reads what older versions recorded: each line is the file's, by its number.
func TestOlderForms(t *testing.T) {
	for name, c := range map[string]struct{ path, text, want, first string }{
		"Claude Code's arrows": {
			"s.jsonl", lines(claudeOld("     4→one\n     5→two")...), "a 4-5 of 9 by record", "one",
		},
		"Claude Code, numbers that are not known": {
			"s.jsonl", lines(claudeOld("#4# one\n#5# two")...), "a 4-5 of 9 by record", "one",
		},
		"Copilot CLI's full stops": {
			"events.jsonl", lines(copilotView("1.0.72", "3. one\n4. two")...), "a 3-4 by text", "one",
		},
		"a list that Copilot CLI gives now": {
			"events.jsonl", lines(copilotView("1.0.102", "3. one\n4. two")...), "a 3-4 by arguments", "3. one",
		},
		"pi's notice without a full stop": {
			"s.jsonl", lines(object{"type": "session", "version": 3, "id": "s", "cwd": "/w"},
				object{"type": "message", "message": object{"role": "assistant", "content": []object{{
					"type": "toolCall", "id": "1", "name": "read", "arguments": object{"path": "a"},
				}}}},
				object{"type": "message", "message": object{
					"role": "toolResult", "toolCallId": "1", "content": []object{{
						"type": "text", "text": "one\ntwo\n\n[Showing lines 1-2 of 9. Use offset=3 to continue]",
					}},
				}}), "a 1-2 by arguments", "one",
		},
		"opencode's bars": {
			"e.json", opencodeRead("<file>\n00001| one\n00002| two\n\n(End of file - total 2 lines)\n</file>"),
			"a 1-2 by text", "one",
		},
		"opencode's content on the first line": {
			"e.json", opencodeRead("<path>/w/a</path>\n<type>file</type>\n" +
				"<content>1: one\n2: two\n\n(End of file - total 2 lines)\n</content>"),
			"a 1-2 by text", "one",
		},
		"Codex without payloads, results in JSON": {
			"rollout.jsonl", lines(object{"id": "x", "timestamp": "2025-07-01T00:00:00Z", "instructions": nil},
				object{"record_type": "state"},
				object{
					"type": "function_call", "name": "shell", "call_id": "1",
					"arguments": `{"command":["bash","-lc","sed -n 3,4p /w/a"]}`,
				},
				object{
					"type": "function_call_output", "call_id": "1",
					"output": `{"output":"one\ntwo\n","metadata":{"exit_code":0}}`,
				}),
			"/w/a 3-4 by arguments", "one",
		},
		"Codex's shell_command": {
			"rollout.jsonl", lines(object{"type": "session_meta", "payload": object{"id": "x", "cwd": "/w"}},
				object{"type": "response_item", "payload": object{
					"type": "function_call", "name": "shell_command", "call_id": "1", "arguments": `{"command":"cat a"}`,
				}},
				object{"type": "response_item", "payload": object{
					"type": "function_call_output", "call_id": "1",
					"output": "Exit code: 0\nWall time: 0 seconds\nOutput:\none\ntwo\n",
				}}),
			"a 1-2 by arguments", "one",
		},
		"Claude's log lines": {
			"log.json", transcripttest.JSON(object{"loglines": claudeOld("     4→one\n     5→two")}),
			"a 4-5 of 9 by record", "one",
		},
	} {
		s := transcripttest.Decode(t, c.path, c.text)
		if s.Len() != 1 || s.Unknown > 0 {
			t.Errorf("%s: %d calls, %d unknown", name, s.Len(), s.Unknown)
			continue
		}
		if got := describe(t, s, s.Call(1)); got != c.want {
			t.Errorf("%s:\n got %s\nwant %s", name, got, c.want)
		}
		reads, err := s.Reads(s.Call(1))
		if err != nil || len(reads[0].Lines) == 0 {
			t.Errorf("%s: %v", name, err)
			continue
		}
		if l := reads[0].Lines[0]; reads[0].Text[l.Start:l.End] != c.first {
			t.Errorf("%s: the first line is %q", name, reads[0].Text[l.Start:l.End])
		}
	}
}

// TestProgressAndPruning: what a sub-agent does is in records of progress alone, and one result is dropped later.
func TestProgressAndPruning(t *testing.T) {
	inner := claudeOld("     4→one\n     5→two")
	progress := func(message object) object {
		return object{"type": "progress", "sessionId": "s", "data": object{
			"type": "agent_progress", "agentId": "a1", "message": message,
		}}
	}
	run := lines(append(claudeOld("     4→one\n     5→two"), progress(inner[0]), progress(inner[1]),
		object{"type": "system", "subtype": "microcompact_boundary", "sessionId": "s", "microcompactMetadata": object{
			"compactedToolIds": []string{"1"},
		}}, object{"type": "file-history-delta", "sessionId": "s"})...)
	s := transcripttest.Decode(t, "s.jsonl", run)
	if s.Len() != 2 || len(s.Agents) != 1 || s.Agents[0].ID != "a1" || s.Call(2).Agent != 0 || s.Unknown > 0 {
		t.Fatalf("%d calls of %+v, %d unknown", s.Len(), s.Agents, s.Unknown)
	}
	if got := describe(t, s, s.Call(2)); got != "a 4-5 of 9 by record" {
		t.Error(got)
	}
	if !s.Call(1).Pruned || s.Call(2).Pruned || len(s.Compactions) > 0 || s.Pruned != 1 {
		t.Error(fmt.Sprint(s.Call(1).Pruned, s.Call(2).Pruned, s.Compactions, s.Pruned))
	}
}

// TestPatchAsArguments is Codex's apply_patch as a command of two words.
func TestPatchAsArguments(t *testing.T) {
	args := transcripttest.JSON(object{"command": []string{"apply_patch", transcripttest.Patch}})
	s := transcripttest.Decode(t, "rollout.jsonl", lines(
		object{"type": "session_meta", "payload": object{"id": "x", "cwd": "/w"}},
		object{"type": "response_item", "payload": object{
			"type": "function_call", "name": "shell", "call_id": "1", "arguments": args,
		}}))
	edits, err := s.Edits(s.Call(1))
	want := `/w/new.go whole "package x\n\n"|/w/old.go new ["one\ntwo" "three"]|/w/dead.go deleted`
	if got := transcripttest.DescribeEdits(edits); err != nil || got != want {
		t.Errorf("%v, %s", err, got)
	}
}
