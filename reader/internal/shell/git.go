package shell

import (
	"path"
	"slices"
	"strings"

	"mvdan.cc/sh/v3/syntax"

	"eyeline/reader/internal/coreutils"
	"eyeline/reader/ospath"
)

// git imitates commands of git that do what other programs do: searching, and printing objects.
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
			return inner.runWords(grep, io, at)
		}
	case rest[0] == "cat-file" && len(rest) == 3 && slices.Contains([]string{"-p", "blob", "--textconv"}, rest[1]):
		return s.runProgram(append(plain, "show", rest[2]), io)
	case rest[0] == "show" && len(objects) > 1 && !slices.ContainsFunc(objects, isNoContent):
		status := 0
		for _, one := range objects {
			status = max(status, s.runProgram(append(slices.Clone(plain), "show", one), io))
			if s.stopped() {
				break
			}
		}

		return status
	}

	return s.runProgram(append(plain, rest...), io)
}

// gitOptions consumes the options before the command, and changes to the folder of -C. plain is git with those of them
// that matter.
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

// isNoContent reports whether a word cannot be a file of a revision.
func isNoContent(word string) bool {
	_, file, found := strings.Cut(word, ":")
	return !found || file == "" || strings.HasPrefix(word, "-") || ospath.IsOnDrive(word)
}

// gitGrep is a parsed call of git grep.
type gitGrep struct {
	options, operands []string
	hasPattern        bool // a pattern was given by -e
	named             int  // number of operands before "--"
}

// grepOf returns the arguments of the grep that does what git grep does; nil if it is not imitated. It also searches
// untracked files: the recorded output decides.
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

		_, err := look.FileView().Lstat(look.Abs(of))
		if err != nil || strings.ContainsAny(of, "*:") {
			return nil // possibly a revision, or a pathspec
		}
		if of != "." {
			grep = append(grep, of)
		}
	}

	return grep
}

// gitGrepOf parses the arguments of git grep; ok is false if grep has no equivalent.
func gitGrepOf(args []string) (g gitGrep, ok bool) {
	valued := []string{"-A", "-B", "-C", "-m", "-e"}
	isPaths := false
	for i, a := range args {
		switch {
		case i > 0 && !isPaths && slices.Contains(valued, args[i-1]):
			g.options = append(g.options, a) // value of the option
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

// isOfGrep reports whether an option of git grep has the same meaning in grep.
func isOfGrep(option string) bool {
	if strings.HasPrefix(option, "--") {
		return slices.Contains(sameOfGrep, strings.SplitAfter(option, "=")[0])
	}
	return !strings.HasPrefix(option, "-O") && !strings.ContainsAny(option, "pWz")
}

// notOfGrep are options of git grep that make no difference here.
var notOfGrep = []string{"--no-color", "--color=never", "--untracked", "--full-name", "-I"}

// sameOfGrep are long options that both have; those with a value end in "=".
var sameOfGrep = []string{
	"--ignore-case", "--word-regexp", "--line-number", "--extended-regexp", "--fixed-strings", "--perl-regexp",
	"--files-with-matches", "--count", "--after-context=", "--before-context=", "--context=", "--max-count=",
}

// tail imitates tail, which on macOS accepts an obsolete count such as -5 with several files, too.
func tail(s *Shell, args []string, io streams, _ syntax.Pos) int {
	if len(args) > 3 && len(args[1]) > 1 && args[1][0] == '-' {
		if _, ok := coreutils.Decimal(args[1][1:]); ok {
			args = append([]string{args[0], "-n", args[1][1:]}, args[2:]...)
		}
	}
	return s.runProgram(args, io)
}
