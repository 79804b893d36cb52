package rootext

import "testing"

// The arguments of calls in XML become JSON: of the first call in a message, whatever stands around it.
func TestArguments(t *testing.T) {
	const diff = "<<<<<<< SEARCH\n:start_line:2\n-------\nb\n=======\nc\nd\n>>>>>>> REPLACE"
	for _, c := range []struct{ tool, text, want string }{
		{"read_file", "I use <read_file> now.\n<read_file>\n<path>a</path>\n</read_file>", `{"path":"a"}`},
		{"read_file", "<list_files>\n<path>.</path>\n</list_files><read_file>\n<path>a</path>\n</read_file>", ""},
		{"write_to_file", "<write_to_file>\n<path>a</path>\n<content>\n  x\n</content>\n\n</content>\n</write_to_file>", `{"content":"  x\n\u003c/content\u003e\n","path":"a"}`},
		{"write_to_file", "<write_to_file>\n<path>a</path>\n<content></content>\n</write_to_file>", `{"content":"","path":"a"}`},
		{"apply_diff", "<apply_diff>\n<path>a</path>\n<diff>\n" + diff + "\n</diff>\n</apply_diff>", `{"edits":[{"old_string":"b","new_string":"c\nd"}],"path":"a"}`},
		{
			"apply_diff", "<apply_diff>\n<args>\n<file>\n<path>a</path>\n<diff>\n<content>\n" + diff + "\n</content>\n<start_line>2</start_line>\n</diff>\n</file>\n" +
				"<file>\n<path>b</path>\n<diff>\n<content>\n" + diff + "\n</content>\n</diff>\n</file>\n</args>\n</apply_diff>",
			`{"patch":"*** Begin Patch\n*** Update File: a\n@@\n-b\n+c\n+d\n*** Update File: b\n@@\n-b\n+c\n+d\n*** End Patch\n"}`,
		},
		{"insert_content", "<insert_content>\n<path>a</path>\n<line>3</line>\n<content>\nx\n</content>\n</insert_content>", `{"content":"x","line":"3","path":"a"}`},
		{"insert_content", "<insert_content>\n<path>a</path>\n<content>\nx\n</content>\n</insert_content>", `{"path":"a"}`},
		{
			"search_and_replace", "<search_and_replace>\n<path>a</path>\n<search>x.y</search>\n<replace></replace>\n<use_regex>true</use_regex>\n</search_and_replace>",
			`{"path":"a","replace_all":true,"search":"x.y","use_regex":"true"}`,
		},
		{"execute_command", "<execute_command>\n<command>cat a</command>\n<cwd>b</cwd>\n</execute_command>", `{"command":"cat a","cwd":"b"}`},
		{"execute_command", "<execute_command>\n<command>cat a", ""},
	} {
		if got := string(Arguments(c.tool, c.text)); got != c.want {
			t.Errorf("%.60q:\n got %s\nwant %s", c.text, got, c.want)
		}
	}
}

// Of a result only what the command printed is its output.
func TestOutput(t *testing.T) {
	for text, want := range map[string]string{
		"Command executed in terminal within working directory '/w'. Exit code: 0\nOutput:\na\nb\n":                                                                              "a\nb\n",
		"Command executed in '/w'. Exit code: 0\n\nOutput (9KB) persisted. Artifact ID: cmd-1.txt\n\nPreview:\na\n\nUse read_command_output tool to view full output if needed.": "a",
		"Command is still running in terminal  from '/w'.\nHere's the output so far:\na\n\nYou will be updated on the terminal status and new output in the future.":             "a",
		"Command failed to execute in terminal due to a shell integration error.":                                                                                                "",
	} {
		if got, isKnown := Output(text); got != want || isKnown != (want != "") {
			t.Errorf("%q: %q, %v", text, got, isKnown)
		}
	}
}

// A text of whatever kind is read without a fault.
func FuzzFiles(f *testing.F) {
	for _, text := range []string{
		"File: a\n1 | x\n\n---\n\nFile: b\nError: x", "<files>\n<file><path>a</path>\n<content>\n1 | x</content>\n<notice>",
		"File: a\nIMPORTANT: File content truncated.\n\tStatus: Showing lines 1-1 of 9 total lines.\n", "File: a\n0 | x\n1--2 | y",
		"## File Context: a\n1--2 | y", "File: a\n", "File: a\nIMPORTANT: File content truncated.\nx",
	} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		for _, r := range Files(text) {
			for _, l := range r.Lines {
				if l.Start < 0 || l.End < l.Start || l.End > len(r.Text) || l.Number < 1 {
					t.Fatalf("%q: %+v", text, l)
				}
			}
		}
		_, _, _ = failsAll(text), Fails(text), Arguments("read_file", text)
	})
}
