package qwencode

import (
	"fmt"
	"strings"
	"unicode/utf8"

	"eyeline/reader/agentsearch"
	"eyeline/reader/internal/lossy"
	"eyeline/reader/internal/runtime/js"
	"eyeline/reader/internal/textfile"
	"eyeline/reader/tools/agents/geminicli"
)

// maxAnswerLines is the limit of lines of an answer.
const maxAnswerLines = 1000

// saySearch writes an answer; rg: of ripgrep's output, else of that of git or grep.
func saySearch(rg bool) func(*agentsearch.Found) (string, error) {
	return func(f *agentsearch.Found) (string, error) {
		if len(f.Files) == 0 {
			return fmt.Sprintf(`No matches found for pattern "%s" in the workspace directory.`, f.Pattern), nil
		}

		var out strings.Builder
		matches := 0
		for _, file := range f.Files {
			matches += len(file.Lines)
			if rg {
				rgLines(&out, f, file)
				continue
			}

			if geminicli.IsNumber(file.Rel) {
				return "", agentsearch.NewUnsettled("a file whose name is a number stands elsewhere in the answer")
			}

			fmt.Fprintf(&out, "File: %s\n", file.Rel)
			for _, line := range file.Lines {
				fmt.Fprintf(&out, "L%d: %s\n", line.Number, js.Trim(string(lossy.Decode([]byte(line.Text)))))
			}

			out.WriteString("---\n")
		}

		one := "matches"
		if matches == 1 {
			one = "match"
		}

		text := strings.TrimFunc(fmt.Sprintf(`Found %d %s for pattern "%s" in the workspace directory:`+"\n---\n%s",
			matches, one, f.Pattern, out.String()), textfile.IsJSSpace)
		if js.Length(text) > maxSearched || strings.Count(text, "\n") >= maxAnswerLines {
			return "", agentsearch.NewUnsettled(
				"an answer of more than %d characters or %d lines is cut, and names a file by a number of the call",
				maxSearched, maxAnswerLines)
		}

		return text, nil
	}
}

// rgLines writes the lines of a file like ripgrep; those that are not UTF-8 are empty.
func rgLines(out *strings.Builder, f *agentsearch.Found, file *agentsearch.FoundFile) {
	for _, line := range file.Lines {
		text := strings.TrimSuffix(strings.TrimSuffix(line.Text, "\n"), "\r")
		if !utf8.ValidString(text) {
			text = ""
		}
		fmt.Fprintf(out, "%s:%d:%s\n", f.Path(file), line.Number, text)
	}
}
