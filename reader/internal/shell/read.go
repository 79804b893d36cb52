package shell

import (
	"strings"

	"mvdan.cc/sh/v3/expand"
	"mvdan.cc/sh/v3/syntax"

	"eyeline/reader/internal/coreutils"
)

// readAsked is a parsed call of read.
type readAsked struct {
	names []string // names of the variables
	raw   bool     // backslashes are literal
	end   string   // what ends a line
	bad   string   // an option that is not imitated
}

// readOptions parses the arguments of read.
func readOptions(args []string) readAsked {
	asked := readAsked{end: "\n"}
	for len(args) > 0 && strings.HasPrefix(args[0], "-") && len(args[0]) > 1 && asked.bad == "" {
		letters := args[0][1:]
		args = args[1:]
		if i := strings.IndexAny(letters, "dp"); i >= 0 { // the rest of the word, or the next argument, is a value
			value := letters[i+1:]
			if value == "" && len(args) > 0 {
				value = args[0]
				args = args[1:]
			}
			if letters[i] == 'd' {
				asked.end = (value + "\x00")[:1]
			}

			letters = letters[:i]
		}

		asked.raw = asked.raw || strings.Contains(letters, "r")
		if others := strings.Trim(letters, "rse"); others != "" {
			asked.bad = "-" + others
		}
	}

	asked.names = args
	if len(args) == 0 {
		asked.names = []string{"REPLY"}
	}

	return asked
}

// readLine imitates read.
func readLine(s *Shell, args []string, io streams, _ syntax.Pos) int {
	asked := readOptions(args[1:])
	if asked.bad != "" {
		s.forget(asked.names...)
		return s.fail("read " + asked.bad)
	}

	line, ok, err := io.in.Line(s.Files, asked.end)
	if err != nil {
		s.forget(asked.names...)
		s.Files.Fail(err)
		return 1
	}

	if !asked.raw && strings.Contains(line, `\`) {
		s.forget(asked.names...)
		return s.fail("read without -r")
	}

	separators := " \t\n"
	if v, set := s.vars["IFS"]; set {
		separators = v.Str
	}

	s.split(asked.names, line, separators)
	return oneIf(!ok)
}

// readLines imitates mapfile.
func readLines(s *Shell, args []string, io streams, _ syntax.Pos) int {
	name := "MAPFILE"
	isTrimmed := false
	for args = args[1:]; len(args) > 0 && args[0] == "-t"; args = args[1:] {
		isTrimmed = true
	}
	if len(args) > 0 {
		name = args[len(args)-1]
	}

	s.forget(name)
	if !isTrimmed || len(args) > 1 || strings.HasPrefix(name, "-") {
		return s.fail("mapfile " + strings.Join(args, " "))
	}

	var lines []string
	for {
		line, ok, err := io.in.Line(s.Files, "\n")
		switch {
		case err != nil:
			s.Files.Fail(err)
			return 1
		case ok || line != "":
			lines = append(lines, line)
		}

		if len(lines) > maxFields {
			return s.fail("so many words")
		}
		if !ok {
			break
		}
	}

	s.vars[name] = expand.Variable{Set: true, Kind: expand.Indexed, List: lines}
	return 0
}

// adopt adopts the variables that a command set in its subshell, except for those assigned before it.
func (s *Shell) adopt(inner *Shell, before []*syntax.Assign) {
	for name, v := range inner.vars {
		isBefore := false
		for _, a := range before {
			isBefore = isBefore || a.Name.Value == name
		}
		if !isBefore {
			s.vars[name] = v
		}
	}
}

// substituted returns the output of the commands in <(…) as an input.
func (s *Shell) substituted(of *syntax.ProcSubst, io *streams) *coreutils.Input {
	var held []coreutils.Piece
	size := int64(0)
	inner := s.fork()
	inner.pending = pendingExit{}

	take := func(p coreutils.Piece) bool {
		size += p.Size()
		if size > maxOutput {
			return s.Files.Fail(refuse("so much output as an input"))
		}
		held = append(held, p)
		return true
	}

	inner.list(of.Stmts, streams{&coreutils.Input{}, take, io.err, false, nil})
	return &coreutils.Input{Pieces: func(emit func(coreutils.Piece) bool) {
		for _, p := range held {
			if !emit(p) {
				return
			}
		}
	}}
}

// readsProcess makes the output of <(…) the input, if that is what a redirection says.
func (s *Shell) readsProcess(r *syntax.Redirect, io *streams) bool {
	if s.Files.System == nil || r.Op != syntax.RdrIn || r.N != nil || r.Word == nil || len(r.Word.Parts) != 1 {
		return false
	}
	p, ok := r.Word.Parts[0].(*syntax.ProcSubst)
	ok = ok && p.Op == syntax.CmdIn
	if ok {
		io.in = s.substituted(p, io)
	}
	return ok
}
