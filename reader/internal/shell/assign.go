package shell

import (
	"slices"
	"strconv"
	"strings"

	"mvdan.cc/sh/v3/expand"
	"mvdan.cc/sh/v3/syntax"

	"eyeline/reader/internal/coreutils"
)

// assign sets a variable; it returns false if the assignment is not imitated.
func (s *Shell) assign(a *syntax.Assign) bool {
	switch {
	case a.Array != nil && a.Index == nil:
		return s.assignList(a)
	case a.Array != nil || a.Index != nil || a.Naked:
		s.forget(a.Name.Value)
		s.fail("such an assignment")
		return false
	}

	value := ""
	if a.Value != nil {
		value = s.literal(a.Value)
	}
	if a.Append {
		value = s.variable(a.Name.Value) + value
	}

	s.set(a.Name.Value, value)
	return true
}

// assignList sets a variable to an array.
func (s *Shell) assignList(a *syntax.Assign) bool {
	var words []*syntax.Word
	for _, e := range a.Array.Elems {
		if e.Index != nil {
			s.forget(a.Name.Value)
			s.fail("such an assignment")
			return false
		}
		words = append(words, e.Value)
	}

	list := s.fields(words)
	if a.Append {
		list = append(slices.Clone(s.vars[a.Name.Value].List), list...)
	}

	if len(list) > maxFields {
		s.forget(a.Name.Value)
		s.fail("so many words")
		return false
	}

	s.vars[a.Name.Value] = expand.Variable{Set: true, Kind: expand.Indexed, List: list}
	return true
}

// forget records that the values of variables are not known.
func (s *Shell) forget(names ...string) {
	for _, name := range names {
		s.vars[name] = expand.Variable{Set: true, Kind: expand.String, Str: coreutils.UnknownMark + "1"}
	}
}

// declare imitates export, local and the like.
func (s *Shell) declare(cmd *syntax.DeclClause) int {
	if s.Files.System == nil && cmd.Variant.Value == "export" {
		return s.fail("export")
	}

	for _, a := range cmd.Args {
		switch {
		case !a.Naked:
			if !s.assign(a) {
				return 0
			}
		case a.Name == nil && s.Files.System == nil:
			return s.fail("such a declaration")
		}
	}

	return 0
}

// leave imitates break, continue and return.
func leave(s *Shell, args []string, _ streams, _ syntax.Pos) int {
	n := 1
	if args[0] == "return" {
		n = s.status
	}

	if len(args) > 1 {
		var err error
		n, err = strconv.Atoi(args[1])
		if err != nil || n < 0 || len(args) > 2 {
			return s.fail(strings.Join(args, " "))
		}
	}

	if args[0] == "return" {
		s.pending.function = true
		return n & 0xFF
	}

	s.pending.loops = max(n, 1)
	s.pending.continues = args[0] == "continue"
	return 0
}

// shift imitates shift.
func shift(s *Shell, args []string, _ streams, _ syntax.Pos) int {
	n := 1
	if len(args) > 1 {
		n, _ = strconv.Atoi(args[1]) // a text that is not a number counts as 0
	}
	if n > len(s.args) || n < 0 {
		return 1
	}
	s.args = s.args[n:]
	return 0
}

// setArgs imitates set; options are assumed to have their default effect.
func setArgs(s *Shell, args []string, _ streams, _ syntax.Pos) int {
	if len(args) > 1 && args[1] == "--" {
		s.args = args[2:]
		return 0
	}
	if s.Files.System == nil || slices.ContainsFunc(args[1:], func(a string) bool {
		return strings.HasPrefix(a, "-x")
	}) {
		return s.fail(strings.Join(args, " "))
	}

	return 0
}

// unset imitates unset.
func unset(s *Shell, args []string, _ streams, _ syntax.Pos) int {
	for _, name := range args[1:] {
		delete(s.vars, name)
		delete(s.functions, name)
	}
	return 0
}

// split assigns the fields of a line to variables, the rest to the last one.
func (s *Shell) split(names []string, line, separators string) {
	blanks := strings.Trim(separators, " \t\n") == ""
	for i, name := range names {
		if blanks {
			line = strings.Trim(line, separators)
		}

		at := strings.IndexAny(line, separators)
		if i == len(names)-1 || at < 0 {
			s.set(name, line)
			line = ""
			continue
		}

		s.set(name, line[:at])
		line = line[at+1:]
	}
}

// pushd and popd imitate the commands of that name.
func pushd(s *Shell, args []string, io streams, at syntax.Pos) int {
	before := s.Dir
	if len(args) != 2 || strings.HasPrefix(args[1], "-") || strings.HasPrefix(args[1], "+") {
		return s.fail(strings.Join(args, " "))
	}
	if status := cd(s, args, io, at); status != 0 {
		return status
	}
	*s.folders = append(*s.folders, before)
	return s.printFolders(io)
}

func popd(s *Shell, args []string, io streams, at syntax.Pos) int {
	n := len(*s.folders) - 1
	switch {
	case len(args) > 1:
		return s.fail(strings.Join(args, " "))
	case n < 0:
		s.complain(io.err, at, "popd: directory stack empty")
		return 1
	}

	to := (*s.folders)[n]
	*s.folders = (*s.folders)[:n]
	if status := cd(s, []string{"cd", to}, io, at); status != 0 {
		return status
	}

	return s.printFolders(io)
}

// printFolders writes the stack of folders.
func (s *Shell) printFolders(io streams) int {
	all := []string{s.Dir}
	for _, f := range slices.Backward(*s.folders) {
		all = append(all, f)
	}

	for i, f := range all {
		rest, below := strings.CutPrefix(f, s.Home)
		if s.Home != "" && below && (rest == "" || rest[0] == '/') {
			all[i] = "~" + rest
		}
	}

	return write(io, strings.Join(all, " ")+"\n")
}

// eval imitates eval.
func eval(s *Shell, args []string, io streams, _ syntax.Pos) int {
	return s.script(strings.Join(args[1:], " "), io)
}

// script evaluates a text as a command line.
func (s *Shell) script(text string, io streams) int {
	defer func() { s.depth-- }()
	if !s.enter() {
		return 0
	}

	file, err := parse(text, maxLineInSystem)
	if err != nil {
		s.Files.Fail(err)
		return 0
	}

	s.record.add(file)
	return s.list(file.Stmts, io)
}

// oneLine imitates a program that prints one unknown line.
func oneLine(_ *Shell, _ []string, io streams, _ syntax.Pos) int {
	io.out(coreutils.Literal(coreutils.UnknownMark + "1\n"))
	return 0
}
