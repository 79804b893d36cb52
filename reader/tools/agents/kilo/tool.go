// Package kilo, which changes without notice, is the read of the Kilo Code CLI.
package kilo

import (
	"eyeline/reader/tools"
	"eyeline/reader/tools/agents/opencode"
)

// Tool is the read of the Kilo Code CLI, a fork of opencode (CONTRACT-kilo.md). The character set of a file that is not
// UTF-8 is guessed as Kilo guesses it: by chardet 2.1.1, over all bytes, whatever its confidence, once what is read is
// not UTF-8. What iconv-lite does not know (ISO-2022) counts as UTF-8. A notebook is read as UTF-8.
var Tool = tools.Variant(opencode.Tool, func(t *tools.Tool) {
	t.Name, t.Title = "kilo", "Kilo Code CLI's read"
	t.Origin.Agent, t.Origin.Version, t.Origin.Date = "Kilo Code CLI", "7.7.9", "2026-11-21"
	t.Origin.Use, t.Origin.Marks = "", []string{".kilocode"}
	t.Guesses = true
	c := opencode.Version{Kilo: true}
	t.Lines, t.Run = c.Lines(), c.Read
	t.Words, t.Parse = c.Words, c.ParseContent
})
