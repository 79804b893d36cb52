package transcriptcmd

import (
	"path/filepath"
	"strings"
	"testing"

	"eyeline/reader/transcript/transcripttest"
)

// An edit that replaces a text everywhere is refused where one of its places is in lines that were not sent, whatever
// its agent calls that; one whose places were all sent is not, nor one over a line whose text was sent elsewhere.
func TestGuardOfReplacementsEverywhere(t *testing.T) {
	t.Parallel()
	root := t.TempDir()
	file, run := filepath.Join(root, "a.go"), filepath.Join(t.TempDir(), "run.jsonl")
	transcripttest.Write(t, file, []byte(
		"same();\nuse(old, 2)\nuse(old, 3)\nuse(old, 4) and seen\nuse(more, 5)\nsame();\n",
	))
	transcripttest.Write(t, run, []byte(transcripttest.ClaudeRead(1, root, file, 1, "same();", "use(old, 2)")))
	edit := func(old, name string, value any) object {
		return object{"old_string": old, "new_string": "x", name: value}
	}
	for _, c := range []struct {
		name  string
		input object
		want  string
	}{
		{"where it is first", edit("use(old", "replace_all", false), ""},
		{"everywhere", edit("use(old", "replace_all", true), "lines 3-4 of "},
		{"everywhere, as a text", edit("use(old", "replace_all", "true"), "lines 3-4 of "},
		{"everywhere in opencode", edit("use(old", "replaceAll", true), "lines 3-4 of "},
		{"everywhere in Gemini CLI", edit("use(old", "allow_multiple", true), "lines 3-4 of "},
		{"everywhere, of several lines", edit(")\nuse(", "replace_all", true), "lines 3-4 of "},
		{"all places were sent", edit("2)", "replace_all", true), ""},
		{"a line that was sent elsewhere", edit("same();", "replace_all", true), ""},
		{"one of several edits", object{"edits": []object{
			edit("2)", "replace_all", false), edit("use(", "replace_all", true),
		}}, "lines 3-5 of "},
		{"none of several edits", object{"edits": []object{
			edit("2)", "replace_all", true), edit("use(", "replace_all", false),
		}}, ""},
	} {
		c.input["file_path"] = file
		out, err := runCommand(t, transcripttest.JSON(object{
			"hook_event_name": "PreToolUse", "transcript_path": run, "cwd": root, "tool_input": c.input,
		}), "--guard")
		isLet := out == "" || strings.Contains(out, "let through: the lines may stand in another result")
		if err != nil || c.want == "" && !isLet || !strings.Contains(out, c.want) {
			t.Errorf("%s: %v\n%s", c.name, err, out)
		}
	}
}
