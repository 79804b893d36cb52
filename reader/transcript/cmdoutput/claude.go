package cmdoutput

import (
	"strings"

	"eyeline/reader/internal/lazy"
	"eyeline/reader/transcript/record"
)

// Claude is a command's own output in what Claude Code sends of it: of a long one its beginning. Where a command left
// the folders in which the agent may work, a line after its output names the folder of the next one.
func Claude(text string) Output {
	text = text[len(claudeExit().FindString(text)):]
	text = record.WithoutFooter(text, "Shell cwd was reset to ", claudeReset())
	if !strings.HasPrefix(text, "<persisted-output>\nOutput too large (") {
		return SplitAt(text, claudeCuts(), " truncated] ...")
	}

	_, preview, found := strings.Cut(text, "\n\nPreview (first ")
	_, preview, _ = strings.Cut(preview, "):\n")
	if !found {
		return Output{}
	}

	preview = strings.TrimSuffix(strings.TrimSuffix(preview, "\n</persisted-output>"), "\n...")
	return Output{Pieces: []string{preview}, NoEnd: true}
}

var (
	claudeExit  = lazy.Regexp(`\A(?:Error: )?Exit code \d+\n`)
	claudeReset = lazy.Regexp(`(?:\A|\n)Shell cwd was reset to [^\n]*\z`)
	claudeCuts  = lazy.Regexp(`\n\n\.\.\. \[\d+ (?:lines|characters) truncated\] \.\.\.\n\n`)
)
