package shell

import (
	"io/fs"
	"path"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"eyeline/reader/internal/lazy"

	"mvdan.cc/sh/v3/expand"
	"mvdan.cc/sh/v3/syntax"

	"eyeline/reader/internal/coreutils"
)

// builtins are the built-in commands of the shell.
var builtins map[string]func(s *Shell, args []string, io streams, at syntax.Pos) int

func init() {
	status := func(n int) func(*Shell, []string, streams, syntax.Pos) int {
		return func(*Shell, []string, streams, syntax.Pos) int { return n }
	}
	builtins = map[string]func(s *Shell, args []string, io streams, at syntax.Pos) int{
		"true": status(0), ":": status(0), "false": status(1),
		"echo": echo, "printf": printf, "pwd": pwd, "cd": cd, "exit": exit, "test": test, "[": test,
		"break": leave, "continue": leave, "return": leave, "shift": shift, "set": setArgs, "unset": unset,
	}
}

func write(io streams, text string) int {
	io.out(coreutils.Literal(text))
	return 0
}

func echo(s *Shell, args []string, io streams, _ syntax.Pos) int {
	end := "\n"
	escapes := false
	isOption := regexp.MustCompile(`^-[neE]+$`).MatchString
	for args = args[1:]; len(args) > 0 && isOption(args[0]); args = args[1:] {
		for _, c := range args[0][1:] {
			switch c {
			case 'n':
				end = ""
			default:
				escapes = c == 'e'
			}
		}
	}

	text := strings.Join(args, " ")
	if escapes {
		before, _, stops := strings.Cut(text, `\c`)
		text, _, _ = expand.Format(nil, before, nil) // it cannot fail without arguments
		if stops {
			end = ""
		}
	}

	return write(io, text+end)
}

// wide matches a verb of a format that may be of any width.
var wide = lazy.Regexp(`%[^a-zA-Z%]*(\d{4}|\*)`)

func printf(s *Shell, args []string, io streams, _ syntax.Pos) int {
	if len(args) > 2 && args[1] == "-v" {
		s.forget(args[2])
	}
	if len(args) < 2 || strings.HasPrefix(args[1], "-") || wide().MatchString(args[1]) {
		return s.fail("printf so")
	}

	format := args[1]
	rest := args[2:]
	for {
		text, used, err := expand.Format(nil, format, rest)
		if err != nil {
			return s.fail("printf " + format)
		}

		write(io, text)
		rest = rest[used:]
		if used == 0 || len(rest) == 0 {
			return 0
		}
	}
}

func pwd(s *Shell, args []string, io streams, _ syntax.Pos) int {
	if len(args) > 1 && args[1] != "-L" {
		return s.fail("pwd " + args[1])
	}
	return write(io, s.Dir+"\n")
}

func cd(s *Shell, args []string, io streams, at syntax.Pos) int {
	args = slices.DeleteFunc(args[1:], func(a string) bool { return a == "--" })
	dir := s.Home
	switch {
	case len(args) > 1 || len(args) == 1 && args[0] != "-" && strings.HasPrefix(args[0], "-"):
		return s.loseFolder("cd " + strings.Join(args, " "))
	case len(args) == 1:
		dir = args[0]
	}

	if dir == "-" {
		dir = s.vars["OLDPWD"].Str
		if dir == "" {
			s.complain(io.err, at, "cd: OLDPWD not set")
			return 1
		}
		write(io, dir+"\n")
	}

	dir = (&coreutils.Call{Runner: s.Files, Dir: s.Dir}).Abs(dir)
	info, err := s.Files.FileView().Stat(dir)
	text := "Not a directory"
	ok := true
	if err != nil {
		text, ok = s.Files.Message(err)
	}
	if !ok {
		return 1
	}

	if s.Files.System != nil && err == nil && info.Mode()&fs.ModeIrregular != 0 { // what it is is not known
		s.set("OLDPWD", s.Dir)
		s.Dir = path.Clean(dir)
		return 0
	}

	if err != nil || !info.IsDir() {
		s.complain(io.err, at, "cd: "+strings.Join(args, " ")+": "+text)
		return 1
	}

	s.set("OLDPWD", s.Dir)
	s.Dir = path.Clean(dir)
	return 0
}

func exit(s *Shell, args []string, _ streams, _ syntax.Pos) int {
	s.pending.shell = true
	if len(args) == 1 {
		return s.status
	}
	n, err := strconv.Atoi(args[1])
	if err != nil || len(args) > 2 {
		return s.fail("exit " + args[1])
	}
	return n & 0xFF
}

// isFile reports whether a condition on a file holds.
func (s *Shell) isFile(operator, path string) bool {
	info, err := s.Files.FileView().Stat(path)
	if err != nil {
		s.Files.Message(err) // it ends the evaluation if the file may not be accessed
	}

	switch {
	case s.Files.System != nil && err == nil && info.Mode()&fs.ModeIrregular != 0:
		return true // what it is is not known
	case operator == "-e":
		return err == nil
	case operator == "-f":
		return err == nil && info.Mode().IsRegular()
	case operator == "-d":
		return err == nil && info.IsDir()
	case operator == "-s":
		return err == nil && info.Size() > 0
	case operator == "-r", operator == "-w":
		if s.Files.System != nil {
			return err == nil
		}
	case operator == "-L", operator == "-h":
		info, err := s.Files.FileView().Lstat(path)
		return err == nil && info.Mode()&fs.ModeSymlink != 0
	}

	s.fail("test " + operator)
	return false
}
