package shell

import (
	"strings"

	"mvdan.cc/sh/v3/syntax"
)

// Limit is how long a command may be in bytes for a look at it.
const Limit = 32 << 10

// mostNested is how deep the brackets of a command may lie within one another: the parser tries "((" in two ways, and
// takes time and memory that grow with the square of the depth.
const mostNested = 200

// parse reads a command; nil where it is too long, too deep, or no command.
func parse(command string) *syntax.File {
	if len(command) > Limit || nestsDeeper(command, mostNested) {
		return nil
	}
	file, err := syntax.NewParser(syntax.Variant(syntax.LangBash)).Parse(strings.NewReader(command), "")
	if err != nil {
		return nil
	}
	return file
}

// nestsDeeper reports whether more than so many brackets are open at one place.
func nestsDeeper(command string, most int) bool {
	depth := 0
	for _, c := range []byte(command) {
		switch c {
		case '(', '[', '{':
			depth++
		case ')', ']', '}':
			depth = max(depth-1, 0)
		}
		if depth > most {
			return true
		}
	}
	return false
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
		text, ok := word(w, vars)
		if !ok {
			return nil, false
		}
		out = append(out, text)
	}
	return out, true
}

// quotedEscapes takes the backslashes off text in double quotes that have a meaning there.
var quotedEscapes = strings.NewReplacer("\\\n", "", `\\`, `\`, `\"`, `"`, `\$`, `$`, "\\`", "`")

// word is the text of a word that has no unknown variables, patterns or other commands in it.
func word(w *syntax.Word, vars map[string]string) (string, bool) {
	var out strings.Builder
	for _, part := range w.Parts {
		switch part := part.(type) {
		case *syntax.Lit:
			text, ok := unquoted(part.Value)
			if !ok || out.Len() == 0 && strings.HasPrefix(part.Value, "{") {
				return "", false
			}
			out.WriteString(text)
		case *syntax.SglQuoted:
			if part.Dollar {
				return "", false
			}
			out.WriteString(part.Value)
		case *syntax.DblQuoted:
			for _, p := range part.Parts {
				text, ok := variable(p, vars)
				if lit, isLit := p.(*syntax.Lit); isLit {
					text, ok = quotedEscapes.Replace(lit.Value), true
				}
				if !ok {
					return "", false
				}
				out.WriteString(text)
			}
		default:
			text, ok := variable(part, vars)
			if !ok {
				return "", false
			}
			out.WriteString(text)
		}
	}
	return out.String(), true
}

// variable is the value of a part of a word that is nothing but a known variable.
func variable(part syntax.WordPart, vars map[string]string) (string, bool) {
	p, ok := part.(*syntax.ParamExp)
	if !ok || p.Excl || p.Length || p.Width || p.Index != nil || p.Slice != nil || p.Repl != nil || p.Exp != nil {
		return "", false
	}
	value, ok := vars[p.Param.Value]
	return value, ok
}

// unquoted takes the backslashes off text without quotes; false where it has a pattern or begins with a home folder.
func unquoted(text string) (string, bool) {
	var out strings.Builder
	for i := 0; i < len(text); i++ {
		switch c := text[i]; {
		case c == '\\':
			if i++; i < len(text) && text[i] != '\n' {
				out.WriteByte(text[i])
			}
		case strings.IndexByte("*?[", c) >= 0, c == '~' && i == 0:
			return "", false
		default:
			out.WriteByte(c)
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
