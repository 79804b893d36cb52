package coverage

import (
	"context"
	"encoding/json"
	"fmt"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"eyeline/reader/transcript"
	"eyeline/reader/transcript/transcripttest"
)

// recordedEdit is an edit of Claude Code and its result as two records.
func recordedEdit(n int, file, put string, hunks []map[string]any) string {
	type object = map[string]any
	id := strconv.Itoa(n)
	when := fmt.Sprintf("2026-01-02T%02d:%02d:%02dZ", n/3600%24, n/60%60, n%60)
	call := object{
		"type": "assistant", "cwd": "/w", "sessionId": "s", "version": "2.1.330", "timestamp": when,
		"message": object{"role": "assistant", "content": []object{{
			"type": "tool_use", "id": id, "name": "Edit",
			"input": object{"file_path": "/w/" + file, "old_string": "", "new_string": put},
		}}},
	}
	result := object{
		"type": "user", "cwd": "/w", "sessionId": "s", "timestamp": when,
		"message": object{"role": "user", "content": []object{{"type": "tool_result", "tool_use_id": id, "content": "done"}}},
	}
	if hunks != nil {
		result["toolUseResult"] = object{"filePath": "/w/" + file, "structuredPatch": hunks}
	}
	a, _ := json.Marshal(call)
	b, _ := json.Marshal(result)
	return string(a) + "\n" + string(b) + "\n"
}

// growing are the kinds of transcripts that grow: n edits of each, and the file as it is after them.
var growing = []struct {
	name string
	edit func(i int) (file, put string, hunks []map[string]any)
}{
	{"lines put at the end", func(i int) (string, string, []map[string]any) {
		line := fmt.Sprint("line ", i)
		return "f", line, []map[string]any{{"oldStart": i, "oldLines": 0, "lines": []string{"+" + line}}}
	}},
	{"lines put at the beginning", func(i int) (string, string, []map[string]any) {
		line := fmt.Sprint("line ", i)
		return "f", line, []map[string]any{{"oldStart": 0, "oldLines": 0, "lines": []string{"+" + line}}}
	}},
	{"lines put anywhere", func(i int) (string, string, []map[string]any) {
		line := fmt.Sprint("line ", i)
		return "f", line, []map[string]any{{"oldStart": i * 7919 % (i + 1), "oldLines": 0, "lines": []string{"+" + line}}}
	}},
	{"texts without a place", func(i int) (string, string, []map[string]any) {
		return "f", fmt.Sprint("line ", i), nil
	}},
	{"files", func(i int) (string, string, []map[string]any) {
		return fmt.Sprint("f", i), "x", []map[string]any{{"oldStart": 1, "oldLines": 0, "lines": []string{"+x"}}}
	}},
	{"folders in folders", func(i int) (string, string, []map[string]any) {
		return strings.Repeat("d/", i%100) + "f", "x", []map[string]any{{"oldStart": 1, "oldLines": 0, "lines": []string{"+x"}}}
	}},
}

// grown is a transcript with n edits of a kind, and a folder with the file that they made.
func grown(t testing.TB, kind, n int) (*transcript.Session, string) {
	var run, file strings.Builder
	for i := range n {
		name, put, hunks := growing[kind].edit(i)
		run.WriteString(recordedEdit(i+1, name, put, hunks))
		fmt.Fprintln(&file, "line", i)
	}
	root := t.TempDir()
	transcripttest.Write(t, filepath.Join(root, "f"), []byte(file.String()))
	return transcripttest.Decode(t, "run.jsonl", run.String()), root
}

// BenchmarkGrowing measures 1, 10 and 100 times as many edits: the time is to grow as they do.
func BenchmarkGrowing(b *testing.B) {
	for kind, k := range growing {
		for _, n := range []int{300, 3_000, 30_000} {
			b.Run(fmt.Sprintf("%s/%d", k.name, n), func(b *testing.B) {
				s, root := grown(b, kind, n)
				for b.Loop() {
					if _, err := Of(context.Background(), s, root); err != nil {
						b.Fatal(err)
					}
				}
			})
		}
	}
}
