// Package kilo is the read of the Kilo Code CLI.
package kilo

import (
	"eyeline/reader/tools"
	"eyeline/reader/tools/agents/opencode"
)

// Tool is the read of the Kilo Code CLI, a fork of opencode (CONTRACT-kilo.md). Bytes that are not UTF-8 are shown as
// U+FFFD: which legacy character set Kilo would guess for them is not imitated.
var Tool = tools.Variant(opencode.Tool, func(t *tools.Tool) {
	t.Name, t.Title = "kilo", "Kilo Code CLI's read"
	t.Since.Agent, t.Since.Version = "Kilo Code CLI", "7.7.9"
	t.Since.Use, t.Since.Marks = "", []string{".kilocode"}
	t.Caps.Also = "legacy character sets, which Kilo guesses, are not decoded"
	t.Guesses = true
	c := opencode.Version{Kilo: true}
	t.Lines, t.Run, t.Words, t.Parse = c.Lines(), c.Read, c.Words, c.ParseContent
})
