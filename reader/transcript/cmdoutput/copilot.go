package cmdoutput

import (
	"strings"

	"eyeline/reader/internal/lazy"
	"eyeline/reader/transcript/record"
)

// Copilot is a command's own output in what Copilot CLI sends of it, the beginning alone of a long one.
func Copilot(text string) Output {
	text = record.WithoutFooter(text, "with exit code ", copilotEnd())
	if strings.HasPrefix(text, "Output too large to read at once (") {
		_, preview, found := strings.Cut(text, "\n\nPreview (first ")
		_, preview, _ = strings.Cut(preview, " chars):\n")
		if !found {
			return Output{}
		}

		return Output{Pieces: []string{preview}, NoEnd: true}
	}

	return WholeOutput(text)
}

// copilotEnd is what follows an output: of 1.0.102, and of older versions.
var copilotEnd = lazy.Regexp(`\n?<(?:shellId: \S+ completed|exited) with exit code -?\d+>\s*\z`)
