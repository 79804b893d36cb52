package agents_test

import (
	"bytes"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"eyeline/reader/emit"
	"eyeline/reader/tools"
)

// source1MiB is a source of 1 MiB, with some characters that are not ASCII.
func source1MiB() string {
	const part = "func (s *Server) Handle(w http.ResponseWriter, r *http.Request) {\n\tctx, cancel := context.WithTimeout(r.Context(), s.timeout)\n" +
		"\tdefer cancel()\n\n\tfor _, h := range s.hooks { // in their order — the first error ends it\n\t\tif err := h.Run(ctx); err != nil {\n" +
		"\t\t\thttp.Error(w, fmt.Sprintf(\"hook %s: %v\", h.Name(), err), http.StatusForbidden)\n\t\t\treturn\n\t\t}\n\t}\n\ts.next.ServeHTTP(w, r)\n}\n\n"
	return strings.Repeat(part, (1<<20)/len(part)+1)[:1<<20]
}

// BenchmarkBatchOf gives for each tool how many calls a second a batch answers that ask for 20 lines of a source of 1
// MiB, and how often a plain count of the file's line feeds fits into one of them.
func BenchmarkBatchOf(b *testing.B) {
	dir := b.TempDir()
	path := filepath.Join(dir, "server.go")
	if err := os.WriteFile(path, []byte(source1MiB()), 0o644); err != nil {
		b.Fatal(err)
	}
	count := plainCount(b, path)
	for _, tool := range tools.AllVersions() {
		b.Run(tool.Name, func(b *testing.B) {
			request := fmt.Sprintf("{\"tool\":%q,\"arguments\":%s}\n", tool.Name, twentyLines(tool, path))
			in := io.LimitReader(&repeating{text: []byte(request)}, int64(b.N)*int64(len(request)))
			var out lastAnswer
			b.ReportAllocs()
			b.ResetTimer()
			if err := emit.Batch(b.Context(), in, &out, tools.Env{Root: dir, Home: dir}); err != nil {
				b.Fatal(err)
			}
			b.StopTimer()
			if !bytes.Contains(out.text, []byte(`"success":true`)) {
				b.Fatalf("%s: %.300s", request, out.text)
			}
			each := b.Elapsed() / time.Duration(b.N)
			b.ReportMetric(float64(b.N)/b.Elapsed().Seconds(), "calls/s")
			b.ReportMetric(float64(each)/float64(count), "x-count")
		})
	}
}

// BenchmarkDetailsOf gives for each tool how long a batch takes that asks for the whole of a source of 60 KiB, without
// and with details: to make them, the calls are counted that read the file on.
func BenchmarkDetailsOf(b *testing.B) {
	dir := b.TempDir()
	path := filepath.Join(dir, "server.go")
	if err := os.WriteFile(path, []byte(source1MiB()[:60<<10]), 0o644); err != nil {
		b.Fatal(err)
	}
	for _, tool := range tools.AllVersions() {
		for _, detailed := range []bool{false, true} {
			b.Run(fmt.Sprintf("%s/%t", tool.Name, detailed), func(b *testing.B) {
				request := fmt.Sprintf("{\"tool\":%q,\"file\":%q,\"details\":%t}\n", tool.Name, path, detailed)
				in := io.LimitReader(&repeating{text: []byte(request)}, int64(b.N)*int64(len(request)))
				b.ReportAllocs()
				b.ResetTimer()
				if err := emit.Batch(b.Context(), in, io.Discard, tools.Env{Root: dir}); err != nil {
					b.Fatal(err)
				}
			})
		}
	}
}

// twentyLines are the arguments that ask a tool for 20 lines from line 101 on, or from the first one where it cannot be
// asked where to begin.
func twentyLines(tool *tools.Tool, path string) []byte {
	values := tools.Values{}
	if p, ok := tool.WindowParams(tools.ModeSlice); ok {
		p.SetStart(values, 101)
		if p.Sizable() {
			p.SetCount(values, 20)
		}
		p.Complete(values)
	}
	return tools.BuildArgs(tool, path, values)
}

// plainCount is how long it takes to open a file and to count its line feeds.
func plainCount(b *testing.B, path string) time.Duration {
	b.Helper()
	best := time.Hour
	buf := make([]byte, 64<<10)
	for range 50 {
		start := time.Now()
		f, err := os.Open(path)
		if err != nil {
			b.Fatal(err)
		}
		lines := 0
		for {
			n, err := f.Read(buf)
			lines += bytes.Count(buf[:n], []byte("\n"))
			if err == io.EOF {
				break
			}
			if err != nil {
				b.Fatal(err)
			}
		}
		_ = f.Close()
		best = min(best, time.Since(start))
	}
	return best
}

// repeating reads as its text over and over again.
type repeating struct {
	text []byte
	at   int
}

func (r *repeating) Read(p []byte) (int, error) {
	n := copy(p, r.text[r.at:])
	r.at = (r.at + n) % len(r.text)
	return n, nil
}

// lastAnswer keeps what was written last.
type lastAnswer struct{ text []byte }

func (l *lastAnswer) Write(p []byte) (int, error) {
	l.text = append(l.text[:0], p[:min(len(p), 400)]...)
	return len(p), nil
}
