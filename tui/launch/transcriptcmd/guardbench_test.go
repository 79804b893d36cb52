package transcriptcmd

import (
	"encoding/json"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"eyeline/reader/transcript/transcripttest"
)

// BenchmarkGuard measures the guard's answer with a transcript of 50 MB, and how long it takes beside reading that file:
// it is to answer within 30 ms, which only a machine at rest can show.
func BenchmarkGuard(b *testing.B) {
	root, run := b.TempDir(), filepath.Join(b.TempDir(), "run.jsonl")
	file := filepath.Join(root, "a.go")
	transcripttest.Write(b, file, []byte("one\ntwo\nthree\n"))
	var all strings.Builder
	for n := 0; all.Len() < 50_000_000; n++ {
		text := strings.Split(strings.Repeat("a line of another file\n", 300), "\n")
		all.WriteString(transcripttest.ClaudeRead(n, root, filepath.Join(root, fmt.Sprint("other", n%90)), 1, text...))
		if n%500 == 0 {
			all.WriteString(transcripttest.ClaudeRead(n, root, file, 1, "one", "two"))
		}
	}
	transcripttest.Write(b, run, []byte(all.String()))
	request, err := json.Marshal(object{
		"hook_event_name": "PreToolUse", "transcript_path": run, "cwd": root,
		"tool_input": object{"file_path": file, "old_string": "three", "new_string": "3"},
	})
	if err != nil {
		b.Fatal(err)
	}
	b.SetBytes(int64(all.Len()))
	for b.Loop() {
		var out, notice strings.Builder
		err := guard(b.Context(), strings.NewReader(string(request)), &out, &notice)
		if err != nil || !strings.Contains(out.String(), "deny") {
			b.Fatal(err, out.String(), notice.String())
		}
	}
	start, buffer := time.Now(), make([]byte, 1<<20)
	for range b.N {
		f, err := os.Open(run)
		if err != nil {
			b.Fatal(err)
		}
		if _, err := io.CopyBuffer(struct{ io.Writer }{io.Discard}, struct{ io.Reader }{f}, buffer); err != nil {
			b.Fatal(err)
		}
		_ = f.Close()
	}
	b.ReportMetric(b.Elapsed().Seconds()/time.Since(start).Seconds(), "x-reading")
}
