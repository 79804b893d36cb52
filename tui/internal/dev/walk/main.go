//go:build unix

// Command walk types at random into the real program in a pseudo-terminal, and compares what the terminal shows with a redraw:
//
//	go run ./tui/internal/dev/walk -walks 1000 -keys 200 -seed 1
//
// A seed chooses a screen, a size, how the terminal answers questions, and what is typed: keys of the keymap, text at prompts,
// the mouse, pastes, parts of sequences, commands that get the terminal, Ctrl-Z, other sizes. After each step
//
//   - all that was typed is read, the program comes to rest, and it answers a signal that asks for a redraw, all within a bound;
//   - the screen is the same before the redraw and after it;
//   - the program runs, or has left in time for a key that leaves, with the terminal as it was and no process left behind.
//
// At the end each sequence that was written is one that the program may write. All is done in a throw-away home and work tree, as
// nobody if root starts it; the shell and the editor are scripts that run nothing they are given. A walk that fails is printed as
// a text that -replay FILE walks again; -shrink leaves out of it what the fault does not need.
package main

import (
	"context"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"sync"
	"syscall"
	"time"
)

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	err := run(ctx, os.Args[1:], os.Stdout)
	stop()
	switch {
	case errors.Is(err, flag.ErrHelp):
	case err != nil:
		fmt.Fprintln(os.Stderr, "walk:", err)
		os.Exit(1)
	}
}

// walker makes walks, several at a time.
type walker struct {
	program string
	place   *place
	slow    float64 // what the bounds are multiplied by
	verbose bool
	out     io.Writer

	mu      sync.Mutex
	total   figures
	failed  int
	ordinal int // of the last working folder
}

func run(ctx context.Context, args []string, out io.Writer) (err error) {
	w := &walker{out: out}
	flags := flag.NewFlagSet("walk", flag.ContinueOnError)
	flags.StringVar(&w.program, "program", "", "the `program` to walk in (default: the one built from this module)")
	walks := flags.Int("walks", 1, "how many `walks`")
	keys := flags.Int("keys", 200, "how many `keys` and other inputs a walk has")
	seed := flags.Uint64("seed", 1, "the `seed` of the first walk; each further one has the next number")
	parallel := flags.Int("parallel", 2, "how many `walks` at a time")
	replay := flags.String("replay", "", "walk what is printed in this `file` instead")
	shrink := flags.Bool("shrink", false, "with -replay: leave out what the fault does not need")
	flags.Float64Var(&w.slow, "slow", 1, "multiply the time that an answer may take by this `factor`")
	flags.BoolVar(&w.verbose, "v", false, "say how each walk went")
	if err := flags.Parse(args); err != nil {
		return err
	}
	temp, err := os.MkdirTemp("", "eyeline-walk-*")
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, os.RemoveAll(temp)) }()
	if w.program == "" {
		w.program = filepath.Join(temp, "built")
		if text, err := exec.CommandContext(ctx, "go", "build", "-o", w.program, "eyeline").CombinedOutput(); err != nil {
			return fmt.Errorf("%w\n%s", err, text)
		}
	}
	if w.place, err = newPlace(temp, w.program); err != nil {
		return err
	}
	if *replay != "" {
		return w.replay(ctx, *replay, *shrink)
	}
	if w.all(ctx, *seed, *walks, *keys, max(*parallel, 1)); w.failed > 0 {
		err = fmt.Errorf("%d walks failed", w.failed)
	}
	fmt.Fprintf(out, "%d walks, %v\n", *walks, &w.total)
	return errors.Join(ctx.Err(), err)
}

// all makes the walks of so many seeds.
func (w *walker) all(ctx context.Context, first uint64, walks, keys, parallel int) {
	var all sync.WaitGroup
	turns := make(chan struct{}, parallel)
	for i := range walks {
		turns <- struct{}{}
		all.Go(func() {
			defer func() { <-turns }()
			if ctx.Err() == nil {
				w.report(ctx, newPlan(first+uint64(i), keys, w.place.screens))
			}
		})
	}
	all.Wait()
}

// report makes a walk and says how it went.
func (w *walker) report(ctx context.Context, p *plan) {
	err := w.walk(ctx, p)
	w.mu.Lock()
	defer w.mu.Unlock()
	switch {
	case ctx.Err() != nil:
	case err != nil:
		w.failed++
		fmt.Fprintf(w.out, "FAILED %v\n%v\n", err, p)
	case w.verbose:
		fmt.Fprintf(w.out, "seed %d: %s, %dx%d\n", p.Seed, p.Screen, p.Width, p.Height)
	}
}

// replay walks what a failure has printed, and with shrink prints the least of its steps that fail in the same way.
func (w *walker) replay(ctx context.Context, path string, shrink bool) error {
	text, err := os.ReadFile(path)
	if err != nil {
		return err
	}
	p := &plan{}
	if err := json.Unmarshal(text, p); err != nil {
		return err
	}
	err = w.walk(ctx, p)
	if err == nil || !shrink {
		return err
	}
	kind := kindOf(err)
	for part := len(p.Steps) / 2; part > 0; part /= 2 {
		for at := 0; at < len(p.Steps) && ctx.Err() == nil; {
			less := p.without(at, at+part)
			if next := w.walk(ctx, less); next != nil && kindOf(next) == kind {
				p, err = less, next
			} else {
				at += part
			}
		}
	}
	fmt.Fprintln(w.out, p)
	return err
}

// kindOf is what sort of fault it is.
func kindOf(err error) string {
	var f *fault
	if errors.As(err, &f) {
		return f.kind
	}
	return err.Error()
}

// figures are what walks add up to.
type figures struct {
	inputs, redraws int
	slowest         time.Duration
	slowestIn       uint64 // seed
}

func (f *figures) String() string {
	return fmt.Sprintf("%d inputs, %d screens compared with a redraw; the slowest answer took %v (seed %d)",
		f.inputs, f.redraws, f.slowest.Round(time.Millisecond), f.slowestIn)
}
