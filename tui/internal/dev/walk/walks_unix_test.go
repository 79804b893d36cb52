//go:build unix

// Package walk types at random into the real program in a pseudo-terminal, and compares what the terminal shows with
// a redraw:
//
//	go test ./tui/internal/dev/walk -run Walks -walks 1000 -keys 200 -seed 1 -timeout 0
//
// A seed chooses a screen, a size, how the terminal answers questions, and what is typed: keys of the keymap, text at
// prompts, the mouse, pastes, parts of sequences, commands that get the terminal, Ctrl-Z, other sizes. After each
// step
//
//   - all that was typed is read, and a signal that asks for a redraw is answered, within a bound;
//   - the screen is the same before the redraw and after it;
//   - the program runs, or has left in time for a key that leaves, with the terminal as it was and no process left.
//
// At the end each sequence that was written is one that the program may write. All is done in a throw-away home and
// work tree, as nobody if root starts it; the shell and the editor are scripts that run nothing they are given. A
// walk that fails is printed as a text that -replay FILE walks again; -shrink leaves out of it what the fault does
// not need. -parallel says how many walks there are at a time.
package walk

import (
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"sync"
	"testing"
	"time"
)

var (
	program = flag.String("program", "", "the `program` to walk in (default: the one built from this module)")
	walks   = flag.Int("walks", 0, "how many `walks`")
	keys    = flag.Int("keys", 200, "how many `keys` and other inputs a walk has")
	seed    = flag.Uint64("seed", 1, "the `seed` of the first walk; each further one has the next number")
	replay  = flag.String("replay", "", "walk what is printed in this `file` instead")
	pipes   = flag.Bool("pipes", false, "do nothing in the walks but start commands of the shell and interrupt them")
	shrink  = flag.Bool("shrink", false, "with -replay: leave out what the fault does not need")
	slow    = flag.Float64("slow", 1, "multiply the time that an answer may take by this `factor`")
)

// walker makes walks, several at a time.
type walker struct {
	place *place

	mu      sync.Mutex
	total   figures
	ordinal int // of the last working folder
}

func newWalker(t *testing.T) *walker {
	t.Helper()
	// Who is started in the background by a script ignores Ctrl-C, and so does all that it starts.
	if signal.Ignored(os.Interrupt) {
		signal.Notify(make(chan os.Signal, 1), os.Interrupt)
	}
	temp, err := os.MkdirTemp("", "eyeline-walk-*") // nobody cannot enter a test's own
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = os.RemoveAll(temp) })
	path := *program
	if path == "" {
		path = filepath.Join(temp, "built")
		if text, err := exec.CommandContext(t.Context(), "go", "build", "-o", path, "eyeline").CombinedOutput(); err != nil {
			t.Fatalf("%v\n%s", err, text)
		}
	}
	pl, err := newPlace(temp, path)
	if err != nil {
		t.Fatal(err)
	}
	return &walker{place: pl}
}

// TestWalks makes the walks that -walks asks for.
func TestWalks(t *testing.T) {
	if *walks == 0 {
		t.Skip("-walks says how many")
	}
	w := newWalker(t)
	t.Run("seed", func(t *testing.T) {
		for i := range *walks {
			p := newPlan(*seed+uint64(i), *keys, w.place.screens)
			if *pipes {
				p.interrupted()
			}
			t.Run(fmt.Sprint(p.Seed), func(t *testing.T) {
				t.Parallel()
				t.Logf("%s, %dx%d", p.Screen, p.Width, p.Height)
				if err := w.walk(t.Context(), p); err != nil {
					t.Errorf("%v\n%v", err, p)
				}
			})
		}
	})
	t.Log(&w.total)
}

// TestReplay walks what a failure has printed, and with -shrink prints the least of its steps that fail in the same
// way.
func TestReplay(t *testing.T) {
	if *replay == "" {
		t.Skip("-replay says which walk")
	}
	text, err := os.ReadFile(*replay)
	if err != nil {
		t.Fatal(err)
	}
	p := &plan{}
	if err := json.Unmarshal(text, p); err != nil {
		t.Fatal(err)
	}
	w := newWalker(t)
	if err = w.walk(t.Context(), p); err == nil {
		return
	}
	for part := len(p.Steps) / 2; *shrink && part > 0; part /= 2 {
		for at := 0; at < len(p.Steps); {
			less := p.without(at, at+part)
			if next := w.walk(t.Context(), less); next != nil && kindOf(next) == kindOf(err) {
				p, err = less, next
			} else {
				at += part
			}
		}
	}
	t.Errorf("%v\n%v", err, p)
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
