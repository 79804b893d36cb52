package emit

import (
	"bytes"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"eyeline/reader/tools"
)

// BenchmarkBatch answers small requests to all tools; its calls/s is what a harness that keeps one process gets.
func BenchmarkBatch(b *testing.B) {
	dir := b.TempDir()
	path := filepath.Join(dir, "f.go")
	if err := os.WriteFile(path, []byte(strings.Repeat("func f() {\n\treturn\n}\n", 100)), 0o644); err != nil {
		b.Fatal(err)
	}
	requests := []string{
		`{"tool":"codex","arguments":{"file_path":%q,"offset":20,"limit":20}}`,
		`{"tool":"codex","arguments":{"file_path":%q,"offset":20,"mode":"indentation","indentation":{"max_levels":1}}}`,
		`{"tool":"sage","arguments":{"file_path":%q,"offset":20,"limit":20}}`,
		`{"tool":"open_file","arguments":{"file_path":%q,"line_range":{"start":20,"end":40}}}`,
		`{"tool":"byte_window","arguments":{"path":%q,"start_byte":200,"max_bytes":400}}`,
		`{"tool":"byte_window","arguments":{"path":%q,"start_line":20,"end_line":40}}`,
	}
	var in bytes.Buffer
	for i := range b.N {
		fmt.Fprintf(&in, requests[i%len(requests)]+"\n", path)
	}
	out := &lineCount{}
	b.ReportAllocs()
	b.ResetTimer()
	if err := Batch(b.Context(), &in, out, tools.Env{Root: dir}); err != nil {
		b.Fatal(err)
	}
	b.StopTimer()
	if out.lines != b.N || out.failures > 0 {
		b.Fatalf("%d answers to %d requests, %d failures", out.lines, b.N, out.failures)
	}
	b.ReportMetric(float64(b.N)/b.Elapsed().Seconds(), "calls/s")
}

type lineCount struct{ lines, failures int }

func (l *lineCount) Write(p []byte) (int, error) {
	l.lines += bytes.Count(p, []byte("\n"))
	l.failures += bytes.Count(p, []byte(`"success":false`))
	return len(p), nil
}

func BenchmarkEscape(b *testing.B) {
	p := []byte(strings.Repeat("\tif err != nil {\n\t\treturn fmt.Errorf(\"x: %w\", err)\n\t}\n", 1000))
	e := newEscaper(io.Discard)
	b.SetBytes(int64(len(p)))
	b.ReportAllocs()
	for b.Loop() {
		if _, err := e.Write(p); err != nil {
			b.Fatal(err)
		}
	}
}

// BenchmarkGrowing measures batches of 1, 10 and 100 times as many sessions, and of arguments that are nested as deep.
func BenchmarkGrowing(b *testing.B) {
	dir := b.TempDir()
	if err := os.WriteFile(filepath.Join(dir, "f"), []byte("a line\n"), 0o644); err != nil {
		b.Fatal(err)
	}
	for _, n := range []int{500, 5_000, 50_000} {
		for name, of := range map[string]func(in *bytes.Buffer){
			"sessions": func(in *bytes.Buffer) {
				for i := range n {
					fmt.Fprintf(in, `{"tool":"pi","arguments":{"path":"f"},"session":"session %d"}`+"\n", i)
				}
			},
			"lists in lists": func(in *bytes.Buffer) {
				fmt.Fprintf(in, `{"tool":"pi","arguments":{"path":"f","x":%s1%s}}`+"\n", strings.Repeat("[", n), strings.Repeat("]", n))
			},
			"unknown arguments": func(in *bytes.Buffer) {
				in.WriteString(`{"tool":"pi","arguments":{"path":"f"`)
				for i := range n {
					fmt.Fprintf(in, `,"a%d":1`, i)
				}
				in.WriteString("}}\n")
			},
		} {
			var in bytes.Buffer
			of(&in)
			b.Run(fmt.Sprintf("%s/%d", name, n), func(b *testing.B) {
				b.ReportAllocs()
				for b.Loop() {
					if err := Batch(b.Context(), bytes.NewReader(in.Bytes()), io.Discard, tools.Env{Root: dir}); err != nil {
						b.Fatal(err)
					}
				}
			})
		}
	}
}
