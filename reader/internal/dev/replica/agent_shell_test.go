package replica

import (
	"regexp"
	"slices"
)

// shellAgents are the agents above once more, with the tool by which their models run command lines.
var shellAgents = []*agent{
	withShell(messagesAgents[0], "claude_code_bash", "Bash"),
	withShell(geminiCLI, "gemini_cli_shell", "run_shell_command"),
	withShell(qwenCode, "qwen_code_shell", "run_shell_command"),
	withShell(openCode("opencode", "opencode-ai", "opencode"), "opencode_bash", "bash"),
	withShell(named("copilot_cli"), "copilot_cli_bash", "bash"),
	withShell(named("kimi_code"), "kimi_code_bash", "Bash"),
	withShell(named("grok_build"), "grok_build_terminal", "run_terminal_command"),
}

// withShell is an agent of which a tool runs command lines.
func withShell(a *agent, tool, call string) *agent {
	shell := *a
	shell.Tool, shell.Call, shell.Notes, shell.Same = tool, call, nil, sameShellRun
	return &shell
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

// sameShellRun puts marks in place of these words.
func sameShellRun(content string) string {
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
