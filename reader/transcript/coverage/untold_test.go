package coverage

import (
	"cmp"
	"fmt"
	"path/filepath"
	"strings"
	"testing"

	"eyeline/reader/transcript/transcripttest"
)

// lineOf is the last line that the texts of these runs have, and of which the run replaces another.
const lineOf = "alpha one stands in a text of the run"

// inText is a text of which the second line is lineOf, and of the third a part.
const inText = "they said:\n" + lineOf + "\nand beta two stands in a sentence there"

// TestTextsBesideCalls: what agents tell their models beside calls, by a hook, a summary or another agent, and records
// of which nothing is known, may have lines of files. Each run replaces a line of them, and has no read of the file.
func TestTextsBesideCalls(t *testing.T) {
	const inProse = "beta two stands in a sentence"
	dir := t.TempDir()
	all := "first line of the file\n" + lineOf + "\n" + inProse + "\nlast line of the file\n"
	transcripttest.Write(t, filepath.Join(dir, "a"), []byte(all))

	for name, run := range untoldRuns {
		for _, line := range []string{lineOf, inProse} {
			file, _, _ := strings.Cut(name, " ")
			c, err := Of(t.Context(), transcripttest.Decode(t, file, strings.ReplaceAll(run, "OLD", line)), dir)
			if err != nil {
				t.Fatal(name, err)
			}

			edits := c.Edits(true)
			f := cmp.Or(c.File("a"), c.File("/w/a")) // the record may have no folder
			if len(edits) != 1 || edits[0].IsBlind() || f == nil || f.Never.Has(2) || f.Never.Has(3) {
				t.Errorf("%s: %q is replaced: %+v", name, line, c.Files)
			}
		}
	}
}

// untoldRuns are runs by the name of their file, and what is in them; each replaces the text OLD of /w/a.
var untoldRuns = map[string]string{
	"claude.jsonl, a hook":            claudeWith(object{"type": "attachment", "attachment": object{"type": "hook_additional_context", "content": []string{inText}}}),
	"claude.jsonl, a person's hurry":  claudeWith(object{"type": "attachment", "attachment": object{"type": "queued_command", "prompt": inText}}),
	"claude.jsonl, a person's shell":  claudeWith(object{"type": "system", "subtype": "local_command", "content": inText}),
	"claude.jsonl, an unknown record": claudeWith(object{"type": "news", "of": object{"text": inText}}),
	"codex.jsonl, a summary": codexWith(object{
		"type": "compacted", "payload": object{"message": inText},
	}),
	"codex.jsonl, what is kept": codexWith(object{"type": "compacted", "payload": object{
		"message": "", "replacement_history": []object{{"type": "message", "role": "user", "content": texts(inText)}},
	}}),
	"codex.jsonl, another agent": codexWith(object{"type": "response_item", "payload": object{
		"type": "agent_message", "author": "/root/look", "content": texts(inText),
	}}),
	"codex.jsonl, an unknown item": codexWith(object{"type": "response_item", "payload": object{"type": "news", "text": inText}}),
	"pi.jsonl, a summary":          piWith(object{"type": "compaction", "id": "2", "parentId": "1", "summary": inText}),
	"pi.jsonl, a branch":           piWith(object{"type": "branch_summary", "id": "2", "parentId": "1", "summary": inText}),
	"pi.jsonl, an extension":       piWith(object{"type": "custom_message", "id": "2", "parentId": "1", "content": inText}),
	"pi.jsonl, a person's shell": piWith(object{
		"type": "message", "id": "2", "parentId": "1",
		"message": object{"role": "bashExecution", "command": "cat a", "output": inText},
	}),
	"qwen.jsonl, a summary": qwenWith(object{
		"type": "system", "subtype": "chat_compression", "systemPayload": object{"compressedHistory": []object{
			{"role": "user", "parts": []object{{"text": inText}}},
		}},
	}),
	"copilot.jsonl, a summary":     copilotWith("session.compaction_complete", object{"summaryContent": inText}),
	"copilot.jsonl, what was sent": copilotWith("user.message", object{"content": "go", "transformedContent": inText}),
	"copilot.jsonl, a skill":       copilotWith("skill.invoked", object{"content": inText}),
	"copilot.jsonl, a file": copilotWith("user.message", object{
		"content": "go", "attachments": []object{{"type": "file", "path": "/w/a"}},
	}),
	"copilot.jsonl, a selection": copilotWith("user.message", object{
		"content": "go", "attachments": []object{{"type": "selection", "filePath": "/w/b", "text": inText}},
	}),
	"gemini.jsonl, a message that grows": geminiWith(object{"id": "2", "type": "gemini", "content": ""},
		object{"id": "2", "type": "gemini", "content": inText}),
	"gemini.jsonl, an unknown message": geminiWith(object{"id": "2", "type": "news", "content": texts(inText)}),
	"updates.jsonl, said in pieces":    grokPieces(),
	"export.json, a task":              exportWith(object{"type": "subtask", "prompt": inText}),
	"export.json, a file":              exportWith(object{"type": "file", "mime": "text/plain", "filename": "a", "url": "file:///w/a"}),
}

func claudeWith(one object) string {
	for key, value := range (object{"sessionId": "s", "cwd": "/w", "version": "2.1.330", "uuid": "u1"}) {
		one[key] = value
	}
	input := object{"file_path": "/w/a", "old_string": "OLD", "new_string": "put in"}
	return asLine(one) + transcripttest.ClaudeStep(1, "/w", "Edit", input, "ok", nil)
}

func codexWith(one object) string {
	item := func(payload object) string { return asLine(object{"type": "response_item", "payload": payload}) }
	patch := "*** Begin Patch\n*** Update File: a\n@@\n-OLD\n+put in\n*** End Patch\n"
	return asLine(object{"type": "session_meta", "payload": object{"id": "1", "cwd": "/w"}}) + asLine(one) +
		item(object{"type": "custom_tool_call", "call_id": "1", "name": "apply_patch", "input": patch}) +
		item(object{"type": "custom_tool_call_output", "call_id": "1", "output": "Success."})
}

func piWith(one object) string {
	input := object{"path": "/w/a", "edits": []object{{"oldText": "OLD", "newText": "put in"}}}
	call := object{"type": "toolCall", "id": "1", "name": "edit", "arguments": input}
	return asLine(object{"type": "session", "version": 3, "id": "1", "cwd": "/w"}) +
		asLine(object{"type": "message", "id": "1", "parentId": nil, "message": object{"role": "user", "content": "go"}}) +
		asLine(one) +
		asLine(object{
			"type": "message", "id": "3", "parentId": "2",
			"message": object{"role": "assistant", "content": []object{call}},
		}) +
		asLine(object{
			"type": "message", "id": "4", "parentId": "3",
			"message": object{"role": "toolResult", "toolCallId": "1", "content": texts("done")},
		})
}

func qwenWith(one object) string {
	record := func(n int, kind string, part object) string {
		return asLine(object{
			"uuid": fmt.Sprint(n), "parentUuid": fmt.Sprint(n - 1), "sessionId": "s", "cwd": "/w", "type": kind,
			"message": object{"parts": []object{part}},
		})
	}
	for key, value := range (object{"sessionId": "s", "cwd": "/w", "uuid": "2", "parentUuid": "1"}) {
		one[key] = value
	}
	first := strings.Replace(record(1, "user", object{"text": "go"}), `"parentUuid":"0"`, `"parentUuid":null`, 1)
	input := object{"file_path": "/w/a", "old_string": "OLD", "new_string": "put in"}
	return first + asLine(one) +
		record(3, "assistant", object{"functionCall": object{"id": "1", "name": "edit", "args": input}}) +
		record(4, "tool_result", object{"functionResponse": object{
			"id": "1", "name": "edit", "response": object{"output": "done"},
		}})
}

func copilotWith(kind string, data object) string {
	event := func(kind string, data object) string { return asLine(object{"type": kind, "data": data}) }
	input := object{"path": "/w/a", "old_str": "OLD", "new_str": "put in"}
	return event("session.start", object{"sessionId": "1", "copilotVersion": "1.0.102", "context": object{"cwd": "/w"}}) +
		event(kind, data) +
		event("tool.execution_start", object{"toolCallId": "1", "toolName": "edit", "arguments": input}) +
		event("tool.execution_complete", object{"toolCallId": "1", "success": true, "result": object{"content": "done"}})
}

func geminiWith(messages ...object) string {
	text := asLine(object{"sessionId": "s", "projectHash": "x", "directories": []string{"/w"}})
	for _, one := range messages {
		text += asLine(one)
	}
	input := object{"file_path": "/w/a", "old_string": "OLD", "new_string": "put in"}
	reply := object{"functionResponse": object{"id": "1", "name": "replace", "response": object{"output": "done"}}}
	call := object{"id": "1", "name": "replace", "args": input, "status": "success", "result": []object{reply}}
	return text + asLine(object{"id": "9", "type": "gemini", "content": "", "toolCalls": []object{call}})
}

func grokPieces() string {
	update := func(update object) string {
		return asLine(object{
			"method": "session/update", "params": object{"update": update, "_meta": object{"agentTimestampMs": 1}},
		})
	}
	text := ""
	for rest := inText; rest != ""; {
		piece := rest[:min(len(rest), 9)]
		rest = rest[len(piece):]
		text += update(object{"sessionUpdate": "agent_message_chunk", "content": object{"type": "text", "text": piece}})
	}
	tool := object{"x.ai/tool": object{"name": "search_replace"}}
	input := object{"file_path": "/w/a", "old_string": "OLD", "new_string": "put in"}
	done := []object{{"type": "content", "content": object{"type": "text", "text": "done"}}}
	return text + update(object{
		"sessionUpdate": "tool_call", "toolCallId": "1", "rawInput": input, "_meta": tool, "content": done,
	})
}

func exportWith(part object) string {
	input := object{"filePath": "/w/a", "oldString": "OLD", "newString": "put in"}
	call := object{"type": "tool", "tool": "edit", "callID": "1", "state": object{
		"status": "completed", "input": input, "output": "done",
	}}
	return asLine(object{"info": object{"id": "1", "directory": "/w", "version": "1.18.33"}, "messages": []object{
		{"info": object{"id": "m1", "role": "user"}, "parts": []object{part}},
		{"info": object{"id": "m2", "role": "assistant"}, "parts": []object{call}},
	}})
}

// TestRunsWithoutTheirBeginning: of a run that goes on from what is not there it is not known what was not sent.
func TestRunsWithoutTheirBeginning(t *testing.T) {
	dir := t.TempDir()
	transcripttest.Write(t, filepath.Join(dir, "a"), []byte(lineOf+"\nlast line of the file\n"))
	said := func(parent any) object {
		return object{"type": "user", "parentUuid": parent, "message": object{"content": "go"}}
	}
	notice := func(parent any) string { // of the agent, which the question goes on from
		one := object{"type": "system", "subtype": "turn_duration", "uuid": "u0", "parentUuid": parent, "sessionId": "s"}
		return asLine(one) + claudeWith(said("u0"))
	}
	branch := func(parent any) string {
		return strings.Replace(piWith(object{"type": "label", "id": "2"}), `"parentId":null`, `"parentId":`+
			strings.TrimSpace(asLine(object{"x": parent})[len(`{"x":`):len(asLine(object{"x": parent}))-2]), 1)
	}
	fork := func(more string) string {
		head := `{"type":"session_meta","payload":{"id":"2","cwd":"/w","forked_from_id":"1"}}` + "\n"
		return head + more + strings.TrimPrefix(codexWith(object{"type": "turn_context"}), codexHead)
	}
	for name, c := range map[string]struct {
		run  string
		want string // of the edit: blind; of the file: never, unsure
	}{
		"claude.jsonl":                           {claudeWith(said(nil)), "true [[2 2]] []"},
		"claude.jsonl, headless":                 {claudeWith(said("gone")), "false [] [[2 2]]"},
		"claude.jsonl, a notice first":           {notice(nil), "true [[2 2]] []"},
		"claude.jsonl, headless, a notice first": {notice("gone"), "false [] [[2 2]]"},
		"pi.jsonl":                               {branch(nil), "true [[2 2]] []"},
		"pi.jsonl, headless":                     {branch("gone"), "false [] [[2 2]]"},
		"codex.jsonl":                            {fork(codexHead), "true [[2 2]] []"},
		"codex.jsonl, headless":                  {fork(""), "false [] [[2 2]]"},
	} {
		file, _, _ := strings.Cut(name, ",")
		of, err := Of(t.Context(), transcripttest.Decode(t, file, strings.ReplaceAll(c.run, "OLD", lineOf)), dir)
		if err != nil {
			t.Fatal(name, err)
		}
		f := of.File("a")
		if got := fmt.Sprint(f.Changes[0].IsBlind(), f.Never, f.Unsure); got != c.want {
			t.Errorf("%s: %s, want %s", name, got, c.want)
		}
	}
}

// codexHead is the first record of codexWith.
const codexHead = `{"payload":{"cwd":"/w","id":"1"},"type":"session_meta"}` + "\n"

// TestLinesAtSeams: a line that came in two pieces, or that another block follows, was given.
func TestLinesAtSeams(t *testing.T) {
	half := len(lineOf) / 2
	item := func(payload object) string { return asLine(object{"type": "response_item", "payload": payload}) }
	call := func(id, tool string, args object, output any) string {
		text := strings.TrimSpace(asLine(args))
		return item(object{"type": "function_call", "name": tool, "arguments": text, "call_id": id}) +
			item(object{"type": "function_call_output", "call_id": id, "output": output})
	}
	const runs = "Process running with session ID 7\nOutput:\n"
	head := asLine(object{"type": "session_meta", "payload": object{"id": "1", "cwd": "/w"}})
	patch := strings.ReplaceAll(strings.TrimPrefix(codexWith(object{"type": "turn_context"}), codexHead), "OLD", lineOf)
	for name, before := range map[string]string{
		"pieces": call("a", "exec_command", object{"cmd": "pytest"}, runs+"first\n"+lineOf[:half]) +
			call("b", "write_stdin", object{"session_id": 7, "chars": ""}, "Process exited with code 0\nOutput:\n"+lineOf[half:]+"\nlast"),
		"three pieces": call("a", "exec_command", object{"cmd": "pytest"}, runs+"first\n"+lineOf[:4]) +
			call("b", "write_stdin", object{"session_id": 7, "chars": ""}, runs+lineOf[4:half]) +
			call("c", "write_stdin", object{"session_id": 7, "chars": ""}, "Process exited with code 0\nOutput:\n"+lineOf[half:]+"\nlast"),
		"a shell that another tool reads": call("a", "BashOutput", object{"bash_id": "x"}, "<stdout>\nfirst\n"+lineOf[:half]+"\n</stdout>") +
			call("b", "exec_command", object{"cmd": "ls"}, "Process exited with code 0\nOutput:\nls\n") +
			call("c", "BashOutput", object{"bash_id": "x", "delay": 5}, "<status>done</status>\n\n<stdout>\n"+lineOf[half:]+"\nlast\n</stdout>"),
		"blocks": call("a", "mcp__get", object{"x": "y"}, []object{
			{"type": "input_text", "text": "first\n" + lineOf}, {"type": "input_text", "text": "last"},
		}),
	} {
		of, err := Of(t.Context(), transcripttest.Decode(t, "s.jsonl", head+before+patch), t.TempDir())
		if err != nil {
			t.Fatal(err)
		}
		if edits := of.Edits(false); len(edits) != 1 || edits[0].IsBlind() {
			t.Errorf("%s: %+v", name, edits)
		}
	}
}
