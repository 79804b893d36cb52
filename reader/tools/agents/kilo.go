package agents

import "eyeline/reader/tools"

// kilo is the read of the Kilo Code CLI, a fork of opencode (CONTRACT-kilo.md). Bytes that are not UTF-8 are shown as
// U+FFFD: which legacy character set Kilo would guess for them is not imitated.
var kilo = tools.Variant(opencode, func(t *tools.Tool) {
	t.Name, t.Title = "kilo", "Kilo Code CLI's read"
	t.Since.Agent, t.Since.Version = "Kilo Code CLI", "7.7.9"
	t.Caps.Also = "legacy character sets, which Kilo guesses, are not decoded"
	c := openCode{kilo: true}
	t.Lines, t.Run, t.Words, t.Parse = c.lines(), c.read, c.words, c.parseContent
})
