package shell

import (
	"path"
	"slices"
	"strings"

	"mvdan.cc/sh/v3/syntax"

	"eyeline/reader/internal/coreutils"
	"eyeline/reader/ospath"
)

// git is git, of which some commands do what others do: a search, and the contents of objects.
func git(s *Shell, args []string, io streams, at syntax.Pos) int {
	inner := s.fork()
	plain, rest := inner.gitOptions(args[1:])
	if len(rest) == 0 {
		return s.runProgram(args, io)
	}

	objects := rest[1:]
	switch {
	case rest[0] == "grep":
		if grep := grepOf(inner, objects); grep != nil {
			return inner.run(grep, io, at)
		}
	case rest[0] == "cat-file" && len(rest) == 3 && slices.Contains([]string{"-p", "blob", "--textconv"}, rest[1]):
		return s.runProgram(append(plain, "show", rest[2]), io)
	case rest[0] == "show" && len(objects) > 1 && !slices.ContainsFunc(objects, isNoContent):
		status := 0
		for _, one := range objects {
			status = max(status, s.runProgram(append(slices.Clone(plain), "show", one), io))
			if s.left() {
				break
			}
		}

		return status
	}

	return s.runProgram(append(plain, rest...), io)
}

// gitOptions takes the options before a command of git: the shell is in the folder that they name. plain are git and
// those of them that matter.
func (s *Shell) gitOptions(args []string) (plain, rest []string) {
	plain = []string{"git"}
	rest = args

	for len(rest) > 1 && strings.HasPrefix(rest[0], "-") {
		switch rest[0] {
		case "-C":
			plain = append(plain, rest[:2]...)
			s.Dir = (&coreutils.Call{Runner: s.Files, Dir: s.Dir}).Abs(rest[1])
			rest = rest[1:]
		case "-c":
			rest = rest[1:]
		}
		rest = rest[1:]
	}

	return plain, rest
}

// isNoContent reports whether a word names no file of a revision.
func isNoContent(word string) bool {
	_, file, found := strings.Cut(word, ":")
	return !found || file == "" || strings.HasPrefix(word, "-") || ospath.IsOnDrive(word)
}

// gitGrep is what git grep is asked for.
type gitGrep struct {
	options, operands []string
	hasPattern        bool // with -e
	named             int  // operands before "--"
}

// grepOf is the grep that does what git grep does; nil for one that is not imitated. Files that git does not know are
// searched, too: the recorded text decides.
func grepOf(s *Shell, args []string) []string {
	g, ok := gitGrepOf(args)
	if !ok {
		return nil
	}

	grep := append([]string{"grep", "-r"}, g.options...)
	if !slices.Contains(args, "-h") {
		grep = append(grep, "-H")
	}

	if !g.hasPattern {
		grep = append(grep, "-e", g.operands[0])
		g.operands = g.operands[1:]
	}

	look := coreutils.Call{Runner: s.Files, Dir: s.Dir}
	for _, of := range g.operands {
		of = path.Clean(of)
		if strings.Contains(of, "*") && !strings.Contains(of, "/") {
			grep = append(grep, "--include="+of)
			continue
		}

		_, err := look.Look().Lstat(look.Abs(of))
		if err != nil || strings.ContainsAny(of, "*:") {
			return nil // it may be a revision, or paths in another form
		}
		if of != "." {
			grep = append(grep, of)
		}
	}

	return grep
}

// gitGrepOf reads the arguments of git grep; false where it is asked for what grep has not.
func gitGrepOf(args []string) (g gitGrep, ok bool) {
	valued := []string{"-A", "-B", "-C", "-m", "-e"}
	isPaths := false
	for i, a := range args {
		switch {
		case i > 0 && !isPaths && slices.Contains(valued, args[i-1]):
			g.options = append(g.options, a) // the value of the option
		case isPaths || !strings.HasPrefix(a, "-") || a == "-":
			g.operands = append(g.operands, a)
		case a == "--":
			isPaths = true
			g.named = len(g.operands)
		case slices.Contains(notOfGrep, a):
		case !isOfGrep(a):
			return g, false
		default:
			g.hasPattern = g.hasPattern || a == "-e"
			g.options = append(g.options, a)
		}
	}

	if g.hasPattern {
		g.named++
	}

	return g, g.named <= 1 && (g.hasPattern || len(g.operands) > 0) // else there are revisions
}

// isOfGrep reports whether an option of git grep is one of grep.
func isOfGrep(option string) bool {
	if strings.HasPrefix(option, "--") {
		return slices.Contains(sameOfGrep, strings.SplitAfter(option, "=")[0])
	}
	return !strings.HasPrefix(option, "-O") && !strings.ContainsAny(option, "pWz")
}

// notOfGrep are options of git grep that do not matter here.
var notOfGrep = []string{"--no-color", "--color=never", "--untracked", "--full-name", "-I"}

// sameOfGrep are long options that git grep and grep have, those with a value up to it.
var sameOfGrep = []string{
	"--ignore-case", "--word-regexp", "--line-number", "--extended-regexp", "--fixed-strings", "--perl-regexp",
	"--files-with-matches", "--count", "--after-context=", "--before-context=", "--context=", "--max-count=",
}

// tail is tail, which on macOS takes an old count, such as -5, with several files, too.
func tail(s *Shell, args []string, io streams, _ syntax.Pos) int {
	if len(args) > 3 && len(args[1]) > 1 && args[1][0] == '-' {
		if _, ok := coreutils.Decimal(args[1][1:]); ok {
			args = append([]string{args[0], "-n", args[1][1:]}, args[2:]...)
		}
	}
	return s.runProgram(args, io)
}
