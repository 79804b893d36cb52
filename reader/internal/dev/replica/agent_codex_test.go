package replica

import "regexp"

// codexAgents are the three forms in which models of Codex read files: by their name they get one of them.
var codexAgents = []*agent{
	codexAs("codex_exec", "exec_command", "gpt-5.5"),
	codexAs("codex_exec_bytes", "exec_command", "replica-unknown"),
	codexCode(),
}

func codexAs(tool, call, model string) *agent {
	return &agent{
		Tool: tool, Call: call, Package: "@openai/codex", Program: "codex",
		Args: func(r agentRun) []string { return []string{"exec", "--skip-git-repo-check", r.Prompt} },
		Files: func(r agentRun) map[string]string {
			return map[string]string{".codex/config.toml": `model = "` + model + `"
model_provider = "replica"
approval_policy = "never"
sandbox_mode = "danger-full-access"
check_for_update_on_startup = false
[analytics]
enabled = false
[model_providers.replica]
name = "replica"
base_url = "` + r.URL + `/v1"
wire_api = "responses"
`}
		},
		Same:    sameRun,
		Further: []string{"justification", "login", "prefix_rule", "sandbox_permissions", "shell", "yield_time_ms"},
	}
}

func codexCode() *agent {
	a := codexAs("codex_code_mode", "exec", "gpt-6-astra")
	a.Custom = true
	return a
}

var (
	chunkID  = regexp.MustCompile(`\AChunk ID: \S+`)
	wallTime = regexp.MustCompile(`(?m)^(Wall time:? )\S+ seconds$`)
)

// sameRun removes the words of a result that differ from run to run.
func sameRun(content string) string {
	content = chunkID.ReplaceAllString(content, "Chunk ID: {{ID}}")
	at := wallTime.FindStringSubmatchIndex(content) // the first one: others are a file's
	if at == nil {
		return content
	}
	return content[:at[3]] + "{{TIME}} seconds" + content[at[1]:]
}
