package shell

import (
	"mvdan.cc/sh/v3/syntax"

	"eyeline/reader/transcript/record"
)

// Reads tells which lines of which files a shell command prints, in the order in which it prints them, for a command
// run in the folder dir. whole is false when it may print other things, too: then the files that it names come with
// unknown lines.
func Reads(command, dir string) (parts []Part, whole bool) {
	file := parse(command)
	if file == nil {
		return nil, false
	}
	sh := &printer{dir: dir, whole: true}
	for _, stmt := range file.Stmts {
		sh.stmt(stmt)
	}
	return sh.parts, sh.whole
}

// printer collects what a command prints, and goes through its folders as it does.
type printer struct {
	dir   string
	parts []Part
	whole bool
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
			if !prints(cmd.Y) {
				return
			}
			sh.whole = false
		default:
			sh.pipe(stmt)
		}
	case *syntax.CallExpr:
		if args, ok := words(cmd); ok && len(args) == 2 && args[0] == "cd" && quiet(stmt) {
			sh.dir = record.ResolvePath(sh.dir, args[1])
			return
		}
		sh.pipe(stmt)
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
	stages := []*syntax.Stmt{}
	for {
		cmd, ok := stmt.Cmd.(*syntax.BinaryCmd)
		if !ok || cmd.Op != syntax.Pipe {
			break
		}
		stages = append(stages, cmd.Y)
		stmt = cmd.X
	}
	var parts []Part
	stages = append(stages, stmt)
	for i := len(stages) - 1; i >= 0; i-- {
		stage := stages[i]
		args, ok := plainCommand(stage)
		if !ok || !quiet(stage) && !discards(stage) {
			sh.unknown(parts)
			return
		}
		if discards(stage) {
			return
		}
		if i == len(stages)-1 {
			parts, ok = leading(args, sh.dir)
		} else {
			parts, ok = filter(args, parts)
		}
		if !ok {
			sh.unknown(parts)
			return
		}
	}
	sh.parts = append(sh.parts, parts...)
}

// prints reports whether a part may print anything.
func prints(stmt *syntax.Stmt) bool {
	args, ok := plainCommand(stmt)
	return !ok || args[0] != "true" && args[0] != ":"
}

// quiet reports whether nothing but the standard error of a part is redirected, so that what it prints is seen.
func quiet(stmt *syntax.Stmt) bool {
	for _, r := range stmt.Redirs {
		if r.N == nil || r.N.Value != "2" {
			return false
		}
	}
	return true
}

// discards reports whether what a part prints goes to a file.
func discards(stmt *syntax.Stmt) bool {
	for _, r := range stmt.Redirs {
		switch r.Op {
		case syntax.RdrOut, syntax.AppOut, syntax.RdrAll, syntax.AppAll, syntax.RdrClob:
			if r.N == nil || r.N.Value == "1" {
				return true
			}
		}
	}
	return false
}
