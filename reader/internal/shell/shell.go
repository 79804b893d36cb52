// Package shell parses command lines like bash and evaluates them with the programs of package coreutils. Nothing is
// ever executed, no file of the machine is written, and no variable of this process is read: what is not imitated is
// refused by name. In a [coreutils.System] a refusal does not end the evaluation: the output of its command is unknown.
package shell

import (
	"context"
	"fmt"
	"maps"
	"slices"
	"strings"
	"sync"

	"mvdan.cc/sh/v3/expand"
	"mvdan.cc/sh/v3/syntax"

	"eyeline/reader/internal/coreutils"
	"eyeline/reader/internal/moreutils"
	"eyeline/reader/tools"
)

// Shell evaluates one command line.
type Shell struct {
	Files *coreutils.Runner
	// Dir is the working directory, an absolute path. Name is the shell's name in messages.
	Dir, Name string
	// Home is the home directory, for "~".
	Home string

	vars    map[string]expand.Variable
	args    []string // arguments of a function or script
	status  int      // exit status of the last command
	pending pendingExit
	columns *string // see Columns
	folders *[]string
	// steps counts the commands of this shell and its parents, refusals those that are not imitated.
	steps     *int
	refusals  *int
	functions map[string]*syntax.Stmt
	depth     int // nesting of functions and subshells
	complains func(coreutils.Piece) bool
	record    *evaluationRecord // record of the evaluation so far
	words     []string          // words of the current command
}

// pendingExit is a pending exit: from a number of loops, the function or the shell.
type pendingExit struct {
	loops     int
	continues bool // continue: the last of the loops is not left
	function  bool
	shell     bool
}

const (
	maxLine         = 32 << 10  // longest command line, in bytes
	maxLineInSystem = 128 << 10 // the same in a System, where a longer one cannot be an argument
	maxDepth        = 200       // nested parentheses: the parser tries each "((" in two ways
	maxNesting      = 50        // nested functions and subshells
	maxSteps        = 10_000    // commands run by a line, including iterations
	maxFields       = 10_000    // words that words expand to
	maxValue        = 4 << 10   // length of a variable's value in bytes
	maxOutput       = 64 << 10  // output of command substitution, in bytes
)

// streams are the standard streams of a command.
type streams struct {
	in       *coreutils.Input
	out, err func(coreutils.Piece) bool
	last     bool // out, or err, is that of the line
	// closes are called when the command has ended.
	closes []func()
}

// Run evaluates a command line and returns its exit status. Output goes to out until that returns false, messages to
// err, which may be out. The error is a refusal of what is not imitated, or that of coreutils.Runner.Err.
func (s *Shell) Run(line string, out, err func(coreutils.Piece) bool) (status int, failed error) {
	most := maxLine
	if s.Files.System != nil {
		most = maxLineInSystem
	}

	file, refusal := parse(line, most)
	if refusal != nil {
		return 0, refusal
	}

	s.record = &evaluationRecord{lines: []*syntax.File{file}, ran: map[syntax.Node]struct{}{}}
	s.vars = map[string]expand.Variable{}
	s.columns = new(string)
	s.steps = new(int)
	s.refusals = new(int)
	s.functions = map[string]*syntax.Stmt{}
	s.folders = &[]string{}
	s.complains = err
	none := &coreutils.Input{}
	status = s.list(file.Stmts, streams{none, out, err, true, nil})
	return status, s.Files.Err()
}

// Columns returns the last program of the line whose output to a terminal would be different; "" if there is no such
// program.
func (s *Shell) Columns() string { return *s.columns }

// refuse returns the refusal of something in a command line.
func refuse(what string) error {
	return tools.RefuseOwn("eyeline runs no command, and does not imitate " + what)
}

var parsers = sync.Pool{New: func() any { return syntax.NewParser(syntax.Variant(syntax.LangBash)) }}

// IsDeep reports whether parentheses are nested too deep for the parser.
func IsDeep(line string) bool {
	depth := 0
	for _, c := range []byte(line) {
		depth += strings.Count("([{", string(c)) - strings.Count(")]}", string(c))
		if depth > maxDepth {
			return true
		}
		depth = max(depth, 0)
	}
	return false
}

// Parse parses a command line. The error is a refusal.
func Parse(line string) (*syntax.File, error) { return parse(line, maxLine) }

func parse(line string, most int) (*syntax.File, error) {
	if IsDeep(line) {
		return nil, refuse("brackets that lie so deep in one another")
	}
	if len(line) > most {
		return nil, refuse(fmt.Sprintf("a command line of more than %d KiB", most>>10))
	}

	parser := parsers.Get().(*syntax.Parser)
	defer parsers.Put(parser)
	file, err := parser.Parse(strings.NewReader(line), "")
	if err != nil {
		return nil, refuse("what is no command line of bash: " + err.Error())
	}

	return file, nil
}

// fail ends the evaluation with a refusal.
func (s *Shell) fail(what string) int {
	s.Files.Fail(refuse(what))
	return 0
}

// loseFolder ends the evaluation because the working directory is not known.
func (s *Shell) loseFolder(what string) int {
	if s.Files.System == nil {
		return s.fail(what)
	}
	s.Files.End(refuse(what))
	return 0
}

// fork returns a subshell, which does not change this shell.
func (s *Shell) fork() *Shell {
	inner := *s
	inner.vars = maps.Clone(s.vars)
	inner.functions = maps.Clone(s.functions)
	folders := slices.Clone(*s.folders)
	inner.folders = &folders
	return &inner
}

// stopped reports whether no more commands run.
func (s *Shell) stopped() bool { return s.pending != pendingExit{} || s.Files.Err() != nil }

func (s *Shell) list(stmts []*syntax.Stmt, io streams) int {
	for _, stmt := range stmts {
		if s.stopped() {
			break
		}
		s.status = s.stmt(stmt, io)
	}
	return s.status
}

// stmt runs a statement and returns its exit status.
func (s *Shell) stmt(stmt *syntax.Stmt, io streams) int {
	*s.steps++
	if *s.steps > maxSteps {
		s.Files.End(refuse("so many commands"))
		return 0
	}

	status := s.redirected(stmt, io)
	if s.recovers(io) {
		return 0
	}

	return status
}

// recovers recovers from a refusal and reports whether the evaluation continues: the command may have printed anything.
func (s *Shell) recovers(io streams) bool {
	if s.Files.System == nil || s.Files.Err() == nil {
		return false
	}

	err := s.Files.Recover()
	if err == nil {
		return false
	}

	*s.refusals++
	s.Files.System.Refused(err.Error(), s.words, s.Dir)
	io.out(coreutils.Literal(coreutils.AnyLines))
	return true
}

// condition runs the commands of a condition. unsure: one of them is not imitated, so that its status is not known.
func (s *Shell) condition(run func() int) (status int, unsure bool) {
	before := *s.refusals
	status = run()
	return status, *s.refusals > before
}

// under runs what depends on a condition.
func (s *Shell) under(unsure bool, run func() int) int {
	if !unsure {
		return run()
	}
	system := s.Files.System
	system.Unsure(1)
	defer system.Unsure(-1)
	return run()
}

// redirected runs a statement with its redirections.
func (s *Shell) redirected(stmt *syntax.Stmt, io streams) int {
	if (stmt.Background || stmt.Coprocess || stmt.Disown) && (s.Files.System == nil || stmt.Coprocess) {
		return s.fail("commands in the background")
	}

	io.closes = nil
	s.words = nil
	for _, r := range stmt.Redirs {
		if !s.redirect(r, &io) {
			return 1
		}
		s.record.ran[r] = struct{}{}
	}

	status := s.command(stmt.Cmd, io)
	if s.recovers(io) {
		status = 0
	}

	for _, end := range io.closes {
		end()
	}

	if stmt.Negated {
		return oneIf(status == 0)
	}

	return status
}

// oneIf returns 1 for true, else 0.
func oneIf(holds bool) int {
	if holds {
		return 1
	}
	return 0
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
	case *syntax.WhileClause:
		return s.while(cmd, io)
	case *syntax.IfClause:
		return s.branch(cmd, io)
	case *syntax.CaseClause:
		return s.choose(cmd, io)
	case *syntax.FuncDecl:
		s.functions[cmd.Name.Value] = cmd.Body
		return 0
	case *syntax.TestClause:
		s.words = []string{"[["}
		return oneIf(!s.holds(cmd.X))
	case *syntax.ArithmCmd:
		s.words = []string{"(("}
		return oneIf(s.number(cmd.X) == 0)
	case *syntax.DeclClause:
		return s.declare(cmd)
	case *syntax.TimeClause:
		if s.Files.System != nil {
			return s.stmt(cmd.Stmt, io) // time writes to the standard error
		}
	}

	name := strings.TrimSuffix(strings.TrimPrefix(fmt.Sprintf("%T", cmd), "*syntax."), "Clause")
	return s.fail(strings.ToLower(name) + " commands")
}

// binary runs two commands joined by &&, || or a pipe.
func (s *Shell) binary(cmd *syntax.BinaryCmd, io streams) int {
	if cmd.Op == syntax.AndStmt || cmd.Op == syntax.OrStmt {
		status, unsure := s.condition(func() int { return s.stmt(cmd.X, io) })
		s.status = status
		if s.stopped() || (s.status == 0) == (cmd.Op == syntax.OrStmt) {
			return s.status
		}
		return s.under(unsure, func() int { return s.stmt(cmd.Y, io) })
	}

	ran := false
	left := func(emit func(coreutils.Piece) bool) {
		ran = true
		io := streams{io.in, emit, io.err, false, nil}
		if cmd.Op == syntax.PipeAll {
			io.err = emit
		}
		s.fork().stmt(cmd.X, io)
	}

	status := s.fork().stmt(cmd.Y, streams{&coreutils.Input{Pieces: left}, io.out, io.err, io.last, nil})
	if !ran && s.Files.Err() == nil { // it runs although its output is not read
		left(func(coreutils.Piece) bool { return false })
	}

	return status
}

// complain writes a message of the shell about a position of the line.
func (s *Shell) complain(to func(coreutils.Piece) bool, at syntax.Pos, text string) {
	to(coreutils.Literal(fmt.Sprintf("%s: line %d: %s\n", s.Name, at.Line(), text)))
}

// call runs a simple command.
func (s *Shell) call(cmd *syntax.CallExpr, io streams) int {
	inner := s
	if len(cmd.Args) > 0 && len(cmd.Assigns) > 0 {
		inner = s.fork()
	}
	if len(cmd.Args) == 0 {
		s.status = 0 // unless a substitution sets it
	}

	for _, a := range cmd.Assigns {
		if !inner.assign(a) {
			return 0
		}
	}

	args := s.fields(cmd.Args)
	s.words = args
	if len(args) == 0 || s.Files.Err() != nil {
		return s.status
	}

	s.record.ran[cmd] = struct{}{}
	if inner != s {
		defer func() {
			s.Dir = inner.Dir
			s.pending = inner.pending
			s.adopt(inner, cmd.Assigns)
		}()
	}

	return inner.runWords(args, io, cmd.Pos())
}

// runWords runs a command by its words: a function, a builtin or a program.
func (s *Shell) runWords(args []string, io streams, at syntax.Pos) int {
	if body := s.functions[args[0]]; body != nil {
		return s.callFunction(body, args[1:], io)
	}

	if s.Files.System != nil {
		if slices.ContainsFunc(args[1:], isUnknown) && args[0] != "echo" {
			if args[0] == "cd" || args[0] == "pushd" {
				return s.loseFolder("a folder that is not known")
			}
			return s.fail("arguments that are not known")
		}

		if c := wrappers[args[0]]; c != nil {
			return c(s, args, io, at)
		}
	}

	if b := builtins[args[0]]; b != nil {
		return b(s, args, io, at)
	}

	return s.runProgram(args, io)
}

// runProgram runs an imitated program and returns its exit status.
func (s *Shell) runProgram(args []string, io streams) int {
	if name := args[0]; s.Files.System != nil && !s.Files.Imitates(name) {
		args[0] = name[strings.LastIndexByte(name, '/')+1:] // the folder of a program does not matter
	}
	if !s.Files.Imitates(args[0]) {
		return s.fail("the command " + args[0])
	}

	out := io.out
	if io.last && (args[0] == "ls" || args[0] == "rg") {
		io.out = func(p coreutils.Piece) bool {
			*s.columns = args[0]
			return out(p)
		}
	}

	c := coreutils.Call{Runner: s.Files, Args: args, Dir: s.Dir, In: io.in, Out: io.out, Err: io.err}
	return c.Run()
}

// isUnknown reports whether part of a word is not known.
func isUnknown(word string) bool { return strings.Contains(word, coreutils.UnknownMark) }

// enter counts a level of nesting; it returns false if that is too deep.
func (s *Shell) enter() bool {
	s.depth++
	if s.depth > maxNesting {
		s.Files.End(refuse("functions that call themselves so often"))
		return false
	}
	return true
}

// callFunction runs a shell function with args as its $1, $2 and so on.
func (s *Shell) callFunction(body *syntax.Stmt, args []string, io streams) int {
	before := s.args
	defer func() {
		s.args = before
		s.depth--
		s.pending.function = false
	}()
	s.args = args
	if !s.enter() {
		return 0
	}

	return s.stmt(body, io)
}

// New returns a Shell for the files of env, whose reads end with ctx.
func New(ctx context.Context, env tools.Env) *Shell {
	return &Shell{Files: coreutils.NewRunner(ctx, env), Dir: env.Dir(), Name: "bash", Home: env.HomeDir()}
}

// morePrograms are the programs for a System.
var morePrograms = sync.OnceValue(moreutils.Programs)

// NewIn returns a Shell in a folder of a System, whose evaluation ends with ctx.
func NewIn(ctx context.Context, system coreutils.System, dir string) *Shell {
	files := coreutils.NewRunner(ctx, tools.Env{})
	files.System = system
	files.Programs = morePrograms()
	return &Shell{Files: files, Dir: dir, Name: "bash", Home: "/home/user"}
}
