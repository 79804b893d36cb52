package transcript_test

import (
	"testing"

	"eyeline/reader/tools"
	_ "eyeline/reader/tools/agents" // the tools that records are compared with
	"eyeline/reader/transcript"
	"eyeline/reader/transcript/formats"
)

// TestAgentsNames: records and tools write the names of agents in their own ways.
func TestAgentsNames(t *testing.T) {
	for _, pair := range [][2]string{
		{"GitHub Copilot CLI", "Copilot CLI"},
		{"Codex CLI", "Codex"},
		{"Kilo Code CLI", "Kilo"},
		{"Claude Code", "claude-code"},
		{"Cline CLI", "Cline"},
		{"Qwen Code", "qwen-coder"},
		{"OpenHands", "openhands"},
	} {
		if !transcript.SameAgent(pair[0], pair[1]) {
			t.Errorf("%q is not %q", pair[0], pair[1])
		}
	}
	if transcript.SameAgent("Kimi Code", "Grok Build") || transcript.SameAgent("pi", "opencode") {
		t.Error("different agents")
	}
	for _, f := range formats.All() { // each format of which there is a tool finds it
		if f.Served { // by the tools' own names
			continue
		}
		found := false
		for _, tool := range tools.Every() {
			found = found || transcript.SameAgent(tool.Since.Agent, f.Agent)
		}
		if !found && f.Name != "atif" {
			t.Errorf("no tool is of %s", f.Agent)
		}
	}
}
