package rootext

import (
	"encoding/json"
	"strings"

	"eyeline/reader/internal/lazy"
	"eyeline/reader/transcript/clinetext"
	"eyeline/reader/transcript/patch"
)

// opens finds the beginning of a call in XML.
var opens = lazy.Regexp(`<(read_file|write_to_file|apply_diff|insert_content|search_and_replace|search_files|` +
	`list_files|list_code_definition_names|codebase_search|execute_command|use_mcp_tool|access_mcp_resource|` +
	`browser_action|ask_followup_question|attempt_completion|switch_mode|new_task|fetch_instructions|` +
	`update_todo_list|run_slash_command|generate_image)>\s*<`)

// callIn is the first call in XML in the text of a message: versions that had such calls made one of each message. tool
// is "" without one.
func callIn(text string) (tool, call string) {
	for _, m := range opens().FindAllStringSubmatchIndex(text, -1) {
		tool := text[m[2]:m[3]]
		if inner, _, closed := strings.Cut(text[m[3]+1:], "</"+tool+">"); closed {
			return tool, inner
		}
	}
	return "", ""
}

// Arguments makes JSON of the arguments of the call that is XML in a text; nil where it is a call of another tool.
func Arguments(tool, text string) []byte {
	found, call := callIn(text)
	if found != tool || tool == "" {
		return nil
	}

	args := map[string]any{}
	for _, name := range []string{
		"path", "content", "command", "cwd", "regex", "query", "line", "search", "replace", "use_regex", "ignore_case",
		"start_line", "end_line",
	} {
		value := valueIn(call, name)
		if name != "content" && name != "search" && name != "replace" {
			value = strings.TrimSpace(value)
		}
		if value != "" {
			args[name] = value
		}
	}

	switch tool {
	case "apply_diff":
		delete(args, "content")
		delete(args, "start_line")
		changed(args, call)
	case "search_and_replace":
		args["replace_all"] = true
		if operations := valueIn(call, "operations"); json.Valid([]byte(operations)) {
			args["operations"] = json.RawMessage(operations)
		}
	case "insert_content":
		if args["line"] == nil {
			delete(args, "content") // where it is put is not known
		}
	case "write_to_file":
		if args["content"] == nil {
			args["content"] = ""
		}
	}

	p, _ := json.Marshal(args) // texts always can
	return p
}

// valueIn is the value of an argument, without the line feeds around it. One of a file's content ends with the last
// mark of its end.
func valueIn(call, name string) string {
	before := "<" + name + ">"
	after := "</" + name + ">"
	_, value, _ := strings.Cut(call, before)
	end := strings.Index(value, after)

	if name == "content" {
		end = strings.LastIndex(value, after)
	}
	if end < 0 {
		return ""
	}

	return strings.TrimSuffix(strings.TrimPrefix(value[:end], "\n"), "\n")
}

// changed adds the changes of a call of apply_diff: of one file, or of several as one patch.
func changed(args map[string]any, call string) {
	files := strings.Split(call, "<file>")[1:]
	if len(files) < 2 {
		args["edits"] = patch.SearchReplace(clinetext.Between(call, "<diff>", "</diff>"))
		return
	}

	var all strings.Builder
	all.WriteString("*** Begin Patch\n")
	for _, file := range files {
		all.WriteString("*** Update File: " + strings.TrimSpace(clinetext.Between(file, "<path>", "</path>")) + "\n")
		for _, one := range patch.SearchReplace(file) {
			all.WriteString("@@\n-" + strings.ReplaceAll(one.Old, "\n", "\n-") + "\n")
			all.WriteString("+" + strings.ReplaceAll(one.New, "\n", "\n+") + "\n")
		}
	}

	all.WriteString("*** End Patch\n")
	delete(args, "path")
	args["patch"] = all.String()
}
