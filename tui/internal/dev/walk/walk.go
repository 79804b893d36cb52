//go:build unix

package main

import (
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

// walk makes a walk. When the program leaves, it is started again for the steps that are left.
func (w *walker) walk(ctx context.Context, p *plan) error {
	w.mu.Lock()
	w.ordinal++
	ordinal := w.ordinal
	w.total.inputs += p.inputs
	w.mu.Unlock()
	at := 0
	for run := 0; ctx.Err() == nil && (run == 0 || at < len(p.steps)); run++ {
		dir, err := w.place.folder(fmt.Sprintf("%d.%d", ordinal, run))
		if err != nil {
			return err
		}
		at, err = w.stretch(ctx, p, dir, at)
		if err = errors.Join(err, os.RemoveAll(dir)); err != nil {
			return err
		}
	}
	return nil
}

// stretch is a walk from a step on until the program leaves; it returns the step after that.
func (w *walker) stretch(ctx context.Context, p *plan, dir string, at int) (next int, err error) {
	s, err := w.start(p, dir)
	if err != nil {
		return at, err
	}
	defer s.end()
	if !within(s.bound(answerBound), func() bool { now := s.state(); return now.alt || now.leaving }) {
		return at, s.fault("no screen comes", "")
	}
	steps := append([]string{strconv.Quote(screenNamed(p.screen).keys)}, p.steps[at:]...)
	lent, typed := 0, ""
	for i, step := range steps {
		if ctx.Err() != nil {
			return at, ctx.Err()
		}
		if lent == 0 {
			typed = ""
		}
		began := time.Now()
		text, err := s.do(step)
		if err == nil {
			lent, err = s.lentFor(lent)
		}
		if err == nil && lent == 0 {
			err = s.redraw()
		}
		w.took(p.seed, time.Since(began))
		typed += text
		if err == nil && s.state().leaving {
			if err = s.leaves(typed, dir); err == nil {
				return at + i, nil
			}
		}
		if err != nil {
			return at, atStep(err, at+i, step)
		}
	}
	return len(p.steps), s.quit(dir)
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

// do does a step, and returns what it has typed.
func (s *session) do(step string) (typed string, err error) {
	switch word, rest, _ := strings.Cut(step, " "); word {
	case "pause":
		d, err := time.ParseDuration(rest)
		time.Sleep(d)
		return "", err
	case "resize":
		var width, height int
		if _, err := fmt.Sscanf(rest, "%dx%d", &width, &height); err != nil {
			return "", err
		}
		s.mu.Lock()
		s.screen.Resize(width, height)
		err = pty.Setsize(s.master, &pty.Winsize{Rows: uint16(height), Cols: uint16(width)})
		s.mu.Unlock()
	default:
		if typed, err = strconv.Unquote(step); err == nil && typed != "" {
			err = s.send(typed)
		}
	}
	if err == nil {
		err = s.settle()
	}
	return typed, err
}

// lentFor counts the steps for which a command has had the terminal. After a few it is ended: by Enter, and by Ctrl-C where
// that does not do.
func (s *session) lentFor(steps int) (int, error) {
	if now := s.state(); now.alt || now.leaving {
		return 0, nil
	}
	if steps++; steps <= lentSteps {
		return steps, nil
	}
	back := func() bool { now := s.state(); return now.alt || now.leaving }
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

// leaves checks a program that has given the terminal back after what was typed.
func (s *session) leaves(typed, dir string) error {
	keys := "qQEF\x03"
	if strings.Contains(screenNamed(s.plan.screen).args, "transcript") {
		keys += "\x1b\a" // they close a list, and the first list is the whole screen
	}
	if !strings.ContainsAny(typed, keys) {
		return s.fault("the program left, which no key asked for", "")
	}
	return s.over(dir)
}

// over checks what a program that has ended leaves and has written.
func (s *session) over(dir string) error {
	if err := errors.Join(s.ended(), s.left()); err != nil {
		return err
	}
	if race, _ := os.ReadFile(dir + "/race"); len(race) > 0 {
		return s.fault("a data race", string(race))
	}
	return s.written(screenNamed(s.plan.screen).hostile())
}

// quit leaves the program by Ctrl-C, which closes whatever is open first.
func (s *session) quit(dir string) error {
	for range 12 {
		began := time.Now()
		err := s.send("\x03")
		if err == nil {
			err = s.settle()
		}
		if err == nil && !s.state().leaving {
			err = s.redraw()
		}
		if err != nil {
			return atStep(err, len(s.plan.steps), "leaving")
		}
		if !s.state().leaving {
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
