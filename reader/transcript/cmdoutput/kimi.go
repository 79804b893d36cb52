package cmdoutput

import (
	"strings"

	"eyeline/reader/internal/lazy"
	"eyeline/reader/transcript/record"
)

// Kimi is a command's own output in what Kimi Code sends of it: of a long one the pieces that are previewed.
func Kimi(text string) Output {
	text = strings.TrimPrefix(text, "<system>ERROR: Tool execution failed.</system>\n")
	text = record.WithoutFooter(text, "with exit code: ", kimiEnd())
	if text == "<system>Tool output is empty.</system>" {
		return WholeOutput("")
	}
	if !strings.HasPrefix(text, "Tool output exceeded ") {
		return WholeOutput(text)
	}

	marks := kimiPreview().FindAllStringIndex(text, -1)
	o := Output{NoEnd: true}
	for i, m := range marks {
		end := len(text)
		if i+1 < len(marks) {
			end = marks[i+1][0]
		}

		piece, _, _ := strings.Cut(text[m[1]:end], "\n\ntask_id: ")
		o.Pieces = append(o.Pieces, piece)
		o.NoStart = o.NoStart || i == 0 && !strings.Contains(text[m[0]:m[1]], "[0, ")
	}

	return o
}

var (
	kimiEnd     = lazy.Regexp(`\n?Command failed with exit code: \d+\.?\s*\z`)
	kimiPreview = lazy.Regexp(`(?:\n\n)?\[preview: chars \[\d+, \d+\)\]\n`)
)
