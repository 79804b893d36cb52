package transcripttest

import (
	_ "embed" // what tests read
	"encoding/json"
	"fmt"
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

// ClaudeCall is a read and its result as two lines of Claude Code.
func ClaudeCall(id string, minute int, result string) string {
	at := fmt.Sprintf("2026-01-02T03:%02d", minute)
	call := `{"type":"assistant","sessionId":"s","timestamp":"%s:04Z","message":{"content":[` +
		`{"type":"tool_use","id":%q,"name":"Read","input":{"file_path":"/a"}}]}}`
	answer := `{"type":"user","sessionId":"s","timestamp":"%s:05Z","message":{"content":[` +
		`{"type":"tool_result","tool_use_id":%q,"content":%q}]}}`
	return fmt.Sprintf(call+"\n"+answer+"\n", at, id, at, id, result)
}

// JSON is a value as a line.
func JSON(v any) string {
	p, _ := json.Marshal(v) // what tests are made of always can
	return string(p) + "\n"
}

// Object is a JSON object.
type Object = map[string]any

// ClaudeStep is the nth call of Claude Code in a folder, and its result, as two lines. side is what is recorded beside
// the result; nil for nothing.
func ClaudeStep(n int, dir, tool string, input Object, result, side any) string {
	id := strconv.Itoa(n)
	at := fmt.Sprintf("2026-11-21T10:%02d:%02dZ", n/60, n%60)
	call := Object{
		"type": "assistant", "cwd": dir, "sessionId": "s", "version": "2.1.330", "timestamp": at,
		"message": Object{"content": []Object{{"type": "tool_use", "id": id, "name": tool, "input": input}}},
	}

	answer := Object{
		"type": "user", "cwd": dir, "sessionId": "s", "timestamp": at,
		"message": Object{"content": []Object{{"type": "tool_result", "tool_use_id": id, "content": result}}},
	}

	if side != nil {
		answer["toolUseResult"] = side
	}
	return JSON(call) + JSON(answer)
}

// ClaudeRead is the nth call of Claude Code, which reads lines of a file from one on.
func ClaudeRead(n int, dir, path string, from int, lines ...string) string {
	var numbered []string
	for i, line := range lines {
		numbered = append(numbered, strconv.Itoa(from+i)+"\t"+line)
	}

	return ClaudeStep(n, dir, "Read", Object{"file_path": path}, strings.Join(numbered, "\n"), Object{
		"type": "text", "file": Object{
			"filePath": path, "content": strings.Join(lines, "\n"), "numLines": len(lines), "startLine": from,
			"totalLines": from - 1 + len(lines),
		},
	})
}

// ClaudeRun is a run of Claude Code with one read of all of a file.
func ClaudeRun(t testing.TB, dir, path, text string) *transcript.Session {
	t.Helper()
	return Decode(t, "run.jsonl", ClaudeRead(1, dir, path, 1, strings.Split(text, "\n")...))
}

// Patch is a patch in the form of apply_patch.
//
//go:embed patch.txt
var Patch string

// Diff is a unified diff of two files, and of one that is deleted.
//
//go:embed diff.txt
var Diff string

// DescribeEdits is edits in short.
func DescribeEdits(edits []record.Edit) string {
	var out []string
	for _, e := range edits {
		var placed, put []string
		for _, h := range e.Hunks {
			placed = append(placed, fmt.Sprintf("{%d %v}", h.Old, h.Lines))
			put = append(put, h.Added()...)
		}

		text := fmt.Sprintf("new %q", put)
		switch {
		case e.IsWhole:
			text = fmt.Sprintf("whole %q", e.Whole)
		case e.Deleted:
			text = "deleted"
		case e.IsPlaced():
			text = fmt.Sprint(placed)
		}

		out = append(out, e.Path+" "+text)
	}

	return strings.Join(out, "|")
}
