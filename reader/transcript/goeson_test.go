package transcript_test

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"eyeline/reader/transcript/transcripttest"
)

// codexRun is a run of Codex in /w: payloads, one a record.
func codexRun(payloads ...object) string {
	var run strings.Builder
	run.WriteString(transcripttest.JSON(object{"type": "session_meta", "payload": object{"id": "x", "cwd": "/w"}}))
	for _, p := range payloads {
		kind := "response_item"
		if p["type"] == "item_completed" {
			kind = "event_msg"
		}
		run.WriteString(transcripttest.JSON(object{"type": kind, "payload": p}))
	}
	return run.String()
}

func codexCall(id, tool, args string) object {
	return object{"type": "function_call", "call_id": id, "name": tool, "arguments": args}
}

func codexResult(id, state, output string) object {
	text := "Chunk ID: 1\nWall time: 0.3 seconds\n" + state + "\nOriginal token count: 9\nOutput:\n" + output
	return object{"type": "function_call_output", "call_id": id, "output": text}
}

// TestCommandsThatGoOn: what a command prints after its call was answered belongs to the call that waited for it, and
// is of the files that the command read; what is typed into a shell is a command.
func TestCommandsThatGoOn(t *testing.T) {
	t.Parallel()
	const running, ended = "Process running with session ID 7", "Process exited with code 0"
	part := func(command, output string) object {
		return object{"type": "item_completed", "item": object{
			"type": "CommandExecution", "id": "i" + command, "command": []string{"/bin/bash", "-lc", command},
			"cwd": "file:///w", "exit_code": 0, "aggregated_output": output,
		}}
	}
	script := func(id, text, result string) []object {
		return []object{
			{"type": "custom_tool_call", "call_id": id, "name": "exec", "input": text},
			{"type": "custom_tool_call_output", "call_id": id, "output": []object{{"type": "input_text", "text": result}}},
		}
	}
	cells := script("1", "await exec_command({cmd: \"cat a\"}); await exec_command({cmd: \"cat b\"})",
		"Script running with cell ID 3\nWall time 0.1 seconds\nOutput:\none\ntwo\nthree\n")
	cells = append(cells[:1:1], append([]object{part("cat a", "one\ntwo\nthree\n")}, cells[1:]...)...)
	cells = append(cells, part("cat b", "four\nfive\nsix\n"), codexCall("2", "wait", `{"cell_id":"3"}`),
		object{"type": "function_call_output", "call_id": "2", "output": []object{
			{"type": "input_text", "text": "Script completed\nWall time 0.1 seconds\nOutput:\nfour\nfive\nsix\n"},
		}})
	for name, c := range map[string]struct {
		run  []object
		want []string
	}{
		"later": {
			[]object{
				codexCall("1", "exec_command", `{"cmd":"sleep 1; cat a"}`), codexResult("1", running, ""),
				codexCall("2", "write_stdin", `{"session_id":7,"chars":""}`), codexResult("2", ended, "one\ntwo\nthree\n"),
			},
			[]string{"", "a 1-3 by command"},
		},
		"before and later": {
			[]object{
				codexCall("1", "exec_command", `{"cmd":"head -2 a; sleep 1; tail -1 b"}`), codexResult("1", running, "one\ntwo\n"),
				codexCall("2", "write_stdin", `{"session_id":7}`), codexResult("2", running, "six\n"),
				codexCall("3", "write_stdin", `{"session_id":7}`), codexResult("3", ended, ""),
			},
			[]string{"a 1-2 by command", "b 3-3 by command", ""},
		},
		"within a line": {
			[]object{
				codexCall("1", "exec_command", `{"cmd":"cat a"}`), codexResult("1", running, "one\nt"),
				codexCall("2", "write_stdin", `{"session_id":7}`), codexResult("2", running, "w"),
				codexCall("3", "write_stdin", `{"session_id":7}`), codexResult("3", ended, "o\nthree\n"),
			},
			[]string{"a 1-1 by command & a 2-2 by arguments", "", "a 2-2 by command & a 3-3 by command"},
		},
		"of a file that is gone": {
			[]object{
				codexCall("1", "exec_command", `{"cmd":"cat gone"}`), codexResult("1", running, "x1\nx2\n"),
				codexCall("2", "write_stdin", `{"session_id":7}`), codexResult("2", ended, "x3\nx4\n"),
			},
			[]string{"gone 1-2 by arguments", "gone 3-4 by arguments"},
		},
		"typed": {
			[]object{
				codexCall("1", "exec_command", `{"cmd":"bash","tty":true}`), codexResult("1", running, "$ "),
				codexCall("2", "write_stdin", `{"session_id":7,"chars":"cat b\n"}`),
				codexResult("2", running, "cat b\nfour\nfive\nsix\n$ "),
			},
			[]string{"", "b 1-3 by command"},
		},
		"typed into another program": {
			[]object{
				codexCall("1", "exec_command", `{"cmd":"python3"}`), codexResult("1", running, ">>> "),
				codexCall("2", "write_stdin", `{"session_id":7,"chars":"cat b\n"}`), codexResult("2", running, "four\n"),
			},
			[]string{"", ""},
		},
		"of a session that no call began": {
			[]object{codexCall("2", "write_stdin", `{"session_id":9}`), codexResult("2", ended, "four\n")}, []string{""},
		},
		"scripts": {cells, []string{"a 1-3 by command", "b 1-3 by command"}},
	} {
		root := t.TempDir()
		for file, text := range map[string]string{"a": "one\ntwo\nthree\n", "b": "four\nfive\nsix\n"} {
			if err := os.WriteFile(filepath.Join(root, file), []byte(text), 0o600); err != nil {
				t.Fatal(err)
			}
		}
		s := transcripttest.Decode(t, "rollout.jsonl", codexRun(c.run...))
		s.LookIn(root)
		for range 2 { // of what was evaluated before, less is kept
			var got []string
			for call := range s.Calls() {
				got = append(got, describe(t, s, call))
			}
			if fmt.Sprint(got) != fmt.Sprint(c.want) {
				t.Errorf("%s:\n got %q\nwant %q", name, got, c.want)
			}
		}
	}
}
