package agents

import (
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"eyeline/reader/tools"
	"eyeline/reader/tools/agents/bytewindow"
	"eyeline/reader/tools/agents/codex"
	"eyeline/reader/tools/agents/sage"
	"eyeline/reader/tools/toolstest"
)

const (
	deepLines = 4 << 20
	deepLine  = "\t\tif err := h.Run(ctx); err != nil { return nil }\n"
)

// deepFile is a file of 200 MiB with a block every 64 lines.
func deepFile(b *testing.B) (path string, size int64) {
	b.Helper()
	path = filepath.Join(b.TempDir(), "deep.go")
	f, err := os.Create(path)
	if err != nil {
		b.Fatal(err)
	}
	part := "func f() {\n" + strings.Repeat(deepLine, 62) + "}\n"
	chunk := []byte(strings.Repeat(part, 256))
	for range deepLines / 64 / 256 {
		if _, err := f.Write(chunk); err != nil {
			b.Fatal(err)
		}
		size += int64(len(chunk))
	}
	if err := f.Close(); err != nil {
		b.Fatal(err)
	}
	return path, size
}

func readAll(b *testing.B, tool *tools.Tool, env tools.Env, args string) {
	r, err := tool.Read(b.Context(), env, []byte(args))
	if err != nil {
		b.Fatal(err)
	}
	if _, err := r.Render(b.Context(), io.Discard); err != nil {
		b.Fatal(err)
	}
	if err := r.Close(); err != nil {
		b.Fatal(err)
	}
}

// BenchmarkCodexSliceDeep reads 100 lines half way down 200 MiB; the bytes per second are those that are skipped.
func BenchmarkCodexSliceDeep(b *testing.B) {
	path, size := deepFile(b)
	args := fmt.Sprintf(`{"file_path":%q,"offset":%d,"limit":100}`, path, deepLines/2)
	b.SetBytes(size / 2)
	b.ReportAllocs()
	for b.Loop() {
		readAll(b, codex.Tool, tools.Env{}, args)
	}
}

// BenchmarkCodexBlockDeep reads the block around a line half way down 200 MiB.
func BenchmarkCodexBlockDeep(b *testing.B) {
	path, size := deepFile(b)
	args := fmt.Sprintf(`{"file_path":%q,"offset":%d,"mode":"indentation"}`, path, deepLines/2+30)
	b.SetBytes(size / 2)
	b.ReportAllocs()
	for b.Loop() {
		readAll(b, codex.Tool, tools.Env{}, args)
	}
}

// BenchmarkByteWindow reads 64 KiB half way down 200 MiB; it costs the window.
func BenchmarkByteWindow(b *testing.B) {
	path, size := deepFile(b)
	args := fmt.Sprintf(`{"path":"deep.go","start_byte":%d}`, size/2)
	b.SetBytes(64 << 10)
	b.ReportAllocs()
	for b.Loop() {
		readAll(b, bytewindow.Tool, tools.Env{Root: filepath.Dir(path)}, args)
	}
}

// BenchmarkCodexRender writes two thousand lines again and again.
func BenchmarkCodexRender(b *testing.B) {
	text := strings.Repeat(deepLine, 2000)
	r, err := codex.Tool.Read(b.Context(), tools.Env{Stream: toolstest.View(text)}, []byte(`{"file_path":"/f"}`))
	if err != nil {
		b.Fatal(err)
	}
	b.SetBytes(int64(len(text)))
	b.ReportAllocs()
	for b.Loop() {
		if _, err := r.Render(b.Context(), io.Discard); err != nil {
			b.Fatal(err)
		}
	}
}

// BenchmarkSageWhole reads a file of 1 MiB, which sage must see to its end.
func BenchmarkSageWhole(b *testing.B) {
	text := strings.Repeat(deepLine, 1<<20/len(deepLine))
	b.SetBytes(int64(len(text)))
	b.ReportAllocs()
	for b.Loop() {
		readAll(b, sage.Tool, tools.Env{Stream: toolstest.View(text)}, `{"file_path":"f"}`)
	}
}
