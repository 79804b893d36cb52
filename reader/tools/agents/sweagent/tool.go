// Package sweagent, which changes without notice, is SWE-agent's windowed viewer.
package sweagent

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"strconv"
	"strings"
	"syscall"

	"eyeline/reader/access"
	"eyeline/reader/internal/lazy"
	"eyeline/reader/internal/param"
	"eyeline/reader/internal/runtime/python"
	"eyeline/reader/internal/shell"
	"eyeline/reader/ospath"
	"eyeline/reader/tools"
)

const (
	defaultWindow  = 100
	defaultOverlap = 2
)

// Tool is SWE-agent's windowed viewer: the shell commands open, goto, scroll_down and scroll_up, one after the other
// (contract swe_agent). What the harness makes of the output is left out: the lines after it, the cut at 100,000
// characters, and the removal of terminal sequences.
var Tool = &tools.Tool{
	Language: ospath.CPython,
	Name:     "swe_agent", Title: "SWE-agent's windowed viewer",
	Origin: tools.Origin{
		Agent: "SWE-agent", Version: "3ea751c087f32b16e039a2233dd6eefecef325d5", Date: "2026-11-21",
		How: tools.FromSource, Use: tools.Rare,
	},
	Caps: tools.Caps{Lines: tools.Cap{Most: defaultWindow, Flag: "window"}, Also: "UTF-8 only"},
	Kinds: tools.Kinds{
		Empty: tools.GivesNotice, Image: tools.GivesRefusal, PDF: tools.GivesRefusal, Binary: tools.GivesRefusal,
	},
	Paths:   tools.PathAny,
	Lines:   lineFormat,
	Words:   wordsFor,
	Parse:   readBack,
	Run:     run,
	Args:    writeArgs,
	Values:  valuesOf,
	Windows: []tools.WindowParams{slicePlace},
	Params:  parameters,
}

var slicePlace = tools.WindowParams{Mode: tools.ModeSlice, At: "line", Base: 1, Size: "window", Size0: defaultWindow}

var parameters = []tools.Param{
	param.Of(tools.TypeString, "command",
		"the first command: open FILE LINE, goto LINE, scroll_down, scroll_up", "commands", "[0]"),
	param.Default("window", defaultWindow, "lines of the window"),
	param.Default("overlap", defaultOverlap, "lines that two windows share when one scrolls"),
	param.Of(tools.TypeInteger, "line",
		"number of the window's first line, 1-based: open FILE LINE with LINE as far below it as the tool needs"),
}

// lineFormat: the number and a colon before a line.
var lineFormat = &tools.LineFormat{
	Prefix: tools.Numbered(0, ":"),
	Each:   true,
}

// viewArguments are the arguments.
type viewArguments struct {
	commands        []string
	window, overlap int64
}

func parseSWEArgs(data []byte, window int64) (a viewArguments, err error) {
	fields, err := tools.ParseObject(data)
	if err != nil {
		return a, tools.RefuseOwn("eyeline: the arguments are not an object: " + err.Error())
	}
	if json.Unmarshal(fields["commands"], &a.commands) != nil || len(a.commands) == 0 {
		return a, tools.RefuseOwn("eyeline: `commands` must be a list of command lines")
	}

	a.window = window
	a.overlap = defaultOverlap
	for name, into := range map[string]*int64{"window": &a.window, "overlap": &a.overlap} {
		if fields[name] == nil {
			continue
		}

		n, err := fields.Integer(name, name)
		if err != nil {
			return a, tools.RefuseOwn("eyeline: " + err.Error())
		}

		*into = n.Clamp()
	}

	const most = 1 << 40 // avoids overflow of sums
	if a.window < 1 || a.overlap < 0 || a.window > most || a.overlap > most {
		return a, tools.RefuseOwn("eyeline: `window` must be at least 1 and `overlap` at least 0")
	}

	return a, nil
}

// firstShown returns the start of a window that is to show a line: one sixth of it is above the line. line and the
// result are 0-based.
func firstShown(line, window int64) int64 {
	return int64(float64(line) - float64(window)*(1.0/6))
}

// writeArgs returns the arguments of a call: its line is such that the window begins with the requested one.
func writeArgs(file string, values tools.Values) json.RawMessage {
	command := `open "` + file + `"`
	if strings.ContainsAny(file, `"\`) {
		command = "open " + shell.Quote(file)
	}

	if line, ok := slicePlace.Start(values); ok && line >= 1 {
		window, sized := slicePlace.Count(values)
		if !sized {
			window = defaultWindow
		}

		at := line - 1
		for line > 1 && firstShown(at, window) < line-1 {
			at += max(line-1-firstShown(at, window), 1)
		}

		command += " " + fmt.Sprint(at+1)
	}

	all := tools.Values{"command": command}
	maps.Copy(all, values)
	return tools.BuildArgs(&tools.Tool{Params: parameters}, "", all)
}

// valuesOf is the inverse of writeArgs; it includes scrolling, as far as no end of the file stops it.
func valuesOf(args json.RawMessage) (tools.Values, bool) {
	values, ok := tools.ValuesOf(&tools.Tool{Params: parameters}, args)
	if !ok {
		return nil, false
	}

	delete(values, "command")
	a, err := parseSWEArgs(args, defaultWindow)
	if err != nil {
		return values, true
	}

	state := viewState{}
	placed := false
	for _, command := range a.commands {
		words := shellWords(command, "")
		if words == nil {
			continue
		}

		line, isNumber := lineOf(words, words[0])
		switch {
		case isNumber:
			state.first = max(firstShown(line-1, a.window), 0)
			placed = true
		case words[0] == "scroll_down":
			state.first = max(state.first+a.window-a.overlap, 0)
			placed = true
		case words[0] == "scroll_up":
			state.first = max(state.first-a.window+a.overlap, 0)
			placed = true
		}
	}

	if placed {
		values["line"] = state.first + 1
	}

	return values, true
}

// lineOf returns the line of a command.
func lineOf(words []string, name string) (int64, bool) {
	at := map[string]int{"open": 2, "goto": 1}[name]
	if at == 0 || len(words) <= at {
		return 0, false
	}
	n, ok := python.IntText(words[at])
	if !ok {
		return 0, false
	}
	return min(python.ClampBig(n), 1<<52), true
}

func wordsFor(env tools.Env, file string, err error) string {
	p := python.Path(env, file)
	switch {
	case errors.Is(err, access.ErrDirectory):
		return "Error: " + p + " is a directory. You can only open files. Use cd or ls to navigate directories.\n"
	case isMissing(err):
		return "Error: File " + p + " not found\n"
	}
	return "eyeline: the script ends with a traceback of Python's: " + err.Error()
}

// isMissing reports whether Python's Path.exists returns false for an error.
func isMissing(err error) bool {
	return errors.Is(err, fs.ErrNotExist) || errors.Is(err, access.ErrNowhere) || errors.Is(err, access.ErrNUL) ||
		errors.Is(err, syscall.ENOTDIR) || errors.Is(err, syscall.ELOOP)
}

// run runs the commands in turn and returns the last one's output.
func run(ctx context.Context, env tools.Env, args []byte) (*tools.Result, error) {
	a, err := parseSWEArgs(args, env.Caps().Lines.Most)
	if err != nil {
		return nil, err
	}

	v := &viewer{ctx: ctx, env: env, viewArguments: a}
	if known, ok := env.Session.Get(env.Tool.Name); ok {
		v.viewState, _ = known.(viewState)
	}

	var result *tools.Result
	for i, command := range a.commands {
		if err := result.Close(); err != nil {
			return nil, err
		}

		v.last = i == len(a.commands)-1
		result, err = v.run(command)
		refused, ok := errors.AsType[*tools.Error](err)
		if err != nil && (!ok || refused.Own) {
			return nil, err
		}
	}

	env.Session.Put(env.Tool.Name, v.viewState)
	return result, err
}

// readBack parses the numbered lines of an answer, and the total in its first line.
func readBack(_ json.RawMessage, content string) (tools.Parsed, bool) {
	p, ok := tools.ParseLines(lineFormat, content, -1, nil)
	if m := headerForm().FindStringSubmatch(content); m != nil {
		if n, err := strconv.ParseInt(m[1], 10, 64); err == nil {
			p.Total = n
		}
	}
	return p, ok
}

var headerForm = lazy.Regexp(`(?m)^\[File: .* \(([0-9]+) lines total\)\]$`)
