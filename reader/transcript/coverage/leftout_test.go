package coverage

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"eyeline/reader/transcript/transcripttest"
)

// readThen is the record of two requests: a read of two lines, and an edit.
func readThen(t *testing.T, line, old string) string {
	t.Helper()
	use := func(id, name string, input object) object {
		used := object{"type": "tool_use", "id": id, "name": name, "input": input}
		return object{"role": "assistant", "content": []object{used}}
	}
	result := func(id, text string) object {
		given := object{"type": "tool_result", "tool_use_id": id, "content": text}
		return object{"role": "user", "content": []object{given}}
	}
	path := transcripttest.RequestsDir + "/a.txt"
	messages := []object{
		{"role": "user", "content": "working directory: " + transcripttest.RequestsDir},
		use("r1", "Read", object{"file_path": path}), result("r1", "1\tthe first line of the file\n2\t"+line),
		use("e1", "Edit", object{"file_path": path, "old_string": old, "new_string": "PLAIN=text"}), result("e1", "ok"),
	}
	var all []string
	for _, n := range []int{1, 3, 5} {
		all = append(all, strings.TrimSpace(transcripttest.JSON(object{
			"model": "m", "system": "You are Claude Code, Anthropic's official CLI for Claude.", "messages": messages[:n],
			"tools": []object{{"name": "Read", "input_schema": object{}}, {"name": "Edit", "input_schema": object{}}},
		})))
	}
	return transcripttest.Requests(t, all...)
}

// TestKeysLeftOut: a line of a file that stands in a request but for a key, in the place of which the record has a mark
// or stars, is not known; one that is another one otherwise has changed.
func TestKeysLeftOut(t *testing.T) {
	const now = "API_KEY=sk-ant-api03-ABCDEFGHIJKLMNOP0123"
	stars := strings.Repeat("*", len("sk-ant-api03-ABCDEFGHIJKLMNOP0123"))
	for line, want := range map[string]string{
		"API_KEY=[key]":        "[[2 2]] []",
		"API_KEY=" + stars:     "[[2 2]] []",
		"API_KEY=sk-[key]123":  "[[2 2]] []",
		"OTHER=[key]":          "[] [[2 2]]",
		"API_KEY=" + stars[1:]: "[] [[2 2]]",
		"API_KEY=another":      "[] [[2 2]]",
	} {
		root := t.TempDir()
		text := "the first line of the file\n" + now + "\n"
		if err := os.WriteFile(filepath.Join(root, "a.txt"), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		c, err := Of(t.Context(), transcripttest.Decode(t, "run.jsonl", readThen(t, line, "missing")), root)
		if err != nil {
			t.Fatal(err)
		}
		if got := fmt.Sprint(c.Files[0].Unsure, c.Files[0].Changed); got != want {
			t.Errorf("%s: %s, want %s", line, got, want)
		}
	}
}

// TestEditsOfKeysLeftOut: an edit of a line with a mark is not blind where the read has stars in its place.
func TestEditsOfKeysLeftOut(t *testing.T) {
	for line, want := range map[string]bool{"API_KEY=" + strings.Repeat("*", 33): false, "API_KEY=another": true} {
		s := transcripttest.Decode(t, "run.jsonl", readThen(t, line, "API_KEY=[key]"))
		c, err := Of(t.Context(), s, t.TempDir())
		if err != nil {
			t.Fatal(err)
		}
		changes := c.Files[0].Changes
		if len(changes) != 1 || changes[0].IsBlind() != want {
			t.Errorf("%s: %+v", line, changes)
		}
	}
}
