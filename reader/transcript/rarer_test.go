package transcript_test

import (
	"fmt"
	"strings"
	"testing"

	"eyeline/reader/transcript/record"
	"eyeline/reader/transcript/transcripttest"
)

// TestTranscriptOfSWEAgentsEditor: a change is made where the editor says so, and what is a read is told by its word.
func TestTranscriptOfSWEAgentsEditor(t *testing.T) {
	const edit = "str_replace_editor str_replace /w/a --old_str 'x' --new_str 'y'"
	for _, c := range []struct {
		action, observation string
		kind                record.Kind
		failed              bool
	}{
		{edit, "The file /w/a has been edited. Here's the result of running `cat -n` on a snippet of /w/a:\n 1\ty", record.Change, false},
		{edit, "No replacement was performed, old_str `x has been edited` did not appear verbatim in /w/a.", record.Change, true},
		{"str_replace_editor create /w/a --file_text 'x'", "File created successfully at: /w/a", record.Change, false},
		{"str_replace_editor create /w/a --file_text 'x'", "File already exists at: /w/a.", record.Change, true},
		{"str_replace_editor create '/a/my view x.py' --file_text 'x'", "File created successfully at: /a/my view x.py", record.Change, false},
		{"str_replace_editor undo_edit /w/a", "Last edit to /w/a undone successfully.", record.Change, false},
		{"str_replace_editor view /w/a", "Here's the result of running `cat -n` on /w/a:\n     1\tx\n", record.ReadFile, false},
		{"str_replace_editor view " + strings.Repeat("$((", 1_000_000), "", record.Shell, false},
		{"str_replace_editor view " + strings.Repeat("(", 8_000_000), "", record.Shell, false},
		{"str_replace_editor view $((" + strings.Repeat("!", 8_000_000), "", record.Shell, false},
		{"str_replace_editor create /w/a.php --file_text '" + strings.Repeat("$a;", 999) + "'", "File created successfully at: /w/a.php", record.Change, false},
	} {
		s := transcripttest.Decode(t, "x.traj", transcripttest.JSON(object{"trajectory": []object{
			{"action": "ls", "observation": ""}, {"action": c.action, "observation": c.observation},
		}}))
		if got := s.Call(2); got.Kind != c.kind || got.Failed != c.failed {
			t.Errorf("%.60s…: %d, failed %t", c.action, got.Kind, got.Failed)
		}
	}
}

// TestClineTranscriptsInText: a name of a tool in prose is no call, each result is that of its call, and one that was
// refused is not made.
func TestClineTranscriptsInText(t *testing.T) {
	const read, write = "<read_file>\n<path>/w/a</path>\n</read_file>", "<write_to_file><path>/w/b</path><content>\nx</content></write_to_file>"
	for _, c := range []struct{ text, results, want string }{
		{read, "[read_file for '/w/a'] Result:\n<error>one</error>", "read_file /w/a false|"},
		{read, "[read_file for '/w/a'] Result:\nThe tool execution failed with the following error:\n<error>\nx", "read_file /w/a true|"},
		{read, "[read_file for '/w/a'] Result:+The tool execution failed with the following error:\n<error>\nx", "read_file /w/a true|"},
		{write, "[write_to_file for '/w/b'] Result:\nThe user denied this operation.", "write_to_file /w/b true|"},
		{write, "[write_to_file for '/w/b'] Result:+The user denied this operation and provided the following feedback:", "write_to_file /w/b true|"},
		{"As <write_to_file> or <read_file> says: " + write, "[write_to_file for '/w/b'] Result:\nsaved", "write_to_file /w/b false|"},
		{"I do not <replace_in_file>. " + read, "[read_file for '/w/a'] Result:\none", "read_file /w/a false|"},
		{write + read, "[read_file for '/w/a'] Result:+one+[write_to_file for '/w/b'] Result:+saved", "write_to_file /w/b false|read_file /w/a false|"},
		{read + write, "[read_file for '/w/a'] Result:\none", "read_file /w/a false|write_to_file none|"},
		{"<execute_command><command>cd /w\nls</command></execute_command>", "[execute_command for 'cd /w\nls'] Result:\na", "execute_command cd /w\nls false|"},
	} {
		var results []object
		for text := range strings.SplitSeq(c.results, "+") {
			results = append(results, object{"type": "text", "text": text})
		}
		s := transcripttest.Decode(t, "api_conversation_history.json", transcripttest.JSON([]object{
			{"role": "assistant", "content": []object{{"type": "text", "text": c.text}}}, {"role": "user", "content": results},
		}))
		got := ""
		for call := range s.Calls() {
			if args, err := s.Args(call); err != nil || !call.Answered() {
				got += call.Tool + " none|"
			} else {
				got += fmt.Sprintf("%s %s%s %t|", call.Tool, args.Get("path").Text(99), args.Get("command").Text(99), call.Failed)
			}
		}
		if got != c.want {
			t.Errorf("%s: %s, want %s", c.text, got, c.want)
		}
	}
}
