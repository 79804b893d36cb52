package shelltool

import (
	"bytes"
	"errors"
	"io/fs"
	"strings"

	"mvdan.cc/sh/v3/syntax"

	"eyeline/reader/internal/lazy"
	"eyeline/reader/internal/shell"
	"eyeline/reader/ospath"
	"eyeline/reader/tools"
)

// On Windows some agents run Git Bash, the bash of Git for Windows, which is documented for them (see Command.GitBash).
// Its cat, head and tail give the bytes of a file as on Linux, and its sed gives the same lines where no line ends with
// CR LF, from which it takes the CR. It has the errors of Linux for a file that is missing. Other programs, paths that
// begin with "/", and whatever depends on the working directory are not known there.

// longestInGitBash is a length in bytes up to which Git Bash surely gets all of a command line: it cuts longer ones at
// about 8 KiB.
const longestInGitBash = 8000

// gitBash reports whether Git Bash gives for a command line what bash gives on Linux, by the line and by the files that
// it names.
func gitBash(env tools.Env, line string) bool {
	file, err := shell.Parse(line)
	return err == nil && len(line) <= longestInGitBash && allOf(file.Stmts, func(stmt *syntax.Stmt) bool { return statementInGitBash(env, stmt) })
}

func allOf[E any](list []E, is func(E) bool) bool {
	for _, e := range list {
		if !is(e) {
			return false
		}
	}
	return true
}

// statementInGitBash is gitBash for one statement.
func statementInGitBash(env tools.Env, stmt *syntax.Stmt) bool {
	if stmt.Background || stmt.Coprocess || !allOf(stmt.Redirs, isBetweenOutputs) {
		return false
	}

	switch cmd := stmt.Cmd.(type) {
	case *syntax.BinaryCmd:
		return cmd.Op != syntax.PipeAll && statementInGitBash(env, cmd.X) && statementInGitBash(env, cmd.Y)
	case *syntax.CallExpr:
		words, ok := literalWords(cmd.Args)
		return ok && len(cmd.Assigns) == 0 && len(words) > 0 && callInGitBash(env, words[0], words[1:])
	}

	return false
}

// isBetweenOutputs reports whether a redirection sends messages to the output, or output to where messages go.
func isBetweenOutputs(r *syntax.Redirect) bool {
	if r.Op != syntax.DplOut || r.Word == nil {
		return false
	}
	to := r.Word.Lit()
	return to == "1" || to == "2"
}

// literalWords returns the values of words that bash does not expand.
func literalWords(words []*syntax.Word) (values []string, ok bool) {
	for _, word := range words {
		value, literal := literalParts(word.Parts, false)
		if !literal {
			return nil, false
		}
		values = append(values, value)
	}
	return values, true
}

func literalParts(parts []syntax.WordPart, quoted bool) (value string, ok bool) {
	for _, part := range parts {
		literal := false
		text := ""
		switch part := part.(type) {
		case *syntax.SglQuoted:
			text = part.Value
			literal = !part.Dollar
		case *syntax.DblQuoted:
			text, literal = literalParts(part.Parts, true)
			literal = literal && !part.Dollar
		case *syntax.Lit:
			text = part.Value
			literal = quoted && !escapes().MatchString(text) || !quoted && !strings.ContainsAny(text, `\*?[]{}~`)
		}

		if !literal {
			return "", false
		}
		value += text
	}
	return value, true
}

var (
	// escapes matches a backslash that stands for something else between double quotes.
	escapes = lazy.Regexp("\\\\[$`\"\\\\\n]")
	// countOption matches an option of head and tail, with the number of lines or bytes in it or after it.
	countOption = lazy.Regexp(`\A-(\d+|[nc]\d*)\z`)
	// number matches what may follow the options -n and -c, and an exit status.
	number = lazy.Regexp(`\A\+?\d{1,9}\z`)
	// rangeScript matches a script of sed that prints a range of lines.
	rangeScript = lazy.Regexp(`\A\d+(,(\d+|\$))?p\z`)
)

// callInGitBash is gitBash for one call of a program.
func callInGitBash(env tools.Env, program string, args []string) bool {
	switch program {
	case "true", "false", ":", "echo", "printf":
		return true
	case "exit":
		return len(args) == 0 || len(args) == 1 && number().MatchString(args[0])
	case "cat":
		return allOf(args, func(name string) bool { return fileInGitBash(env, name) })
	case "head", "tail":
		for len(args) > 0 && countOption().MatchString(args[0]) {
			apart := args[0] == "-n" || args[0] == "-c"
			args = args[1:]
			if apart && len(args) > 0 && number().MatchString(args[0]) {
				args = args[1:]
			}
		}
		return allOf(args, func(name string) bool { return fileInGitBash(env, name) })
	case "sed":
		return len(args) >= 2 && args[0] == "-n" && rangeScript().MatchString(args[1]) &&
			allOf(args[2:], func(name string) bool { return fileInGitBash(env, name) })
	}

	return false
}

// fileInGitBash reports whether Git Bash finds by a name the file that Windows finds. Where there is no such file, it
// looks for one with .exe or .lnk behind the name, and it tells apart whether a folder is missing or a file is in its
// place.
func fileInGitBash(env tools.Env, name string) bool {
	if !nameInGitBash(name) {
		return false
	}

	files := env.Files()
	is := func(name string) (fs.FileInfo, bool) {
		info, err := files.Stat(env.Abs(name))
		return info, errors.Is(err, fs.ErrNotExist)
	}
	info, missing := is(name)
	if !missing {
		return info != nil && info.Mode().IsRegular()
	}
	if ospath.IsOnDrive(name) || strings.Contains(name, "/") {
		return false
	}

	_, noProgram := is(name + ".exe")
	_, noLink := is(name + ".lnk")
	return noProgram && noLink
}

// nameInGitBash reports whether a name, from the working directory or from a drive on, is the same for Git Bash and for
// Windows. What is not of ASCII depends on the locale.
func nameInGitBash(name string) bool {
	below := strings.TrimPrefix(name, "./")
	if ospath.IsOnDrive(name) {
		below = strings.ReplaceAll(name[len("C:/"):], `\`, "/")
	}
	if strings.HasPrefix(name, "-") || strings.ContainsFunc(name, func(r rune) bool { return r < ' ' || r >= 0x7F }) {
		return false
	}
	return allOf(strings.Split(below, "/"), ospath.IsPlainName)
}

// hasCarriageReturn reports whether an output has a CR, which sed of Git Bash takes from the end of a line.
func hasCarriageReturn(t *Output) bool { return bytes.IndexByte(t.raw, '\r') >= 0 }
