package cmdoutput

import (
	"eyeline/reader/internal/lazy"
	"eyeline/reader/transcript/record"
)

// Crush is a command's own output: what follows it says how the command ended, and in which folder the shell is then.
func Crush(text string) Output {
	text = record.WithoutFooter(text, "<cwd>", crushEnd())
	text = record.WithoutFooter(text, "Exit code ", crushExit())
	if text == "no output" {
		text = ""
	}
	return SplitAt(text, claudeCuts(), " truncated] ...")
}

var (
	crushEnd  = lazy.Regexp(`(?:\n\n|\A)<cwd>[^\n]*</cwd>\s*\z`)
	crushExit = lazy.Regexp(`(?:\A|\n)(?:exit status \d+\n)?Exit code \d+\z`)
)
