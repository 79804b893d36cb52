package shell

import (
	"path"
	"slices"
	"strings"

	"mvdan.cc/sh/v3/syntax"

	"eyeline/reader/internal/coreutils"
)

// git is git, of which some commands do what others do: a search, and the contents of objects.
func git(s *Shell, args []string, io streams, at syntax.Pos) int {
	inner := s.fork()
	rest := args[1:]
	plain := []string{"git"} // without settings, which do not matter
	for len(rest) > 1 && strings.HasPrefix(rest[0], "-") {
		switch rest[0] {
		case "-C":
			plain = append(plain, rest[:2]...)
			inner.Dir = (&coreutils.Call{Runner: s.Files, Dir: inner.Dir}).Abs(rest[1])
			rest = rest[1:]
		case "-c":
			rest = rest[1:]
		}
		rest = rest[1:]
	}
	if len(rest) == 0 {
		return s.program(args, io)
	}
	objects := rest[1:]
	switch {
	case rest[0] == "grep":
		if grep := grepOf(inner, rest[1:]); grep != nil {
			return inner.run(grep, io, at)
		}
	case rest[0] == "cat-file" && len(rest) == 3 && slices.Contains([]string{"-p", "blob", "--textconv"}, rest[1]):
		return s.program(append(plain, "show", rest[2]), io)
	case rest[0] == "show" && len(objects) > 1 && !slices.ContainsFunc(objects, isNoContent):
		status := 0
		for _, one := range objects {
			if status = max(status, s.program(append(slices.Clone(plain), "show", one), io)); s.left() {
				break
			}
		}
		return status
	}
	return s.program(append(plain, rest...), io)
}

// isNoContent reports whether a word names no file of a revision.
func isNoContent(word string) bool {
	_, file, found := strings.Cut(word, ":")
	return !found || file == "" || strings.HasPrefix(word, "-")
}

// grepOf is the grep that does what git grep does; nil for one that is not imitated. Files that git does not know are
// searched, too: the recorded text decides.
func grepOf(s *Shell, args []string) []string {
	grep := []string{"grep", "-r"}
	var operands []string
	hasPattern, isPaths, named := false, false, 0
	for i, a := range args {
		switch {
		case i > 0 && slices.Contains([]string{"-A", "-B", "-C", "-m", "-e"}, args[i-1]) && !isPaths:
			grep = append(grep, a) // the value of the option
		case isPaths || !strings.HasPrefix(a, "-") || a == "-":
			operands = append(operands, a)
		case a == "--":
			isPaths, named = true, len(operands)
		case slices.Contains([]string{"--no-color", "--color=never", "--untracked", "--full-name", "-I"}, a):
		case strings.HasPrefix(a, "--") && !slices.Contains(sameOfGrep, strings.SplitAfter(a, "=")[0]),
			strings.HasPrefix(a, "-O"), a == "-p", a == "-W", a == "-z":
			return nil
		default:
			hasPattern = hasPattern || a == "-e"
			grep = append(grep, a)
		}
	}
	if !slices.Contains(args, "-h") {
		grep = append(grep, "-H")
	}
	if hasPattern {
		named++
	}
	if named > 1 {
		return nil // of revisions
	}
	if !hasPattern {
		if len(operands) == 0 {
			return nil
		}
		grep = append(grep, "-e", operands[0])
		operands = operands[1:]
	}
	for _, of := range operands {
		if of = path.Clean(of); strings.Contains(of, "*") && !strings.Contains(of, "/") {
			grep = append(grep, "--include="+of)
			continue
		}
		look := coreutils.Call{Runner: s.Files, Dir: s.Dir}
		if _, err := look.Look().Lstat(look.Abs(of)); err != nil || strings.ContainsAny(of, "*:") {
			return nil // it may be a revision, or paths in another form
		}
		if of != "." {
			grep = append(grep, of)
		}
	}
	return grep
}

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
	return s.program(args, io)
}
