package shell

import (
	"strings"

	"mvdan.cc/sh/v3/syntax"

	bash "eyeline/reader/internal/shell"
)

// Limit is how long a command may be in bytes for a look at it.
const Limit = 32 << 10

// parse reads a command; nil where it is too long, too deep, or no command.
func parse(command string) *syntax.File {
	if len(command) > Limit {
		return nil
	}
	file, _ := bash.Parse(command)
	return file
}

// MayPrintDiff reports whether a command may print a diff: what it prints must be looked at.
func MayPrintDiff(command string) bool {
	for _, word := range []string{"diff", "git show", "git log", "patch"} {
		if strings.Contains(command, word) {
			return true
		}
	}
	return false
}

// plainCommand are the words of a simple command of plain text, and of variables that are known.
func plainCommand(stmt *syntax.Stmt, vars map[string]string) ([]string, bool) {
	call, ok := stmt.Cmd.(*syntax.CallExpr)
	if !ok {
		return nil, false
	}
	args, ok := words(call, vars)
	return args, ok && len(args) > 0
}

// words are the words of a command, when each is plain text.
func words(call *syntax.CallExpr, vars map[string]string) ([]string, bool) {
	if len(call.Assigns) > 0 {
		return nil, false
	}
	var out []string
	for _, w := range call.Args {
		text, ok := bash.Word(w, vars)
		if !ok {
			return nil, false
		}
		out = append(out, text)
	}
	return out, true
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
