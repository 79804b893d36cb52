//go:build unix

// Command peers measures eyeline beside other pagers, as a person at the keyboard meets them: each runs in a
// pseudo-terminal of 120×40, keys are typed, and the time counts until what was asked for is on the screen.
//
//	go run ./tui/internal/dev/peers -inputs log-1GiB,source-50MiB,line-1GiB -n 5
//
// Inputs are made in a temporary folder (or kept in -dir): log-SIZE, source-SIZE, and line-SIZE, which is one line.
// Pagers that are not installed are left out. It prints a Markdown table of medians; a dash is what a pager cannot do,
// and a time with > is one that was given up. The pagers take turns, and all files are in the page cache.
package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"time"
)

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	err := run(ctx, os.Args[1:], os.Stdout)
	stop()
	switch {
	case errors.Is(err, flag.ErrHelp):
	case err != nil:
		fmt.Fprintln(os.Stderr, "peers:", err)
		os.Exit(1)
	}
}

func run(ctx context.Context, args []string, out io.Writer) (err error) {
	flags := flag.NewFlagSet("peers", flag.ContinueOnError)
	inputs := flags.String("inputs", "log-1GiB,source-50MiB,line-1GiB", "`inputs` to measure on, divided by commas")
	names := flags.String("pagers", "", "only these `pagers`, divided by commas")
	dir := flags.String("dir", "", "`folder` that keeps the inputs")
	program := flags.String("eyeline", "", "the `program` to measure (default: the one built from this module)")
	rounds := flags.Int("n", 5, "`rounds`; the median counts")
	patience := flags.Duration("patience", time.Minute, "`time` after which a step is given up")
	repeat := flags.Duration("repeat", time.Millisecond,
		"`time` from a key that scrolls to the next; a key that is held down comes each 33ms")
	if err := flags.Parse(args); err != nil {
		return err
	}
	temp, err := os.MkdirTemp("", "eyeline-peers-*")
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, os.RemoveAll(temp)) }()
	if *dir == "" {
		*dir = temp
	}
	if *program == "" {
		*program = filepath.Join(temp, "eyeline")
		if err := build(ctx, *program); err != nil {
			return err
		}
	}
	here := installed(*program, *names)
	fmt.Fprintf(out, "%s, %s/%s, %d cores, 120×40, medians of %d\n\n", time.Now().Format("2006-01-02"),
		runtime.GOOS, runtime.GOARCH, runtime.NumCPU(), *rounds)
	for _, p := range here {
		fmt.Fprintf(out, "- %s: %s\n", p.name, p.version(ctx))
	}
	for _, name := range strings.Split(*inputs, ",") {
		in, err := makeInput(*dir, name)
		if err != nil {
			return err
		}
		m := measurement{ctx, in, *patience, *repeat, map[cell][]float64{}, map[cell]bool{}}
		for range *rounds {
			for _, p := range here {
				m.measure(p)
				if err := ctx.Err(); err != nil {
					return err
				}
			}
		}
		m.print(out, here)
	}
	return nil
}

// build builds the program of this module.
func build(ctx context.Context, path string) error {
	cmd := exec.CommandContext(ctx, "go", "build", "-trimpath", "-o", path, "eyeline")
	cmd.Env = append(os.Environ(), "CGO_ENABLED=0") // static, as the releases are: to load libraries takes 0.5 ms
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
