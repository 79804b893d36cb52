package tap

import (
	"cmp"
	"os"
	"path/filepath"
	"slices"
	"strings"
)

// Agent is an agent that lets its model's address be set.
type Agent struct {
	Command string // its name
	Format  string // the name of the format of its runs; "" for an agent that is not known
	// Variables of the environment name the address; without any, arguments do.
	Variables []string
	Default   string // the address where no variable is set; "" where one has to be
	// Arguments go before those of the person; ADDRESS in them stands for the address.
	Arguments []string
}

// Addresses of models.
const (
	anthropic = "https://api.anthropic.com"
	openAI    = "https://api.openai.com"
	xAI       = "https://api.x.ai"
)

// Agents are those that are known, by starting them through a tap before a model that keeps its own copy: Claude Code
// 2.1.197, Codex 0.171.0, Gemini CLI 0.61.0, Qwen Code 0.15.10, opencode 1.18.33 and Crush 37f36e93, whose variables
// are those of their providers for Anthropic, Copilot CLI 1.0.102 with a provider of the person's own, Grok Build
// 1.0.41 with a key, grok-cli 0.0.34, which has the same name, and Kimi Code 2.1.0 with a model that its variables
// name.
var Agents = []Agent{
	{Command: "claude", Format: "claude-code", Variables: []string{"ANTHROPIC_BASE_URL"}, Default: anthropic},
	{
		Command: "codex", Format: "codex", Default: openAI + "/v1",
		Arguments: []string{
			"-c", "model_provider=tap", "-c", `model_providers.tap.name="tap"`,
			"-c", `model_providers.tap.base_url="ADDRESS"`, "-c", `model_providers.tap.wire_api="responses"`,
			"-c", `model_providers.tap.env_key="OPENAI_API_KEY"`,
		},
	},
	{
		Command: "gemini", Format: "gemini-cli", Variables: []string{"GOOGLE_GEMINI_BASE_URL"},
		Default: "https://generativelanguage.googleapis.com",
	},
	{Command: "qwen", Format: "qwen-code", Variables: []string{"OPENAI_BASE_URL"}, Default: openAI + "/v1"},
	{Command: "opencode", Format: "opencode", Variables: []string{"ANTHROPIC_BASE_URL"}, Default: anthropic + "/v1"},
	{Command: "copilot", Format: "copilot-cli", Variables: []string{"COPILOT_PROVIDER_BASE_URL"}},
	{
		Command: "grok", Format: "grok-build", Variables: []string{"GROK_XAI_API_BASE_URL", "GROK_BASE_URL"},
		Default: xAI + "/v1",
	},
	{Command: "crush", Format: "crush", Variables: []string{"ANTHROPIC_API_ENDPOINT"}, Default: anthropic},
	{Command: "kimi", Format: "kimi-code", Variables: []string{"KIMI_MODEL_BASE_URL"}},
}

// AgentOf is the agent of a command, by the name of its file; false where none is known.
func AgentOf(command string) (Agent, bool) {
	name := strings.TrimSuffix(filepath.Base(command), ".exe")
	i := slices.IndexFunc(Agents, func(a Agent) bool { return a.Command == name })
	if i < 0 {
		return Agent{}, false
	}
	return Agents[i], true
}

// With is the agent with its address in another variable of the environment, for which no other address is known. The
// zero Agent with one is an agent that is not known.
func (a Agent) With(variable string) Agent {
	a.Variables = []string{variable}
	a.Arguments = nil
	a.Default = ""
	return a
}

// Upstream is the model's address as it is set; "" where it is not, and has to be.
func (a Agent) Upstream() string {
	for _, variable := range a.Variables {
		if set := os.Getenv(variable); set != "" {
			return set
		}
	}
	return a.Default
}

// direct adds this machine to what a variable names that no proxy is asked for, or the other variable where only that
// one is set: programs look at both, some at the one first, some at the other. A star alone means every machine, and
// would not beside another name.
func direct(variable, other string) string {
	const here = "127.0.0.1"
	set := cmp.Or(os.Getenv(variable), os.Getenv(other))
	switch {
	case set == "":
		set = here
	case strings.TrimSpace(set) != "*":
		set += "," + here
	}
	return variable + "=" + set
}

// Started is how the agent is started with an address: its arguments, and its environment besides that of the process.
// A proxy that the environment names is not asked for the address.
func (a Agent) Started(address string, args []string) (all, env []string) {
	for _, one := range a.Arguments {
		all = append(all, strings.ReplaceAll(one, "ADDRESS", address))
	}
	env = []string{direct("NO_PROXY", "no_proxy"), direct("no_proxy", "NO_PROXY")}
	for _, variable := range a.Variables {
		env = append(env, variable+"="+address)
	}
	return append(all, args...), env
}
