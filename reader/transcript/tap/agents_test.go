package tap

import (
	"runtime"
	"strings"
	"testing"
)

// TestDirect: what the person has a program ask without a proxy stays so, whichever of the two variables names it.
func TestDirect(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("there the two are one variable")
	}
	for _, c := range [][4]string{
		{"", "", "127.0.0.1", "127.0.0.1"},
		{"corp.local", "", "corp.local,127.0.0.1", "corp.local,127.0.0.1"},
		{"", "corp.local", "corp.local,127.0.0.1", "corp.local,127.0.0.1"},
		{"a.local", "b.local,c", "a.local,127.0.0.1", "b.local,c,127.0.0.1"},
		{"*", "", "*", "*"},
		{"a.local", " * ", "a.local,127.0.0.1", " * "},
	} {
		t.Setenv("NO_PROXY", c[0])
		t.Setenv("no_proxy", c[1])
		_, env := Agent{}.Started("http://127.0.0.1:1/x", nil)
		if want := "NO_PROXY=" + c[2] + "\nno_proxy=" + c[3]; strings.Join(env, "\n") != want {
			t.Errorf("%q: %q", c, env)
		}
	}
}

// TestStarted: each agent is started with its address where it looks for it, and the person's arguments stay the last.
func TestStarted(t *testing.T) {
	const address = "http://127.0.0.1:1/x"
	for command, want := range map[string]string{
		"claude":   "ANTHROPIC_BASE_URL=" + address,
		"gemini":   "GOOGLE_GEMINI_BASE_URL=" + address,
		"qwen":     "OPENAI_BASE_URL=" + address,
		"opencode": "ANTHROPIC_BASE_URL=" + address,
		"copilot":  "COPILOT_PROVIDER_BASE_URL=" + address,
		"grok":     "GROK_XAI_API_BASE_URL=" + address + " GROK_BASE_URL=" + address,
		"crush":    "ANTHROPIC_API_ENDPOINT=" + address,
		"kimi":     "KIMI_MODEL_BASE_URL=" + address,
		"codex":    `model_providers.tap.base_url="` + address + `"`,
	} {
		agent, known := AgentOf("/usr/bin/" + command)
		args, env := agent.Started(address, []string{"-p", "hi"})
		got := strings.Join(env[2:], " ") // behind those of proxies
		if len(args) > 2 {
			got = args[5]
		}
		if !known || got != want || strings.Join(args[len(args)-2:], " ") != "-p hi" {
			t.Errorf("%s: %q %q", command, env, args)
		}
	}
	if want := len(Agents); want != 9 {
		t.Errorf("%d agents, and not all are looked at", want)
	}
}

// TestUpstream: the model's address is what the agent would have used: that of the first variable that is set, else the
// usual one; of a variable that the person names there is no usual one.
func TestUpstream(t *testing.T) {
	for _, name := range []string{"GROK_XAI_API_BASE_URL", "GROK_BASE_URL", "OTHER"} {
		t.Setenv(name, "")
	}
	grok, _ := AgentOf("grok")
	if got := grok.Upstream() + grok.With("OTHER").Upstream(); got != xAI+"/v1" {
		t.Error(got)
	}
	t.Setenv("GROK_BASE_URL", "http://localhost:1")
	t.Setenv("OTHER", "http://localhost:2")
	if got := grok.Upstream() + grok.With("OTHER").Upstream(); got != "http://localhost:1http://localhost:2" {
		t.Error(got)
	}
	args, env := Agent{}.With("OTHER").Started("http://x", []string{"a"})
	if len(args) != 1 || env[len(env)-1] != "OTHER=http://x" {
		t.Error(args, env)
	}
}
