// Package shellreads tells what a shell command prints and writes of files, as far as that follows from the command
// alone.
package shellreads

import (
	"math"
	"slices"
	"strings"

	"mvdan.cc/sh/v3/syntax"

	"eyeline/reader/internal/shell"
	"eyeline/reader/transcript/record"
)

// Numbering says how lines are numbered in what a command prints.
type Numbering uint8

const (
	NoNumbers   Numbering = iota
	NlNumbers             // "    12\ttext", as nl -ba and cat -n
	GrepNumbers           // "12:text", or "12-text" for lines around a match
	RgNumbers             // "path:12:text"
)

// Part is a part of a file that a command prints, or a text of its own.
type Part struct {
	Path string // as the command's folder resolves it
	Rev  string // the git revision whose file it is, "" for the file itself
	// From and To are the first and last line, 1-based and inclusive; To is math.MaxInt64 for the end of the file. From
	// is 0 when the lines do not follow from the command alone.
	From, To int64
	Numbers  Numbering
	Literal  string // what echo prints, when Path is ""
	Other    int    // when Path is "": how many lines it prints that are none of a file
	Dir      string // with RgNumbers: the folder that printed paths are relative to
}

const toEnd = math.MaxInt64

// Reads tells which lines of which files a shell command prints, in the order in which it prints them, for a command
// run in the folder dir. whole is false when it may print other things, too: then the files that it names come with
// unknown lines.
func Reads(command, dir string) (parts []Part, whole bool) {
	sh := walked(command, dir)
	return sh.parts, sh.whole
}

// walked goes through a command.
func walked(command, dir string) *printer {
	file, _ := shell.Parse(command) // nil where it is too long, too deep, or no command
	sh := &printer{dir: dir, whole: file != nil}
	if file != nil {
		for _, stmt := range file.Stmts {
			sh.stmt(stmt)
		}
	}
	return sh
}

// printer collects what a command prints and writes, and goes through its folders as it does.
type printer struct {
	dir   string
	vars  map[string]string // of the loops around
	parts []Part
	whole bool
	edits []record.Edit
}

// mostTurns is how many turns of a loop are gone through.
const mostTurns = 1000

// loop takes a loop over words that are known.
func (sh *printer) loop(cmd *syntax.ForClause) {
	turns, ok := cmd.Loop.(*syntax.WordIter)
	if !ok || cmd.Select || !turns.InPos.IsValid() || len(turns.Items) > mostTurns || sh.vars != nil {
		sh.whole = false
		return
	}
	for _, item := range turns.Items {
		value, ok := shell.Word(item, nil)
		if !ok {
			sh.whole = false
			continue
		}
		sh.vars = map[string]string{turns.Name.Value: value}
		for _, stmt := range cmd.Do {
			sh.stmt(stmt)
		}
	}
	sh.vars = nil
}

// unknown notes the files that a part names which cannot be resolved.
func (sh *printer) unknown(parts []Part) {
	sh.whole = false
	for _, s := range parts {
		if s.Path != "" {
			s.From, s.To, s.Numbers = 0, 0, NoNumbers
			sh.parts = append(sh.parts, s)
		}
	}
}

func (sh *printer) stmt(stmt *syntax.Stmt) {
	if stmt.Background || stmt.Coprocess || stmt.Negated {
		sh.whole = false
		return
	}
	switch cmd := stmt.Cmd.(type) {
	case *syntax.BinaryCmd:
		switch cmd.Op {
		case syntax.AndStmt:
			sh.stmt(cmd.X)
			sh.stmt(cmd.Y)
		case syntax.OrStmt: // the second part runs when the first fails
			sh.stmt(cmd.X)
			sh.whole = sh.whole && !sh.prints(cmd.Y)
		default:
			sh.pipe(stmt)
		}
	case *syntax.CallExpr:
		args, ok := shell.Words(cmd, sh.vars)
		if ok && len(args) == 2 && args[0] == "cd" && quiet(stmt) {
			sh.dir = record.ResolvePath(sh.dir, args[1])
			return
		}
		if ok {
			sh.writes(stmt, args)
		}
		sh.pipe(stmt)
	case *syntax.ForClause:
		sh.loop(cmd)
	case *syntax.Block:
		for _, s := range cmd.Stmts {
			sh.stmt(s)
		}
	default:
		sh.whole = false
	}
}

// pipe takes a simple command or several with pipes between them.
func (sh *printer) pipe(stmt *syntax.Stmt) {
	var parts []Part
	for i, stage := range stages(stmt) {
		args, ok := plainCommand(stage, sh.vars)
		switch {
		case ok && discards(stage):
			return
		case ok && quiet(stage) && i == 0:
			parts, ok = leading(args, sh.dir)
		case ok && quiet(stage):
			parts, ok = filter(args, parts)
		default:
			ok = false
		}
		if !ok {
			sh.unknown(parts)
			return
		}
	}
	sh.parts = append(sh.parts, parts...)
}

// stages are the commands of a pipe, the first one first.
func stages(stmt *syntax.Stmt) []*syntax.Stmt {
	if cmd, ok := stmt.Cmd.(*syntax.BinaryCmd); ok && cmd.Op == syntax.Pipe {
		return append(stages(cmd.X), cmd.Y)
	}
	return []*syntax.Stmt{stmt}
}

// prints reports whether a part may print anything.
func (sh *printer) prints(stmt *syntax.Stmt) bool {
	args, ok := plainCommand(stmt, sh.vars)
	return !ok || args[0] != "true" && args[0] != ":"
}

// quiet reports whether nothing but the standard error of a part is redirected, so that what it prints is seen.
func quiet(stmt *syntax.Stmt) bool {
	return !slices.ContainsFunc(stmt.Redirs, func(r *syntax.Redirect) bool { return r.N == nil || r.N.Value != "2" })
}

// discards reports whether what a part prints goes to a file.
func discards(stmt *syntax.Stmt) bool {
	into := []syntax.RedirOperator{syntax.RdrOut, syntax.AppOut, syntax.RdrAll, syntax.AppAll, syntax.RdrClob}
	return slices.ContainsFunc(stmt.Redirs, func(r *syntax.Redirect) bool {
		return slices.Contains(into, r.Op) && (r.N == nil || r.N.Value == "1")
	})
}

// Limit is how long a command may be in bytes for a look at it.
const Limit = 32 << 10

// MayPrintDiff reports whether a command may print a diff: what it prints must be looked at.
func MayPrintDiff(command string) bool {
	return slices.ContainsFunc([]string{"diff", "git show", "git log", "patch"}, func(word string) bool {
		return strings.Contains(command, word)
	})
}

// plainCommand are the words of a simple command of plain text, and of variables that are known.
func plainCommand(stmt *syntax.Stmt, vars map[string]string) ([]string, bool) {
	call, ok := stmt.Cmd.(*syntax.CallExpr)
	if !ok {
		return nil, false
	}
	return shell.Words(call, vars)
}
