package shell

import (
	"slices"
	"strings"

	"mvdan.cc/sh/v3/syntax"

	"eyeline/reader/access"
	"eyeline/reader/internal/coreutils"
	"eyeline/reader/internal/gnuname"
)

// redirect applies a redirection; it returns false, after a message, if that fails.
func (s *Shell) redirect(r *syntax.Redirect, io *streams) bool {
	from := ""
	if r.N != nil {
		from = r.N.Value
	}

	if r.Hdoc != nil {
		io.in = textInput(s.document(r.Hdoc))
		return from == "" || s.fail("input from there") == 1
	}

	if s.readsProcess(r, io) {
		return true
	}

	name := s.literal(r.Word)
	key := from + r.Op.String() + name
	switch {
	case s.Files.Err() != nil:
		return false
	case r.Op == syntax.WordHdoc && from == "":
		io.in = textInput(name + "\n")
	case r.Op == syntax.RdrIn && (from == "" || from == "0"):
		return s.feed(r, name, io)
	case key == "2>&1":
		io.err = io.out
	case key == ">&2", key == "1>&2":
		io.out = io.err
		io.last = true
	default:
		if s.drops(key, io) {
			return true
		}
		if s.Files.System != nil {
			return s.writes(r, from, name, io)
		}
		s.fail("the redirection " + key)
		return false
	}

	return true
}

// drops applies a redirection to /dev/null or the like; it returns false for any other one.
func (s *Shell) drops(redirection string, io *streams) bool {
	nowhere := func(coreutils.Piece) bool { return true }
	switch strings.Replace(redirection, ">>", ">", 1) {
	case ">/dev/null", "1>/dev/null":
		io.out = nowhere
		io.last = false
	case "2>/dev/null":
		io.err = nowhere
	case "&>/dev/null":
		io.out = nowhere
		io.err = nowhere
		io.last = false
	case "2>&-":
		if s.Files.System == nil {
			return false
		}
		io.err = nowhere
	default:
		return false
	}

	return true
}

// writes redirects a stream to a file of the System.
func (s *Shell) writes(r *syntax.Redirect, from, name string, io *streams) bool {
	c := &coreutils.Call{Runner: s.Files, Dir: s.Dir}
	switch {
	case isUnknown(name) || strings.HasPrefix(name, "/dev/"):
		s.fail("the redirection " + r.Op.String() + name)
		return false
	case from != "" && from != "1" && from != "2":
		s.fail("the redirection " + from + r.Op.String())
		return false
	case !slices.Contains(writing, r.Op):
		s.fail("the redirection " + r.Op.String())
		return false
	}

	appends := r.Op == syntax.AppOut || r.Op == syntax.AppAll || r.Op == syntax.AppClob
	into := &coreutils.Written{Call: c, Path: c.Abs(name), Appends: appends}
	if !appends {
		into.Empty()
	}

	switch {
	case r.Op == syntax.RdrAll || r.Op == syntax.AppAll || r.Op == syntax.RdrAllClob || r.Op == syntax.AppAllClob:
		io.out = into.Take
		io.err = into.Take
		io.last = false
	case from == "2":
		io.err = into.Take
	default:
		io.out = into.Take
		io.last = false
	}

	io.closes = append(io.closes, into.Close)
	return true
}

// writing are the operators of redirections that write files.
var writing = []syntax.RedirOperator{
	syntax.RdrOut, syntax.RdrClob, syntax.AppOut, syntax.AppClob,
	syntax.RdrAll, syntax.RdrAllClob, syntax.AppAll, syntax.AppAllClob,
}

// feed makes a file the standard input.
func (s *Shell) feed(r *syntax.Redirect, name string, io *streams) bool {
	f, err := (&coreutils.Call{Runner: s.Files, Dir: s.Dir}).Open(name)
	if err == nil {
		io.in = coreutils.FileInput(f)
		return true
	}

	text, ok := s.Files.Message(err)
	if ok && text == gnuname.Strerror(access.ErrDirectory) {
		io.in = &coreutils.Input{Err: err}
		return true
	}

	if ok {
		s.complain(io.err, r.Pos(), name+": "+text)
	}

	return false
}

func textInput(text string) *coreutils.Input {
	return &coreutils.Input{Pieces: func(emit func(coreutils.Piece) bool) { emit(coreutils.Literal(text)) }}
}
