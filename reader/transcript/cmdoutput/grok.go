package cmdoutput

import (
	"strings"

	"eyeline/reader/internal/lazy"
)

// Grok is a command's own output in what Grok Build sends of it, after its exit status.
func Grok(text string) Output {
	head, rest, found := strings.Cut(text, "\n")
	if !found || !grokHead().MatchString(head) {
		return WholeOutput(text)
	}
	return SplitAt(rest, grokCuts(), "(output truncated)")
}

var (
	grokHead = lazy.Regexp(`\Aexit: -?\d+(?: \[truncated: .*\])?\z`)
	grokCuts = lazy.Regexp(`\n\n\.\.\. \(output truncated\) \.\.\.\n\n`)
)
