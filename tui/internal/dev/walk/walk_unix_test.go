//go:build unix

package walk

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"os"
	"strconv"
	"strings"
	"time"

	"github.com/creack/pty"
)

// lentSteps is after how many steps a command that has the terminal is ended.
const lentSteps = 3

// tries is how often a walk is made in which a screen was another than a redraw. What comes by itself, such as a
// count, can come with the redraw; what was drawn wrong is so again.
const tries = 3

// walk makes a walk. A screen that was another than a redraw is a fault when it is so each time.
func (w *walker) walk(ctx context.Context, p *plan) error {
	var doubtful map[int]error
	for try := range tries {
		differed, err := w.once(ctx, p, time.Duration(1+3*try)*quiet)
		if err != nil || try > 0 && len(doubtful) == 0 || len(differed) == 0 {
			return err
		}
		for step := range doubtful {
			if differed[step] == nil {
				delete(doubtful, step)
			}
		}
		if try == 0 {
			doubtful = differed
		}
	}
	for _, err := range doubtful {
		return err
	}
	return nil
}

// once makes a walk, and returns at which steps a screen was another than a redraw. When the program leaves, it is
// started again for the steps that are left. calm is how long it rests before a redraw.
func (w *walker) once(ctx context.Context, p *plan, calm time.Duration) (differed map[int]error, err error) {
	w.mu.Lock()
	w.ordinal++
	ordinal := w.ordinal
	w.total.inputs += p.Inputs
	w.mu.Unlock()
	differed = map[int]error{}
	for at, run := 0, 0; ctx.Err() == nil && err == nil && (run == 0 || at < len(p.Steps)); run++ {
		var dir string
		if dir, err = w.place.folder(fmt.Sprintf("%d.%d", ordinal, run)); err == nil {
			at, err = w.stretch(ctx, &stretch{p, dir, calm, differed}, at)
		}
		err = errors.Join(err, os.RemoveAll(dir))
	}
	return differed, err
}

// stretch is a part of a walk, for which the program is started.
type stretch struct {
	plan     *plan
	dir      string
	calm     time.Duration
	differed map[int]error
}

// stretch walks from a step on until the program leaves; it returns the step after that.
func (w *walker) stretch(ctx context.Context, of *stretch, at int) (next int, err error) {
	s, err := w.start(of.plan, of.dir, of.calm)
	if err != nil {
		return at, err
	}
	defer s.end()
	if !within(s.bound(answerBound), func() bool { now := s.now(); return now.alt || now.leaving }) {
		return at, s.fault("no screen comes", "")
	}
	steps := append([]string{w.place.screen(of.plan.Screen).keys}, of.plan.Steps[at:]...)
	lent, free := 0, 0
	for i, step := range steps {
		if ctx.Err() != nil {
			return at, ctx.Err()
		}
		began := time.Now()
		lent, err = s.step(step, lent)
		if err != nil && kindOf(err) == otherThanRedraw {
			of.differed[at+i], err = atStep(err, at+i, step), nil
		}
		w.took(of.plan.Seed, time.Since(began))
		if err == nil && s.now().leaving {
			// A key may wait for the program to get the terminal back, or for the end of a paste.
			err = s.leaves(strings.Join(steps[max(free-2*lentSteps, 0):i+1], ""), of.dir)
			return at + i, atStep(err, at+i, step)
		}
		if err != nil {
			return at, atStep(err, at+i, step)
		}
		if lent == 0 {
			free = i
		}
	}
	return len(of.plan.Steps), s.quit(of.dir)
}

// step does a step and compares the screen with a redraw, unless a command has the terminal. It returns for how many
// steps one has had it, which is given of the step before.
func (s *session) step(step string, lent int) (int, error) {
	err := s.do(step)
	if err == nil {
		lent, err = s.lentFor(lent)
	}
	if err == nil && lent == 0 {
		err = s.redraw()
	}
	return lent, err
}

// took notes how long an answer took.
func (w *walker) took(seed uint64, d time.Duration) {
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.total.redraws++; d > w.total.slowest {
		w.total.slowest, w.total.slowestIn = d, seed
	}
}

// atStep says at which step of the plan a fault came, 1-based.
func atStep(err error, n int, step string) error {
	var f *fault
	if errors.As(err, &f) {
		return &fault{f.kind, fmt.Sprintf("at step %d, %.200s\n%s", n, step, f.details)}
	}
	return err
}

// do does a step, and waits until the program rests.
func (s *session) do(step string) (err error) {
	switch word, rest, _ := strings.Cut(step, " "); word {
	case "pause":
		d, err := time.ParseDuration(rest)
		time.Sleep(d)
		return err
	case "resize":
		var width, height int
		if _, err := fmt.Sscanf(rest, "%dx%d", &width, &height); err != nil {
			return err
		}
		s.mu.Lock()
		s.screen.Resize(width, height)
		err = pty.Setsize(s.master, &pty.Winsize{Rows: uint16(height), Cols: uint16(width)})
		s.mu.Unlock()
	default:
		var typed string
		if typed, err = strconv.Unquote(cmp.Or(step, `""`)); err == nil && typed != "" {
			err = s.send(typed)
		}
	}
	if err == nil {
		err = s.settle()
	}
	return err
}

// lentFor counts the steps for which a command has had the terminal. After a few it is ended: by Enter, and by Ctrl-C
// where that does not do.
func (s *session) lentFor(steps int) (int, error) {
	if now := s.now(); now.alt || now.leaving {
		return 0, nil
	}
	if steps++; steps <= lentSteps {
		return steps, nil
	}
	back := func() bool { now := s.now(); return now.alt || now.leaving }
	for _, keys := range []string{"\r", "\r", "\x03", "\x03"} {
		if err := s.send(keys); err != nil {
			return 0, err
		}
		if within(s.bound(answerBound/5), back) {
			return 0, s.settle()
		}
	}
	if !within(s.bound(answerBound), back) {
		return 0, s.fault("the screen does not come back after a command", "")
	}
	return 0, s.settle()
}

// leaves checks a program that has given the terminal back after what was typed, in quotation marks.
func (s *session) leaves(typed, dir string) error {
	asked := strings.ContainsAny(typed, "qQEF") || strings.Contains(typed, `\x03`) ||
		strings.Contains(typed, "[<") // the footer's "quit" can be clicked
	// Escape and Ctrl-G close a list, and the first list of some screens is all that there is.
	closed := s.place.screen(s.plan.Screen).kind == "list" && strings.Contains(typed, `\`)
	err := s.over(dir)
	if err == nil && !asked && !closed {
		return s.fault("the program left, which no key asked for", "")
	}
	return err
}

// over checks what a program that has ended leaves and has written.
func (s *session) over(dir string) error {
	if err := s.ended(); err != nil {
		return err
	}
	return cmp.Or(s.raced(dir), s.left(), s.written())
}

// quit leaves the program by Ctrl-C, which closes whatever is open first.
func (s *session) quit(dir string) error {
	for range 12 {
		began := time.Now()
		err := s.send("\x03")
		if err == nil {
			err = s.settle()
		}
		if err == nil && !s.now().leaving {
			err = s.redraw()
		}
		if err != nil && kindOf(err) != otherThanRedraw {
			return atStep(err, len(s.plan.Steps), "leaving")
		}
		if !s.now().leaving {
			// A command that has the terminal takes each until it has ended, and the program has the terminal back.
			within(s.bound(answerBound), func() bool { return s.now().alt || s.now().leaving })
			continue
		}
		err = s.over(dir)
		if took := time.Since(began); err == nil && took > s.bound(leaveBound) {
			return s.fault("leaving takes long", fmt.Sprint(took, "\n"))
		}
		return err
	}
	return s.fault("Ctrl-C does not leave", "")
}
