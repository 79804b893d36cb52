package grokbuild

import "eyeline/reader/tools"

// tokenRule is Grok Build's estimate of its output (contract grok_build, step 8).
var tokenRule = &tools.TokenRule{Name: "bytes / 4, rounded down", Count: func(bytes int64) int64 { return bytes / 4 }}
