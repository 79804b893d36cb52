package agentsearch_test

import (
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
	"time"

	"eyeline/reader/agentsearch"
	"eyeline/reader/tools"
	_ "eyeline/reader/tools/agents"
)

// BenchmarkSearch searches 100,000 files for one agent and for all, beside rg. It says when the first rows were there,
// and how much memory the system has given the process at most.
func BenchmarkSearch(b *testing.B) {
	dir := b.TempDir()
	r := rand.New(rand.NewPCG(1, 2))
	words := strings.Fields("func return the of if err nil string int range for package import type struct value a in to is")
	for d := range 1000 {
		folder := filepath.Join(dir, fmt.Sprintf("d%d/e%d", d%40, d))
		if err := os.MkdirAll(folder, 0o755); err != nil {
			b.Fatal(err)
		}
		for f := range 100 {
			var text strings.Builder
			for range 10 + r.IntN(100) {
				for range 8 {
					text.WriteString(words[r.IntN(len(words))] + " ")
				}
				text.WriteByte('\n')
			}
			if r.IntN(500) == 0 {
				text.WriteString("here is the needleword\n")
			}
			if err := os.WriteFile(fmt.Sprintf("%s/f%d.txt", folder, f), []byte(text.String()), 0o644); err != nil {
				b.Fatal(err)
			}
		}
	}
	search := func(b *testing.B, profiles []*agentsearch.Profile) {
		var first time.Duration // the sum over all searches
		for b.Loop() {
			began, seen := time.Now(), false
			result, err := agentsearch.Search(b.Context(), agentsearch.Request{
				Env: tools.Env{Root: dir}, Query: agentsearch.Query{Pattern: "needleword"}, Profiles: profiles,
				OnProgress: func(r *agentsearch.Result) {
					if !seen && len(r.Rows) > 0 {
						seen = true
						first += time.Since(began)
					}
				},
			})
			if err != nil || len(result.Rows) == 0 {
				b.Fatal(err)
			}
			if err := result.WriteJSON(io.Discard); err != nil {
				b.Fatal(err)
			}
		}
		var m runtime.MemStats
		runtime.ReadMemStats(&m)
		b.ReportMetric(float64(first.Milliseconds())/float64(b.N), "ms-to-first-rows")
		b.ReportMetric(float64(m.Sys>>20), "MiB")
	}
	b.Run("rg", func(b *testing.B) {
		for b.Loop() {
			if err := exec.Command("rg", "-c", "needleword", dir).Run(); err != nil {
				b.Skip(err)
			}
		}
	})
	b.Run("one", func(b *testing.B) { search(b, agentsearch.All()[1:2]) })
	b.Run("all", func(b *testing.B) { search(b, agentsearch.All()) })
}
