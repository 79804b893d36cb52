package cmdoutput

import (
	"strings"

	"eyeline/reader/internal/lazy"
)

// Claude is a command's own output in what Claude Code sends of it: of a long one its beginning.
func Claude(text string) Output {
	text = text[len(claudeExit().FindString(text)):]
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
	claudeExit = lazy.Regexp(`\A(?:Error: )?Exit code \d+\n`)
	claudeCuts = lazy.Regexp(`\n\n\.\.\. \[\d+ (?:lines|characters) truncated\] \.\.\.\n\n`)
)
