package transcripttest

import (
	"encoding/json"
	"fmt"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"eyeline/reader/transcript"
	"eyeline/reader/transcript/record"
)

// Open opens a transcript for as long as the test runs.
func Open(t testing.TB, path string) *transcript.Session {
	t.Helper()
	s, err := transcript.Open(t.Context(), path)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = s.Close() })
	return s
}

// Decode reads a transcript from its text.
func Decode(t testing.TB, name, text string) *transcript.Session {
	t.Helper()
	s, err := transcript.Decode(t.Context(), name, strings.NewReader(text), int64(len(text)))
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// OpenSample reads a sample alone, without the files beside it.
func OpenSample(t testing.TB, name string) *transcript.Session {
	t.Helper()
	return Decode(t, name, string(Samples(t)[name]))
}

// Text is the text of a place.
func Text(t testing.TB, s *transcript.Session, p record.Place) string {
	t.Helper()
	text, cut, err := s.Text(p, 64<<20)
	if err != nil || cut {
		t.Fatalf("%+v: cut %t, %v", p, cut, err)
	}
	return string(text)
}

// ClaudeCall is a call and its result as two lines of Claude Code.
func ClaudeCall(id string, minute int, result string) string {
	return fmt.Sprintf(`{"type":"assistant","sessionId":"s","timestamp":"2026-01-02T03:%02d:04Z","message":{"content":[{"type":"tool_use","id":%q,"name":"Read","input":{"file_path":"/a"}}]}}
{"type":"user","sessionId":"s","timestamp":"2026-01-02T03:%02d:05Z","message":{"content":[{"type":"tool_result","tool_use_id":%q,"content":%q}]}}
`, minute, id, minute, id, result)
}

// ClaudeRun is a run of Claude Code with one read of all of a file.
func ClaudeRun(t testing.TB, dir, path, text string) *transcript.Session {
	t.Helper()
	var numbered strings.Builder
	lines := strings.Split(text, "\n")
	for i, line := range lines {
		if i > 0 {
			numbered.WriteByte('\n')
		}
		numbered.WriteString(strconv.Itoa(i+1) + "\t" + line)
	}
	record := func(v any) string {
		p, err := json.Marshal(v)
		if err != nil {
			t.Fatal(err)
		}
		return string(p) + "\n"
	}
	type object = map[string]any
	run := record(object{
		"type": "assistant", "cwd": dir, "sessionId": "s", "version": "2.1.330", "timestamp": "2026-11-21T10:00:00Z",
		"message": object{"role": "assistant", "content": []object{{"type": "tool_use", "id": "1", "name": "Read", "input": object{"file_path": path}}}},
	}) + record(object{
		"type": "user", "cwd": dir, "sessionId": "s", "timestamp": "2026-11-21T10:00:01Z",
		"message":       object{"role": "user", "content": []object{{"type": "tool_result", "tool_use_id": "1", "content": numbered.String()}}},
		"toolUseResult": object{"type": "text", "file": object{"filePath": path, "content": text, "numLines": len(lines), "startLine": 1, "totalLines": len(lines)}},
	})
	file := filepath.Join(t.TempDir(), "run.jsonl")
	Write(t, file, []byte(run))
	return Open(t, file)
}
