package cmdoutput

import (
	"slices"
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

// codexRefusals begin the results of calls that Codex did not carry out: of a patch that does not fit the files, cannot
// be read, or was forbidden by a rule or a person; and of a command that was forbidden.
var codexRefusals = []string{
	"apply_patch verification failed", "apply_patch handler received ", "patch rejected", "exec command rejected",
}

// CodexRefuses reports whether a result of Codex, a text or blocks, says that its call was not carried out. There is no
// other record of that.
func CodexRefuses(result jsonskim.Value) bool {
	const headSize = 40 // bytes
	var head record.LimitedBuffer
	head.Limit = headSize
	if result.Kind == jsonskim.String {
		_, _ = head.Write([]byte(result.Text(headSize)))
	} else {
		_ = record.WriteBlocks(result, &head) // it ends where the buffer is full
	}

	text := string(head.Bytes())
	return slices.ContainsFunc(codexRefusals, func(begin string) bool { return strings.HasPrefix(text, begin) })
}

// CodexFails reports whether the head of a result of Codex says that the command failed.
func CodexFails(text string) bool {
	head, _, _ := strings.Cut(text, "\nOutput:")
	_, code, said := strings.Cut(head, "Process exited with code ")
	code, _, _ = strings.Cut(code, "\n")
	return said && code != "0" || strings.HasPrefix(head, "Script failed")
}
