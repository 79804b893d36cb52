package coreutils

import (
	"cmp"
	"context"
	"errors"
	"maps"
	"path"
	"strings"

	"eyeline/reader/access"
	"eyeline/reader/internal/gnuname"
	"eyeline/reader/ospath"
	"eyeline/reader/tools"
)

// Runner opens the files that programs read. What they write points into these: they stay open until Close.
type Runner struct {
	// Env says how files are opened.
	Env tools.Env
	// Ugrep says that ugrep -I is run in place of grep.
	Ugrep bool
	// System, when set, has the files in place of Env. Then programs also run that change files, and those of which
	// what they print is not certain, byte for byte: who gives a system compares it with what was printed.
	System System
	// Programs are others than those of this package, by their names.
	Programs map[string]func(c *Call) int

	ctx    context.Context
	files  []*tools.File
	opened map[string]*tools.File // by their absolute path
	err    error                  // the first error of the evaluation itself, which ends it
	ended  bool                   // for good
	looked int64                  // bytes of files and pipes that were looked at
}

// mostLooked is how many bytes a command line in a [System] may look at.
const mostLooked = 256 << 20

// NewRunner is a Runner for reads that end with ctx.
func NewRunner(ctx context.Context, env tools.Env) *Runner {
	return &Runner{Env: env, ctx: ctx, opened: map[string]*tools.File{}}
}

// Call is one run of a program.
type Call struct {
	*Runner
	program
	Args []string // with the name of the program
	// Dir is the working directory, an absolute path.
	Dir string
	In  *Input
	// Out and Err take what the program writes and what it complains of. Out returns false when nobody reads on.
	Out, Err func(Piece) bool
}

// Input is the standard input of a program.
type Input struct {
	// Pieces is what comes in; nil: nothing. It is asked for once.
	Pieces stream
	// File is the file that "<" feeds, nil where it is not one, and Err why that cannot be read.
	File  *tools.File
	Err   error
	read  bool    // a command has read it
	lines *string // what is left of an input that is read line by line
}

// FileInput is the standard input that "<" makes of a file.
func FileInput(f *tools.File) *Input {
	return &Input{File: f, Pieces: func(emit func(Piece) bool) { emit(Whole(f)) }}
}

// ErrTooMuch is the error of a program that would hold more than a million pieces of lines in memory (head and tail: a
// quarter of these), or a line of more than 16 MiB.
var ErrTooMuch = errors.New("too many lines, or too long ones, to hold")

// Known reports whether a program of a name is imitated.
func (r *Runner) Known(name string) bool {
	p := programs[name]
	return r.Programs[name] != nil || p.run != nil && (r.System != nil || !p.proposes)
}

// Run runs the program that the arguments name, which is one that is Known, and returns its exit status. What it says
// of a file that cannot be read is no error; Err tells whether the evaluation has failed. An option that is not
// imitated ends the evaluation.
func (c *Call) Run() int {
	if run := c.Programs[c.Args[0]]; run != nil {
		c.says = wording{unopened: "%[5]s: %[2]s: %[4]s", status: 1}
		return run(c)
	}

	c.program = programs[c.Args[0]]
	if c.System != nil && c.program.changes != nil {
		if status, taken := c.program.changes(c); taken {
			return status
		}
	}

	o, bad := c.parse(c.Args[1:])
	if bad != "" {
		return c.Unknown(bad)
	}

	return c.run(c, o)
}

// Err is the first error of the evaluation: a refusal of what is not imitated, ErrTooMuch, those of reading a file that
// was opened, those of tools.Open and the context's.
func (r *Runner) Err() error {
	r.err = cmp.Or(r.err, r.ctx.Err())
	return r.err
}

// Files are the files that were opened so far, in order.
func (r *Runner) Files() []*tools.File { return r.files }

// PathOf is the path of a file that was opened, an absolute one.
func (r *Runner) PathOf(f *tools.File) string {
	for name, opened := range r.opened {
		if f == opened {
			return path.Clean(name)
		}
	}
	return ""
}

// Close closes the files.
func (r *Runner) Close() {
	for _, f := range r.files {
		_ = f.Close() // read only: nothing is lost
	}
}

// closeLast closes the file that was opened last, of which nothing was written.
func (r *Runner) closeLast() {
	n := len(r.files) - 1
	_ = r.files[n].Close() // read only: nothing is lost
	maps.DeleteFunc(r.opened, func(_ string, f *tools.File) bool { return f == r.files[n] })
	r.files = r.files[:n]
}

// Fail notes an error of this program; it returns false.
func (r *Runner) Fail(err error) bool {
	r.err = cmp.Or(r.err, err)
	return false
}

// Unknown ends the evaluation: what of a program is not imitated, in words.
func (c *Call) Unknown(what string) int {
	c.Fail(tools.RefuseOwn("eyeline runs no command, and does not imitate " + c.Args[0] + " with " + what))
	return 0
}

// Context is the context of the evaluation.
func (r *Runner) Context() context.Context { return r.ctx }

// Note records an error; it reports whether err is nil.
func (r *Runner) Note(err error) bool { return err == nil || r.Fail(err) }

// Hold keeps a file open that the system has opened, under a name of its own, until Close.
func (r *Runner) Hold(name string, f *tools.File) {
	r.files = append(r.files, f)
	r.opened[name] = f
}

// Complain writes an error message of the program.
func (c *Call) Complain(text string) { c.Err(Literal(text + "\n")) }

// Abs is a path as an absolute one. In a System it may be one of Windows.
func (c *Call) Abs(name string) string {
	onDrive := c.System != nil && ospath.IsOnDrive(name)
	if onDrive || c.System != nil && ospath.IsOnDrive(c.Dir) {
		name = strings.ReplaceAll(name, `\`, "/")
	}
	if onDrive || strings.HasPrefix(name, "/") {
		return name
	}
	return strings.TrimSuffix(c.Dir, "/") + "/" + name
}

// Open opens a file once. The errors are those of tools.Open.
func (c *Call) Open(name string) (*tools.File, error) {
	path := name
	if c.Env.Stream == nil {
		if name == "" {
			return nil, access.ErrNowhere
		}
		path = c.Abs(name)
	}

	if f := c.opened[path]; f != nil {
		return f, nil
	}

	f, err := c.open(path)
	if err != nil {
		return nil, err
	}

	c.files = append(c.files, f)
	c.opened[path] = f
	return f, nil
}

func (c *Call) open(path string) (*tools.File, error) {
	if c.System != nil {
		return c.System.Open(c.ctx, path)
	}
	return tools.Open(c.ctx, c.Env, tools.PathAny, path)
}

// End ends the evaluation with an error that is not taken back.
func (r *Runner) End(err error) {
	r.ended = true
	r.Fail(err)
}

// Recover takes back the first error of the evaluation where that is a refusal, so that it can go on after what is not
// imitated. The error is nil without one that can be taken back.
func (r *Runner) Recover() error {
	err := r.err
	_, refused := errors.AsType[*tools.Error](err)
	if r.ended || !refused && !errors.Is(err, ErrTooMuch) {
		return nil
	}
	r.err = nil
	return err
}

// Message is the system's text for an error; ok is false when the program would not have said it, and the evaluation
// has failed instead.
func (r *Runner) Message(err error) (text string, ok bool) {
	switch _, refused := errors.AsType[*tools.Error](err); {
	case errors.Is(err, access.ErrOutside):
		return "", r.Fail(r.Env.Outside())
	case refused, errors.Is(err, tools.ErrConfined), tools.IsSpecial(err), access.IsChanged(err),
		r.ctx.Err() != nil:
		return "", r.Fail(err)
	}
	return gnuname.Strerror(err), true
}
