package searches

import (
	"slices"
	"strings"

	"mvdan.cc/sh/v3/syntax"
)

// and follows statements that each run only where the one before it succeeded; false where it is not known in which
// folder the command goes on.
func (c *command) and(stmt *syntax.Stmt) bool {
	before := c.inDoubt
	isKnown := true
	defer func() { c.inDoubt = before }()

	for _, one := range linksOf(stmt) {
		isKnown = isKnown && !(c.inDoubt && calls(one, isFolderChange))
		if !c.statement(one) {
			return false
		}

		c.inDoubt = c.inDoubt || !succeeds(one)
	}

	return isKnown
}

// linksOf are the parts of a list with "&&".
func linksOf(stmt *syntax.Stmt) []*syntax.Stmt {
	if list, ok := stmt.Cmd.(*syntax.BinaryCmd); ok && list.Op == syntax.AndStmt {
		return append(linksOf(list.X), list.Y)
	}
	return []*syntax.Stmt{stmt}
}

// or takes a statement that runs only where the one before it, x, failed. It is not followed, and its searches are not
// known; false where it is not known in which folder the command goes on.
func (c *command) or(x, y *syntax.Stmt) bool {
	if succeeds(x) {
		return true
	}
	if calls(y, func(words []string) bool { return !namesNothing(words) }) {
		c.printing++
	}
	c.stops = c.stops || calls(y, mayStop)
	return !calls(y, isFolderChange)
}

// successful are the programs that are taken to succeed. A folder that cd cannot enter is not searched in any case.
var successful = strings.Fields("cd true : export unset set echo pwd")

// succeeds reports whether a statement is one program that is taken to succeed.
func succeeds(stmt *syntax.Stmt) bool {
	call, ok := stmt.Cmd.(*syntax.CallExpr)
	if !ok || stmt.Negated {
		return false
	}
	words := wordsOf(call)
	return len(words) > 0 && slices.Contains(successful, words[0])
}

// calls reports whether a program in a statement, or one whose words are not known, is of a kind.
func calls(stmt *syntax.Stmt, isKind func(words []string) bool) (found bool) {
	syntax.Walk(stmt, func(n syntax.Node) bool {
		if call, ok := n.(*syntax.CallExpr); ok && len(call.Args) > 0 {
			words := wordsOf(call)
			if len(words) == 0 {
				words = []string{call.Args[0].Lit()}
			}

			found = found || isKind(words)
		}

		return !found
	})
	return found
}

// isFolderChange reports whether a program changes the working folder, or may.
func isFolderChange(words []string) bool {
	return slices.Contains([]string{"cd", "pushd", "popd", ""}, words[0])
}

// mayStop reports whether a command ends with a program, or may end at the next one that fails.
func mayStop(words []string) bool {
	switch words[0] {
	case "exit", "return", "exec":
		return true
	case "set":
		return slices.ContainsFunc(words[1:], func(word string) bool {
			return word == "errexit" || strings.HasPrefix(word, "-") && strings.Contains(word, "e")
		})
	}
	return false
}
