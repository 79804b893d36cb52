package unclear_test

import (
	"path/filepath"
	"testing"

	"eyeline/reader/transcript"
	"eyeline/reader/transcript/transcripttest"
	"eyeline/reader/transcript/unclear"
)

// TestUntoldCommands: a call that ran something of which no command is known may have changed any file: a list of words
// that is no script of a shell, a script without literals, what is typed into a program. So it is for the whole run and
// for what the guard reads of it.
func TestUntoldCommands(t *testing.T) {
	type object = map[string]any
	const head = `{"timestamp":"2026-11-21T14:00:00Z","type":"session_meta","payload":{"id":"s","cwd":"/w","cli_version":"1"}}` + "\n"
	const running = "Chunk ID: 1\nWall time: 0.3 seconds\nProcess running with session ID 7\nOutput:\n>>> "
	item := func(payload object) string {
		return transcripttest.JSON(object{"timestamp": "2026-11-21T14:00:01Z", "type": "response_item", "payload": payload})
	}
	call := func(id, tool string, args object, output string) string {
		return item(object{"type": "function_call", "name": tool, "arguments": transcripttest.JSON(args), "call_id": id}) +
			item(object{"type": "function_call_output", "call_id": id, "output": output})
	}
	script := func(text string) string {
		return item(object{"type": "custom_tool_call", "call_id": "1", "name": "exec", "input": text}) +
			item(object{"type": "custom_tool_call_output", "call_id": "1", "output": "ok"})
	}
	const ls = `await tools.exec_command({"cmd": "ls"})`
	for name, c := range map[string]struct {
		run  string
		want bool
	}{
		"a list":                  {call("1", "shell", object{"command": []string{"gofmt", "-w", "a.go"}}, "ok"), true},
		"a list of another shell": {call("1", "shell", object{"command": []string{"bash", "x.sh"}}, "ok"), true},
		"an empty list":           {call("1", "shell", object{"command": []string{}}, "ok"), true},
		"no arguments":            {call("1", "shell", object{}, "ok"), true},
		"a list that is a script": {call("1", "shell", object{"command": []string{"bash", "-lc", "ls"}}, "ok"), false},
		"a text":                  {call("1", "exec_command", object{"cmd": "ls"}, "ok"), false},
		"what is typed into a program": {
			call("1", "exec_command", object{"cmd": "python3"}, running) +
				call("2", "write_stdin", object{"session_id": 7, "chars": "fmt()\n"}, "ok"), true,
		},
		"a script with a variable": {script("const c = 'make'; await tools.exec_command({cmd: c})"), true},
		"a script with a literal":  {script(`await tools.exec_command({"cmd": "ls"})`), false},
		"a script with literals":   {script(ls + `; const t = await tools.exec_command({cmd: 'cat a'})`), false},
		"a literal and a variable": {script(ls + `; await tools.exec_command({cmd: c})`), true},
		"a literal and a sum":      {script(ls + `; await tools.exec_command({cmd: "make " + x})`), true},
		"a literal and a template": {script(ls + "; await tools.exec_command({cmd: `make ${x}`})"), true},
		"a literal and a spread":   {script(ls + `; await tools.exec_command({cmd: "ls", ...more})`), true},
		"a literal and a function": {script(ls + `; const run = tools.exec_command; await run({cmd: c})`), true},
		"a literal and the tools":  {script(ls + `; await tools[name]({cmd: c})`), true},
		"a literal, another tool":  {script(ls + `; await tools.mcp__x__format({})`), true},
		"a literal, another read":  {script(ls + `; await tools.view_image({path: "a.png"})`), false},
		"a literal and a patch":    {script(ls + `; await tools.apply_patch(patch)`), true},
	} {
		run := filepath.Join(t.TempDir(), "rollout-1.jsonl")
		transcripttest.Write(t, run, []byte(head+c.run))
		s, err := transcript.Open(t.Context(), run)
		if err != nil {
			t.Fatal(err)
		}
		defer func() { _ = s.Close() }()
		if _, isAny := unclear.Changes(s, s.Call(s.Len())); isAny != c.want {
			t.Errorf("%s: may have changed any file: %t", name, isAny)
		}
		m := transcript.NewMentions(run, "/w/a.go", "", nil, unclear.Found("/w", "/w/a.go"))
		if _, err := m.Advance(t.Context()); err != nil {
			t.Fatal(err)
		}
		if _, err := m.OfFile(t.Context()); err != nil {
			t.Fatal(err)
		}
		later, ok := m.Later(t.Context(), nil)
		got := false
		for _, one := range later {
			got = got || unclear.MayHaveMade(t.Context(), one.Session, "/w", "/w/a.go", one.Calls)
		}
		if got != c.want || !ok {
			t.Errorf("%s: the guard: may have made %t, %t", name, got, ok)
		}
	}
}
