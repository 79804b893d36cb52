package fleet

import (
	"fmt"
	"io"
	"path/filepath"
	"strings"
	"testing"

	"eyeline/reader/transcript/transcripttest"
)

// BenchmarkRuns tells of a hundred runs with 20 reads each, of 40 files of a repository.
func BenchmarkRuns(b *testing.B) {
	dir := b.TempDir()
	var paths []string
	for run := range 100 {
		var text strings.Builder
		for n := range 20 {
			file, first := (run+7*n)%40, 1+(run*n)%50
			lines := make([]string, 60)
			for i := range lines {
				lines[i] = fmt.Sprintf("\tif value%d := lookup(%d, index); value%d.isKnown() {", file, first+i, i)
			}
			text.WriteString(transcripttest.ClaudeRead(n+1, "/w", fmt.Sprintf("/w/file%d.go", file), first, lines...))
		}
		paths = append(paths, filepath.Join(dir, fmt.Sprintf("run%d.jsonl", run)))
		transcripttest.Write(b, paths[run], []byte(text.String()))
	}
	for b.Loop() {
		if err := Write(b.Context(), io.Discard, paths, Options{}); err != nil {
			b.Fatal(err)
		}
	}
}
