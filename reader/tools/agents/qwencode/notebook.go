package qwencode

import (
	"cmp"
	"fmt"
	"strings"

	"eyeline/reader/internal/lazy"
	"eyeline/reader/internal/lossy"
	"eyeline/reader/internal/runtime/js"
	"eyeline/reader/lists"
	"eyeline/reader/tools"
)

const (
	maxOutput = 10000  // limit of one cell's outputs in UTF-16 units
	maxCells  = 100000 // limit of a notebook in UTF-16 units
)

// readNotebook returns the cells of a Jupyter notebook of at most 9.9 MiB.
func readNotebook(o *tools.File, file string) (*tools.Result, error) {
	raw := o.Head(o.Size())
	text := strings.TrimPrefix(string(lossy.Decode(raw)), "\uFEFF")
	failed := func(message string) error {
		return tools.Refuse("Error parsing notebook " + file + ": " + message)
	}

	v, ok := js.Parse([]byte(text))
	cells := v.Get("cells")
	switch {
	case !ok:
		return nil, failed(js.V8Error(text))
	case v.Kind != js.Object && v.Kind != js.Array:
		return nil, failed("Invalid notebook: expected a JSON object")
	case cells.Kind != js.Array:
		return nil, failed("Invalid notebook: missing cells array")
	}

	for i, cell := range cells.Items {
		if cell.Kind != js.Object {
			return nil, failed(fmt.Sprintf("Invalid notebook: cell at index %d is not an object", i))
		}
	}

	return tools.Notice(o, cellsText(v, cells.Items)), nil
}

// cellsText returns a notebook as the model gets it.
func cellsText(v js.Value, cells []js.Value) string {
	if len(cells) == 0 {
		return "(empty notebook)"
	}

	language := "python"
	for _, name := range []js.Value{
		v.Get("metadata").Get("kernelspec").Get("language"), v.Get("metadata").Get("language_info").Get("name"),
	} {
		if name.Kind == js.String {
			language = name.Text
		}
	}

	header := fmt.Sprintf("Jupyter Notebook (%s, %d cells)", language, len(cells))
	length := js.Length(header)
	var texts []string
	for i, cell := range cells {
		text := cellText(cell, i, language)
		length += js.Length(text) + 2
		if length > maxCells {
			texts = append(texts, fmt.Sprintf("... [%d remaining cells truncated, total %d cells. Use shell to "+
				"inspect: cat <path> | jq '.cells[%d:]']", len(cells)-i, len(cells), i))
			break
		}

		texts = append(texts, text)
	}

	return header + "\n\n" + strings.Join(texts, "\n\n")
}

// cellText returns one cell.
func cellText(cell js.Value, i int, language string) string {
	id := cmp.Or(cell.Get("id").Text, fmt.Sprintf("cell-%d", i))
	source := joinedText(cell.Get("source"), "")
	switch cell.Get("cell_type").Text {
	case "code": // with its outputs, below
	case "markdown":
		return "--- Markdown Cell " + id + " ---\n" + source
	case "raw":
		return "--- Raw Cell " + id + " ---\n" + source
	default:
		return "--- Cell " + id + " ---\n" + source
	}

	label := ""
	if n := cell.Get("execution_count"); n.Kind == js.Number || n.Kind == js.String {
		label = " [" + strings.Trim(n.String(), `"`) + "]"
	}

	text := "--- Code Cell " + id + label + " ---\n```" + language + "\n" + source + "\n```"
	var outputs []string
	for _, output := range cell.Get("outputs").Items {
		if t := outputText(output); t != "" {
			outputs = append(outputs, t)
		}
	}

	if len(outputs) == 0 {
		return text
	}

	all := strings.Join(outputs, "\n")
	if n := js.Length(all); n > maxOutput {
		all = js.Prefix(all, maxOutput) + fmt.Sprintf(
			"\n... [output truncated, total %d chars. Use shell: cat <notebook_path> | jq '.cells[%d].outputs']", n, i,
		)
	}

	return text + "\nOutput:\n" + all
}

// joinedText returns a string, or an array of strings joined by another one.
func joinedText(v js.Value, by string) string {
	texts := lists.Map(v.Items, func(item js.Value) string { return item.Text })
	return v.Text + strings.Join(texts, by)
}

// outputText returns one output of a cell.
func outputText(output js.Value) string {
	switch output.Get("output_type").Text {
	case "stream":
		return stripANSI(joinedText(output.Get("text"), ""))
	case "execute_result", "display_data":
		data := output.Get("data")
		if plain := data.Get("text/plain"); plain.Kind == js.String || plain.Kind == js.Array {
			return stripANSI(joinedText(plain, ""))
		}

		var types []string
		for _, name := range data.Keys {
			if strings.Count(name, "/") == 1 && !strings.ContainsAny(name, " \n\"<>") {
				types = append(types, name)
			}
		}

		if len(types) > 0 {
			return "[non-text output: " + strings.Join(types, ", ") + "]"
		}
	case "error":
		var parts []string
		for _, name := range []string{"ename", "evalue"} {
			if t := output.Get(name).Text; t != "" {
				parts = append(parts, t)
			}
		}

		if trace := output.Get("traceback"); len(trace.Items) > 0 {
			parts = append(parts, joinedText(trace, "\n"))
		}

		return stripANSI(strings.Join(parts, ": "))
	}

	return ""
}

// escapeSequence matches an escape sequence of a terminal: a control sequence, a string with its terminator, or two
// characters.
var escapeSequence = lazy.Regexp(
	`\x1b(?:\[[0-?]*[ -/]*[@-~]|\][^\x07\x1b]*(?:\x07|\x1b\\)|[PX^_][^\x1b]*\x1b\\|[@-Z\\\]^_])`,
)

// stripANSI removes escape sequences of terminals.
func stripANSI(s string) string { return escapeSequence().ReplaceAllString(s, "") }
