package check

import (
	"bytes"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"testing"
)

// BenchmarkGrowing measures 1, 10 and 100 times as many files, bytes of holes and findings of a baseline.
func BenchmarkGrowing(b *testing.B) {
	for _, n := range []int{20, 200, 2_000} { // of MiB more than 64 are left out
		b.Run(fmt.Sprintf("files/%d", n), func(b *testing.B) {
			files := map[string]string{}
			for i := range n {
				files[fmt.Sprintf("d%d/f%d.txt", i%10, i)] = "a line\n"
			}
			o := Options{Paths: []string{tree(b, files)}}
			for b.Loop() {
				run(b, o)
			}
		})
		b.Run(fmt.Sprintf("folders in folders/%d", n/2), func(b *testing.B) {
			name := "f.txt"
			for range n / 2 {
				name = "d/" + name
			}
			o := Options{Paths: []string{tree(b, map[string]string{name: "a line\n"})}}
			for b.Loop() {
				run(b, o)
			}
		})
		b.Run(fmt.Sprintf("MiB of holes/%d", n), func(b *testing.B) {
			dir := tree(b, map[string]string{"holes": ""})
			if err := os.Truncate(filepath.Join(dir, "holes"), int64(n)<<20); err != nil {
				b.Fatal(err)
			}
			for b.Loop() {
				run(b, Options{Paths: []string{dir}, MaxBytes: 1 << 40})
			}
		})
		b.Run(fmt.Sprintf("findings of a baseline/%d", 10*n), func(b *testing.B) {
			all := make([]Finding, 10*n)
			for i := range all {
				all[i] = Finding{Rule: Hidden, Path: "f", Agents: []string{"a"}, Kind: fmt.Sprintf("%016x", i)}
			}
			text, err := json.Marshal(map[string]any{"version": jsonVersion, "findings": all})
			if err != nil {
				b.Fatal(err)
			}
			b.ReportAllocs()
			for b.Loop() {
				if known, err := ReadBaseline(bytes.NewReader(text)); err != nil || len(known.amounts) != len(all) {
					b.Fatal(known, err)
				}
			}
		})
	}
}
