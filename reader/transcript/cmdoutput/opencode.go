package cmdoutput

import (
	"strings"

	"eyeline/reader/internal/lazy"
)

// OpenCode is a command's own output in what opencode sends of it: of a long one its end, in older versions its
// beginning.
func OpenCode(text string) Output {
	if strings.Contains(text, "_metadata>") { // else the pattern, which is slow, finds nothing
		text = openCodeEnd().ReplaceAllString(text, "")
	}
	if rest, cut := strings.CutPrefix(text, "...output truncated...\n\n"); cut {
		_, rest, _ = strings.Cut(rest, "\n\n")
		return Output{Pieces: []string{rest}, NoStart: true}
	}
	if m := openCodeCut().FindStringIndex(text); m != nil {
		return Output{Pieces: []string{text[:m[0]]}, NoEnd: true}
	}

	return WholeOutput(text)
}

var (
	openCodeEnd = lazy.Regexp(`(?s)\n*<(?:bash|shell)_metadata>.*</(?:bash|shell)_metadata>\s*\z`)
	openCodeCut = lazy.Regexp(`(?s)\n*\.\.\.\d+ (?:lines|bytes) truncated\.\.\.\n\nThe tool call succeeded but .*\z`)
)
