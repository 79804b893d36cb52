package cmdoutput

import (
	"eyeline/reader/internal/lazy"
	"eyeline/reader/transcript/record"
)

// Crush is a command's own output: what follows it says in which folder the shell is then.
func Crush(text string) Output {
	text = record.WithoutFooter(text, "<cwd>", crushEnd())
	if text == "no output" {
		text = ""
	}
	return SplitAt(text, claudeCuts(), " truncated] ...")
}

var crushEnd = lazy.Regexp(`(?:\n\n|\A)<cwd>[^\n]*</cwd>\s*\z`)
