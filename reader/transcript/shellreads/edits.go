package shellreads

import (
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
	return walked(command, dir).edits
}

// writes takes what a simple command writes.
func (sh *printer) writes(stmt *syntax.Stmt, args []string) {
	switch {
	case args[0] == "cat" && len(args) == 1:
		sh.cat(stmt)
	case args[0] == "apply_patch" || args[0] == "applypatch":
		if text, ok := heredoc(stmt); ok {
			sh.edits = append(sh.edits, Patched(text, sh.dir)...)
		}
	}
}

// Patched is what a patch given to apply_patch changes in the folder dir.
func Patched(text, dir string) []record.Edit {
	edits := patch.Apply(text)
	for i := range edits {
		edits[i].Path = record.ResolvePath(dir, edits[i].Path)
	}
	return edits
}

// cat takes a text that goes into a file.
func (sh *printer) cat(stmt *syntax.Stmt) {
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
			sh.edits = append(sh.edits, record.Edit{Path: record.ResolvePath(sh.dir, name), Whole: text, IsWhole: true})
		case syntax.AppOut:
			put := record.Hunk{Lines: record.Marked("+", text)}
			sh.edits = append(sh.edits, record.Edit{Path: record.ResolvePath(sh.dir, name), Hunks: []record.Hunk{put}})
		}
	}
}

// heredoc is the text that a part reads from the command itself, when nothing in it is to be replaced.
func heredoc(stmt *syntax.Stmt) (string, bool) {
	for _, r := range stmt.Redirs {
		if r.Op != syntax.Hdoc || r.Hdoc == nil {
			continue
		}
		text, isQuoted := r.Hdoc.Lit(), r.Word.Lit() == "" // "" where there is more than a literal
		return text, text != "" && (isQuoted || !strings.Contains(text, `\`))
	}
	return "", false
}
