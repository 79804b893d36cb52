package transcript_test

import (
	"bytes"
	"compress/gzip"
	"fmt"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/klauspost/compress/zstd"

	_ "eyeline/reader/tools/agents" // the tools that records are compared with
	"eyeline/reader/transcript"
	"eyeline/reader/transcript/record"
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

// olderForms are what older versions and rarer agents record of a read.
func olderForms() map[string]struct{ path, text, want, first string } {
	return map[string]struct{ path, text, want, first string }{
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
		"a number that is a text": {
			"events.jsonl", strings.Replace(lines(copilotView("1.0.72", "3. one\n4. two")...), `"view_range":[3,4]`, `"offset":" 3 "`, 1),
			"a 3-4 by text", "one",
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
		"Cline's calls as XML": {
			"api_conversation_history.json", transcripttest.JSON([]object{
				{"role": "user", "content": []object{{"type": "text", "text": "<task>x</task>"}}},
				{"role": "assistant", "content": []object{{
					"type": "text", "text": "I look.\n<read_file>\n<path>/w/a</path>\n</read_file>",
				}}},
				{"role": "user", "content": []object{
					{"type": "text", "text": "[read_file for '/w/a'] Result:"}, {"type": "text", "text": "one\ntwo"},
				}},
			}), "/w/a 1-2 by arguments", "one",
		},
		"Cline's result with its head": {
			"api_conversation_history.json", transcripttest.JSON([]object{
				{"role": "assistant", "content": []object{{"type": "text", "text": "<read_file><path>/w/a</path></read_file>"}}},
				{"role": "user", "content": []object{{
					"type": "text", "text": "[read_file for '/w/a'] Result:\n1 | one\n2 | two",
				}}},
			}), "/w/a 1-2 by text", "one",
		},
		"SWE-agent's window": {
			"x.traj", transcripttest.JSON(object{"environment": "e", "trajectory": []object{{
				"action": "open a.py 4\n", "state": object{"working_dir": "/w", "open_file": "/w/a.py"},
				"observation": "[File: /w/a.py (9 lines total)]\n(3 more lines above)\n4:one\n5:two\n(4 more lines below)\n",
			}}}), "a.py 4-5 of 9 by text", "one",
		},
		"SWE-agent's editor": {
			"x.traj", transcripttest.JSON(object{"trajectory": []object{{
				"action":      "str_replace_editor view /w/a.py --view_range 4 5",
				"observation": "Here's the result of running `cat -n` on /w/a.py:\n     4\tone\n     5\ttwo\n",
			}}}), "/w/a.py 4-5 by text", "one",
		},
		"SWE-agent's shell": {
			"x.traj", transcripttest.JSON(object{"trajectory": []object{{
				"action": "cat /w/a.py", "observation": "one\ntwo\n",
			}}}), "/w/a.py 1-2 by arguments", "one",
		},
		"OpenHands' read": {
			"x.json", transcripttest.JSON([]object{
				{"id": 7, "timestamp": "2026-01-01T00:00:00", "source": "agent", "action": "read", "args": object{"path": "/w/a.py"}},
				{
					"id": 8, "source": "agent", "cause": 7, "observation": "read",
					"content": "Here's the result of running `cat -n` on /w/a.py:\n     1\tone\n     2\ttwo\n",
				},
			}), "/w/a.py 1-2 by text", "one",
		},
		"OpenHands' shell": {
			"x.json", transcripttest.JSON([]object{
				{"id": 7, "source": "agent", "action": "run", "args": object{"command": "cat /w/a.py"}},
				{"id": 8, "source": "agent", "cause": 7, "observation": "run", "content": "one\ntwo\n"},
			}), "/w/a.py 1-2 by arguments", "one",
		},
		"Claude's log lines": {
			"log.json", transcripttest.JSON(object{"loglines": claudeOld("     4→one\n     5→two")}),
			"a 4-5 of 9 by record", "one",
		},
	}
}

// TestOlderForms reads what older versions recorded: each line is the file's, by its number.
func TestOlderForms(t *testing.T) {
	t.Parallel()
	for name, c := range olderForms() {
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

// TestEditsOfOlderForms: what was changed, by the arguments.
func TestEditsOfOlderForms(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ path, text, want string }{
		{
			"api_conversation_history.json", transcripttest.JSON([]object{
				{"role": "assistant", "content": []object{{"type": "text", "text": "<replace_in_file>\n<path>/w/a</path>\n<diff>\n" +
					"------- SEARCH\none\n=======\n1\n+++++++ REPLACE\n</diff>\n</replace_in_file>"}}},
				{"role": "user", "content": []object{{"type": "text", "text": "[replace_in_file for '/w/a'] Result:\nsaved"}}},
			}), `/w/a new ["1"]`,
		},
		{
			"x.traj", transcripttest.JSON(object{"trajectory": []object{{
				"action": "str_replace_editor str_replace /w/a --old_str 'one' --new_str '1'", "observation": "edited",
			}}}), `/w/a new ["1"]`,
		},
		{
			"x.json", transcripttest.JSON([]object{
				{"id": 0, "source": "agent", "action": "edit", "args": object{
					"path": "/w/a", "command": "str_replace", "old_str": "one", "new_str": "1",
				}},
				{"id": 1, "source": "agent", "cause": 0, "observation": "edit", "content": "edited"},
			}), `/w/a new ["1"]`,
		},
		{
			"s.jsonl", lines(object{"type": "init", "session_id": "s", "model": "m"},
				object{"type": "tool_use", "tool_name": "replace", "tool_id": "t", "parameters": object{
					"file_path": "/w/a", "old_string": "one", "new_string": "1",
				}},
				object{"type": "tool_result", "tool_id": "t", "status": "success", "output": "ok"}), `/w/a new ["1"]`,
		},
	} {
		s := transcripttest.Decode(t, c.path, c.text)
		if s.Len() != 1 || s.Unknown > 0 || !s.Call(1).Answered() {
			t.Errorf("%s: %d calls, %d unknown", c.text, s.Len(), s.Unknown)
			continue
		}
		edits, err := s.Edits(s.Call(1))
		if got := transcripttest.DescribeEdits(edits); err != nil || got != c.want {
			t.Errorf("%s: %v\n got %s\nwant %s", c.text, err, got, c.want)
		}
	}
}

// TestDisplayedResults: a result that is only what a person was shown gives no line, and is not understood.
func TestDisplayedResults(t *testing.T) {
	t.Parallel()
	s := transcripttest.Decode(t, "s.jsonl", lines(object{"type": "init", "session_id": "s", "model": "m"},
		object{"type": "tool_use", "tool_name": "read_file", "tool_id": "t", "parameters": object{"file_path": "/w/a"}},
		object{"type": "tool_result", "tool_id": "t", "status": "success", "output": "Read lines 1-2 of 9 from a\nand more"}))
	reads, err := s.Reads(s.Call(1))
	if err != nil || len(reads) != 1 || len(reads[0].Lines) > 0 || reads[0].How != record.Unknown {
		t.Errorf("%v, %+v", err, reads)
	}
}

// TestPackedTranscript: what is packed is unpacked, and what is broken is refused in plain words.
func TestPackedTranscript(t *testing.T) {
	t.Parallel()
	var packed bytes.Buffer
	z := gzip.NewWriter(&packed)
	_, _ = z.Write([]byte(lines(claudeOld("     4→one\n     5→two")...)))
	_ = z.Close()
	path := filepath.Join(t.TempDir(), "s.jsonl.gz")
	transcripttest.Write(t, path, packed.Bytes())
	s := transcripttest.Open(t, path)
	if got := describe(t, s, s.Call(1)); got != "a 4-5 of 9 by record" {
		t.Error(got)
	}
	var other bytes.Buffer
	if w, err := zstd.NewWriter(&other); err != nil {
		t.Fatal(err)
	} else if _, err = w.Write([]byte(lines(claudeOld("     4→one\n     5→two")...))); err != nil {
		t.Fatal(err)
	} else if err = w.Close(); err != nil {
		t.Fatal(err)
	}
	byZstd := filepath.Join(t.TempDir(), "s.jsonl.zst")
	transcripttest.Write(t, byZstd, other.Bytes())
	s = transcripttest.Open(t, byZstd)
	if got := describe(t, s, s.Call(1)); got != "a 4-5 of 9 by record" {
		t.Error(got)
	}
	whole := packed.Bytes()
	refused := func(p []byte, words string) {
		t.Helper()
		transcripttest.Write(t, path, p)
		s, err := transcript.Open(t.Context(), path)
		if err == nil {
			_ = s.Close()
		}
		if err == nil || !strings.HasPrefix(err.Error(), words) {
			t.Errorf("%v, want %s", err, words)
		}
	}
	refused(whole[:len(whole)-9], "the gzip data ends too early")
	refused(whole[:15], "the gzip data ends too early")
	refused(append(slices.Clone(whole), "garbage\n"...), "the gzip data is followed by other bytes")
	refused(append(slices.Clone(whole[:20]), make([]byte, 100)...), "the gzip data is damaged: ")
}

// TestProgressAndPruning: what a sub-agent does is in records of progress alone, and one result is dropped later.
func TestProgressAndPruning(t *testing.T) {
	t.Parallel()
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
	t.Parallel()
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
