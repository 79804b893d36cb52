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
	t.Parallel()
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
	t.Parallel()
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

// TestTranscriptOfSWEAgentsNumberedEdits: lines are replaced by their numbers in the open file, and those that come
// after the change are sent.
func TestTranscriptOfSWEAgentsNumberedEdits(t *testing.T) {
	t.Parallel()
	const window = "[File: /w/a (4 lines total)]\n1:one\n2:2\n3:and\n4:three\n"
	const updated = window + "File updated. Please review the changes and make sure they are correct.\n"
	const after = "; window attachment false /w/a 1-4 of 4"
	const refused = "Your proposed edit has introduced new syntax error(s).\n"
	for _, c := range []struct{ action, observation, want string }{
		{"edit 2:2\n2\nand\nend_of_edit", updated, "edit change false /w/a [{2 [- +2 +and]}]" + after},
		{"edit 2:3\nend_of_edit\n", updated, "edit change false /w/a [{2 [- -]}]" + after},
		{"edit 2:2\n2\nend_of_edit", refused + window, "edit change true /w/a [{2 [- +2]}]"},
		{"edit 2:999999999\n2\nend_of_edit", updated, "edit change false /w/a new []" + after},
		{"edit 2:2 2", window, "bash read false /w/a 1-4 of 4"},
	} {
		for _, state := range []any{object{"open_file": "/w/a"}, `{"open_file": "/w/a"}`} {
			s := transcripttest.Decode(t, "x.traj", transcripttest.JSON(object{"trajectory": []object{
				{"action": c.action, "observation": c.observation, "state": state},
			}}))
			var got []string
			for call := range s.Calls() {
				edits, err := s.Edits(call)
				if err != nil {
					t.Fatal(err)
				}
				text := transcripttest.DescribeEdits(edits)
				if reads, err := s.Reads(call); err == nil && len(reads) > 0 {
					r, n := reads[0], len(reads[0].Lines)
					text += fmt.Sprintf("%s %d-%d of %d", r.Path, r.Lines[0].Number, r.Lines[n-1].Number, r.Total)
				}
				got = append(got, fmt.Sprintf("%s %s %t %s", call.Tool, call.Kind, call.Failed, text))
			}
			if all := strings.Join(got, "; "); all != c.want {
				t.Errorf("%q:\n got %s\nwant %s", c.action, all, c.want)
			}
		}
	}
}

// TestOpenHandsWithoutACause: what no action caused is the result of none, also where one has the number 0.
func TestOpenHandsWithoutACause(t *testing.T) {
	t.Parallel()
	s := transcripttest.Decode(t, "x.json", transcripttest.JSON([]object{
		{"id": 0, "source": "agent", "action": "read", "args": object{"path": "/w/a"}},
		{"id": 1, "source": "environment", "observation": "agent_state_changed", "content": "x"},
	}))
	if s.Len() != 1 || s.Call(1).Answered() {
		t.Errorf("%+v", s.Call(1))
	}
}
