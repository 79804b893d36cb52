package replica

import (
	"regexp"
	"slices"
	"testing"
)

// shellAgents are the agents above once more, with the tool by which their models run command lines.
var shellAgents = []*agent{
	withShell(messagesAgents[0], "claude_code_bash", "Bash", "dangerouslyDisableSandbox", "description", "run_in_background", "timeout"),
	withShell(geminiCLI, "gemini_cli_shell", "run_shell_command", "delay_ms", "description", "dir_path", "is_background"),
	withShell(qwenCode, "qwen_code_shell", "run_shell_command", "description", "directory", "is_background", "timeout"),
	withShell(openCode("opencode", "opencode-ai", "opencode"), "opencode_bash", "bash", "timeout", "workdir"),
	withShell(named("copilot_cli"), "copilot_cli_bash", "bash", "description", "detach", "initial_wait", "mode", "shellId"),
	withShell(named("kimi_code"), "kimi_code_bash", "Bash", "cwd", "description", "disable_timeout", "run_in_background", "timeout"),
	needing(withShell(named("grok_build"), "grok_build_terminal", "run_terminal_command", "background", "description", "timeout"), "description"),
}

// withShell is an agent of which a tool runs command lines; further are its agent.Further.
func withShell(a *agent, tool, call string, further ...string) *agent {
	shell := *a
	shell.Further = further
	shell.Tool, shell.Call, shell.Notes, shell.Same = tool, call, nil, sameShellRun
	return &shell
}

// needing is an agent that refuses calls without an argument.
func needing(a *agent, name string) *agent {
	a.Needs = name
	return a
}

// named is an agent whose model speaks to it over one of the interfaces above.
func named(tool string) *agent {
	all := append(messagesAgents[:len(messagesAgents):len(messagesAgents)], chatAgents...)
	return all[slices.IndexFunc(all, func(a *agent) bool { return a.Tool == tool })]
}

// eachTime matches the words of an answer that differ from run to run: where the whole output is kept, numbers of
// processes, sessions and tasks, and the time.
var eachTime = regexp.MustCompile(`(?m)((?:Full output saved to|The full output has been saved to|For full output see|Saved to|output_path): )\S+|(full output at: )[^\]\s]+|` +
	`(Process Group PGID: |<shellId: |tool_call_id: |task_id: )\w[\w-]*|(task_id=")[^"]+|(^Wall time: )\S+`)

// cutWithNumber matches the end of an answer that Qwen Code has cut to a length, and a process's number within it.
var cutWithNumber = regexp.MustCompile(`(?s)(\n\.\.\. \[CONTENT TRUNCATED\] \.\.\.\n---\n\n\.\.\.)(.*Process Group PGID: )(\d+)\z`)

// sameShellRun puts marks in place of these words, and takes from what follows a cut the characters that a shorter
// number of a process leaves room for.
func sameShellRun(content string) string {
	if at := cutWithNumber.FindStringSubmatchIndex(content); at != nil {
		const longest = 7 // digits of a process's number
		line, room := []rune(content[at[4]:at[5]]), max(longest-(at[7]-at[6]), 0)
		content = content[:at[4]] + string(line[room:]) + content[at[6]:]
	}
	return eachTime.ReplaceAllStringFunc(content, func(found string) string {
		for _, kept := range eachTime.FindStringSubmatch(found)[1:] {
			if kept == "Wall time: " {
				return kept + "{{TIME}}"
			} else if kept != "" {
				return kept + "{{ID}}"
			}
		}
		return found
	})
}

// TestSameShellRun: numbers of processes do not differ, also where they move a cut; other words do.
func TestSameShellRun(t *testing.T) {
	answer := func(tail, number string) string {
		return sameShellRun("Output: a\n\n---\n... [CONTENT TRUNCATED] ...\n---\n\n..." + tail + "\nSignal: (none)\nProcess Group PGID: " + number)
	}
	want := answer("éfgh abcdefgh", "10000")
	for number, tail := range map[string]string{"1": "wxyzéfgh abcdefgh", "9999": "zéfgh abcdefgh", "70000": "éfgh abcdefgh", "1000000": "gh abcdefgh"} {
		if got := answer(tail, number); got != want {
			t.Errorf("%s: %q, want %q", number, got, want)
		}
	}
	if answer("éfgh abcdefgh", "9999") == want || answer("éfgh abcdefgi", "10000") == want {
		t.Error("another text is the same")
	}
}
