package cmdoutput

import "strings"

// KimiCLI is a command's own output in what Kimi CLI sends of it, after a line that says how it ended.
func KimiCLI(text string) Output {
	head, rest, found := strings.Cut(text, "</system>")
	if !found || !strings.HasPrefix(head, "<system>") {
		return WholeOutput(text)
	}

	rest = strings.TrimPrefix(rest, "\n")
	if strings.Contains(head, "Output is truncated") {
		return Output{Pieces: []string{strings.TrimSuffix(rest, "[...truncated]")}, NoEnd: true}
	}
	return WholeOutput(rest)
}
