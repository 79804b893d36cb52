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

// Patch is a patch in the form of apply_patch.
const Patch = `*** Begin Patch
*** Add File: new.go
+package x
+
*** Update File: old.go
@@ func f
 context
-gone
+one
+two
 context
+three
*** Delete File: dead.go
*** End Patch`

// DescribeEdits is edits in short.
func DescribeEdits(edits []record.Edit) string {
	var out []string
	for _, e := range edits {
		text := e.Path
		switch {
		case e.IsWhole:
			text += fmt.Sprintf(" whole %q", e.Whole)
		case e.Deleted:
			text += " deleted"
		case len(e.Hunks) > 0:
			text += fmt.Sprintf(" %v", e.Hunks)
		default:
			text += fmt.Sprintf(" new %q", e.New)
		}
		out = append(out, text)
	}
	return strings.Join(out, "|")
}

// Diff is a unified diff of two files, and of one that is deleted.
const Diff = `diff --git a/src/a.go b/src/a.go
index 1111111..2222222 100644
--- a/src/a.go
+++ b/src/a.go
@@ -1,3 +1,4 @@ func f() {
 one
-two
+2
+2.5
 three
@@ -10,0 +12 @@
+twelve
diff --git a/gone b/gone
deleted file mode 100644
--- a/gone
+++ /dev/null
@@ -1 +0,0 @@
--- looks like a header
diff --git a/new b/new
--- /dev/null
+++ "b/n\303\251w"	2026-01-01
@@ -0,0 +1,2 @@
++++ looks like one too
+x
\ No newline at end of file
`
