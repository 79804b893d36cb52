// Package shell reads command lines as bash does and evaluates them with the programs of package coreutils. Nothing is
// ever executed, no file is written, and no variable of this process is seen: what is not imitated is refused by name.
package shell

import (
	"context"
	"fmt"
	"maps"
	"strings"
	"sync"

	"mvdan.cc/sh/v3/syntax"

	"eyeline/reader/access"
	"eyeline/reader/internal/coreutils"
	"eyeline/reader/tools"
)

// Shell is a shell about to run a command line.
type Shell struct {
	Files *coreutils.Runner
	// Dir is the working directory, an absolute path, and Name the path by which the shell names itself in messages.
	Dir, Name string
	// Home is what "~" stands for.
	Home string

	vars    map[string]string
	status  int // of the last command
	exits   bool
	columns *string // see Columns
	// steps counts the commands of the shell and those that it was made from.
	steps *int
}

const (
	longest    = 32 << 10 // bytes of the longest command line that is looked at
	deepest    = 200      // brackets within one another: the parser tries "((" in two ways, each time
	mostSteps  = 10_000   // commands of a line, those of loops counted each time
	mostFields = 10_000   // words that a command's words become
	mostValue  = 4 << 10  // bytes of a variable's value
	mostOutput = 64 << 10 // bytes of what a command writes that becomes words
)

// streams are the standard streams of a command.
type streams struct {
	in       *coreutils.Input
	out, err func(coreutils.Piece) bool
	last     bool // out is where the line writes, or what it complains of
}

// Run runs a command line and returns its exit status. What its commands write goes to out until that returns false,
// what they complain of to err, which may be out. The error is a refusal of what is not imitated, or that of
// coreutils.Runner.Err.
func (s *Shell) Run(line string, out, err func(coreutils.Piece) bool) (status int, failed error) {
	file, refusal := Parse(line)
	if refusal != nil {
		return 0, refusal
	}
	s.vars, s.steps, s.columns = map[string]string{}, new(int), new(string)
	none := &coreutils.Input{}
	status = s.list(file.Stmts, streams{none, out, err, true})
	return status, s.Files.Err()
}

// Columns is the last program of the line that has written otherwise than it writes to a terminal; "" for none.
func (s *Shell) Columns() string { return *s.columns }

// refuse is the refusal of something in a command line.
func refuse(what string) error {
	return tools.RefuseOwn("eyeline runs no command, and does not imitate " + what)
}

var parsers = sync.Pool{New: func() any { return syntax.NewParser(syntax.Variant(syntax.LangBash)) }}

// IsDeep reports whether brackets lie so deep in one another that a parser is not to go down them.
func IsDeep(line string) bool {
	depth := 0
	for _, c := range []byte(line) {
		if depth += strings.Count("([{", string(c)) - strings.Count(")]}", string(c)); depth > deepest {
			return true
		}
		depth = max(depth, 0)
	}
	return false
}

// Parse reads a command line. The error is a refusal.
func Parse(line string) (*syntax.File, error) {
	if IsDeep(line) {
		return nil, refuse("brackets that lie so deep in one another")
	}
	if len(line) > longest {
		return nil, refuse("a command line of more than 32 KiB")
	}
	parser := parsers.Get().(*syntax.Parser)
	defer parsers.Put(parser)
	file, err := parser.Parse(strings.NewReader(line), "")
	if err != nil {
		return nil, refuse("what is no command line of bash: " + err.Error())
	}
	return file, nil
}

// fail ends the evaluation with the refusal of something.
func (s *Shell) fail(what string) int {
	s.Files.Fail(refuse(what))
	return 0
}

// fork is a shell in which a part of the line runs without changing this one.
func (s *Shell) fork() *Shell {
	inner := *s
	inner.vars = maps.Clone(s.vars)
	return &inner
}

func (s *Shell) list(stmts []*syntax.Stmt, io streams) int {
	for _, stmt := range stmts {
		if s.exits || s.Files.Err() != nil {
			break
		}
		s.status = s.stmt(stmt, io)
	}
	return s.status
}

// stmt runs a statement and returns its exit status.
func (s *Shell) stmt(stmt *syntax.Stmt, io streams) int {
	switch *s.steps++; {
	case *s.steps > mostSteps:
		return s.fail("so many commands")
	case stmt.Background || stmt.Coprocess || stmt.Disown:
		return s.fail("commands in the background")
	}
	for _, r := range stmt.Redirs {
		if !s.redirect(r, &io) {
			return 1
		}
	}
	status := s.command(stmt.Cmd, io)
	if stmt.Negated {
		return map[bool]int{true: 1, false: 0}[status == 0]
	}
	return status
}

func (s *Shell) command(cmd syntax.Command, io streams) int {
	switch cmd := cmd.(type) {
	case nil:
		return 0
	case *syntax.CallExpr:
		return s.call(cmd, io)
	case *syntax.BinaryCmd:
		return s.binary(cmd, io)
	case *syntax.Block:
		return s.list(cmd.Stmts, io)
	case *syntax.Subshell:
		return s.fork().list(cmd.Stmts, io)
	case *syntax.ForClause:
		return s.loop(cmd, io)
	case *syntax.IfClause:
		for c := cmd; c != nil; c = c.Else {
			if len(c.Cond) == 0 || s.list(c.Cond, io) == 0 {
				return s.list(c.Then, io)
			}
		}
		return 0
	}
	name := strings.TrimSuffix(strings.TrimPrefix(fmt.Sprintf("%T", cmd), "*syntax."), "Clause")
	return s.fail(strings.ToLower(name) + " commands")
}

// binary runs two commands that are joined by &&, || or a pipe.
func (s *Shell) binary(cmd *syntax.BinaryCmd, io streams) int {
	if cmd.Op == syntax.AndStmt || cmd.Op == syntax.OrStmt {
		s.status = s.stmt(cmd.X, io)
		if s.exits || (s.status == 0) == (cmd.Op == syntax.OrStmt) {
			return s.status
		}
		return s.stmt(cmd.Y, io)
	}
	ran := false
	left := func(emit func(coreutils.Piece) bool) {
		ran = true
		io := streams{io.in, emit, io.err, false}
		if cmd.Op == syntax.PipeAll {
			io.err = emit
		}
		s.fork().stmt(cmd.X, io)
	}
	status := s.fork().stmt(cmd.Y, streams{&coreutils.Input{Pieces: left}, io.out, io.err, io.last})
	if !ran && s.Files.Err() == nil { // it runs though nobody reads what it writes
		left(func(coreutils.Piece) bool { return false })
	}
	return status
}

// loop runs a loop over words.
func (s *Shell) loop(cmd *syntax.ForClause, io streams) (status int) {
	words, ok := cmd.Loop.(*syntax.WordIter)
	if !ok || cmd.Select || !words.InPos.IsValid() {
		return s.fail("loops but over words")
	}
	for _, value := range s.fields(words.Items) {
		s.set(words.Name.Value, value)
		if status = s.list(cmd.Do, io); s.exits || s.Files.Err() != nil {
			break
		}
	}
	return status
}

// redirect does what a redirection says; false when it cannot be done, which was said.
func (s *Shell) redirect(r *syntax.Redirect, io *streams) bool {
	from := ""
	if r.N != nil {
		from = r.N.Value
	}
	if r.Hdoc != nil {
		io.in = textInput(s.document(r.Hdoc))
		return from == "" || s.fail("input from there") == 1
	}
	name := s.literal(r.Word)
	switch key := from + r.Op.String() + name; {
	case s.Files.Err() != nil:
		return false
	case r.Op == syntax.WordHdoc && from == "":
		io.in = textInput(name + "\n")
	case r.Op == syntax.RdrIn && (from == "" || from == "0"):
		return s.feed(r, name, io)
	case key == "2>&1":
		io.err = io.out
	case key == ">&2", key == "1>&2":
		io.out, io.last = io.err, true
	default:
		return s.drop(key, io)
	}
	return true
}

// drop lets streams go nowhere.
func (s *Shell) drop(redirection string, io *streams) bool {
	nowhere := func(coreutils.Piece) bool { return true }
	switch strings.Replace(redirection, ">>", ">", 1) {
	case ">/dev/null", "1>/dev/null":
		io.out, io.last = nowhere, false
	case "2>/dev/null":
		io.err = nowhere
	case "&>/dev/null":
		*io = streams{io.in, nowhere, nowhere, false}
	default:
		s.fail("the redirection " + redirection)
		return false
	}
	return true
}

// feed makes a file the standard input.
func (s *Shell) feed(r *syntax.Redirect, name string, io *streams) bool {
	f, err := (&coreutils.Call{Runner: s.Files, Dir: s.Dir}).Open(name)
	if err == nil {
		io.in = coreutils.FileInput(f)
		return true
	}
	text, ok := s.Files.Message(err)
	if ok && text == coreutils.Strerror(access.ErrDirectory) {
		io.in = &coreutils.Input{Err: err}
		return true
	}
	if ok {
		s.complain(io.err, r.Pos(), name+": "+text)
	}
	return false
}

// complain writes a message of the shell about something in the line.
func (s *Shell) complain(to func(coreutils.Piece) bool, at syntax.Pos, text string) {
	to(coreutils.Literal(fmt.Sprintf("%s: line %d: %s\n", s.Name, at.Line(), text)))
}

func textInput(text string) *coreutils.Input {
	return &coreutils.Input{Pieces: func(emit func(coreutils.Piece) bool) { emit(coreutils.Literal(text)) }}
}

// call runs a simple command.
func (s *Shell) call(cmd *syntax.CallExpr, io streams) int {
	inner := s
	if len(cmd.Args) > 0 && len(cmd.Assigns) > 0 {
		inner = s.fork()
	}
	if len(cmd.Args) == 0 {
		s.status = 0 // but for a substitution that sets it
	}
	for _, a := range cmd.Assigns {
		if a.Array != nil || a.Index != nil || a.Naked || a.Append {
			return s.fail("such an assignment")
		}
		value := ""
		if a.Value != nil {
			value = s.literal(a.Value)
		}
		inner.set(a.Name.Value, value)
	}
	args := s.fields(cmd.Args)
	if len(args) == 0 || s.Files.Err() != nil {
		return s.status
	}
	if b := builtins[args[0]]; b != nil {
		return b(inner, args, io, cmd.Pos())
	}
	if !coreutils.Known(args[0]) {
		return s.fail("the command " + args[0])
	}
	if out := io.out; io.last && (args[0] == "ls" || args[0] == "rg") {
		io.out = func(p coreutils.Piece) bool {
			*s.columns = args[0]
			return out(p)
		}
	}
	c := coreutils.Call{Runner: s.Files, Args: args, Dir: s.Dir, In: io.in, Out: io.out, Err: io.err}
	return c.Run()
}

// New is a Shell for reads that end with ctx, of files as env has them.
func New(ctx context.Context, env tools.Env) *Shell {
	return &Shell{Files: coreutils.NewRunner(ctx, env), Dir: env.Dir(), Name: "bash", Home: env.HomeDir()}
}
