package coverage

import (
	"fmt"
	"path/filepath"
	"strings"
	"testing"

	"eyeline/reader/transcript/transcripttest"
)

// TestReadsWithoutText: a read of which the record has no text is told by itself, and not as one that is not
// understood; its lines are not known all the same.
func TestReadsWithoutText(t *testing.T) {
	dir := t.TempDir()
	transcripttest.Write(t, filepath.Join(dir, "a.txt"), []byte("the first line of it\nthe second line of it\n"))
	read := `{"role":"assistant","message":{"content":[{"type":"tool_use","id":"1","name":"Read","input":{"path":"` +
		filepath.ToSlash(dir) + `/a.txt"}}]}}` + "\n"
	path := filepath.Join(dir, "agent-transcripts", "7a", "7a.jsonl")
	transcripttest.Write(t, path, []byte(`{"role":"user","message":{"content":[{"type":"text","text":"look"}]}}`+"\n"+read+
		`{"role":"assistant","message":{"content":[{"type":"text","text":"done"}]}}`+"\n"))
	c, err := Of(t.Context(), transcripttest.Open(t, path), dir)
	if err != nil {
		t.Fatal(err)
	}

	if c.Reads != 1 || c.UnknownReads != 1 || c.UnrecordedReads != 1 || len(c.Files) != 1 || len(c.Files[0].Never) > 0 {
		t.Errorf("%+v", c)
	}
	if words := c.UnknownWords(); !strings.HasPrefix(words, "The record has no text of 1 of 1 read:") ||
		strings.Contains(words, "understood") {
		t.Error(words)
	}
}

// TestMaskedByGemini: Gemini CLI takes the texts of older results out of the conversation, and out of its record. All
// of them had been sent: of a read no line of its file is called not sent, of a search or a command no line of any. A
// text that was recorded before it was masked is known. What plans or searches the web has no line of a file; a page may
// be the text of one.
func TestMaskedByGemini(t *testing.T) {
	const lines = "the first line of it\nthe second line of it\n"
	const first = "one line of the other\n"
	dir := t.TempDir()
	transcripttest.Write(t, filepath.Join(dir, "a.txt"), []byte(lines))
	transcripttest.Write(t, filepath.Join(dir, "b.txt"), []byte(first+"another line of it\n"))
	const masked = "<tool_output_masked>\n{\n  \"output\": \"the fi\n... [TRUNCATED] ...\nf it\"\n}\n</tool_output_masked>"
	call := func(id, tool string, args object, result string) string {
		response := object{"functionResponse": object{"id": id, "name": tool, "response": object{"output": result}}}
		return transcripttest.JSON(object{"id": "m" + id, "type": "gemini", "toolCalls": []any{
			object{"id": id, "name": tool, "args": args, "status": "success", "result": []any{response}},
		}}) + "\n"
	}
	read := func(id, name, result string) string { return call(id, "read_file", object{"file_path": name}, result) }
	for name, c := range map[string]struct{ record, want string }{
		"nothing masked": {read("1", "a.txt", lines[:21]) + read("2", "b.txt", first), "1 0, 1 0"},
		"a read":         {read("1", "a.txt", masked) + read("2", "b.txt", first), "0 2, 1 0"},
		"a search":       {call("1", "grep_search", object{"pattern": "x"}, masked) + read("2", "b.txt", first), "0 1"},
		"a plan":         {call("1", "write_todos", object{}, masked) + read("2", "b.txt", first), "1 0"},
		"the web":        {call("1", "google_web_search", object{}, masked) + read("2", "b.txt", first), "1 0"},
		"a page":         {call("1", "web_fetch", object{}, masked) + read("2", "b.txt", first), "0 1"},
		"recorded, then masked": {
			read("1", "a.txt", lines) + read("1", "a.txt", masked) + read("2", "b.txt", first), "0 0, 1 0",
		},
	} {
		head := transcripttest.JSON(object{"sessionId": "s", "projectHash": "h", "directories": []any{dir}}) + "\n"
		path := filepath.Join(t.TempDir(), "session-1.jsonl")
		transcripttest.Write(t, path, []byte(head+c.record))
		got := ""
		all, err := Of(t.Context(), transcripttest.Open(t, path), dir)
		if err != nil {
			t.Fatal(err)
		}
		for i := range all.Files {
			f := &all.Files[i]
			got += fmt.Sprintf(", %d %d", f.Never.Count(), f.Unsure.Count())
		}
		if got = strings.TrimPrefix(got, ", "); got != c.want {
			t.Errorf("%s: lines not sent and not known of each file: %s, want %s", name, got, c.want)
		}
	}
}
