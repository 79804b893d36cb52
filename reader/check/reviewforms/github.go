package reviewforms

import (
	"bufio"
	"fmt"
	"io"
	"strings"

	"eyeline/reader/check"
)

var (
	githubData     = strings.NewReplacer("%", "%25", "\r", "%0D", "\n", "%0A")
	githubProperty = strings.NewReplacer("%", "%25", "\r", "%0D", "\n", "%0A", ":", "%3A", ",", "%2C")
)

// commands are the workflow commands of the levels.
var commands = map[string]string{check.LevelError: "error", check.LevelWarning: "warning", check.LevelNote: "notice"}

// maxAnnotations is how many annotations of one level GitHub shows of a step.
const maxAnnotations = 10

// maxAnnotation is how long the text of an annotation is, in characters.
const maxAnnotation = 300

// annotation is a text, or the beginning of a text that is too long for an annotation.
func annotation(text string) string {
	if characters := []rune(text); len(characters) > maxAnnotation {
		return string(characters[:maxAnnotation-1]) + "…"
	}
	return text
}

// WriteGitHub writes a result as workflow commands of GitHub Actions, which show findings beside the lines: of each
// level as many as GitHub shows.
func WriteGitHub(w io.Writer, r *check.Result) error {
	b := bufio.NewWriterSize(w, 64<<10)
	said := map[string]int{}
	left := r.More
	for _, f := range r.Findings {
		said[f.Level]++
		if said[f.Level] > maxAnnotations {
			left++
			continue
		}

		fmt.Fprintf(b, "::%s file=%s", commands[f.Level], check.Clean(githubProperty.Replace(f.Path)))
		if f.Line > 0 {
			fmt.Fprintf(b, ",line=%d", f.Line)
		}
		if f.Column > 0 {
			fmt.Fprintf(b, ",col=%d", f.Column)
		}

		text := githubData.Replace(annotation(check.Clean(f.Brief())))
		fmt.Fprintf(b, ",title=eyeline %s::%s\n", f.Rule, text)
	}

	if left > 0 {
		fmt.Fprintf(b, "::notice title=eyeline::%s, none of them graver\n", moreFindings(left))
	}
	if r.Interrupted {
		fmt.Fprintln(b, "::warning title=eyeline::the check was interrupted")
	}

	return b.Flush()
}
