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

// Runner opens the files that programs read. Their output refers to these files, so they stay open until Close.
type Runner struct {
	// Env is how files are opened.
	Env tools.Env
	// Ugrep: grep is ugrep -I.
	Ugrep bool
	// System, if not nil, is the file system instead of Env. It enables programs that change files, and those whose
	// output is not certain byte for byte; the caller must compare it with what was printed.
	System System
	// Programs are further programs by name.
	Programs map[string]func(c *Call) int

	ctx    context.Context
	files  []*tools.File
	opened map[string]*tools.File // by absolute path
	err    error                  // first error of the evaluation, which ends it
	ended  bool                   // the error cannot be recovered
	work   int64                  // work so far, in bytes of files and pipes
}

// maxLooked is the most work of a command line in a [System], in bytes.
const maxLooked = 256 << 20

// NewRunner returns a Runner whose reads end with ctx.
func NewRunner(ctx context.Context, env tools.Env) *Runner {
	return &Runner{Env: env, ctx: ctx, opened: map[string]*tools.File{}}
}

// Call is one run of a program.
type Call struct {
	*Runner
	program
	Args []string // including the name of the program
	// Dir is the working directory, an absolute path.
	Dir string
	In  *Input
	// Out and Err receive the output and the messages. Out returns false when its reader wants no more.
	Out, Err func(Piece) bool
}

// Input is the standard input of a program.
type Input struct {
	// Pieces is the content; nil if empty. It can only be read once.
	Pieces stream
	// File is the file of "<", nil if there is no such file. Err is why that cannot be read.
	File  *tools.File
	Err   error
	read  bool    // a command has read from it
	lines *string // rest of an input that is read line by line
}

// FileInput returns the standard input for "< f".
func FileInput(f *tools.File) *Input {
	return &Input{File: f, Pieces: func(emit func(Piece) bool) { emit(Whole(f)) }}
}

// ErrTooMuch is the error of a program that would hold more than a million pieces in memory (head and tail: a quarter
// of that), or a line of more than 16 MiB.
var ErrTooMuch = errors.New("too many lines, or too long ones, to hold")

// Imitates reports whether a program is imitated.
func (r *Runner) Imitates(name string) bool {
	p := programs[name]
	return r.Programs[name] != nil || p.run != nil && (r.System != nil || !p.proposes)
}

// Run runs the program of Args, which the Runner must imitate, and returns its exit status. Err then reports whether
// the evaluation has failed: messages about unreadable files are no failure, but an option that is not imitated is.
func (c *Call) Run() int {
	if run := c.Programs[c.Args[0]]; run != nil {
		c.messages = wording{unopened: "%[5]s: %[2]s: %[4]s", status: 1}
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

// Err returns the first error of the evaluation: a refusal of what is not imitated, ErrTooMuch, an error of reading an
// opened file or of tools.Open, or the context's.
func (r *Runner) Err() error {
	r.err = cmp.Or(r.err, r.ctx.Err())
	return r.err
}

// Files returns the files that were opened, in order.
func (r *Runner) Files() []*tools.File { return r.files }

// PathOf returns the absolute path of an opened file.
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

// closeLast closes the file that was opened last, to which no output may refer.
func (r *Runner) closeLast() {
	n := len(r.files) - 1
	_ = r.files[n].Close() // read only: nothing is lost
	maps.DeleteFunc(r.opened, func(_ string, f *tools.File) bool { return f == r.files[n] })
	r.files = r.files[:n]
}

// Fail records an error, unless there is one; it returns false.
func (r *Runner) Fail(err error) bool {
	r.err = cmp.Or(r.err, err)
	return false
}

// Unknown ends the evaluation with a refusal; what describes what is not imitated. It returns 0.
func (c *Call) Unknown(what string) int {
	c.Fail(tools.RefuseOwn("eyeline runs no command, and does not imitate " + c.Args[0] + " with " + what))
	return 0
}

// Context returns the context of the evaluation.
func (r *Runner) Context() context.Context { return r.ctx }

// Note records an error, if any; it reports whether err is nil.
func (r *Runner) Note(err error) bool { return err == nil || r.Fail(err) }

// Hold takes ownership of a file that the System has opened, under a name, until Close.
func (r *Runner) Hold(name string, f *tools.File) {
	r.files = append(r.files, f)
	r.opened[name] = f
}

// Complain writes a message of the program.
func (c *Call) Complain(text string) { c.Err(Literal(text + "\n")) }

// Abs returns the absolute path of a name. In a System it may be one of Windows, as for an agent there.
func (c *Call) Abs(name string) string {
	onDrive := false
	if c.System != nil || c.Env.System.IsWindows() {
		name, onDrive = ospath.OnDrive(c.Dir, name)
	}
	if onDrive || strings.HasPrefix(name, "/") {
		return name
	}
	return strings.TrimSuffix(c.Dir, "/") + "/" + name
}

// Open opens a file, or returns it if it is open. The errors are those of tools.Open.
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

	f, err := c.openFile(path)
	if err != nil {
		return nil, err
	}

	c.files = append(c.files, f)
	c.opened[path] = f
	return f, nil
}

func (c *Call) openFile(path string) (*tools.File, error) {
	if c.System != nil {
		return c.System.Open(c.ctx, path)
	}
	return tools.Open(c.ctx, c.Env, tools.PathAny, path)
}

// End ends the evaluation with an error that Recover does not clear.
func (r *Runner) End(err error) {
	r.ended = true
	r.Fail(err)
}

// Recover clears and returns the error of the evaluation if it is a refusal, so that it can continue after what is not
// imitated. It returns nil if there is no such error.
func (r *Runner) Recover() error {
	err := r.err
	_, refused := errors.AsType[*tools.Error](err)
	if r.ended || !refused && !errors.Is(err, ErrTooMuch) {
		return nil
	}
	r.err = nil
	return err
}

// Message returns the system's text for an error; ok is false if the program would not have seen this error, which then
// ends the evaluation.
func (r *Runner) Message(err error) (text string, ok bool) {
	if errors.Is(err, access.ErrOutside) {
		return "", r.Fail(r.Env.RefuseOutside())
	}

	_, refused := errors.AsType[*tools.Error](err)
	if refused || errors.Is(err, tools.ErrConfined) || tools.IsSpecial(err) || access.IsChanged(err) ||
		r.ctx.Err() != nil {
		return "", r.Fail(err)
	}

	return gnuname.Strerror(err), true
}
