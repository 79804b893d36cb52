package replica

// chatAgents are the agents that are run over Chat Completions.
var chatAgents = []*agent{
	{
		Tool: "cline", Call: "read_files", Package: "cline", Program: "cline",
		Before: func(r agentRun) []string {
			return []string{"auth", "-p", "openai-compatible", "-k", "none", "-m", "replica", "-b", r.URL + "/v1"}
		},
		Args: func(r agentRun) []string {
			return []string{"--json", "--retries", "100000", "--compaction", "off", "-P", "openai-compatible", "-m", "replica", r.Prompt}
		},
		Env: func(agentRun) []string { return []string{"CLINE_TELEMETRY_DISABLED=1"} },
	},
	{
		Tool: "copilot_cli", Call: "view", Package: "@github/copilot", Program: "copilot",
		Args: func(r agentRun) []string {
			return []string{"-p", r.Prompt, "--allow-all-tools", "--allow-all-paths", "--no-auto-update", "--disable-builtin-mcps"}
		},
		Env: func(r agentRun) []string {
			return []string{
				"COPILOT_OFFLINE=true", "COPILOT_PROVIDER_BASE_URL=" + r.URL + "/v1", "COPILOT_MODEL=replica",
				"COPILOT_PROVIDER_API_KEY=none", "COPILOT_AUTO_UPDATE=false", "COPILOT_PROVIDER_MAX_PROMPT_TOKENS=100000000",
			}
		},
	},
	grok("grok_build", "read_file", "", ""),
	grok("codex_grok", "read_file", "agent_type = \"codex\"\n", ""),
	{
		Tool: "continue_cli", Call: "Read", Package: "@continuedev/cli", Program: "cn",
		Args: func(r agentRun) []string {
			return []string{"-p", "--auto", "--config", r.Home + "/config.yaml", r.Prompt}
		},
		Env: func(agentRun) []string { return []string{"CONTINUE_TELEMETRY_ENABLED=0", "CONTINUE_METRICS_ENABLED=0"} },
		Files: func(r agentRun) map[string]string {
			return map[string]string{"config.yaml": `name: replica
version: 0.0.1
schema: v1
models:
  - name: replica
    provider: openai
    model: replica
    apiBase: ` + r.URL + `/v1
    apiKey: none
    defaultCompletionOptions:
      contextLength: 100000000
    capabilities: [tool_use]
    roles: [chat]
`}
		},
	},
	{
		Tool: "nanocoder", Call: "read_file", Package: "@nanocollective/nanocoder", Program: "nanocoder", Node: 22,
		Leaves: []string{".nanocoder", ".nanocoder/tasks.json"},
		Args: func(r agentRun) []string {
			return []string{"--provider", "replica", "--model", "replica", "--mode", "yolo", "--context-max", "100000k", "--trust-directory", "--plain", "run", r.Prompt}
		},
		Files: func(r agentRun) map[string]string {
			provider := object{"name": "replica", "baseUrl": r.URL + "/v1", "apiKey": "none", "models": []string{"replica"}}
			return map[string]string{".config/nanocoder/agents.config.json": settings(object{"nanocoder": object{"providers": []object{provider}}})}
		},
	},
	{
		Tool: "grok_cli", Call: "view_file", Package: "@vibe-kit/grok-cli", Program: "grok",
		Leaves: []string{".grok", ".grok/settings.json"},
		Args: func(r agentRun) []string {
			return []string{"-k", "none", "-u", r.URL + "/v1", "-m", "replica", "-d", r.Dir, "-p", r.Prompt}
		},
	},
	grok("grok_hashline", "hashline_read", "", "[toolset]\nfile_toolset = \"hashline\"\n"),
}

// grok is Grok Build with one of its sets of tools.
func grok(tool, call, ofModel, further string) *agent {
	return &agent{
		Tool: tool, Call: call, Package: "@xai-official/grok", Program: "grok",
		Args: func(r agentRun) []string {
			return []string{"--no-auto-update", "-p", r.Prompt, "-m", "replica", "--always-approve", "--trust", "--cwd", r.Dir, "--output-format", "json"}
		},
		Env: func(agentRun) []string { return []string{"GROK_DISABLE_AUTOUPDATER=1"} },
		Files: func(r agentRun) map[string]string {
			return map[string]string{".grok/config.toml": `[models]
default = "replica"
[model.replica]
model = "replica"
base_url = "` + r.URL + `/v1"
api_key = "none"
context_window = 100000000
` + ofModel + "[features]\ntelemetry = false\n" + further}
		},
	}
}
