package coreutils

import (
	"context"
	"errors"
	"strings"

	"eyeline/reader/access"
	"eyeline/reader/internal/pipelines"
	"eyeline/reader/tools"
)

// Runner evaluates one pipeline. What it writes points into the files that it opened: they stay open until Close.
type Runner struct {
	// Env says how files are opened.
	Env tools.Env
	// Dir is the working directory, an absolute path.
	Dir string
	// Shell is the shell's path, by which it names itself where the file of a "<" cannot be opened.
	Shell string
	// Terminal: what is written goes through a terminal, which ends lines with "\r\n".
	Terminal bool

	ctx    context.Context
	files  []*tools.File
	opened map[string]*tools.File // by the name that a command gives
	stderr func(Piece) bool
	// quiet: nothing goes to stderr, because a stream is run once more.
	quiet  bool
	status int // exit status of the current program
	// input is the file that "<" feeds to the current program, inputError why it cannot be read.
	input      *tools.File
	inputError error
	err        error // the first error of the evaluation itself, which ends it
}

// ErrUnknown is the error of Run for a program, an option or a script that is not evaluated. Nothing is written then.
var ErrUnknown = errors.New("not evaluated")

// ErrTooMuch is the error of Run where it would hold more than a million pieces of lines in memory.
var ErrTooMuch = errors.New("too many lines to hold")

// Run evaluates a pipeline and returns the exit status of its last program. Each program's output goes to the next
// one's input, the last one's to stdout, until that returns false; what any of them complains of goes to stderr, which
// may be stdout. What the programs themselves say of a file that cannot be read is no error. The errors are ErrUnknown,
// ErrTooMuch, those of reading a file that was opened, those of tools.Open and ctx's.
func (r *Runner) Run(ctx context.Context, commands []pipelines.Command, stdout, stderr func(Piece) bool) (status int, err error) {
	r.ctx, r.stderr = ctx, stderr
	take := func(p Piece) bool { return stdout(p) && r.err == nil }
	if r.Terminal {
		take, r.stderr = r.terminal(take), r.terminal(stderr)
	}
	out, ok := r.pipeline(commands)
	if !ok {
		return 0, ErrUnknown
	}
	out(take)
	return r.status, r.err
}

// Files are the files that were opened so far, in order.
func (r *Runner) Files() []*tools.File { return r.files }

// Close closes the files.
func (r *Runner) Close() {
	for _, f := range r.files {
		_ = f.Close() // read only: nothing is lost
	}
}

// fail notes an error of this program; it returns false.
func (r *Runner) fail(err error) bool {
	if r.err == nil {
		r.err = err
	}
	return false
}

// complain writes an error message of a program.
func (r *Runner) complain(text string) {
	if !r.quiet {
		r.stderr(Literal(text + "\n"))
	}
}

// programs are the programs that are evaluated: each makes of its arguments and its input what it writes. ok is false
// for arguments that are not evaluated.
var programs = map[string]func(r *Runner, args []string, in stream) (out stream, ok bool){
	"cat": cat, "sed": sed, "nl": nl, "wc": wc,
	"head": func(r *Runner, args []string, in stream) (stream, bool) { return r.headOrTail("head", args, in) },
	"tail": func(r *Runner, args []string, in stream) (stream, bool) { return r.headOrTail("tail", args, in) },
}

// pipeline is what a pipeline writes; the status of its last program is in r.status when the stream was run.
func (r *Runner) pipeline(commands []pipelines.Command) (out stream, ok bool) {
	out = func(func(Piece) bool) {} // standard input is closed
	for _, c := range commands {
		program := programs[c.Words[0]]
		if program == nil {
			return nil, false
		}
		if c.Redirected {
			out = r.fed(c.Input)
		}
		if out, ok = program(r, c.Words[1:], out); !ok {
			return nil, false
		}
		if c.Redirected {
			out = r.redirected(c.Input, out)
		}
	}
	return out, true
}

// redirected is a program that does not run when the file of its "<" cannot be opened.
func (r *Runner) redirected(name string, out stream) stream {
	return func(emit func(Piece) bool) {
		f, err := r.open(name)
		if err != nil && !errors.Is(err, access.ErrDirectory) {
			if message, ok := r.message(err); ok {
				r.complain(r.Shell + ": line 1: " + name + ": " + message)
			}
			r.status = 1
			return
		}
		r.input = f
		out(emit)
		r.input = nil
	}
}

// fed is the standard input that "<" makes.
func (r *Runner) fed(name string) stream {
	return func(emit func(Piece) bool) {
		f, err := r.open(name)
		if errors.Is(err, access.ErrDirectory) {
			r.inputError = err
			return
		}
		if err == nil {
			emit(whole(f))
		}
	}
}

// open opens a file once. The errors are those of tools.Open.
func (r *Runner) open(name string) (*tools.File, error) {
	if f := r.opened[name]; f != nil {
		return f, nil
	}
	path := name
	if r.Env.Stream == nil && !strings.HasPrefix(name, "/") {
		if name == "" {
			return nil, access.ErrNowhere
		}
		path = strings.TrimSuffix(r.Dir, "/") + "/" + name
	}
	f, err := tools.Open(r.ctx, r.Env, tools.PathAny, path)
	if err != nil {
		return nil, err
	}
	r.files = append(r.files, f)
	if r.opened == nil {
		r.opened = map[string]*tools.File{}
	}
	r.opened[name] = f
	return f, nil
}

// message is the system's text for an error; ok is false when the program would not have said it, and the evaluation
// has failed instead.
func (r *Runner) message(err error) (text string, ok bool) {
	var special *access.SpecialError
	var refusal *tools.Error
	switch {
	case errors.Is(err, tools.ErrConfined), errors.As(err, &special), errors.As(err, &refusal), access.IsChanged(err),
		r.ctx.Err() != nil:
		r.fail(err)
		return "", false
	}
	return Strerror(err), true
}

// Strerror is the C library's text for an error.
func Strerror(err error) string {
	switch {
	case errors.Is(err, access.ErrDirectory):
		return "Is a directory"
	case errors.Is(err, access.ErrNowhere):
		return "No such file or directory"
	}
	text := access.Text(access.System(err))
	if i := strings.Index(text, " (os error"); i >= 0 {
		text = text[:i]
	}
	return text
}
