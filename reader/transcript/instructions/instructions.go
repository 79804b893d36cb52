// Package instructions, which changes without notice, knows by their names the files with instructions that agents take
// by themselves.
package instructions

import (
	"path"
	"slices"
	"strings"
)

// names are the names, in lower case, of files with instructions that agents take by themselves.
var names = []string{
	"agents.md", "agents.override.md", "agent.md", "claude.md", "claude.local.md", "gemini.md", "qwen.md", "context.md",
	"crush.md", "conventions.md", "memory.md", "skill.md", "copilot-instructions.md", ".cursorrules", ".clinerules",
	".windsurfrules", ".goosehints",
}

// IsNamed reports whether a file is named as files with instructions for agents are, or lies in a folder for
// them.
func IsNamed(file string) bool {
	name := strings.ToLower(path.Base(file))
	if slices.Contains(names, name) {
		return true
	}

	for _, part := range strings.Split(strings.ToLower(path.Dir(file)), "/") {
		switch part {
		case ".claude", ".codex", ".gemini", ".qwen", ".cursor", ".clinerules", ".opencode", ".pi", ".grok", ".kimi":
			return true
		}
	}

	return strings.HasSuffix(name, ".mdc") || strings.HasSuffix(name, ".instructions.md")
}
