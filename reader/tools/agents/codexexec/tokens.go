package codexexec

import "eyeline/reader/tools"

// tokenRule is Codex's estimate, "Original token count" in its answers (contract codex, Truncation).
var tokenRule = &tools.TokenRule{Name: "bytes / 4, rounded up", Count: tokenCount}

// bytesPerToken is how many bytes Codex takes for a token, in its estimate and in its limits.
const bytesPerToken = 4

// tokenCount is Codex's estimate of the tokens of size bytes.
func tokenCount(size int64) int64 { return (size + bytesPerToken - 1) / bytesPerToken }
