package shellreads

import (
	"slices"
	"strings"

	"mvdan.cc/sh/v3/syntax"

	"eyeline/reader/internal/shell"
)

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
