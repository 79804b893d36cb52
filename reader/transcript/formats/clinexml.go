package formats

import (
	"encoding/json"
	"strings"
	"time"

	"eyeline/reader/internal/jsonskim"
	"eyeline/reader/transcript/record"
)

// clineTools are the tools on files that older versions call in the text of a message: <read_file><path>…</read_file>.
var clineTools = []string{"read_file", "write_to_file", "replace_in_file", "execute_command", "search_files"}

// text takes a text of a message: a call, the head of its result "[TOOL for 'X'] Result:", or the result.
func (d *clineChat) text(role, text jsonskim.Value, at time.Time) {
	if role.Is("assistant") {
		d.last, d.next = nil, false
		whole := text.Text(record.TextLimit)
		for _, tool := range clineTools {
			if strings.Contains(whole, "<"+tool+">") {
				d.last = d.b.CallNamed(jsonskim.Value{}, at, tool, text)
			}
		}
		return
	}
	if d.last == nil {
		return
	}
	head, rest, _ := strings.Cut(text.Text(4096), "\n")
	switch {
	case strings.HasPrefix(head, "["+d.last.Tool) && strings.HasSuffix(head, "Result:"):
		if d.next = rest == ""; d.next {
			return
		}
	case !d.next:
		return
	}
	d.last.Result = d.b.Place(text, record.AsText)
	d.last.Failed = strings.Contains(text.Text(4096), "<error>") || strings.Contains(head, "The tool execution failed")
	d.last, d.next = nil, false
}

// clineArguments makes JSON of a call that is XML in a text.
func clineArguments(tool, text string) []byte {
	call := between(text, "<"+tool+">", "</"+tool+">")
	args := map[string]any{}
	for _, name := range []string{"path", "content", "command", "regex", "start_line"} {
		if value := between(call, "<"+name+">", "</"+name+">"); value != "" {
			args[name] = strings.TrimPrefix(value, "\n")
		}
	}
	var edits []map[string]string
	for _, block := range strings.Split(between(call, "<diff>", "</diff>"), " SEARCH\n")[1:] {
		old, put, _ := strings.Cut(block, "=======\n")
		put, _, _ = strings.Cut(put, "+++++++ REPLACE")
		put, _, _ = strings.Cut(put, ">>>>>>> REPLACE")
		edits = append(edits, map[string]string{
			"old_string": strings.TrimSuffix(old, "\n"), "new_string": strings.TrimSuffix(put, "\n"),
		})
	}
	if edits != nil {
		args["edits"] = edits
	}
	p, _ := json.Marshal(args) // texts always can
	return p
}

// between is what is between two texts, the first of which is there first; "" where one is not.
func between(text, before, after string) string {
	_, rest, _ := strings.Cut(text, before)
	inner, _, found := strings.Cut(rest, after)
	if !found {
		return ""
	}
	return inner
}
