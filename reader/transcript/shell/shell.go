// Package shell tells what a shell command prints and writes of files, as far as that follows from the command alone.
package shell

import (
	"math"
	"strconv"
	"strings"

	"eyeline/reader/transcript/record"
	"mvdan.cc/sh/v3/syntax"
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
	Dir      string // with RgNumbers: the folder that printed paths are relative to
}

// Limit is how long a command may be in bytes for a look at it.
const Limit = 32 << 10

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

// parse reads a command; nil where it is too long or no command.
func parse(command string) *syntax.File {
	if len(command) > Limit {
		return nil
	}
	file, err := syntax.NewParser(syntax.Variant(syntax.LangBash)).Parse(strings.NewReader(command), "")
	if err != nil {
		return nil
	}
	return file
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

// plainCommand are the words of a simple command of plain text.
func plainCommand(stmt *syntax.Stmt) ([]string, bool) {
	call, ok := stmt.Cmd.(*syntax.CallExpr)
	if !ok {
		return nil, false
	}
	args, ok := words(call)
	return args, ok && len(args) > 0
}

// words are the words of a command, when each is plain text.
func words(call *syntax.CallExpr) ([]string, bool) {
	if len(call.Assigns) > 0 {
		return nil, false
	}
	var out []string
	for _, w := range call.Args {
		text, ok := word(w)
		if !ok {
			return nil, false
		}
		out = append(out, text)
	}
	return out, true
}

func word(w *syntax.Word) (string, bool) {
	var out strings.Builder
	for _, part := range w.Parts {
		switch part := part.(type) {
		case *syntax.Lit:
			text := part.Value
			for i := 0; i < len(text); i++ {
				switch text[i] {
				case '\\':
					if i++; i < len(text) && text[i] != '\n' {
						out.WriteByte(text[i])
					}
				case '*', '?', '[', '{', '~':
					if out.Len() == 0 && i == 0 && text[i] == '{' || text[i] == '*' || text[i] == '?' ||
						text[i] == '[' || text[i] == '~' && i == 0 {
						return "", false
					}
					out.WriteByte(text[i])
				default:
					out.WriteByte(text[i])
				}
			}
		case *syntax.SglQuoted:
			if part.Dollar {
				return "", false
			}
			out.WriteString(part.Value)
		case *syntax.DblQuoted:
			for _, p := range part.Parts {
				lit, ok := p.(*syntax.Lit)
				if !ok {
					return "", false
				}
				text := lit.Value
				for i := 0; i < len(text); i++ {
					if text[i] == '\\' && i+1 < len(text) && strings.IndexByte("\"\\$`\n", text[i+1]) >= 0 {
						if i++; text[i] == '\n' {
							continue
						}
					}
					out.WriteByte(text[i])
				}
			}
		default:
			return "", false
		}
	}
	return out.String(), true
}

// options splits arguments into options and operands. Letters in valued take a value.
func options(args []string, valued string) (opts [][2]string, operands []string, ok bool) {
	for i := 0; i < len(args); i++ {
		a := args[i]
		switch {
		case a == "--":
			return opts, append(operands, args[i+1:]...), true
		case strings.HasPrefix(a, "--"):
			name, value, _ := strings.Cut(a, "=")
			opts = append(opts, [2]string{name, value})
		case len(a) > 1 && a[0] == '-':
			for j := 1; j < len(a); j++ {
				if strings.IndexByte(valued, a[j]) < 0 {
					opts = append(opts, [2]string{a[j : j+1], ""})
					continue
				}
				value := a[j+1:]
				if value == "" {
					if i++; i == len(args) {
						return nil, nil, false
					}
					value = args[i]
				}
				opts = append(opts, [2]string{a[j : j+1], value})
				break
			}
		default:
			operands = append(operands, a)
		}
	}
	return opts, operands, true
}

const toEnd = math.MaxInt64

// number reads a count of lines.
func number(s string) (int64, bool) {
	n, err := strconv.ParseInt(s, 10, 64)
	return n, err == nil && n >= 0
}
