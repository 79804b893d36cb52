//go:build unix

// Package peers measures eyeline beside other pagers, as a person at the keyboard meets them: each runs in a
// pseudo-terminal of 120×40, keys are typed, and the time counts until what was asked for is on the screen.
//
//	go test ./tui/internal/dev/peers -bench . -benchtime 5x -inputs log-1GiB,source-50MiB,line-1GiB -timeout 0
//
// Inputs are made in a temporary folder (or kept in -dir): log-SIZE, source-SIZE, and line-SIZE, which is one line.
// Pagers that are not installed are left out. It prints a Markdown table of medians; a dash is what a pager cannot do,
// and a time with > is one that was given up. The pagers take turns, and all files are in the page cache.
package peers

import (
	"cmp"
	"context"
	"flag"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"testing"
	"time"
)

var (
	inputs   = flag.String("inputs", "log-20MiB", "`inputs` to measure on, divided by commas")
	names    = flag.String("pagers", "", "only these `pagers`, divided by commas")
	dir      = flag.String("dir", "", "`folder` that keeps the inputs")
	program  = flag.String("eyeline", "", "the `program` to measure (default: the one built from this module)")
	patience = flag.Duration("patience", time.Minute, "`time` after which a step is given up")
	repeat   = flag.Duration("repeat", time.Millisecond,
		"`time` from a key that scrolls to the next; a key that is held down comes each 33ms")
)

// BenchmarkPagers measures all pagers in each round.
func BenchmarkPagers(b *testing.B) {
	path := *program
	if path == "" {
		path = filepath.Join(b.TempDir(), "eyeline")
		if err := build(b.Context(), path); err != nil {
			b.Fatal(err)
		}
	}
	here := installed(path, *names)
	fmt.Printf("\n%s, %s/%s, %d cores, 120×40\n\n", time.Now().Format("2006-01-02"),
		runtime.GOOS, runtime.GOARCH, runtime.NumCPU())
	for _, p := range here {
		fmt.Printf("- %s: %s\n", p.name, p.version(b.Context()))
	}
	for name := range strings.SplitSeq(*inputs, ",") {
		b.Run(name, func(b *testing.B) {
			in, err := makeInput(cmp.Or(*dir, b.TempDir()), name)
			if err != nil {
				b.Fatal(err)
			}
			m := measurement{b.Context(), in, map[cell][]float64{}, map[cell]bool{}}
			for b.Loop() {
				for _, p := range here {
					m.measure(p)
				}
			}
			m.print(os.Stdout, here)
		})
	}
}

// build builds the program of this module.
func build(ctx context.Context, path string) error {
	cmd := exec.CommandContext(ctx, "go", "build", "-trimpath", "-ldflags=-s -w", "-o", path, "eyeline")
	cmd.Env = append(os.Environ(), "CGO_ENABLED=0") // as the releases are: to load libraries takes 0.5 ms
	if text, err := cmd.CombinedOutput(); err != nil {
		return fmt.Errorf("cannot build eyeline: %s", text)
	}
	return install(path)
}

// installed are the pagers of this machine, of those that are named, divided by commas; "" is all.
func installed(program, names string) []pager {
	var here []pager
	for _, p := range pagers(program) {
		if names != "" && !slices.Contains(strings.Split(names, ","), p.name) {
			continue
		}
		if path, err := exec.LookPath(p.command[0]); err == nil {
			p.command[0] = path
			here = append(here, p)
		}
	}
	return here
}

// install writes a program anew, as whatever installs one does. The linker fills its output through a mapping, which
// leaves the file in the page cache as single pages; the other pagers were read from a disk, or written, and are there
// in larger pieces.
func install(path string) error {
	data, err := os.ReadFile(path)
	if err != nil {
		return err
	}
	if err := os.Remove(path); err != nil {
		return err
	}
	return os.WriteFile(path, data, 0o755)
}
