package agent

// chat are the agents that are run over Chat Completions.
var chat = []*Agent{
	{
		Tool: "cline", Call: "read_files", Package: "cline", Program: "cline",
		Before: func(r Run) []string {
			return []string{"auth", "-p", "openai-compatible", "-k", "none", "-m", "replica", "-b", r.URL + "/v1"}
		},
		Args: func(r Run) []string {
			return []string{"--json", "--retries", "100000", "--compaction", "off", "-P", "openai-compatible", "-m", "replica", r.Prompt}
		},
		Env: func(Run) []string { return []string{"CLINE_TELEMETRY_DISABLED=1"} },
	},
	{
		Tool: "copilot_cli", Call: "view", Package: "@github/copilot", Program: "copilot",
		Args: func(r Run) []string {
			return []string{"-p", r.Prompt, "--allow-all-tools", "--allow-all-paths", "--no-auto-update", "--disable-builtin-mcps"}
		},
		Env: func(r Run) []string {
			return []string{
				"COPILOT_OFFLINE=true", "COPILOT_PROVIDER_BASE_URL=" + r.URL + "/v1", "COPILOT_MODEL=replica",
				"COPILOT_PROVIDER_API_KEY=none", "COPILOT_AUTO_UPDATE=false", "COPILOT_PROVIDER_MAX_PROMPT_TOKENS=100000000",
			}
		},
	},
	grok("grok_build", "read_file", "", ""),
	grok("codex_grok", "read_file", "agent_type = \"codex\"\n", ""),
	grok("grok_hashline", "hashline_read", "", "[toolset]\nfile_toolset = \"hashline\"\n"),
}

// grok is Grok Build with one of its sets of tools.
func grok(tool, call, ofModel, further string) *Agent {
	return &Agent{
		Tool: tool, Call: call, Package: "@xai-official/grok", Program: "grok",
		Args: func(r Run) []string {
			return []string{"--no-auto-update", "-p", r.Prompt, "-m", "replica", "--always-approve", "--cwd", r.Dir, "--output-format", "json"}
		},
		Env: func(Run) []string { return []string{"GROK_DISABLE_AUTOUPDATER=1"} },
		Files: func(r Run) map[string]string {
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
