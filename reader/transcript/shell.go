package transcript

import (
	"math"
	"path"
	"strconv"
	"strings"

	"mvdan.cc/sh/v3/syntax"
)

// Numbers says how lines are numbered in what a command prints.
type Numbers uint8

const (
	NoNumbers   Numbers = iota
	NlNumbers           // "    12\ttext", as nl -ba and cat -n
	GrepNumbers         // "12:text", or "12-text" for lines around a match
	RgNumbers           // "path:12:text"
)

// Shown is a part of a file that a command prints, or a text of its own.
type Shown struct {
	Path string // as the command's folder resolves it
	Rev  string // the git revision whose file it is, "" for the file itself
	// From and To are the first and last line, 1-based and inclusive; To is math.MaxInt64 for the end of the file. From is
	// 0 when the lines do not follow from the command alone.
	From, To int64
	Numbers  Numbers
	Literal  string // what echo prints, when Path is ""
	Dir      string // with RgNumbers: the folder that printed paths are relative to
}

// shellLimit is how long a command may be in bytes for a look at it.
const shellLimit = 32 << 10

// ShellReads tells which lines of which files a shell command prints, in the order in which it prints them, for a command
// run in the folder dir. whole is false when it may print other things, too: then the files that it names come with
// unknown lines.
func ShellReads(command, dir string) (shown []Shown, whole bool) {
	if len(command) > shellLimit {
		return nil, false
	}
	file, err := syntax.NewParser(syntax.Variant(syntax.LangBash)).Parse(strings.NewReader(command), "")
	if err != nil {
		return nil, false
	}
	sh := &shell{dir: dir, whole: true}
	for _, stmt := range file.Stmts {
		sh.stmt(stmt)
	}
	return sh.shown, sh.whole
}

type shell struct {
	dir   string
	shown []Shown
	whole bool
}

// unknown notes the files that a part names which cannot be resolved.
func (sh *shell) unknown(shown []Shown) {
	sh.whole = false
	for _, s := range shown {
		if s.Path != "" {
			s.From, s.To, s.Numbers = 0, 0, NoNumbers
			sh.shown = append(sh.shown, s)
		}
	}
}

func (sh *shell) stmt(stmt *syntax.Stmt) {
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
			sh.dir = resolve(sh.dir, args[1])
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
	call, ok := stmt.Cmd.(*syntax.CallExpr)
	if !ok {
		return true
	}
	args, ok := words(call)
	return !ok || len(args) == 0 || args[0] != "true" && args[0] != ":"
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
func (sh *shell) pipe(stmt *syntax.Stmt) {
	var parts []*syntax.Stmt
	for {
		cmd, ok := stmt.Cmd.(*syntax.BinaryCmd)
		if !ok || cmd.Op != syntax.Pipe {
			break
		}
		parts = append(parts, cmd.Y)
		stmt = cmd.X
	}
	parts = append(parts, stmt)
	var shown []Shown
	for i := len(parts) - 1; i >= 0; i-- {
		part := parts[i]
		call, ok := part.Cmd.(*syntax.CallExpr)
		if !ok {
			sh.unknown(shown)
			return
		}
		args, ok := words(call)
		if !ok || len(args) == 0 || !quiet(part) && !discards(part) {
			sh.unknown(shown)
			return
		}
		if discards(part) {
			return
		}
		if i == len(parts)-1 {
			shown, ok = leading(args, sh.dir)
		} else {
			shown, ok = filter(args, shown)
		}
		if !ok {
			sh.unknown(shown)
			return
		}
	}
	sh.shown = append(sh.shown, shown...)
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
					if out.Len() == 0 && i == 0 && text[i] == '{' || text[i] == '*' || text[i] == '?' || text[i] == '[' || text[i] == '~' && i == 0 {
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

// resolve makes a path of a command absolute, with the slashes of the agent's system.
func resolve(dir, p string) string {
	if path.IsAbs(p) || len(p) > 2 && p[1] == ':' || dir == "" {
		return path.Clean(p)
	}
	return path.Join(dir, p)
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
