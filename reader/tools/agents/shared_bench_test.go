package agents_test

import (
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"eyeline/reader/access"
	"eyeline/reader/tools"
)

// BenchmarkShared makes each tool's default read of a file that is open for all tools, almost all of it ASCII, and
// counts the content, as a check does.
func BenchmarkShared(b *testing.B) {
	dir := b.TempDir()
	text := strings.Replace(strings.ReplaceAll(source1MiB(), "—", "-"), "-", "—", 3)
	for _, size := range []int{11 << 10, 200 << 10} {
		path := filepath.Join(dir, "src", "server.go")
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			b.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(text[:size]), 0o644); err != nil {
			b.Fatal(err)
		}
		for _, tool := range tools.All() {
			b.Run(fmt.Sprintf("%d/%s", size>>10, tool.Name), func(b *testing.B) {
				opened, err := access.Open(b.Context(), path)
				if err != nil {
					b.Fatal(err)
				}
				shared, err := tools.Share(path, opened, tools.NewRoom(1<<20, 1<<20))
				if err != nil {
					b.Fatal(err)
				}
				defer shared.Close()
				env := tools.Env{Root: dir, Home: dir, Shared: shared}
				b.ReportAllocs()
				for b.Loop() {
					r, err := tool.Read(b.Context(), env, tools.BuildArgs(tool, path, nil))
					var refusal *tools.Error
					if errors.As(err, &refusal) {
						continue
					}
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
			})
		}
	}
}
