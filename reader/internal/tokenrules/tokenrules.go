// Package tokenrules has all rules of how the tokens of answers are counted.
package tokenrules

import (
	"eyeline/reader/tools"
)

// Claude is what is known of the tokens of Claude's models. Their vocabulary is not public: only Anthropic's service
// counts in it. Anthropic says that OpenAI's vocabularies count about 15 to 20 % too few for typical text, and far
// fewer than that for code (https://github.com/anthropics/skills, skills/claude-api/shared/token-counting.md, of
// 2026-06-07), and that models since Claude Opus 4.7 make about 30 % more tokens of the same text than those before
// (https://platform.claude.com/docs/en/build-with-claude/token-counting). So the range is from 1.15 times, for older
// models, to 1.3 / 0.8 = 1.625 times.
var Claude = &tools.TokenRule{
	Model: "Claude", Low: 1.15, High: 1.625,
	Source: "https://platform.claude.com/docs/en/build-with-claude/token-counting",
}

// Codex is Codex's estimate, "Original token count" in its answers (contract codex, Truncation).
var Codex = &tools.TokenRule{Name: "bytes / 4, rounded up", Count: CodexTokens}

// CodexBytes is how many bytes Codex takes for a token, in its estimate and in its limits.
const CodexBytes = 4

// CodexTokens is Codex's estimate of the tokens of size bytes.
func CodexTokens(size int64) int64 { return (size + CodexBytes - 1) / CodexBytes }

// Grok is Grok Build's estimate of its output (contract grok_build, step 8).
var Grok = &tools.TokenRule{Name: "bytes / 4, rounded down", Count: func(bytes int64) int64 { return bytes / 4 }}
