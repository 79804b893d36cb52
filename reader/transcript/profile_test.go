package transcript_test

import (
	"slices"
	"testing"

	"eyeline/reader/tools"
	_ "eyeline/reader/tools/agents" // the tools that records are compared with
	"eyeline/reader/transcript"
	"eyeline/reader/transcript/formats"
	"eyeline/reader/transcript/transcripttest"
)

// TestAgentsNames: records and tools write the names of agents in their own ways.
func TestAgentsNames(t *testing.T) {
	t.Parallel()
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
	without := []string{ // no tool of the agent is imitated
		"atif", "aider", "antigravity", "crush", "cursor", "droid", "mini-swe-agent", "openclaw", "specstory",
	}
	for _, f := range formats.All() { // each format of which there is a tool finds it
		if f.Served || slices.Contains(without, f.Name) { // by the tools' own names
			continue
		}
		found := false
		for _, tool := range tools.AllVersions() {
			found = found || transcript.SameAgent(tool.Origin.Agent, f.Agent)
		}
		if !found {
			t.Errorf("no tool is of %s", f.Agent)
		}
	}
}

// TestProfile: a call is compared with the tool that has its name and is of its agent, and with none otherwise.
func TestProfile(t *testing.T) {
	t.Parallel()
	codex := `{"type":"session_meta","payload":{"id":"x","cwd":"/w"}}
{"type":"response_item","payload":{"type":"function_call","name":"Read","arguments":"{\"file_path\":\"/w/a\"}","call_id":"a"}}
`
	for _, c := range []struct{ path, run, want string }{
		{"run.jsonl", transcripttest.ClaudeRead(1, "/w", "/w/a", 1, "one"), "claude_code"},
		{"run.jsonl", transcripttest.ClaudeStep(1, "/w", "TodoWrite", transcripttest.Object{}, "ok", nil), ""},
		{"rollout.jsonl", codex, ""},
	} {
		s, got := transcripttest.Decode(t, c.path, c.run), ""
		if tool := s.Profile(s.Call(1)); tool != nil {
			got = tool.Name
		}
		if got != c.want || (len(s.Profiles(s.Call(1))) > 0) != (c.want != "") {
			t.Errorf("%s is compared with %q, want %q", c.run, got, c.want)
		}
	}
}
