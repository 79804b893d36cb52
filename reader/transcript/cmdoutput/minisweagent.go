package cmdoutput

import (
	"strings"

	"eyeline/reader/internal/jsonskim"
	"eyeline/reader/transcript/clinetext"
	"eyeline/reader/transcript/record"
)

// MiniSWEAgent is a command's own output: in elements, or in an object. A long one has a head and a tail.
func MiniSWEAgent(text string) Output {
	if v := jsonskim.Parse([]byte(text)); v.Kind == jsonskim.Object {
		if out := v.Get("output"); out.Kind == jsonskim.String {
			return WholeOutput(out.Text(record.TextLimit))
		}
		head := v.Get("output_head").Text(record.TextLimit)
		tail := v.Get("output_tail").Text(record.TextLimit)
		return Output{Pieces: []string{head, tail}}
	}

	head := clinetext.Between(text, "<output_head>\n", "\n</output_head>")
	tail := clinetext.Between(text, "<output_tail>\n", "\n</output_tail>")
	if head != "" && tail != "" {
		return Output{Pieces: []string{head, tail}}
	}

	_, rest, found := strings.Cut(text, "<output>\n")
	if i := strings.LastIndex(rest, "</output>"); found && i >= 0 {
		return WholeOutput(rest[:i])
	}

	return Output{}
}
