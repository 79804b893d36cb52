package launch

import (
	"encoding/json"
	"io"
	"strings"

	"eyeline/tui/cells"
)

// printTable prints rows in columns. What is in them may come from anyone's files: control characters become marks.
func printTable(w io.Writer, rows [][]string) error {
	var widths []int
	for _, r := range rows {
		for i, text := range r {
			r[i] = cells.Sanitize(strings.ReplaceAll(text, "\n", "␊"))
			if i == len(widths) {
				widths = append(widths, 0)
			}
			widths[i] = max(widths[i], cells.Width(r[i]))
		}
	}
	var b strings.Builder
	for _, r := range rows {
		var line strings.Builder
		for i, text := range r {
			if i > 0 {
				line.WriteString("  ")
			}
			line.WriteString(cells.Pad(text, widths[i]))
		}
		b.WriteString(strings.TrimRight(line.String(), " ") + "\n")
	}
	_, err := io.WriteString(w, b.String())
	return err
}

// printLine prints a value as one line of JSON.
func printLine(w io.Writer, v any) error {
	enc := json.NewEncoder(w)
	enc.SetEscapeHTML(false)
	return enc.Encode(v)
}
