package replica

// messagesAgents are the agents that are run over the Messages API.
var messagesAgents = []*agent{
	{
		Tool: "claude_code", Call: "Read", Package: "@anthropic-ai/claude-code", Program: "claude", Node: 22, Flagged: true,
		Quotes: true,
		Args: func(r agentRun) []string {
			return []string{"-p", r.Prompt, "--dangerously-skip-permissions", "--output-format", "text"}
		},
		Env: func(r agentRun) []string {
			return []string{
				"ANTHROPIC_BASE_URL=" + r.URL, "ANTHROPIC_API_KEY=sk-ant-none", "CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC=1",
				"DISABLE_TELEMETRY=1", "DISABLE_ERROR_REPORTING=1", "DISABLE_AUTOUPDATER=1",
				"IS_SANDBOX=1", // root may skip permissions
			}
		},
		Notes: begins("[Truncated:"),
	},
	openCode("opencode", "opencode-ai", "opencode"),
	kilo(),
	{
		Tool: "pi", Call: "read", Package: "@earendil-works/pi-coding-agent", Program: "pi", Node: 22, Flagged: true,
		Args: func(r agentRun) []string {
			return []string{"-p", "--provider", "replica", "--model", "replica", r.Prompt}
		},
		Env: func(agentRun) []string { return []string{"PI_OFFLINE=1", "PI_SKIP_VERSION_CHECK=1"} },
		Files: func(r agentRun) map[string]string {
			model := object{
				"id": "replica", "name": "replica", "reasoning": false, "input": []string{"text", "image"},
				"contextWindow": 20_000_000, "maxTokens": 8000,
				"cost": object{"input": 0, "output": 0, "cacheRead": 0, "cacheWrite": 0},
			}
			provider := object{"baseUrl": r.URL, "api": "anthropic-messages", "apiKey": "none", "models": []object{model}}
			return map[string]string{".pi/agent/models.json": settings(object{"providers": object{"replica": provider}})}
		},
	},
	{
		Tool: "kimi_code", Call: "Read", Package: "@moonshot-ai/kimi-code", Program: "kimi", Node: 22,
		Args: func(r agentRun) []string { return []string{"-p", r.Prompt} },
		Env: func(agentRun) []string {
			return []string{"KIMI_DISABLE_TELEMETRY=1", "KIMI_CODE_NO_AUTO_UPDATE=1"}
		},
		Files: func(r agentRun) map[string]string {
			return map[string]string{".kimi-code/config.toml": `default_model = "replica"
telemetry = false
[providers.replica]
type = "anthropic"
base_url = "` + r.URL + `"
api_key = "none"
[models.replica]
provider = "replica"
model = "replica"
max_context_size = 20000000
`}
		},
	},
}

// openCode is opencode, and what was made from it.
func openCode(tool, pack, program string) *agent {
	return &agent{
		Tool: tool, Call: "read", Package: pack, Program: program, Flagged: true,
		Args: func(r agentRun) []string { return []string{"run", "--format", "json", r.Prompt} },
		Env: func(agentRun) []string {
			return []string{
				"OPENCODE_DISABLE_AUTOUPDATE=1", "OPENCODE_DISABLE_LSP_DOWNLOAD=1", "OPENCODE_DISABLE_MODELS_FETCH=1",
				"OPENCODE_DISABLE_DEFAULT_PLUGINS=1", "KILO_DISABLE_AUTOUPDATE=1", "KILO_TELEMETRY_LEVEL=off",
			}
		},
		Files: func(r agentRun) map[string]string {
			model := object{
				"name": "Replica", "limit": object{"context": 20_000_000, "output": 32000}, "tool_call": true, "attachment": true,
				"modalities": object{"input": []string{"text", "image", "pdf"}, "output": []string{"text"}},
			}
			return map[string]string{".config/" + program + "/" + program + ".json": settings(object{
				"$schema": "https://opencode.ai/config.json", "autoupdate": false, "share": "disabled",
				"model": "replica/replica", "small_model": "replica/replica", "lsp": false, "formatter": false,
				"permission": object{
					"*": "allow", "external_directory": "allow", "doom_loop": "allow", "edit": "allow", "bash": "allow",
					"read": object{"*": "allow", "*.env": "allow", "*.env.*": "allow"},
				},
				"provider": object{"replica": object{
					"npm": "@ai-sdk/anthropic", "name": "Replica", "options": object{"baseURL": r.URL + "/v1", "apiKey": "none"},
					"models": object{"replica": model},
				}},
			})}
		},
	}
}

func kilo() *agent {
	a := openCode("kilo", "@kilocode/cli", "kilo")
	a.Pad = true
	return a
}
