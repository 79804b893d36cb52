package formats

import (
	"encoding/json"
	"slices"
	"strings"
	"time"

	"eyeline/reader/internal/jsonskim"
	"eyeline/reader/internal/lazy"
	"eyeline/reader/transcript/record"
)

// clineCalls are the calls of tools on files that are in the text of a message of older versions.
var clineCalls = lazy.Regexp(`(?s)<(?:read_file>\s*<.*?</read_file|write_to_file>\s*<.*?</write_to_file|` +
	`replace_in_file>\s*<.*?</replace_in_file|execute_command>\s*<.*?</execute_command|` +
	`search_files>\s*<.*?</search_files)>`)

// text takes a text of a message: calls, the head of a result "[TOOL for 'X'] Result:", or the result.
func (d *clineChat) text(role, text jsonskim.Value, at time.Time) {
	if role.Is("assistant") {
		d.calls, d.next = map[string]*record.Call{}, nil
		for _, call := range clineCalls().FindAllString(text.Text(record.TextLimit), -1) {
			if tool, _, _ := strings.Cut(call[1:], ">"); d.calls[tool] == nil {
				d.calls[tool] = d.b.CallNamed(jsonskim.Value{}, at, tool, text)
			}
		}
		return
	}
	result := text.Text(4096)
	if head, body, ok := strings.Cut(result, "] Result:"); ok && strings.HasPrefix(head, "[") {
		tool, _, _ := strings.Cut(head[1:], " ")
		d.next, result = d.calls[tool], strings.TrimPrefix(body, "\n")
		if delete(d.calls, tool); result == "" {
			return
		}
	}
	if d.next != nil {
		d.next.Result = d.b.Place(text, record.AsText)
		d.next.Failed = strings.HasPrefix(result, "The tool execution failed") ||
			strings.HasPrefix(result, "The user denied this operation")
		d.next = nil
	}
}

// clineArguments makes JSON of the first call of a tool that is XML in a text.
func clineArguments(tool, text string) []byte {
	calls := clineCalls().FindAllString(text, -1)
	i := slices.IndexFunc(calls, func(call string) bool { return strings.HasPrefix(call, "<"+tool+">") })
	if i < 0 {
		return nil
	}
	call := calls[i]
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
