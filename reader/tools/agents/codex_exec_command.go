package agents

import (
	"errors"
	"strings"

	"eyeline/reader/access"
	"eyeline/reader/tools"
)

// execPrograms are the programs that are evaluated: each makes of its arguments and its input what it writes. ok is false
// for arguments that are not evaluated.
var execPrograms = map[string]func(r *execRun, args []string, in execStream) (out execStream, ok bool){
	"cat": execCat, "head": execHead, "tail": execTailOf, "sed": execSed, "nl": execNl, "wc": execWc,
}

// start prepares a pipeline; the status of its last program is in r.status when the stream was run.
func (r *execRun) start(commands []shellCommand) (out execStream, ok bool) {
	out = func(func(execPiece) bool) {} // standard input is closed
	for _, c := range commands {
		program := execPrograms[c.words[0]]
		if program == nil {
			return nil, false
		}
		if c.fed {
			out = r.fed(c.input)
		}
		if out, ok = program(r, c.words[1:], out); !ok {
			return nil, false
		}
		if c.fed {
			out = r.redirected(c.input, out)
		}
	}
	return out, true
}

// redirected is a program that does not run when the file of its "<" cannot be opened.
func (r *execRun) redirected(name string, out execStream) execStream {
	return func(emit func(execPiece) bool) {
		f, err := r.open(name)
		if err != nil && !errors.Is(err, access.ErrDirectory) {
			if message, ok := r.message(err); ok {
				r.complain(r.shell + ": line 1: " + name + ": " + message)
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
func (r *execRun) fed(name string) execStream {
	return func(emit func(execPiece) bool) {
		f, err := r.open(name)
		if errors.Is(err, access.ErrDirectory) {
			r.inputFailed(err)
			return
		}
		if err == nil {
			emit(execPiece{file: f, end: f.Size(), line: 1})
		}
	}
}

// open opens a file once. The errors are those of tools.Open.
func (r *execRun) open(name string) (*tools.File, error) {
	if f := r.opened[name]; f != nil {
		return f, nil
	}
	path := name
	if r.env.Stream == nil && !strings.HasPrefix(name, "/") {
		if name == "" {
			return nil, access.ErrNowhere
		}
		path = strings.TrimSuffix(r.dir, "/") + "/" + name
	}
	f, err := tools.Open(r.ctx, r.env, tools.PathAny, path)
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
func (r *execRun) message(err error) (text string, ok bool) {
	var special *access.SpecialError
	switch {
	case errors.Is(err, tools.ErrConfined), errors.As(err, &special), access.IsChanged(err), r.ctx.Err() != nil:
		r.fail(err)
		return "", false
	}
	return execStrerror(err), true
}

// execStrerror is the C library's text for an error.
func execStrerror(err error) string {
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

// execInput is one operand of a program.
type execInput struct {
	name   string
	stdin  bool
	stream execStream
}

// inputFailed notes why a program cannot read its standard input: it is a directory.
func (r *execRun) inputFailed(err error) {
	if r.inputError == nil {
		r.inputError = err
	}
}

// execInputs are a program's operands; none is its standard input.
func execInputs(operands []string, in execStream) []execInput {
	if len(operands) == 0 {
		operands = []string{"-"}
	}
	var list []execInput
	for _, name := range operands {
		i := execInput{name: name}
		if name == "-" {
			i.stdin, i.stream = true, in
		}
		list = append(list, i)
	}
	return list
}

// execMore is what a program asks for after an operand.
type execMore uint8

const (
	execGoOn   execMore = iota
	execClosed          // nobody reads what it writes: the other operands are opened, and that is all
	execStop            // nothing
)

// goOn is execGoOn while what is written is read.
func goOn(open bool) execMore {
	if open {
		return execGoOn
	}
	return execClosed
}

// each opens the operands one after the other and hands them to use. unread says what the program writes of one that
// cannot be opened, or cannot be read: a directory, which comes to use as an empty stream before.
func (r *execRun) each(list []execInput, use func(i execInput, read execStream, first bool) execMore, unread func(name, why string, opening bool) execMore) {
	nothing := func(func(execPiece) bool) {}
	first, more := true, execGoOn
	for _, i := range list {
		if r.err != nil || more == execStop {
			return
		}
		if i.stdin {
			if more == execClosed {
				continue
			}
			r.inputError = nil
			more = use(i, i.stream, first)
			first = false
			if err := r.inputError; err != nil {
				r.inputError = nil
				if text, ok := r.message(err); ok {
					more = max(more, unread("-", text, false))
				}
			}
			continue
		}
		f, err := r.open(i.name)
		directory := errors.Is(err, access.ErrDirectory)
		if more == execGoOn && (err == nil || directory) {
			read := nothing
			if err == nil && f.Size() > 0 {
				read = func(emit func(execPiece) bool) { emit(execPiece{file: f, end: f.Size(), line: 1}) }
			}
			more = use(i, read, first)
			first = false
		}
		if err == nil {
			continue
		}
		text, ok := r.message(err)
		if !ok {
			return
		}
		more = max(more, unread(i.name, text, !directory))
	}
}
