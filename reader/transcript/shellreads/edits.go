package shellreads

import (
	"slices"
	"strings"

	"mvdan.cc/sh/v3/syntax"

	"eyeline/reader/internal/shell"
	"eyeline/reader/transcript/patch"
	"eyeline/reader/transcript/record"
)

// Edits tells what a shell command, run in the folder dir, certainly writes: files made of a text in the command
// itself (cat > FILE << EOF, also appended), and patches given to apply_patch. What else it may change is not known.
func Edits(command, dir string) []record.Edit {
	if !strings.Contains(command, "<<") {
		return nil
	}
	file := parse(command)
	if file == nil {
		return nil
	}
	w := &writer{dir: dir}
	for _, stmt := range file.Stmts {
		w.stmt(stmt)
	}
	return w.edits
}

// writer collects what a command writes.
type writer struct {
	dir   string
	edits []record.Edit
}

func (w *writer) stmt(stmt *syntax.Stmt) {
	switch cmd := stmt.Cmd.(type) {
	case *syntax.BinaryCmd:
		if cmd.Op == syntax.AndStmt {
			w.stmt(cmd.X)
			w.stmt(cmd.Y)
		}
	case *syntax.CallExpr:
		args, ok := shell.Words(cmd, nil)
		switch {
		case !ok:
		case args[0] == "cd" && len(args) == 2:
			w.dir = record.ResolvePath(w.dir, args[1])
		case args[0] == "cat" && len(args) == 1:
			w.cat(stmt)
		case args[0] == "apply_patch" || args[0] == "applypatch":
			if text, ok := heredoc(stmt); ok {
				w.patch(text)
			}
		}
	}
}

func (w *writer) patch(text string) {
	for _, e := range patch.Apply(text) {
		e.Path = record.ResolvePath(w.dir, e.Path)
		w.edits = append(w.edits, e)
	}
}

// cat takes a text that goes into a file.
func (w *writer) cat(stmt *syntax.Stmt) {
	text, ok := heredoc(stmt)
	if !ok {
		return
	}
	for _, r := range stmt.Redirs {
		if r.Word == nil || r.N != nil && r.N.Value != "1" {
			continue
		}
		name, ok := shell.Word(r.Word, nil)
		if !ok {
			continue
		}
		switch r.Op {
		case syntax.RdrOut, syntax.RdrClob:
			w.edits = append(w.edits, record.Edit{Path: record.ResolvePath(w.dir, name), Whole: text, IsWhole: true})
		case syntax.AppOut:
			put := record.Hunk{Lines: record.Marked("+", text)}
			w.edits = append(w.edits, record.Edit{Path: record.ResolvePath(w.dir, name), Hunks: []record.Hunk{put}})
		}
	}
}

// heredoc is the text that a part reads from the command itself, when nothing in it is to be replaced.
func heredoc(stmt *syntax.Stmt) (string, bool) {
	for _, r := range stmt.Redirs {
		if r.Op != syntax.Hdoc || r.Hdoc == nil {
			continue
		}
		var out strings.Builder
		for _, p := range r.Hdoc.Parts {
			lit, ok := p.(*syntax.Lit)
			if !ok {
				return "", false
			}
			out.WriteString(lit.Value)
		}
		quoted := slices.ContainsFunc(r.Word.Parts, func(p syntax.WordPart) bool {
			_, plain := p.(*syntax.Lit)
			return !plain
		})
		return out.String(), quoted || !strings.Contains(out.String(), `\`)
	}
	return "", false
}
