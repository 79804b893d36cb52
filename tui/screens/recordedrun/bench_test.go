package recordedrun

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"eyeline/reader/transcript"
)

// BenchmarkOpenFileOfManyReads opens a file that 1,000 calls have read, with the text of one of them: a frame is 16 ms.
func BenchmarkOpenFileOfManyReads(b *testing.B) {
	root := b.TempDir()
	var text, run strings.Builder
	for i := range 2000 {
		fmt.Fprintf(&text, "line %d of the file\n", i+1)
	}
	if err := os.WriteFile(filepath.Join(root, "a.txt"), []byte(text.String()), 0o600); err != nil {
		b.Fatal(err)
	}
	for i := range 1000 {
		from := i*13%1900 + 1
		var result strings.Builder
		for k := range 100 {
			fmt.Fprintf(&result, `%d\tline %d of the file\n`, from+k, from+k)
		}
		fmt.Fprintf(&run, `{"type":"assistant","cwd":"/r","sessionId":"s","version":"2.1.330","timestamp":"2026-11-21T10:00:00Z","message":{"role":"assistant","content":[{"type":"tool_use","id":"%d","name":"Read","input":{"file_path":"/r/a.txt","offset":%d,"limit":100}}]}}
{"type":"user","cwd":"/r","sessionId":"s","timestamp":"2026-11-21T10:00:01Z","message":{"role":"user","content":[{"type":"tool_result","tool_use_id":"%d","content":"%s"}]}}
`, i, from, i, strings.TrimSuffix(result.String(), `\n`))
	}
	path := filepath.Join(b.TempDir(), "run.jsonl")
	if err := os.WriteFile(path, []byte(run.String()), 0o600); err != nil {
		b.Fatal(err)
	}
	r, view, err := Open(b.Context(), path, root, "", &transcript.Progress{})
	if err != nil {
		b.Fatal(err)
	}
	defer r.Close()
	if n := len(view.Coverage.Files[0].Calls); n != 1000 {
		b.Fatalf("%d calls", n)
	}
	for b.Loop() {
		doc, _, err := r.OpenFile(context.Background(), "a.txt", 500, false, 1<<20)
		if err != nil {
			b.Fatal(err)
		}
		_, out, err := r.Call(context.Background(), "a.txt", 500, false)
		if err != nil {
			b.Fatal(err)
		}
		_ = out.Close()
		doc.Close()
	}
}
