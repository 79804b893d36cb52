package coverage

import (
	"context"
	"path/filepath"
	"strings"
	"testing"

	"eyeline/reader/transcript/transcripttest"
)

// TestWhatIsSaidIsGiven: a line that a person pasted, or that the model itself had written, is not said to be replaced
// unsent, in the form of any agent.
func TestWhatIsSaidIsGiven(t *testing.T) {
	const pasted, own = "alpha one is pasted by a person", "beta two is told by the model"
	const replaced = "gamma three is in no text"
	dir := t.TempDir()
	all := "first line of all\n" + pasted + "\n" + own + "\n" + replaced + "\nlast line of all\n"
	transcripttest.Write(t, filepath.Join(dir, "a"), []byte(all))

	for name, form := range saidForms {
		said := form("see\n"+pasted+"\nin a", "I know\n"+own)
		for i, line := range []string{pasted, own, replaced} {
			text := strings.ReplaceAll(said, "OLD", line)
			c, err := Of(context.Background(), transcripttest.Decode(t, name, text), dir)
			if err != nil {
				t.Fatal(name, err)
			}
			f := c.File("a")
			if f == nil {
				f = c.File("/w/a") // the record has no folder
			}
			if f == nil || len(f.Changes) != 1 {
				t.Fatalf("%s: %+v", name, f)
			}
			if got, want := f.Changes[0].IsBlind(), i == 2; got != want && !want {
				t.Errorf("%s, %q is replaced: blind %t", name, line, got)
			}
			if f.Never.Has(2) || f.Never.Has(3) {
				t.Errorf("%s: never %v", name, f.Never)
			}
		}
	}
}

// TestShortLinesInASentence: of a line that is too short to be told from others, or has one word, it is not known whether
// it was sent where a person has it in a sentence; a line that no text has was not.
func TestShortLinesInASentence(t *testing.T) {
	const replaced = "return ratio"
	for _, line := range []string{
		"return total", "internationalizationConfigurationManager()", "// 初始化配置管理器并加载默认值", `say("no")`,
	} {
		all := first + "\n  " + line + "\n  " + replaced + "\n"
		for said, isKnown := range map[string]bool{
			"fix `" + line + "` in a please": false, "把" + line + "改成": false,
			`see {"line":"` + strings.ReplaceAll(line, `"`, `\"`) + `"}`: false, "fix a please": true,
		} {
			run := []step{reads(1, first), prompts(said), edits(2, "-  "+line, "+new")}
			f := fileAfter(t, run[:2], all)
			if got := f.Never.Has(2); got != isKnown || !f.Never.Has(3) {
				t.Errorf("%s, %s: never %v", line, said, f.Never)
			}
			if change := fileAfter(t, run, all).Changes[0]; change.BlindThen.Has(2) != isKnown {
				t.Errorf("%s, %s: %+v", line, said, change)
			}
		}
	}
}

// TestTinyLinesInASentence: of a line of under six bytes it is not known whether it was sent where a person has it in a
// sentence as a word of its own; within longer words it is not it.
func TestTinyLinesInASentence(t *testing.T) {
	const replaced = "return ratio"
	for _, c := range []struct {
		line, said string
		isQuoted   bool
	}{
		{"y: 2", "line 2 is y: 2, make it 3", true},
		{"end", "there is an `end` too many", true},
		{"x=1", "把x=1改成", true},
		{"end", "append it, and send it", false},
		{"y: 2", "the array: 2 of them", false},
		{"y: 2", "fix a please", false},
	} {
		all := first + "\n  " + c.line + "\n  " + replaced + "\n"
		run := []step{reads(1, first), prompts(c.said), edits(2, "-  "+c.line, "+new")}
		f := fileAfter(t, run[:2], all)
		if f.Never.Has(2) == c.isQuoted || !f.Never.Has(3) {
			t.Errorf("%s, %s: never %v", c.line, c.said, f.Never)
		}
		if change := fileAfter(t, run, all).Changes[0]; change.BlindThen.Has(2) == c.isQuoted {
			t.Errorf("%s, %s: %+v", c.line, c.said, change)
		}
	}
}

// saidForms make runs of what a person and the model say, and of an edit of the text OLD.
var saidForms = map[string]func(person, model string) string{
	"chat_history.jsonl": func(person, model string) string {
		args := strings.TrimSpace(asLine(object{"file_path": "/w/a", "old_string": "OLD", "new_string": "put in"}))
		return asLine(object{"type": "system", "content": "Work."}) +
			asLine(object{"type": "user", "content": "<user_info>\nWorkspace Path: /w\n</user_info>"}) +
			asLine(object{"type": "user", "content": texts(person)}) +
			asLine(object{"type": "assistant", "content": model}) +
			asLine(object{"type": "assistant", "content": "", "tool_calls": []object{
				{"id": "1", "name": "search_replace", "arguments": args},
			}}) +
			asLine(object{"type": "tool_result", "tool_call_id": "1", "content": "done"})
	},
	"wire.jsonl": func(person, model string) string {
		event := func(event object) string {
			return asLine(object{"type": "context.append_loop_event", "event": event, "time": 1})
		}
		input := object{"path": "/w/a", "old_string": "OLD", "new_string": "put in"}
		return asLine(object{"type": "metadata", "protocol_version": "1.5"}) +
			asLine(object{
				"type": "context.append_message", "message": object{"role": "user", "content": texts(person)},
			}) +
			event(object{"type": "content.part", "part": object{"type": "text", "text": model}}) +
			event(object{"type": "tool.call", "toolCallId": "1", "name": "Edit", "args": input}) +
			event(object{"type": "tool.result", "toolCallId": "1", "result": object{"output": "done"}})
	},
	"1.messages.json": func(person, model string) string {
		return asLine(object{"sessionId": "1", "cwd": "/w", "messages": []object{
			{"role": "user", "content": texts(person)},
			{"role": "assistant", "content": append(texts(model), called("editor", object{
				"path": "/w/a", "old_text": "OLD", "new_text": "put in",
			}))},
			{"role": "user", "content": answered(`{"query":"edit:/w/a","result":"Edited","success":true}`)},
		}})
	},
	"run.traj.json": func(person, model string) string {
		command := "python3 - <<'E'\ns = open('a').read()\nopen('a', 'w').write(s.replace('OLD', 'put in'))\nE"
		return asLine(object{
			"trajectory_format": "mini-swe-agent-1.1",
			"info":              object{"config": object{"environment": object{"cwd": "/w"}}},
			"messages": []object{
				{"role": "system", "content": "Work."},
				{"role": "user", "content": person},
				{"role": "assistant", "content": model + "\n\n```mswea_bash_command\n" + command + "\n```"},
				{"role": "user", "content": "<returncode>0</returncode>\n<output>\n</output>"},
			},
		})
	},
	"output.jsonl": func(person, model string) string {
		args := object{"path": "/w/a", "command": "str_replace", "old_str": "OLD", "new_str": "put in"}
		return asLine(object{"instance_id": "1", "history": []object{
			{"id": 0, "source": "user", "action": "message", "args": object{"content": person}},
			{"id": 1, "source": "agent", "action": "message", "args": object{"content": model}},
			{"id": 2, "source": "agent", "action": "edit", "args": args},
			{"id": 3, "source": "agent", "cause": 2, "observation": "edit", "content": "The file has been edited."},
		}})
	},
	"droid.jsonl": func(person, model string) string {
		message := func(role string, content []object) string {
			return asLine(object{"type": "message", "message": object{"role": role, "content": content}})
		}
		input := object{"file_path": "/w/a", "old_str": "OLD", "new_str": "put in"}
		return asLine(object{"type": "session_start", "id": "1", "cwd": "/w"}) + message("user", texts(person)) +
			message("assistant", append(texts(model), called("Edit", input))) + message("user", answered("done"))
	},
	"crush.jsonl": func(person, model string) string {
		message := func(role string, parts ...object) string {
			return asLine(object{"crush": "1", "role": role, "parts": parts})
		}
		text := func(s string) object { return object{"type": "text", "data": object{"text": s}} }
		input := strings.TrimSpace(asLine(object{"file_path": "/w/a", "old_string": "OLD", "new_string": "put in"}))
		return asLine(object{"crush": "1"}) + message("user", text(person)) +
			message("assistant", text(model),
				object{"type": "tool_call", "data": object{"id": "1", "name": "edit", "input": input}}) +
			message("tool", object{"type": "tool_result", "data": object{"tool_call_id": "1", "content": "done"}})
	},
	"claude.jsonl": func(person, model string) string {
		line := func(role string, content []object) string {
			return asLine(object{
				"type": role, "cwd": "/w", "sessionId": "s", "version": "2.1.330",
				"message": object{"content": content},
			})
		}
		thought := object{"type": "thinking", "thinking": "so"} // stands before the text
		other := object{"type": "tool_result", "tool_use_id": "0", "content": "x"}
		input := object{"file_path": "/w/a", "old_string": "OLD", "new_string": "put in"}
		return line("user", append([]object{other}, texts(person)...)) +
			line("assistant", append(append([]object{thought}, texts(model)...), called("Edit", input))) +
			line("user", answered("done"))
	},
}

func asLine(v object) string { return transcripttest.JSON(v) }

// texts are blocks of a message: what it says begins in its second block.
func texts(text string) []object {
	return []object{{"type": "text", "text": "This is:"}, {"type": "text", "text": text}}
}

func called(tool string, input object) object {
	return object{"type": "tool_use", "id": "1", "name": tool, "input": input}
}

func answered(result string) []object {
	return []object{{"type": "tool_result", "tool_use_id": "1", "content": result}}
}
