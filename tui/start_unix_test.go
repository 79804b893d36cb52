//go:build linux || darwin

package tui_test

import (
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"testing"
	"time"
)

// BenchmarkStart measures a whole process that only says its version beside an empty Go program, in turns: "over-ms" is
// the median of what the start takes more, "size-MiB" the program's size without symbols.
//
//	go test ./tui -run '^$' -bench Start
func BenchmarkStart(b *testing.B) {
	dir := b.TempDir()
	empty, full := filepath.Join(dir, "empty"), filepath.Join(dir, "eyeline")
	source := filepath.Join(dir, "empty.go")
	if err := os.WriteFile(source, []byte("package main\n\nfunc main() {}\n"), 0o644); err != nil {
		b.Fatal(err)
	}
	for _, args := range [][]string{{"-o", empty, source}, {"-o", full, "-trimpath", "-ldflags=-s -w", ".."}} {
		build := exec.Command("go", append([]string{"build"}, args...)...)
		build.Env = append(os.Environ(), "CGO_ENABLED=0") // as the releases are built
		if out, err := build.CombinedOutput(); err != nil {
			b.Fatalf("%v: %s", err, out)
		}
	}
	run := func(path string, args ...string) time.Duration {
		began := time.Now()
		if err := exec.Command(path, args...).Run(); err != nil {
			b.Fatal(err)
		}
		return time.Since(began)
	}
	var over []time.Duration
	for b.Loop() {
		nothing := run(empty)
		over = append(over, run(full, "version")-nothing)
	}
	slices.Sort(over)
	info, err := os.Stat(full)
	if err != nil {
		b.Fatal(err)
	}
	b.ReportMetric(float64(over[len(over)/2].Microseconds())/1000, "over-ms")
	b.ReportMetric(float64(info.Size())/(1<<20), "size-MiB")
}
