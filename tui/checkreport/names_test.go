package checkreport

import (
	"testing"

	"eyeline/reader/check"
	"eyeline/tui/cells"
)

// TestToolsOfOneAgentHaveNamesOfTheirOwn: as far as a column shows them.
func TestToolsOfOneAgentHaveNamesOfTheirOwn(t *testing.T) {
	var agents []check.Agent
	for _, name := range []string{
		"claude_code", "claude_code_bash", "codex_exec", "codex_exec_bytes", "codex_code_mode", "codex_grok", "codex",
		"copilot_chat", "copilot_cli", "copilot_cli_bash", "grok_build", "grok_build_terminal", "grok_hashline", "grok_cli",
		"opencode", "opencode_bash", "kimi_code", "kimi_code_bash", "kimi_cli", "gemini_cli", "gemini_cli_shell",
	} {
		agents = append(agents, check.Agent{Name: name})
	}
	seen := map[string]string{}
	for i, name := range shortNames(agents) {
		shown := cells.Truncate(name, barWidth, "")
		if seen[shown] != "" {
			t.Errorf("%s and %s are both %q", seen[shown], agents[i].Name, shown)
		}
		seen[shown] = agents[i].Name
	}
}
