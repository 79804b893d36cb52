package shelltool

import (
	"bytes"
	"errors"
	"io/fs"
	"slices"
	"strings"
	"unicode/utf8"

	"mvdan.cc/sh/v3/syntax"

	"eyeline/reader/internal/lazy"
	"eyeline/reader/internal/shell"
	"eyeline/reader/internal/textfile"
	"eyeline/reader/ospath"
	"eyeline/reader/tools"
)

// On Windows some agents run Git Bash, the bash of Git for Windows, which is documented for them (see Command.GitBash).
// Its cat, head and tail give the bytes of a file as on Linux, and its sed and grep give the same lines where no line
// ends with CR LF, from which they take the CR. It has the errors of Linux for a file that is missing. Other programs,
// paths that begin with "/", and whatever depends on the working directory are not known there.

// longestInGitBash is a length in bytes up to which Git Bash surely gets all of a command line: it cuts longer ones at
// about 8 KiB.
const longestInGitBash = 8000

// gitBash reports whether Git Bash gives for a command line what bash gives on Linux, by the line and by the files that
// it names.
func gitBash(env tools.Env, line string) bool {
	file, err := shell.Parse(line)
	if err != nil || len(line) > longestInGitBash {
		return false
	}
	return allOf(file.Stmts, func(stmt *syntax.Stmt) bool { return statementInGitBash(env, stmt) })
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
		if lit := word.Lit(); lit == "[" || lit == "]" {
			value = lit
			literal = true
		}
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
	// grepOption matches an option of grep with which all of its versions print the same, grepWord a pattern that
	// stands for itself.
	grepOption = lazy.Regexp(`\A-[inc]\z`)
	grepWord   = lazy.Regexp(`\A[A-Za-z0-9_][A-Za-z0-9_ ]*\z`)
	// rangeScript matches a script of sed that prints a range of lines.
	rangeScript = lazy.Regexp(`\A\d+(,(\d+|\$))?p\z`)
)

// callInGitBash is gitBash for one call of a program.
func callInGitBash(env tools.Env, program string, args []string) bool {
	if slices.Contains([]string{"true", "false", ":", "echo", "printf"}, program) {
		return true
	}

	isFile := func(name string) bool { return fileInGitBash(env, name) }
	switch program {
	case "exit":
		return len(args) == 0 || len(args) == 1 && number().MatchString(args[0])
	case "cat":
		return allOf(args, isFile)
	case "ls":
		return len(args) == 1 && isFile(args[0])
	case "head", "tail":
		return allOf(afterCounts(args), isFile)
	case "test", "[":
		return testInGitBash(args, isFile)
	case "sed":
		return len(args) >= 2 && args[0] == "-n" && rangeScript().MatchString(args[1]) && allOf(args[2:], isFile)
	case "grep":
		// What it says of a file that is missing differs between its versions, and from what an agent has in its place.
		return grepInGitBash(args, func(name string) bool { return isFile(name) && !isMissing(env, name) })
	}

	return false
}

// testInGitBash reports whether the arguments of test or [ ask only whether one file is there.
func testInGitBash(args []string, isFile func(string) bool) bool {
	args = strings.Fields(strings.TrimSuffix(strings.Join(args, " "), " ]"))
	return len(args) == 2 && (args[0] == "-f" || args[0] == "-e") && isFile(args[1])
}

// grepInGitBash reports whether the arguments of grep look for a plain word in files, with one option at most.
func grepInGitBash(args []string, isFile func(string) bool) bool {
	if len(args) > 0 && grepOption().MatchString(args[0]) {
		args = args[1:]
	}
	return len(args) > 0 && grepWord().MatchString(args[0]) && allOf(args[1:], isFile)
}

// afterCounts returns the arguments of head and tail that follow options with a number of lines or bytes.
func afterCounts(args []string) []string {
	for len(args) > 0 && countOption().MatchString(args[0]) {
		apart := args[0] == "-n" || args[0] == "-c"
		args = args[1:]
		if apart && len(args) > 0 && number().MatchString(args[0]) {
			args = args[1:]
		}
	}
	return args
}

// takesCR reports whether a command line has a program that takes the CR from the end of a line, or may have one.
func takesCR(line string) bool {
	return strings.Contains(line, "sed") || strings.Contains(line, "grep")
}

// fileInGitBash reports whether Git Bash finds by a name the file that Windows finds. Where there is no such file, it
// looks for one with .exe or .lnk behind the name, and it tells apart whether a folder is missing or a file is in its
// place.
func fileInGitBash(env tools.Env, name string) bool {
	if !nameInGitBash(name) {
		return false
	}

	info, err := env.Files().Stat(env.Abs(name))
	if !errors.Is(err, fs.ErrNotExist) {
		return err == nil && info.Mode().IsRegular()
	}

	below := ospath.IsOnDrive(name) || strings.Contains(name, "/")
	return !below && isMissing(env, name+".exe") && isMissing(env, name+".lnk")
}

// isMissing reports whether there is no file of a name.
func isMissing(env tools.Env, name string) bool {
	_, err := env.Files().Stat(env.Abs(name))
	return errors.Is(err, fs.ErrNotExist)
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

// maxPlain is the size in bytes of the largest file that is looked through for what sed and grep take for binary.
const maxPlain = 16 << 20

// differsInGitBash reports whether an output may be another one in Git Bash by what its commands have read: a CR that
// sed or grep takes from the end of a line, and what grep takes for binary.
func differsInGitBash(t *Output, read []*tools.File) bool {
	return takesCR(t.Command) && !(bytes.IndexByte(t.raw, '\r') < 0 && allOf(read, isPlain))
}

func isPlain(f *tools.File) bool {
	if f.Size() > maxPlain {
		return false
	}
	text, err := textfile.Piece(f, 0, f.Size())
	return err == nil && utf8.Valid(text) && !bytes.ContainsAny(text, "\r\x00")
}
