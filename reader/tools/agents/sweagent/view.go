package sweagent

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"math/big"
	"strings"

	"eyeline/reader/access"
	"eyeline/reader/internal/runtime/python"
	"eyeline/reader/internal/shell"
	"eyeline/reader/internal/textfile"
	"eyeline/reader/tools"
	"eyeline/reader/window"
)

// viewState is the state between commands.
type viewState struct {
	file  string // absolute path of the open file without links; "" for no file
	first int64  // first line of the window, 0-based
}

// viewer runs commands.
type viewer struct {
	viewState
	viewArguments
	ctx  context.Context
	env  tools.Env
	last bool // the current command is the last one, whose output counts

	counted map[countedFile]textfile.PythonEnds // line ends of files before the last command
}

// countedFile is a file by its path and its size in bytes.
type countedFile struct {
	path string
	size int64
}

const noFile = "No file open. Use the open command first.\n"

// run runs one command: open, goto, scroll_down or scroll_up.
func (v *viewer) run(command string) (*tools.Result, error) {
	words := shellWords(command, v.env.HomeDir())
	if words == nil {
		return nil, tools.RefuseOwn(
			"eyeline: `" + command + "` is no plain command; only open, goto, scroll_down and scroll_up are imitated",
		)
	}

	switch name, rest := words[0], words[1:]; name {
	case "open":
		return v.open(rest)
	case "goto":
		return v.goTo(rest)
	case "scroll_down":
		return v.scroll(v.window - v.overlap)
	case "scroll_up":
		return v.scroll(v.overlap - v.window)
	}

	return nil, tools.RefuseOwn(
		"eyeline: only the commands open, goto, scroll_down and scroll_up are imitated, not " + words[0],
	)
}

// count counts the line ends of a file. Of the commands before the last one, which show nothing of it, only the first
// reads a file.
func (v *viewer) count(o *tools.File, path string) (textfile.PythonEnds, bool, error) {
	name := countedFile{path, o.Size()}
	if ends, known := v.counted[name]; known && !v.last {
		return ends, true, nil
	}

	ends, valid, err := textfile.CountPythonEnds(v.ctx, o)
	if err == nil && valid && !v.last {
		if v.counted == nil {
			v.counted = map[countedFile]textfile.PythonEnds{}
		}
		v.counted[name] = ends
	}
	return ends, valid, err
}

// scroll moves the window.
func (v *viewer) scroll(by int64) (*tools.Result, error) {
	return v.show(v.file, func(int64) (string, error) {
		v.first += by
		return "", nil
	})
}

// open runs open, which without a name shows the open file again.
func (v *viewer) open(words []string) (*tools.Result, error) {
	if len(words) == 0 {
		if v.file == "" {
			return nil, tools.Refuse("Usage: open \"<file>\"\n")
		}
		return v.scroll(0)
	}

	return v.show(words[0], func(total int64) (string, error) {
		if len(words) == 1 {
			v.first = firstShown(v.first-1, v.window)
			return "", nil
		}

		line, ok := python.IntText(words[1])
		if !ok {
			return "", tools.Refuse("Usage: open \"<file>\" [<line_number>]\nError: <line_number> must be a number\n")
		}

		warning := ""
		at := total
		switch {
		case line.Cmp(big.NewInt(total)) > 0:
			warning = fmt.Sprintf("Warning: <line_number> (%s) is greater than the number of lines in the file "+
				"(%d)\nWarning: Setting <line_number> to %d\n", line, total, total)
		case line.Sign() < 1:
			warning = fmt.Sprintf(
				"Warning: <line_number> (%s) is less than 1\nWarning: Setting <line_number> to 1\n", line,
			)
			at = 1
		default:
			at = line.Int64()
		}

		v.first = firstShown(at-1, v.window)
		return warning, nil
	})
}

// goTo moves the window to a line.
func (v *viewer) goTo(words []string) (*tools.Result, error) {
	switch len(words) {
	case 0:
		return nil, tools.Refuse("Usage: goto <line>\n")
	case 1: // valid
	default:
		return nil, tools.Refuse("goto allows only one line number at a time.\n")
	}

	line, ok := python.IntText(words[0])
	if !ok {
		return nil, tools.Refuse("Usage: goto <line>\nError: <line> must be a number\n")
	}

	return v.show(v.file, func(total int64) (string, error) {
		if line.Cmp(big.NewInt(total)) > 0 {
			return "", tools.Refuse(fmt.Sprintf("Error: <line> must be less than or equal to %d\n", total))
		}
		v.first = firstShown(max(python.ClampBig(line), -1<<52)-1, v.window)
		return "", nil
	})
}

// clamp keeps the window inside a file of total lines.
func (v *viewer) clamp(total int64) { v.first = max(0, min(v.first, total-v.window)) }

// show opens a file, moves its window and shows it. move is called with the number of lines and returns what precedes
// the window.
func (v *viewer) show(file string, move func(total int64) (string, error)) (*tools.Result, error) {
	if file == "" {
		return nil, tools.Refuse(noFile)
	}

	words := v.env.Wording(file)
	if v.env.Stream == nil {
		if err := v.look(file); err != nil {
			return nil, words.Of(err)
		}
	}

	shown := python.Path(v.env, file)
	before := v.viewState
	return tools.ReadPath(v.ctx, v.env, tools.PathAny, shown, words, func(o *tools.File) (*tools.Result, error) {
		v.viewState = before
		ends, valid, err := v.count(o, shown)
		total := ends.Lines()

		switch {
		case err != nil:
			return nil, err
		case !valid:
			return nil, tools.RefuseOwn(
				"eyeline: the file is not UTF-8, and the script ends with a traceback of Python's",
			)
		}

		v.file = shown
		if v.env.Stream == nil {
			if v.file, err = python.Resolve(v.env, shown); err != nil {
				return nil, tools.RefuseOwn("eyeline: the script ends with a traceback of Python's: " + err.Error())
			}
		}

		v.clamp(total)
		header, err := move(total)
		if err != nil {
			return nil, err
		}

		v.clamp(total)
		if !v.last {
			r := &tools.Result{}
			return r.Text(o, ""), nil
		}

		return v.result(o, header+fmt.Sprintf("[File: %s (%d lines total)]\n", shown, total), ends), nil
	})
}

// look checks that a path is a file.
func (v *viewer) look(file string) error {
	if strings.IndexByte(file, 0) >= 0 {
		return access.ErrNUL
	}

	fi, err := v.env.Files().Stat(v.env.Abs(python.Path(v.env, file)))
	switch {
	case errors.Is(err, access.ErrOutside):
		return v.env.RefuseOutside()
	case err != nil && !isMissing(err):
		return tools.RefuseOwn(
			"eyeline: the script ends with a traceback of Python's: " + python.OSError(err, python.Path(v.env, file)),
		)
	case err != nil:
		return err
	case fi.IsDir():
		return access.ErrDirectory
	}

	return nil
}

// result returns the window of a file with these line ends.
func (v *viewer) result(o *tools.File, header string, ends textfile.PythonEnds) *tools.Result {
	total := ends.Lines()
	end := min(v.first+v.window, total) // end by the tool's count, exclusive
	search := textfile.Search{Form: textfile.AnyEnd, First: v.first + 1, Count: max(end-v.first, 1), Total: true}
	found := o.Scan(search)

	// The tool counts more line ends than it shows, so there may be fewer lines; the empty text after the last line end
	// is one.
	count := min(end, found.Phantom()) - v.first
	if v.first > 0 {
		header += fmt.Sprintf("(%d more lines above)\n", v.first)
	}

	footer := ""
	if end < total {
		footer = fmt.Sprintf("(%d more lines below)\n", total-end)
	}

	win := o.FileWindow(found, textfile.AnyEnd)
	var next json.RawMessage
	left := int64(0)
	if end < total && win.Bottom == window.StopLimit {
		next = v.scrolled(o.Args)
		if next != nil && ends.Others == 0 { // else it shows fewer lines than it counts
			left = tools.CallsFor(total-end, v.window-v.overlap)
		}
	}

	first := v.first
	r := &tools.Result{Window: win, NextArgs: next, CallsLeft: left}
	return r.Content(o, func(s *tools.Sink) {
		s.Str(header)
		if count > 0 {
			s.WriteLines(o, tools.LineRange{
				Form: textfile.AnyEnd, Format: o.Tool.Lines, Start: found.Start, End: found.End, Number: first + 1,
				Count:   count,
				Phantom: first+count == found.Phantom(),
			})
		}

		s.Notice(footer)
	})
}

// scrolled returns the commands with another scroll_down; that alone if the session has the state, and nil if it would
// not move.
func (v *viewer) scrolled(args []byte) []byte {
	switch {
	case v.window <= v.overlap:
		return nil
	case v.env.Session != nil:
		return tools.SetArg(args, []string{"commands"}, `["scroll_down"]`)
	}
	return tools.SetArg(args, []string{"commands", fmt.Sprintf("[%d]", len(v.commands))}, `"scroll_down"`)
}

// shellWords returns the words of a command line; nil for more than a plain command.
func shellWords(line, home string) []string {
	if programs, ok := shell.Plain(line, home); ok && len(programs) == 1 {
		return programs[0]
	}
	return nil
}
