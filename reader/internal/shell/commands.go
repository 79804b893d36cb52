package shell

import (
	"iter"
	"slices"
	"strings"

	"mvdan.cc/sh/v3/syntax"
)

// StatedCommand is a command in a line.
type StatedCommand struct {
	// Words are the words of the command. A word whose value depends on more than the line is empty. For a redirection
	// to a file they are its operator and the file's name.
	Words []string
	// Sets are variable assignments, as NAME=VALUE, for the command, or from it on.
	Sets []string
	// Ran reports whether the evaluation reached the command.
	Ran bool
}

// evaluationRecord records what an evaluation reached in its line, and in lines that its commands ran.
type evaluationRecord struct {
	lines []*syntax.File
	ran   map[syntax.Node]struct{} // commands and redirections
	// words of commands that were not run because another one found nothing for them
	skipped [][]string
	isUnset bool // result of UsedUnsetVariable
}

// UsedUnsetVariable reports whether a command used a variable that no command set.
func (s *Shell) UsedUnsetVariable() bool { return s.record != nil && s.record.isUnset }

// maxLines is how many lines run by commands are recorded.
const maxLines = 200

// add records a line run by a command. Beyond maxLines, its words are not known.
func (a *evaluationRecord) add(line *syntax.File) {
	if len(a.lines) > maxLines {
		a.skipped = append(a.skipped, []string{""})
		return
	}
	a.lines = append(a.lines, line)
}

// Commands yields the commands of the line and of lines that its commands ran, whether they ran or not, except calls of
// functions of the lines, whose own commands are yielded.
func (s *Shell) Commands() iter.Seq[StatedCommand] {
	return func(yield func(StatedCommand) bool) {
		if s.record == nil { // nothing was evaluated
			return
		}

		for _, words := range s.record.skipped {
			if !yield(StatedCommand{Words: words}) {
				return
			}
		}

		for _, file := range s.record.lines {
			for one := range commandsIn(file, s.record.ran) {
				if !yield(one) {
					return
				}
			}
		}
	}
}

// CommandsOf returns the commands of a line without evaluating it. The error is a refusal.
func CommandsOf(line string) ([]StatedCommand, error) {
	if plain, ok := plainCommands(line); ok {
		return plain, nil
	}
	file, err := parse(line, maxLineInSystem)
	if err != nil {
		return nil, err
	}
	return slices.Collect(commandsIn(file, nil)), nil
}

func commandsIn(file *syntax.File, ran map[syntax.Node]struct{}) iter.Seq[StatedCommand] {
	return func(yield func(StatedCommand) bool) {
		functions := functionsOf(file)
		goesOn := true
		syntax.Walk(file, func(n syntax.Node) bool {
			one := statedBy(n)
			_, one.Ran = ran[n]
			_, isFunction := functions[append(one.Words, "")[0]]
			if goesOn && !isFunction && len(one.Words)+len(one.Sets) > 0 {
				goesOn = yield(one)
			}

			return goesOn
		})
	}
}

// statedBy returns the command of a node; the zero StatedCommand if it is not a command.
func statedBy(n syntax.Node) (one StatedCommand) {
	switch n := n.(type) {
	case *syntax.CallExpr:
		if len(n.Args) > 0 { // else they are variables of the shell
			one.Words = plainWords(n.Args)
			one.Sets = assigned(n.Assigns)
		}
	case *syntax.DeclClause:
		if n.Variant.Value != "local" && n.Variant.Value != "readonly" {
			one.Sets = assigned(n.Args)
		}
	case *syntax.Redirect:
		if isWrite(n) {
			one.Words = append([]string{n.Op.String()}, plainWords([]*syntax.Word{n.Word})...)
		}
	}

	return one
}

// functionsOf returns the names of the functions that a line defines.
func functionsOf(file *syntax.File) map[string]struct{} {
	names := map[string]struct{}{}
	syntax.Walk(file, func(n syntax.Node) bool {
		if f, ok := n.(*syntax.FuncDecl); ok {
			names[f.Name.Value] = struct{}{}
		}
		return true
	})
	return names
}

// isWrite reports whether a redirection may write to a file.
func isWrite(r *syntax.Redirect) bool {
	switch r.Op {
	case syntax.RdrIn, syntax.Hdoc, syntax.DashHdoc, syntax.WordHdoc, syntax.DplIn:
		return false
	case syntax.DplOut:
		to := r.Word.Lit() // a file descriptor, or "-"
		return to == "" || strings.Trim(to, "0123456789-") != ""
	}
	return !strings.HasPrefix(r.Word.Lit(), "/dev/")
}

func plainWords(all []*syntax.Word) (words []string) {
	for _, w := range all {
		text := w.Lit()
		if text == "" || strings.Contains(text, `\`) {
			text, _ = wordOf(w, nil)
		}
		words = append(words, text)
	}
	return words
}

// assigned returns assignments as words; a value that is not a plain word is omitted.
func assigned(all []*syntax.Assign) (words []string) {
	for _, a := range all {
		if a.Name == nil {
			continue
		}

		value := ""
		if a.Value != nil {
			value = plainWords([]*syntax.Word{a.Value})[0]
		}

		words = append(words, a.Name.Value+"="+value)
	}

	return words
}
