package launch

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"path/filepath"
	"strconv"
	"strings"

	"eyeline/reader/emit"
	"eyeline/reader/solve"
	"eyeline/reader/source"
	"eyeline/reader/tools"
	"eyeline/reader/window"
	"eyeline/tui/kit/cells"
	"eyeline/tui/kit/humanize"
	"eyeline/tui/kit/shellword"
	"eyeline/tui/launch/cmdkit"
	"eyeline/tui/launch/toolflags"
)

// parseLines parses A-B, or A for one line; lines are 1-based and both are included.
func parseLines(text string) (first, last int64, err error) {
	from, to, ranged := strings.Cut(text, "-")
	if !ranged {
		to = from
	}

	first, errFirst := strconv.ParseInt(from, 10, 64)
	last, errLast := strconv.ParseInt(to, 10, 64)
	if errFirst != nil || errLast != nil || first < 1 || last < first {
		return 0, 0, cmdkit.Usage("--cover takes lines as FIRST-LAST, such as 120-160, not %q", cells.Sanitize(text))
	}

	return first, last, nil
}

// coverSearch searches for calls that give lines of a file.
type coverSearch struct {
	*emitCall
	path   string // the file as named on the command line
	file   solve.File
	wanted solve.Lines
}

// covering runs a search for --cover while the file is open.
func (c *emitCall) covering(search func(*coverSearch) ([]byte, error)) ([]byte, error) {
	first, last, err := parseLines(c.cover)
	switch {
	case err != nil:
		return nil, err
	case c.args != "" || c.walk || len(c.given) > 0 || len(c.start) > 0 || c.typed(toolflags.ModeFlag):
		return nil, cmdkit.Usage("--cover finds the arguments: it goes with --tool, --root, --confine, --json, " +
			"--name and FILE")
	case len(c.files) == 0 && c.in == nil:
		return nil, cmdkit.Usage("which file? --cover takes FILE, or what is piped in")
	}

	s := &coverSearch{emitCall: c, path: "-"}
	if len(c.files) > 0 {
		s.path = c.files[0]
	}

	if c.in != nil {
		s.file.Bytes = c.in.bytes()
	} else {
		path, err := c.onMachine(s.path)
		if err != nil {
			return nil, cmdkit.CommandError(err)
		}

		src, err := source.OpenFile(path)
		if err != nil {
			return nil, cmdkit.CommandError(err)
		}

		defer func() { _ = src.Close() }()
		s.file.Bytes = source.View(src, src.Snapshot().Size)
	}

	s.wanted, err = solve.Locate(c.cmd.Context(), s.file, first, last)
	if errors.Is(err, window.ErrPastEnd) {
		return nil, cmdkit.Fail("%s has no line %d", cells.Sanitize(s.path), first)
	}
	if err != nil {
		return nil, cmdkit.CommandError(err)
	}

	return search(s)
}

// onMachine returns the path by which this machine opens a file that was named on the command line: by its name here,
// or as the agent on its system would name it.
func (c *emitCall) onMachine(file string) (string, error) {
	system := c.env.System
	switch {
	case !system.Foreign():
		return c.env.Abs(file), nil
	case c.env.IsAgents(file):
		return c.env.OnMachine(file)
	case c.env.Root == "" || filepath.IsAbs(file):
		return file, nil
	}
	return c.env.Root + string(filepath.Separator) + file, nil // not cleaned: a link may precede ".."
}

// calls returns the calls that the tools of a list can make for the file.
func (s *coverSearch) calls(list ...*tools.Tool) ([]solve.Calls, error) {
	names := map[*tools.Tool]string{}
	for _, t := range list {
		name, err := s.argument(t)
		if err != nil {
			return nil, cmdkit.Fail("%v", err)
		}

		names[t] = name
	}

	env := func(*tools.Tool) tools.Env { return s.env }
	return solve.Modes(list, func(t *tools.Tool) string { return names[t] }, env), nil
}

// argument returns the file in the form of a tool's argument.
func (s *coverSearch) argument(t *tools.Tool) (string, error) {
	switch {
	case s.in != nil:
		return s.in.argument(s.env, t, s.root)
	case t.Paths == tools.PathAbsolute:
		return emit.FileArgument(s.env, t, s.path)
	}
	return s.fileArgument(t, s.path)
}

// arguments returns the arguments of the tool's call that gives exactly the wanted lines, with as few arguments as
// possible. The error says why no call does, and what comes closest.
func (s *coverSearch) arguments(t *tools.Tool) ([]byte, error) {
	calls, err := s.calls(t)
	if err != nil {
		return nil, err
	}

	var best, none solve.Solution
	for _, x := range calls {
		found, err := solve.Solve(s.cmd.Context(), s.file, x, s.wanted)
		switch {
		case err != nil:
			return nil, cmdkit.CommandError(err)
		case found.Exact != nil && (best.Exact == nil || found.Exact.Given < best.Exact.Given):
			best = found
		case found.Exact == nil && none.Why == "":
			none = found
		}
	}

	if best.Exact != nil {
		return best.Calls.Args(best.Exact.Values), nil
	}

	text := fmt.Sprintf("no call of %s gives exactly %s: %s", t.Name, s.lines(), cells.Sanitize(none.Why))
	for _, closest := range []*solve.Cover{none.Above, none.Below} {
		if closest != nil {
			lines := humanize.Lines(closest.First, closest.Last)
			text += fmt.Sprintf("; %s gives %s", none.Calls.Args(closest.Values), lines)
		}
	}

	return nil, cmdkit.Fail("%s", text)
}

// print writes a command for every tool and mode, or an object in JSON. If a call is not exact, a comment says so and
// why.
func (s *coverSearch) print(w io.Writer) error {
	calls, err := s.calls(tools.All()...)
	if err != nil {
		return err
	}

	exact := false
	for _, x := range calls {
		found, err := solve.Solve(s.cmd.Context(), s.file, x, s.wanted)
		if err != nil {
			return cmdkit.CommandError(err)
		}

		exact = exact || found.Exact != nil
		if _, err := io.WriteString(w, s.text(found)); err != nil {
			return cmdkit.CommandError(err)
		}
	}

	if !exact {
		return cmdkit.Fail("no tool gives exactly %s", s.lines())
	}

	return nil
}

// lines describes the wanted lines, such as "L3–L9".
func (s *coverSearch) lines() string { return humanize.Lines(s.wanted.First, s.wanted.Last) }

// text formats a solution for printing.
func (s *coverSearch) text(found solve.Solution) string {
	text := ""
	mode := found.Calls.Place.Mode.String()
	for _, cover := range []*solve.Cover{found.Exact, found.Above, found.Below} {
		switch {
		case cover == nil: // not found
		case s.json:
			text += coverJSON(found, cover)
		default:
			text += shellword.Commented(s.command(found.Calls, cover), mode+": "+coverWords(cover)) + "\n"
		}
	}

	switch {
	case found.Why == "": // there is nothing to explain
	case s.json:
		text += coverJSON(found, nil)
	default:
		text += shellword.Comment(fmt.Sprintf(
			"%s, %s: no call is exact: %s", found.Calls.Tool.Name, mode, cells.Sanitize(found.Why),
		)) + "\n"
	}

	return text
}

// command returns the eyeline emit command that makes a call.
func (s *coverSearch) command(calls solve.Calls, cover *solve.Cover) string {
	line := "eyeline emit --tool " + calls.Tool.Name
	if s.root != "" {
		line += " --root " + shellword.Quote(s.root)
	}
	if s.confine {
		line += " --confine"
	}
	if s.system != "" {
		line += " --system " + s.system
	}

	line += " --args " + shellword.Quote(string(calls.Args(cover.Values)))
	if s.in != nil {
		line += " " + shellword.Quote(s.path)
	}

	return line
}

// coverWords says which lines a read gives.
func coverWords(c *solve.Cover) string {
	lines := humanize.Lines(c.First, c.Last)
	switch {
	case c.Outside > 0:
		return lines + ", " + humanize.Group(c.Outside) + " too many"
	case c.Missing > 0:
		return lines + ", " + humanize.Group(c.Missing) + " too few"
	}
	return "exactly " + lines
}

// coverJSON returns a read, or why no read gives the lines, as one line of JSON.
func coverJSON(s solve.Solution, cover *solve.Cover) string {
	line := struct {
		Tool      string          `json:"tool"`
		Mode      string          `json:"mode"`
		Exact     bool            `json:"exact"`
		Lines     []int64         `json:"lines,omitempty"`
		Outside   int64           `json:"outside,omitempty"`
		Missing   int64           `json:"missing,omitempty"`
		Arguments json.RawMessage `json:"arguments,omitempty"`
		Why       string          `json:"why,omitempty"`
	}{Tool: s.Calls.Tool.Name, Mode: s.Calls.Place.Mode.String()}
	if cover == nil {
		line.Why = s.Why
	} else {
		line.Exact = cover.Outside == 0 && cover.Missing == 0
		line.Lines = []int64{cover.First, cover.Last}
		line.Outside = cover.Outside
		line.Missing = cover.Missing
		line.Arguments = s.Calls.Args(cover.Values)
	}

	return string(tools.JSON(line)) + "\n"
}
