package agents

import (
	"encoding/json"
	"errors"
	"fmt"
	"strings"

	"eyeline/reader/internal/lossy"
	"eyeline/reader/tools"
)

const (
	qwenCellOutput = 10000  // UTF-16 units of one cell's outputs
	qwenCells      = 100000 // UTF-16 units of a notebook
)

// qwenNotebook gives the cells of a Jupyter notebook. The file is at most 9.9 MiB.
func qwenNotebook(o *tools.File, file string, r *tools.Result, words tools.Wording) (*tools.Result, error) {
	raw, err := tools.Head(o, o.Size())
	if err != nil {
		return nil, err
	}
	text := strings.TrimPrefix(string(lossy.Decode(raw)), "\uFEFF")
	failed := func(message string) error {
		return tools.Refuse("Error parsing notebook " + file + ": " + message)
	}
	v, ok := jsParse([]byte(text))
	cells := v.get("cells")
	switch {
	case !ok:
		return nil, failed(jsonFault(text))
	case v.kind != jsObject && v.kind != jsArray:
		return nil, failed("Invalid notebook: expected a JSON object")
	case cells.kind != jsArray:
		return nil, failed("Invalid notebook: missing cells array")
	}
	for i, cell := range cells.items {
		if cell.kind != jsObject {
			return nil, failed(fmt.Sprintf("Invalid notebook: cell at index %d is not an object", i))
		}
	}
	return r.Text(o, words, qwenCellsOf(v, cells.items)), nil
}

// qwenCellsOf is a notebook as the model gets it.
func qwenCellsOf(v jsValue, cells []jsValue) string {
	if len(cells) == 0 {
		return "(empty notebook)"
	}
	language := "python"
	for _, name := range []jsValue{v.get("metadata").get("kernelspec").get("language"), v.get("metadata").get("language_info").get("name")} {
		if name.kind == jsString {
			language = name.text
		}
	}
	header := fmt.Sprintf("Jupyter Notebook (%s, %d cells)", language, len(cells))
	length := jsLength(header)
	var texts []string
	for i, cell := range cells {
		text := qwenCell(cell, i, language)
		if length += jsLength(text) + 2; length > qwenCells {
			texts = append(texts, fmt.Sprintf("... [%d remaining cells truncated, total %d cells. Use shell to inspect: cat <path> | jq '.cells[%d:]']", len(cells)-i, len(cells), i))
			break
		}
		texts = append(texts, text)
	}
	return header + "\n\n" + strings.Join(texts, "\n\n")
}

// qwenCell is one cell.
func qwenCell(cell jsValue, i int, language string) string {
	id := cell.get("id").text
	if id == "" {
		id = fmt.Sprintf("cell-%d", i)
	}
	source := qwenJoined(cell.get("source"))
	switch cell.get("cell_type").text {
	case "code":
	case "markdown":
		return "--- Markdown Cell " + id + " ---\n" + source
	case "raw":
		return "--- Raw Cell " + id + " ---\n" + source
	default:
		return "--- Cell " + id + " ---\n" + source
	}
	label := ""
	if n := cell.get("execution_count"); n.kind == jsNum || n.kind == jsString {
		label = " [" + strings.Trim(n.String(), `"`) + "]"
	}
	text := "--- Code Cell " + id + label + " ---\n```" + language + "\n" + source + "\n```"
	var outputs []string
	for _, output := range cell.get("outputs").items {
		if t := qwenOutput(output); t != "" {
			outputs = append(outputs, t)
		}
	}
	if len(outputs) == 0 {
		return text
	}
	all := strings.Join(outputs, "\n")
	if n := jsLength(all); n > qwenCellOutput {
		all = jsPrefix(all, qwenCellOutput) + fmt.Sprintf("\n... [output truncated, total %d chars. Use shell: cat <notebook_path> | jq '.cells[%d].outputs']", n, i)
	}
	return text + "\nOutput:\n" + all
}

// qwenJoined is a text, or an array of texts as one.
func qwenJoined(v jsValue) string {
	text := v.text
	for _, item := range v.items {
		text += item.text
	}
	return text
}

// qwenOutput is one output of a cell.
func qwenOutput(output jsValue) string {
	switch output.get("output_type").text {
	case "stream":
		return stripANSI(qwenJoined(output.get("text")))
	case "execute_result", "display_data":
		data := output.get("data")
		if plain := data.get("text/plain"); plain.kind == jsString || plain.kind == jsArray {
			return stripANSI(qwenJoined(plain))
		}
		var types []string
		for _, name := range data.keys {
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
			if t := output.get(name).text; t != "" {
				parts = append(parts, t)
			}
		}
		if trace := output.get("traceback"); len(trace.items) > 0 {
			var lines []string
			for _, l := range trace.items {
				lines = append(lines, l.text)
			}
			parts = append(parts, strings.Join(lines, "\n"))
		}
		return stripANSI(strings.Join(parts, ": "))
	}
	return ""
}

// stripANSI takes escape sequences of terminals out of a text.
func stripANSI(s string) string {
	i := strings.IndexByte(s, 0x1B)
	if i < 0 {
		return s
	}
	var out strings.Builder
	for ; i >= 0; i = strings.IndexByte(s, 0x1B) {
		out.WriteString(s[:i])
		n := escapeLength(s[i:])
		if n == 0 { // no sequence: the character stays
			out.WriteByte(0x1B)
			n = 1
		}
		s = s[i+n:]
	}
	out.WriteString(s)
	return out.String()
}

// escapeLength is the length of the escape sequence at the front of s, 0 for none.
func escapeLength(s string) int {
	if len(s) < 2 {
		return 0
	}
	until := func(from int, bell bool) int {
		for i := from; i < len(s); i++ {
			switch {
			case s[i] == 7 && bell:
				return i + 1
			case s[i] == 0x1B:
				if i+1 < len(s) && s[i+1] == '\\' {
					return i + 2
				}
				return 0
			}
		}
		return 0
	}
	switch c := s[1]; {
	case c == '[':
		i := 2
		for i < len(s) && s[i] >= 0x30 && s[i] <= 0x3F {
			i++
		}
		for i < len(s) && s[i] >= 0x20 && s[i] <= 0x2F {
			i++
		}
		if i < len(s) && s[i] >= 0x40 && s[i] <= 0x7E {
			return i + 1
		}
	case c == ']':
		if n := until(2, true); n > 0 {
			return n
		}
		return 2
	case c == 'P' || c == '_' || c == '^' || c == 'X':
		if n := until(2, false); n > 0 {
			return n
		}
		return 2
	case c >= '@' && c <= '_':
		return 2
	}
	return 0
}

// jsonFault is what V8 says of a text that is not JSON, where it says which character it did not expect; the words for the
// other faults are not imitated one by one.
func jsonFault(text string) string {
	trimmed := strings.TrimLeft(text, " \t\r\n")
	if trimmed == "" {
		return "Unexpected end of JSON input"
	}
	return v8Token(text, len(text)-len(trimmed)+jsonPrefix(trimmed))
}

// jsonPrefix is the length of what may begin a JSON text, in bytes.
func jsonPrefix(text string) int {
	var v any
	var syntax *json.SyntaxError
	if err := json.Unmarshal([]byte(text), &v); errors.As(err, &syntax) {
		if strings.Contains(err.Error(), "unexpected end") {
			return len(text)
		}
		return max(int(syntax.Offset)-1, 0)
	}
	return 0
}
