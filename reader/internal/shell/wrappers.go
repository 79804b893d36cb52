package shell

import (
	"strconv"
	"strings"

	"mvdan.cc/sh/v3/syntax"

	"eyeline/reader/internal/coreutils"
	"eyeline/reader/internal/moreutils"
)

// wrappers are commands that run others, and others that are only imitated in a System.
var wrappers map[string]func(s *Shell, args []string, io streams, at syntax.Pos) int

func init() {
	nothing := func(*Shell, []string, streams, syntax.Pos) int { return 0 }
	wrappers = map[string]func(s *Shell, args []string, io streams, at syntax.Pos) int{
		"bash": inShell, "sh": inShell, "zsh": inShell, "dash": inShell, "/bin/bash": inShell, "/bin/sh": inShell,
		"eval": eval, "pushd": pushd, "popd": popd, "read": readLine,
		"mapfile": readLines, "readarray": readLines, "xargs": xargs, "find": find, "git": git,
		"tail":    tail,
		"command": prefixed(""), "builtin": prefixed(""), "env": prefixed("u"), "sudo": prefixed("u"),
		"nohup": prefixed(""),
		"time":  prefixed("f"), "nice": prefixed("n"), "stdbuf": prefixed("ioe"), "timeout": timeout,
		"export": nothing, "alias": nothing, "wait": nothing, "sleep": nothing, "shopt": nothing, "ulimit": nothing,
		"umask": nothing, "chmod": nothing, "chown": nothing, "trap": nothing, "clear": nothing, "hash": nothing,
		"date": oneLine, "whoami": oneLine, "hostname": oneLine, "id": oneLine, "uname": oneLine,
	}
}

// inShell imitates bash -c, also with -l.
func inShell(s *Shell, args []string, io streams, _ syntax.Pos) int {
	for i, a := range args[1:] {
		letters := strings.TrimPrefix(a, "-")
		if letters == a || strings.Trim(letters, "lceiux") != "" {
			break
		}

		if strings.Contains(letters, "c") && i+2 < len(args) {
			inner := s.fork()
			inner.pending = pendingExit{}
			inner.args = nil
			if len(args) > i+4 {
				inner.args = args[i+4:] // the previous one is the name
			}
			return inner.script(args[i+2], io)
		}
	}

	return s.fail("the command " + strings.Join(args, " "))
}

// prefixed imitates a command that takes options and assignments, and then runs another command. valued has the letters
// of its options that have values.
func prefixed(valued string) func(*Shell, []string, streams, syntax.Pos) int {
	return func(s *Shell, args []string, io streams, at syntax.Pos) int {
		if s.step() {
			return 0
		}

		inner := s
		if args[0] != "command" && args[0] != "builtin" { // those run builtins, too
			inner = s.fork()
		}

		rest := args[1:]
		for len(rest) > 0 {
			name, value, assigns := strings.Cut(rest[0], "=")
			switch {
			case rest[0] == "-v" || rest[0] == "-V": // command -v: the status is not known
				*s.refusals++
				return oneLine(s, args, io, at)
			case len(rest[0]) == 2 && rest[0][0] == '-' && strings.Contains(valued, rest[0][1:]) && len(rest) > 1:
				rest = rest[2:]
				continue
			case strings.HasPrefix(rest[0], "-"): // an option without value
			case assigns && args[0] == "env":
				inner.set(name, value)
			default:
				return inner.runWords(rest, io, at)
			}

			rest = rest[1:]
		}

		return s.fail("the command " + args[0] + " alone")
	}
}

// timeout imitates timeout, which runs a command after its duration.
func timeout(s *Shell, args []string, io streams, at syntax.Pos) int {
	rest := args[1:]
	for len(rest) > 0 && strings.HasPrefix(rest[0], "-") {
		if rest[0] == "-k" || rest[0] == "-s" {
			rest = rest[min(1, len(rest)-1):]
		}

		rest = rest[1:]
	}

	if len(rest) < 2 {
		return s.fail("timeout without a command")
	}

	return s.runWords(rest[1:], io, at)
}

// xargs imitates xargs.
func xargs(s *Shell, args []string, io streams, at syntax.Pos) int {
	x := xargsCall{separators: " \t\n"}
	rest, bad := x.options(args[1:])
	if bad != "" {
		return s.fail("xargs " + bad)
	}
	if len(rest) == 0 {
		rest = []string{"echo"}
	}

	text, err := io.in.All(s.Files, maxOutput)
	if err != nil {
		s.Files.Fail(err)
		return 0
	}

	if isUnknown(text) || strings.ContainsAny(text, `'"\`) && x.separators == " \t\n" {
		return s.fail("xargs with words that are not known")
	}

	words := strings.FieldsFunc(text, func(r rune) bool { return strings.ContainsRune(x.separators, r) })
	if len(words) == 0 {
		s.record.skipped = append(s.record.skipped, rest)
	}
	if len(words) == 0 && !x.notEmpty {
		return s.runWords(append([]string{}, rest...), io, at)
	}

	status := 0
	for len(words) > 0 && !s.stopped() {
		n := len(words)
		if x.most > 0 {
			n = min(n, x.most)
		}
		if code := s.runWords(x.commandFor(rest, words[:n]), io, at); code != 0 {
			status = 123
		}
		words = words[n:]
		if s.step() {
			break
		}
	}

	return status
}

// xargsCall is a parsed call of xargs.
type xargsCall struct {
	separators string
	most       int    // words for each command; 0 for all
	replaces   string // replacement string of -I
	notEmpty   bool
}

// options parses the options, and returns the command; bad is the first thing that is not imitated.
func (x *xargsCall) options(args []string) (rest []string, bad string) {
	for len(args) > 0 && strings.HasPrefix(args[0], "-") {
		a := args[0]
		args = args[1:]
		value := a[min(2, len(a)):]
		if strings.Contains("-n -L -I -P -d", a) && len(a) == 2 && len(args) > 0 {
			value = args[0]
			args = args[1:]
		}

		switch a[:min(2, len(a))] {
		case "-0":
			x.separators = "\x00"
		case "-r", "-t":
			x.notEmpty = x.notEmpty || a == "-r"
		case "-n", "-L":
			x.most, _ = strconv.Atoi(value) // 0 if it is not a number
		case "-I":
			x.replaces = value
			x.most = 1
			x.separators = "\n"
		case "-P": // parallelism does not change the output
		case "-d":
			x.separators = strings.NewReplacer(`\n`, "\n", `\0`, "\x00", `\t`, "\t").Replace(value)
		case "--":
			if a != "--null" && a != "--no-run-if-empty" {
				return nil, a
			}
			if a == "--null" {
				x.separators = "\x00"
			}
		default:
			return nil, a
		}
	}

	return args, ""
}

// commandFor returns the command for some words, which are appended, or inserted as -I says.
func (x *xargsCall) commandFor(of, words []string) (args []string) {
	if x.replaces == "" {
		return append(append([]string{}, of...), words...)
	}
	for _, a := range of {
		args = append(args, strings.ReplaceAll(a, x.replaces, words[0]))
	}
	return args
}

// find imitates find, and runs its commands.
func find(s *Shell, args []string, io streams, at syntax.Pos) int {
	f, bad := moreutils.FindOf(args[1:])
	if bad != "" {
		return s.fail("find " + bad)
	}

	c := &coreutils.Call{Runner: s.Files, Args: args, Dir: s.Dir, In: io.in, Out: io.out, Err: io.err}
	status := 0
	var held []string
	isRun := false
	run := func(words []string) {
		isRun = true
		if s.runWords(words, io, at) != 0 {
			status = 1
		}
	}

	f.Walk(c, func(name string, actions []moreutils.FindAction) bool {
		for _, a := range actions {
			switch {
			case a.Batch:
				held = append(held, name)
			case a.Command != nil:
				run(a.For(name))
			default:
				io.out(coreutils.Literal(name + a.End))
			}
		}

		return !s.step()
	})
	if batch := f.Batch(); batch != nil && len(held) > 0 {
		run(append(append([]string{}, batch...), held...))
	}
	if !isRun {
		s.record.skipped = append(s.record.skipped, args)
	}

	return status
}
