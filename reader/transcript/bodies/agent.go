package bodies

import (
	"regexp"
	"strings"
	"sync"

	"eyeline/reader/internal/jsonskim"
)

// mark tells an agent by what it says to its model.
type mark struct {
	agent string // the name of the format of its runs
	says  string // stands in the first texts of its requests
}

// marks are looked for in their order. Seen: Claude Code 2.1.332, Codex 0.171.0, opencode 1.18.33, Gemini CLI 0.61.0,
// Qwen Code 0.24.4, pi 1.6.0, Copilot CLI 1.0.102, Kimi Code 2.1.0, Grok Build 1.0.41, Cline 3.0.65.
var marks = []mark{
	{"claude-code", "x-anthropic-billing-header: cc_version="},
	{"claude-code", "You are Claude Code, Anthropic's official CLI"},
	{"claude-code", "You are a Claude agent, built"},
	{"codex", "You are Codex"},
	{"codex", "running in the Codex CLI"},
	{"opencode", "You are opencode"},
	{"kilo", "You are Kilo"},
	{"qwen-code", "You are Qwen Code"},
	{"qwen-code", "This is the Qwen Code"},
	{"gemini-cli", "You are Gemini CLI"},
	{"gemini-cli", "This is the Gemini CLI"},
	{"copilot-cli", "GitHub Copilot CLI"},
	{"kimi-code", "You are Kimi Code"},
	{"kimi-code", "Kimi Code CLI"},
	{"grok-build", "You are Grok"},
	{"cline", "You are Cline"},
	{"pi", "operating inside pi, a coding agent harness"},
	{"pi", "running inside pi, a coding agent harness"},
	{"crush", "You are Crush"},
}

// firstTexts is how many messages are looked at for what tells of the agent and the folder, and maxHead how many bytes
// of each of their texts.
const (
	firstTexts = 8
	maxHead    = 64 << 10
)

// eachFirst hands the first texts of a request to look until that is content.
func eachFirst(b Body, look func(text string) bool) {
	instructions := Instructions(b.Value)
	for part := range InstructionParts(instructions) {
		if look(part.Text.Text(maxHead)) {
			return
		}
	}

	n := 0
	for message := range b.List.Values() {
		for part := range b.Form.Parts(message) {
			if part.Kind == Said && look(part.Text.Text(maxHead)) {
				return
			}
		}

		n++
		if n == firstTexts {
			return
		}
	}
}

// InstructionParts gives the texts of instructions.
func InstructionParts(v jsonskim.Value) func(yield func(Part) bool) {
	return func(yield func(Part) bool) { texts(v, "text", Said, yield) }
}

// AgentOf is the agent that made a request, by the name of the format of its runs: told from what it says to its model,
// and "" where that does not tell.
func AgentOf(b Body) (agent string) {
	eachFirst(b, func(text string) bool {
		for _, m := range marks {
			if strings.Contains(text, m.says) {
				agent = m.agent
				return true
			}
		}

		return false
	})
	return agent
}

// folders are the ways in which agents name the working folder to their models.
var folders = sync.OnceValue(func() []*regexp.Regexp {
	return []*regexp.Regexp{
		regexp.MustCompile(`(?i)(?:directory|working folder):[ \t]*([^\n<"]+)`),
		regexp.MustCompile(`<cwd>([^\n<]+)</cwd>`),
		regexp.MustCompile("(?i)working directory is[ \t]*[`\"']?([^\n<`\"']+)"),
		regexp.MustCompile(`(?:Workspace Path: |Workspace Directories:\*\*\n +- )([^\n<]+)`),
		regexp.MustCompile("(?i)current working directory[^\n/]{0,20}[`\"']((?:/|[A-Za-z]:)[^\n`\"']+)"),
	}
})

// FolderOf is the working folder that a request names to its model; "" where it names none.
func FolderOf(b Body) (dir string) {
	eachFirst(b, func(text string) bool {
		for _, re := range folders() {
			for _, found := range re.FindAllStringSubmatch(text, 8) {
				if name := strings.TrimSpace(found[1]); isAbsolute(name) {
					dir = strings.TrimRight(name, ".")
					return true
				}
			}
		}

		return false
	})
	return dir
}

func isAbsolute(path string) bool {
	return strings.HasPrefix(path, "/") || len(path) > 2 && path[1] == ':' && (path[2] == '\\' || path[2] == '/')
}
