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
	Command  string // its name
	Format   string // the name of the format of its runs
	Variable string // of the environment, which names the address; "" where arguments do
	Default  string // the address where the variable is not set; "" where it has to be
	// Arguments go before those of the person; ADDRESS in them stands for the address.
	Arguments []string
}

const openAI = "https://api.openai.com"

// Agents are those that are known, by starting them through a tap before a model that keeps its own copy: Claude Code
// 2.1.197, Codex 0.171.0, Gemini CLI 0.61.0, Qwen Code 0.15.10 and opencode 1.18.33, whose variable is that of its
// provider for Anthropic, and Copilot CLI 1.0.102 with a provider of the person's own.
var Agents = []Agent{
	{Command: "claude", Format: "claude-code", Variable: "ANTHROPIC_BASE_URL", Default: "https://api.anthropic.com"},
	{
		Command: "codex", Format: "codex", Default: openAI + "/v1",
		Arguments: []string{
			"-c", "model_provider=tap", "-c", `model_providers.tap.name="tap"`,
			"-c", `model_providers.tap.base_url="ADDRESS"`, "-c", `model_providers.tap.wire_api="responses"`,
			"-c", `model_providers.tap.env_key="OPENAI_API_KEY"`,
		},
	},
	{
		Command: "gemini", Format: "gemini-cli", Variable: "GOOGLE_GEMINI_BASE_URL",
		Default: "https://generativelanguage.googleapis.com",
	},
	{Command: "qwen", Format: "qwen-code", Variable: "OPENAI_BASE_URL", Default: openAI + "/v1"},
	{Command: "opencode", Format: "opencode", Variable: "ANTHROPIC_BASE_URL", Default: "https://api.anthropic.com/v1"},
	{Command: "copilot", Format: "copilot-cli", Variable: "COPILOT_PROVIDER_BASE_URL"},
}

// Known is the agent of a command, by the name of its file; false where none is known.
func Known(command string) (Agent, bool) {
	name := strings.TrimSuffix(filepath.Base(command), ".exe")
	i := slices.IndexFunc(Agents, func(a Agent) bool { return a.Command == name })
	if i < 0 {
		return Agent{}, false
	}
	return Agents[i], true
}

// Upstream is the model's address as it is set; "" where it is not, and has to be.
func (a Agent) Upstream() string {
	if a.Variable != "" && os.Getenv(a.Variable) != "" {
		return os.Getenv(a.Variable)
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
	if a.Variable != "" {
		env = append(env, a.Variable+"="+address)
	}
	return append(all, args...), env
}
