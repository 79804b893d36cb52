package coverage

import (
	"strings"
	"testing"

	"eyeline/reader/transcript/transcripttest"
)

// TestSameIdentifierAgain: a call with the identifier of another one, of another tool or after the person went back, is
// a call of its own, and a result whose call is not there, or is on a branch that was left, was sent all the same. A read
// on a branch that was left does not count.
func TestSameIdentifierAgain(t *testing.T) {
	const line = "the third line of the file"
	const file = "the first line of the file\nthe second line of the file\n" + line + "\n"
	geminiCall := func(message, id, tool string, args object, output string) object {
		response := object{"functionResponse": object{"id": id, "name": tool, "response": object{"output": output}}}
		return object{"id": message, "type": "gemini", "toolCalls": []any{object{
			"id": id, "name": tool, "args": args, "status": "success", "result": []any{response},
		}}}
	}
	read := func(message, id string) object {
		return geminiCall(message, id, "read_file", object{"file_path": "/w/a"}, file)
	}
	asked := object{"id": "u1", "type": "user", "content": []object{{"text": "do it"}}}
	again := object{"id": "u2", "type": "user", "content": []object{{"text": "do it again"}}}
	back := object{"$rewindTo": "u1"}
	restored := object{"$set": object{"messages": []object{asked, read("m1", "7")}}}
	glob := geminiCall("m2", "7", "glob", object{"pattern": "*"}, "a")

	for name, c := range map[string]struct {
		run     string
		isBlind bool
	}{
		"left":                  {geminiWith(asked, read("m1", "7"), back, again), true},
		"left, and read again":  {geminiWith(asked, read("m1", "7"), back, again, read("m1", "7")), false},
		"in another message":    {geminiWith(asked, read("m1", "7"), back, again, read("m3", "7")), false},
		"left, and put back":    {geminiWith(asked, read("m1", "7"), back, restored), false},
		"another tool":          {geminiWith(asked, read("m1", "7"), glob), false},
		"another tool before":   {geminiWith(asked, glob, read("m1", "7")), false},
		"no call":               {codexResults("", "1", file), false},
		"the call on a branch":  {codexResults("1", "1", file), false},
		"a result of elsewhere": {codexResults("", "1", "nothing\n"), true},
	} {
		dir := t.TempDir()
		transcripttest.Write(t, dir+"/a", []byte(strings.Replace(file, line, "put in", 1)))
		run := strings.ReplaceAll(c.run, `"OLD"`, `"`+line+`"`)
		run = strings.ReplaceAll(run, "-OLD", "-"+line)
		all, err := Of(t.Context(), transcripttest.Decode(t, "s.jsonl", run), dir)
		if err != nil {
			t.Fatal(name, err)
		}
		edits := all.Edits(false)
		if len(edits) != 1 || edits[0].IsBlind() != c.isBlind {
			t.Errorf("%s: %d changes, %+v", name, len(edits), all.Files)
		}
	}
}

// codexResults is a run of Codex in which the result of a call comes after the person went back, and then an edit. call
// is the identifier of the call before that; "" for no call.
func codexResults(call, id, output string) string {
	item := func(payload object) string { return asLine(object{"type": "response_item", "payload": payload}) }
	event := func(payload object) string { return asLine(object{"type": "event_msg", "payload": payload}) }
	run := asLine(object{"type": "session_meta", "payload": object{"id": "x", "cwd": "/w", "cli_version": "0.171.0"}}) +
		event(object{"type": "task_started"})
	if call != "" {
		run += item(object{"type": "function_call", "name": "exec_command", "call_id": call, "arguments": `{"cmd":"cat a"}`})
	}

	const head = "Wall time: 0.1 seconds\nProcess exited with code 0\nOutput:\n"
	const edit = "*** Begin Patch\n*** Update File: a\n@@\n-OLD\n+put in\n*** End Patch\n"
	return run + event(object{"type": "thread_rolled_back", "num_turns": 1}) + event(object{"type": "task_started"}) +
		item(object{"type": "function_call_output", "call_id": id, "output": head + output}) +
		item(object{"type": "custom_tool_call", "name": "apply_patch", "call_id": "p", "input": edit}) +
		item(object{"type": "custom_tool_call_output", "call_id": "p", "output": "Exit code: 0\nOutput:\nSuccess.\n"})
}
