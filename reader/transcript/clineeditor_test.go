package transcript_test

import (
	"fmt"
	"path/filepath"
	"strings"
	"testing"

	"eyeline/reader/transcript/coverage"
	"eyeline/reader/transcript/transcripttest"
)

// TestClineInEditors: what Cline's versions in editors wrote of reads, refusals, changes and commands, as blocks of text
// and as results of native calls, in one block and in two.
func TestClineInEditors(t *testing.T) {
	t.Parallel()
	const plain, saved = "one\ntwo\n}\n\nfive", "The content was successfully saved to a."
	const numbered = "1 | one\n2 | two\n3 | }\n4 | \n5 | five\n\n(File has 5 lines total.)"
	const denied = "The user denied this operation and provided the following feedback:\n<feedback>\nno\n</feedback>"
	const failed = "The tool execution failed with the following error:\n<error>\nx\n</error>"
	const cut = "one\ntw\n\n---\n\n[FILE TRUNCATED: This content is 1.0 MB but only the first 400 KB is shown (1 B truncated).]"
	const reverted = failed + "\n\nThe file was reverted to its original state:\n\n<file_content path=\"a\">\n" + plain +
		"\n</file_content>\n\nNow"
	const final = saved + "\n\nHere is all:\n\n<final_file_content path=\"a\">\n" + plain + "\n\n</final_file_content>\n\nIt"
	const running = "Command is still running in the user's terminal.\nHere's the output so far:\n" + plain +
		"\n\nYou will be updated on the terminal status and new output in the future."
	const removed = "[[NOTE] This file read has been removed to save space in the context window.]"
	dir := t.TempDir()
	transcripttest.Write(t, filepath.Join(dir, "a"), []byte(plain+"\n"))
	read, edit := object{"path": "a"}, object{"path": "a", "diff": "------- SEARCH\n2\n=======\ntwo\n+++++++ REPLACE\n"}
	for _, c := range []struct {
		tool   string
		input  object
		result string
		want   string // lines sent, cut, written; reads refused; of a change whether it failed
	}{
		{"read_file", read, plain, "[[1 5]] [] [] 0"},
		{"read_file", read, numbered, "[[1 5]] [] [] 0"},
		{"read_file", object{"absolutePath": "/w/a"}, numbered, "[[1 5]] [] [] 0"},
		{
			"read_file", read, "2 | two\n3 | }\n\n(Showing lines 2-3 of 5 total. Use start_line=4 to continue reading.)",
			"[[2 3]] [] [] 0",
		},
		{"read_file", read, cut, "[[1 1]] [[2 2]] [] 0"},
		{"read_file", read, removed, "[] [] [] 0"},
		{"read_file", read, denied, "[] [] [] 1"},
		{"read_file", read, failed, "[] [] [] 1"},
		{"replace_in_file", edit, denied, "[] [] [] 0 true"},
		{"replace_in_file", edit, reverted, "[[1 5]] [] [] 0 true"},
		{"replace_in_file", edit, final, "[[1 5]] [] [] 0 false"},
		{"write_to_file", object{"path": "a", "content": plain + "\n"}, saved, "[] [] [[1 5]] 0 false"},
		{"write_to_file", object{"path": "a", "content": plain + "\n"}, denied, "[] [] [] 0 true"},
		{"execute_command", object{"command": "cat a"}, running, "[[1 5]] [] [] 0"},
		{"execute_command", object{"command": "cat a"}, "Command executed.\nOutput:\n" + plain, "[[1 5]] [] [] 0"},
		{"execute_command", object{"command": "cat a"}, denied, "[] [] [] 1"},
	} {
		of := fmt.Sprint(c.input["path"])
		if c.input["path"] == nil {
			of = fmt.Sprint(c.input["command"])
		}
		for name, run := range clineForms(c.tool, of, c.input, c.result) {
			if got := clineRun(t, dir, run); got != c.want {
				t.Errorf("%s, %.40q, %s: %s, want %s", c.tool, c.result, name, got, c.want)
			}
		}
	}
}

// clineForms are a call and its result as Cline's versions wrote them.
func clineForms(tool, of string, input object, result string) map[string][]object {
	text := func(s string) object { return object{"type": "text", "text": s} }
	head := "[" + tool + " for '" + of + "'] Result:"
	var xml strings.Builder
	for key, value := range input {
		fmt.Fprintf(&xml, "<%s>\n%s</%[1]s>\n", key, strings.TrimSuffix(value.(string), "\n")+"\n")
	}
	asText := "I do.\n<" + tool + ">\n" + xml.String() + "</" + tool + ">"
	native := []object{{"type": "tool_use", "id": "1", "name": tool, "input": input}}
	answer := func(content any) []object {
		return []object{{"type": "tool_result", "tool_use_id": "1", "content": content}}
	}
	forms := map[string][]object{}
	for name, c := range map[string][2]any{
		"xml in two blocks":    {[]object{text(asText)}, []object{text(head), text(result)}},
		"xml in one block":     {[]object{text(asText)}, []object{text(head + "\n" + result)}},
		"xml as strings":       {asText, head + "\n" + result},
		"a native string":      {native, answer(head + "\n" + result)},
		"a native block":       {native, answer([]object{text(head + "\n" + result)})},
		"native in two blocks": {native, answer([]object{text(head), text(result)})},
		"native, then text":    {native, []object{text(head), text(result)}},
	} {
		if strings.HasPrefix(name, "xml") && input["absolutePath"] != nil {
			continue // those have no such argument
		}
		forms[name] = []object{{"role": "assistant", "content": c[0]}, {"role": "user", "content": c[1]}}
	}
	return forms
}

// clineRun is what a run of Cline comes to for the file a, which lies in a folder.
func clineRun(t *testing.T, dir string, run []object) string {
	t.Helper()
	details := object{"type": "text", "text": "# Current Working Directory (/w) Files\na\n"}
	first := object{"role": "user", "content": []object{details}}
	all := transcripttest.JSON(append([]object{first}, run...))
	c, err := coverage.Of(t.Context(), transcripttest.Decode(t, "api_conversation_history.json", all), dir)
	if err != nil {
		t.Fatal(err)
	}
	f := c.File("a")
	if f == nil {
		return "[] [] [] 0"
	}
	got := fmt.Sprint(f.Sent, f.Cut, f.Written, f.Refused)
	for _, change := range f.Changes {
		got += fmt.Sprint(" ", change.Failed)
	}
	return got
}
