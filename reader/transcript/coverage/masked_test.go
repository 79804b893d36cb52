package coverage

import (
	"fmt"
	"path/filepath"
	"testing"

	"eyeline/reader/transcript/transcripttest"
)

// TestMaskedInTheFirstRequest: the first request that is recorded may go on with an older run of Gemini CLI, and have
// results out of which their texts were taken. All of them had been sent: no line of their files is called not sent.
func TestMaskedInTheFirstRequest(t *testing.T) {
	dir := t.TempDir()
	path := filepath.ToSlash(filepath.Join(dir, "a.txt"))
	transcripttest.Write(t, path, []byte("the first line of it\nthe second line of it\nthe third line\n"))
	const masked = "<tool_output_masked>\n{\n  \"output\": \"the fi\n... [TRUNCATED] ...\nf it\"\n}\n</tool_output_masked>"
	for tool, args := range map[string]object{
		"read_file": {"file_path": path}, "grep_search": {"pattern": "x"}, "run_shell_command": {"command": "cat a.txt"},
	} {
		said := func(role string, part object) object { return object{"role": role, "parts": []any{part}} }
		response := object{"name": tool, "id": "1", "response": object{"output": masked}}
		run := transcripttest.Requests(t, transcripttest.JSON(object{
			"systemInstruction": object{"parts": []any{object{"text": "This is the Gemini CLI"}}},
			"contents": []any{
				said("user", object{"text": "working directory: " + filepath.ToSlash(dir)}),
				said("model", object{"functionCall": object{"name": tool, "id": "1", "args": args}}),
				said("user", object{"functionResponse": response}),
			},
		}))
		all, err := Of(t.Context(), transcripttest.Decode(t, "run.jsonl", run), dir, path)
		if err != nil || len(all.Files) == 0 {
			t.Fatal(tool, err, all)
		}
		if f := all.Files[0]; fmt.Sprint(f.Never, f.Changed, f.Unsure) != "[] [] [[1 3]]" {
			t.Errorf("%s: never %v, changed %v, unsure %v", tool, f.Never, f.Changed, f.Unsure)
		}
	}
}
