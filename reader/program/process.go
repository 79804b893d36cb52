// Package program, which changes without notice, runs the programs that Eyeline reads through, git and sqlite3. One
// that says nothing for long is ended together with all that it has started. On Linux it ends with this program, and
// its memory has a limit.
package program

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"strings"
	"sync"
	"sync/atomic"
	"time"
)

// Patience is how long a program may say nothing before it is ended. Tests shorten it.
var Patience = time.Minute

// Memory is how much a program may have on Linux, in bytes. Tests shorten it.
var Memory uint64 = 2 << 30

const (
	// maxOutput bounds what Output keeps, in bytes.
	maxOutput = 64 << 20
	// maxSaid bounds what is kept of standard error, in bytes.
	maxSaid = 1 << 20
)

// failure is a program that failed.
type failure struct {
	text string // what it said first, or how it ended
	err  error
}

func (f *failure) Error() string { return f.text }
func (f *failure) Unwrap() error { return f.err }

// IsMissing reports whether a program could not be started because it is not installed.
func IsMissing(err error) bool { return errors.Is(err, exec.ErrNotFound) }

// Process is a program that runs. What it writes is read from it; then Wait, or Close at any time.
type Process struct {
	name   string // "git diff"
	ctx    context.Context
	cmd    *exec.Cmd
	out    io.Reader
	said   head
	kill   func()
	clock  *time.Timer
	silent atomic.Bool // it was ended for saying nothing
	ended  sync.Once
	err    error
}

// Start starts a program in a directory. A nil environment is that of this program. The first word of name is the
// program; errors have all of it. in may be nil.
func Start(ctx context.Context, dir string, env []string, in io.Reader, name string, args ...string) (*Process, error) {
	inner, kill := context.WithCancel(ctx)
	program, _, _ := strings.Cut(name, " ")
	p := &Process{name: name, ctx: ctx, kill: kill, cmd: exec.CommandContext(inner, program, args...)}
	p.cmd.Dir = dir
	p.cmd.Env = env
	p.cmd.Stdin = in
	p.cmd.Stderr = &p.said
	p.cmd.WaitDelay = time.Second
	EndWithChildren(p.cmd)
	out, err := p.cmd.StdoutPipe()
	if err == nil {
		err = p.cmd.Start()
	}

	if err != nil {
		kill()
		if _, there := os.Stat(cmp.Or(dir, ".")); there != nil {
			err = there // the system says of a folder that is missing that there is no program
		}
		return nil, err
	}

	p.out = out
	limitMemory(p.cmd.Process.Pid)
	p.clock = time.AfterFunc(Patience, func() {
		p.silent.Store(true)
		kill()
	})
	p.clock.Stop()
	return p, nil
}

// Output is all that the program writes, also when it failed.
func (p *Process) Output() (string, error) {
	out, err := io.ReadAll(io.LimitReader(p, maxOutput+1))
	if len(out) > maxOutput {
		_ = p.Close()
		return "", fmt.Errorf("%s wrote more than %d MiB", p.name, maxOutput>>20)
	}
	return string(out), errors.Join(p.Wait(), err)
}

// Read reads what the program writes. Only the time that it waits for it counts as the program's.
func (p *Process) Read(b []byte) (int, error) {
	p.clock.Reset(Patience)
	defer p.clock.Stop()
	return p.out.Read(b)
}

// Wait waits for the program to end. The error says in one line why it failed.
func (p *Process) Wait() error {
	p.ended.Do(func() {
		p.clock.Reset(Patience)
		p.err = p.why(p.cmd.Wait())
		p.clock.Stop()
		p.kill()
	})
	return p.err
}

// Close ends the program, whatever it does.
func (p *Process) Close() error {
	p.kill()
	_ = p.Wait() // it was ended
	return nil
}

// Kill tells the program to end, and does not wait for it.
func (p *Process) Kill() { p.kill() }

// why is how the program ended.
func (p *Process) why(err error) error {
	switch {
	case err == nil:
		return nil
	case p.silent.Load():
		text := fmt.Sprintf("%s said nothing for %v and was ended", p.name, Patience)
		return &failure{text, context.DeadlineExceeded}
	case errors.Is(p.ctx.Err(), context.DeadlineExceeded):
		return &failure{p.name + " did not end in time", context.DeadlineExceeded}
	case p.ctx.Err() != nil:
		return p.ctx.Err()
	}

	text := err.Error()
	if said := p.ErrorLines(); len(said) > 0 {
		text = WithoutSeverity(said[0])
	}
	if strings.HasPrefix(text, "Out of memory") {
		text = fmt.Sprintf("%s may have %d MiB of memory, and wants more: %s", p.name, Memory>>20, text)
	}

	return &failure{text, err}
}

// WithoutSeverity is what a program says without the word for how bad it is.
func WithoutSeverity(line string) string {
	for _, word := range []string{"fatal: ", "error: ", "warning: ", "Error: "} {
		line = strings.TrimPrefix(line, word)
	}
	return line
}

// ErrorLines are the lines that the program has written to standard error, once it has ended.
func (p *Process) ErrorLines() []string {
	text := strings.TrimSpace(p.said.b.String())
	if text == "" {
		return nil
	}
	return strings.Split(text, "\n")
}

// head keeps the first bytes that are written to it.
type head struct{ b bytes.Buffer }

func (h *head) Write(p []byte) (int, error) {
	h.b.Write(p[:min(len(p), maxSaid-h.b.Len())])
	return len(p), nil
}
