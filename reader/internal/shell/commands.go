package shell

import (
	"iter"
	"slices"
	"strings"

	"mvdan.cc/sh/v3/syntax"
)

// Stated is a command that stands in a line.
type Stated struct {
	// Words are the words of the command. A word is empty that depends on more than the line. Of a redirection that
	// writes into a file they are its operator and the name of the file.
	Words []string
	// Sets are the names of the variables, with their values, that are set for the command, or from it on.
	Sets []string
	// Ran says that the evaluation came to the command.
	Ran bool
}

// account is what an evaluation came to of its line, and of the lines that commands of it run.
type account struct {
	lines   []*syntax.File
	ran     map[syntax.Node]struct{} // commands and redirections
	skipped [][]string               // the words of commands that others were to run, and for which they found nothing
	isUnset bool                     // see AskedUnset
}

// AskedUnset reports whether a command was given the value of a variable that no command set.
func (s *Shell) AskedUnset() bool { return s.seen != nil && s.seen.isUnset }

// mostLines is how many lines are kept that the commands of a line run.
const mostLines = 200

// add keeps a line that a command of the line runs. Of those that are too many no word is known.
func (a *account) add(line *syntax.File) {
	if len(a.lines) > mostLines {
		a.skipped = append(a.skipped, []string{""})
		return
	}
	a.lines = append(a.lines, line)
}

// Commands are the commands that stand in the line that was run, or in another one that a command of it ran, be they
// run or not, but for those that are functions of the lines: the commands of these stand in the lines.
func (s *Shell) Commands() iter.Seq[Stated] {
	return func(yield func(Stated) bool) {
		if s.seen == nil { // no line was read
			return
		}

		for _, words := range s.seen.skipped {
			if !yield(Stated{Words: words}) {
				return
			}
		}

		for _, file := range s.seen.lines {
			for one := range commandsIn(file, s.seen.ran) {
				if !yield(one) {
					return
				}
			}
		}
	}
}

// CommandsOf are the commands that stand in a line, of which none is run. The error is a refusal.
func CommandsOf(line string) ([]Stated, error) {
	if plain, is := plainCommands(line); is {
		return plain, nil
	}
	file, err := parse(line, longestRun)
	if err != nil {
		return nil, err
	}
	return slices.Collect(commandsIn(file, nil)), nil
}

func commandsIn(file *syntax.File, ran map[syntax.Node]struct{}) iter.Seq[Stated] {
	return func(yield func(Stated) bool) {
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

// statedBy is the command that a part of a line is; one without words and variables for another part.
func statedBy(n syntax.Node) (one Stated) {
	switch n := n.(type) {
	case *syntax.CallExpr:
		if len(n.Args) > 0 { // else the variables are the shell's own
			one.Words, one.Sets = plainWords(n.Args), assigned(n.Assigns)
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

// functionsOf are the names of the functions that a line defines.
func functionsOf(file *syntax.File) map[string]struct{} {
	names := map[string]struct{}{}
	syntax.Walk(file, func(n syntax.Node) bool {
		if f, is := n.(*syntax.FuncDecl); is {
			names[f.Name.Value] = struct{}{}
		}
		return true
	})
	return names
}

// isWrite reports whether a redirection may write into a file.
func isWrite(r *syntax.Redirect) bool {
	switch r.Op {
	case syntax.RdrIn, syntax.Hdoc, syntax.DashHdoc, syntax.WordHdoc, syntax.DplIn:
		return false
	case syntax.DplOut:
		to := r.Word.Lit() // a number of a stream, or "-"
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

// assigned are assignments as words; those of other values than a plain word have none.
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
