package cmdoutput

import (
	"strings"

	"eyeline/reader/internal/lazy"
)

// Gemini is a command's own output in what Gemini CLI and Qwen Code send of it: without the blanks at its ends,
// after lines that say what was run, and before lines on how it ended.
func Gemini(text string) Output {
	text, _ = strings.CutPrefix(text, "<untrusted_context>\n")
	text, _ = strings.CutSuffix(text, "\n</untrusted_context>")
	for _, before := range []string{"<untrusted_context>\n", "Truncated part of the output:\n"} {
		if head, rest, cut := strings.Cut(text, before); cut && geminiCut().MatchString(head) {
			text = rest
		}
	}

	if head, rest, found := strings.Cut(text, "Output: "); found && (head == "" || geminiHead().MatchString(head)) {
		text = rest
	}

	for {
		i := strings.LastIndexByte(text, '\n')
		if i < 0 || !geminiFoot().MatchString(text[i+1:]) {
			break
		}
		text = text[:i]
	}

	if text == "(empty)" {
		text = ""
	}

	return SplitAt(text, geminiCuts(), " characters omitted] ...", "[CONTENT TRUNCATED]")
}

var (
	geminiCut  = lazy.Regexp(`\A(?:Output too large\. Showing first|Tool output was too large)`)
	geminiHead = lazy.Regexp(`(?s)\ACommand: .*\nDirectory: [^\n]*\n\z`)
	geminiFoot = lazy.Regexp(`\A(?:Error|Exit Code|Signal|Background PIDs|Process Group PGID): `)
	// geminiCuts are the marks where something is left out.
	geminiCuts = lazy.Regexp(`\n\n\.\.\. \[[\d,]+ characters omitted\] \.\.\.\n\n|` +
		`\.\.\.\n\n---\n\.\.\. \[CONTENT TRUNCATED\] \.\.\.\n---\n\n\.\.\.`)
)
