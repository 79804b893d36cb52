package cmdoutput

import (
	"strings"

	"eyeline/reader/internal/jsonskim"
	"eyeline/reader/internal/lazy"
	"eyeline/reader/transcript/record"
)

// Codex is a command's own output in what Codex sends of it: of a long one its start and its end.
func Codex(text string) Output {
	if strings.HasPrefix(text, `{"output":`) { // up to 2025
		if v := jsonskim.Parse([]byte(text)); v.Kind == jsonskim.Object {
			text = v.Get("output").Text(record.TextLimit)
		}
	}

	for _, head := range []string{"\nOutput:\n", "\nOutput:"} {
		if i := strings.Index(text, head); i >= 0 && i < 400 {
			text = text[i+len(head):]
			break
		}
	}

	return SplitAt(text[len(codexWarning().FindString(text)):], codexCuts(), " truncated…", "[... omitted ")
}

var (
	codexWarning = lazy.Regexp(`\A(?:Warning: truncated output \([^\n]*\)\n)?(?:Total output lines: \d+\n\n?)?`)
	codexCuts    = lazy.Regexp(`…\d+ (?:tokens|chars) truncated…|\n?\[\.\.\. omitted \d+ of \d+ lines \.\.\.\]\n+`)
)
