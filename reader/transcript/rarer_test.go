package transcript_test

import (
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
