// Package anthropiceditor, which changes without notice, is the view command of Anthropic's reference text editor tool.
package anthropiceditor

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"math/big"
	"strings"

	"eyeline/reader/access"
	"eyeline/reader/internal/param"
	"eyeline/reader/internal/runtime/python"
	"eyeline/reader/internal/textfile"
	"eyeline/reader/ospath"
	"eyeline/reader/tools"
	"eyeline/reader/window"
)

// Tool is the view command of Anthropic's reference text editor tool (contract anthropic_editor).
var Tool = &tools.Tool{
	Language: ospath.CPython,
	Name:     "anthropic_editor", Title: "the text editor tool's view, as Anthropic's reference client does it",
	Origin: tools.Origin{
		Agent: "Anthropic text editor tool", Version: "370e18d4", Date: "2026-11-21", How: tools.FromSource,
	},
	Recorded: []string{"str_replace_based_edit_tool"},
	Caps: tools.Caps{
		Output: tools.Cap{Most: 16000, Unit: tools.Runes, Of: "of lines, before tabs become spaces"},
		Also:   "UTF-8 only",
	},
	Kinds: tools.Kinds{
		Empty: tools.GivesNotice, Image: tools.GivesRefusal, PDF: tools.GivesRefusal, Binary: tools.GivesRefusal,
	},
	Paths:   tools.PathAbsolute,
	Tokens:  tools.ClaudeTokens,
	Silence: tools.SilentAsAsked,
	Lines:   LineFormat,
	Words:   wordsFor,
	Parse:   readBack,
	Run:     run,
	Args:    WriteArgs,
	Windows: Places,
	Params:  Params,
}

// Places and Params are also those of OpenHands' editor, which descends from this one.
var (
	Places = []tools.WindowParams{{Mode: tools.ModeSlice, At: "start-line", Base: 1, Last: "end-line"}}
	Params = []tools.Param{
		{
			Path: []string{"command"}, Flag: "command", Type: tools.TypeChoice, Default: "view",
			Choices: []string{"view"},
			Help:    "what the editor does; only view is imitated",
		},
		param.File("path", "file or directory to view, an absolute path"),
		{
			Path: []string{"view_range", "[0]"}, Flag: "start-line", Type: tools.TypeInteger, Fill: 1,
			Help: "number of the first line, 1-based (default with --end-line: 1)",
		},
		param.Of(tools.TypeInteger, "end-line",
			"number of the last line, inclusive, or -1 for the end (default with --start-line: -1)",
			"view_range", "[1]"),
	}
)

const (
	Heading    = "Here's the result of running `cat -n` on "
	clipNotice = "<response clipped><NOTE>To save on context only part of this file has been shown to you. You " +
		"should retry this tool after you have searched inside the file with `grep -n` in order to find the line " +
		"numbers of what you are looking for.</NOTE>"
)

// LineFormat: the number right-aligned to 6 and a tab before a line.
var LineFormat = &tools.LineFormat{
	Prefix: tools.Numbered(6, "\t"),
	Each:   true,
}

// WriteArgs writes arguments with view_range: a range needs both its lines.
func WriteArgs(file string, values tools.Values) json.RawMessage {
	all := tools.Values{"command": "view"}
	maps.Copy(all, values)
	_, first := all["start-line"]
	if _, last := all["end-line"]; first && !last {
		all["end-line"] = -1
	}
	return tools.BuildArgs(&tools.Tool{Params: Params}, file, all)
}

// viewRange is view_range after its checks; without one the whole file is shown.
type viewRange struct {
	given       bool           // it is truthy in Python
	list        []python.Value // its elements; nil if it is not a pair of integers
	first, last *big.Int
}

// parseRange parses view_range; ok is false if Python itself fails.
func parseRange(raw json.RawMessage) (r viewRange, ok bool) {
	v, _ := python.Parse(raw)
	r.given = v.True()
	if v.Kind == python.List && len(v.Items) == 2 {
		first, one := v.Items[0].Int()
		last, two := v.Items[1].Int()
		if one && two {
			r.list = v.Items
			r.first = first
			r.last = last
		}
	}

	return r, !r.given || v.Kind == python.List || v.Kind == python.Str || v.Kind == python.Dict // these have a length
}

func wordsFor(env tools.Env, file string, err error) string {
	p := python.Path(env, file)
	return cmp.Or(RanInto(env, p, err), "The path "+p+" does not exist. Please provide a valid path.")
}

// directory returns Python's error for opening a folder.
func directory(env tools.Env, p string) string {
	if env.System.IsWindows() {
		return python.OSError(env.DirectoryError(), p)
	}
	return "[Errno 21] Is a directory: " + python.Quote(p)
}

// RanInto returns why an existing path cannot be read; "" if it does not exist.
func RanInto(env tools.Env, p string, err error) string {
	why := ""
	switch {
	case errors.Is(err, access.ErrDirectory):
		why = directory(env, p)
	case tools.IsSpecial(err), errors.Is(err, access.ErrChanged):
		why = err.Error()
	case python.ExistsRaises(err):
		why = python.OSError(err, p)
	default:
		return ""
	}

	return "Ran into " + why + " while trying to read " + p
}

// run makes the checks 1 to 4 of the contract.
func run(ctx context.Context, env tools.Env, args []byte) (*tools.Result, error) {
	fields, err := tools.ParseObject(args)
	if err != nil {
		return nil, tools.RefuseOwn("eyeline: the arguments are not an object: " + err.Error())
	}

	asked, err := fields.Str("path")
	if err != nil || fields["command"] == nil {
		return nil, tools.RefuseOwn(
			"eyeline: without a command and a path the reference client itself fails, and the model gets no result",
		)
	}

	p := python.Path(env, asked)
	if env.Stream == nil && !python.PathsIn(env).IsAbsolute(p) {
		return nil, tools.Refuse(
			"The path " + p + " is not an absolute path, it should start with `/`. Maybe you meant " + p + "?",
		)
	}

	words := env.Wording(p)
	isDir := false
	if env.Stream == nil {
		if isDir, err = env.IsDir(p); err != nil {
			return nil, words.Of(err)
		}
	}

	command, _ := fields.Str("command")
	switch {
	case command == "view": // for files and folders
	case isDir:
		return nil, tools.Refuse(
			"The path " + p + " is a directory and only the `view` command can be used on directories",
		)
	case command == "create" || command == "str_replace" || command == "insert":
		return nil, tools.RefuseOwn("eyeline: only the view command is imitated")
	default:
		return nil, tools.Refuse("Unrecognized command " + pyText(fields["command"]) +
			". The allowed commands for the str_replace_based_edit_tool tool are: view, create, str_replace, insert")
	}

	r, ok := parseRange(fields["view_range"])
	if !ok {
		return nil, tools.RefuseOwn(
			"eyeline: on a view_range without a length the reference client itself fails, and the model gets no result",
		)
	}

	if isDir {
		if r.given {
			return nil, tools.Refuse("The `view_range` parameter is not allowed when `path` points to a directory.")
		}
		return listDirectory(env, p)
	}

	return tools.ReadPath(ctx, env, tools.PathAbsolute, p, words, func(o *tools.File) (*tools.Result, error) {
		return read(o, p, r)
	})
}

// pyText formats a JSON value like Python's str.
func pyText(raw json.RawMessage) string {
	v, _ := python.Parse(raw)
	if v.Kind == python.Str {
		return v.Text
	}
	return v.String()
}

// read makes the checks 5 to 9 of the contract.
func read(o *tools.File, p string, r viewRange) (*tools.Result, error) {
	first, count := r.lines()
	found := o.Scan(textfile.Search{Form: textfile.AnyEnd, First: first, Count: count, Total: true, Valid: true})
	if found.Invalid {
		return nil, tools.Refuse("Ran into " + python.DecodeError(o.FirstFault()) + " while trying to read " + p)
	}

	total := found.Phantom()
	last := total
	if r.given {
		if err := r.check(total); err != nil {
			return nil, err
		}
		if r.last.Sign() >= 0 {
			last = r.last.Int64()
		}
	}

	v := viewLines(o, first, last, found.Start)
	res := &tools.Result{}
	next := first + v.lines - 1
	switch {
	case v.clipped:
		if next == first {
			next++
		}
		if next <= found.Lines && next <= last {
			res.NextArgs = tools.Set(o.Args, "view_range", []int64{next, lastOf(last, total)})
		}

		found.End = v.end
		found.Last = first + v.lines - 1
	case found.End < o.Size():
		res.Silent = true
		res.NextArgs = tools.Set(o.Args, "view_range", []int64{last + 1, min(last+last-first+1, total)})
	}

	res.Window = o.FileWindow(found, textfile.AnyEnd)
	if v.clipped {
		res.Window = res.Window.Until(window.StopOutput)
	} else if res.Silent {
		res.Window = res.Window.Until(window.StopAsked)
	}

	return res.Content(o, func(s *tools.Sink) {
		s.Str(Heading + p + ":\n")
		v.write(s)
		s.Str("\n")
	}), nil
}

// lines returns the first line and the number of lines to scan before the checks; 0 for all that follow.
func (r viewRange) lines() (first, count int64) {
	if r.list == nil || r.first.Sign() < 1 || !r.first.IsInt64() {
		return 1, 0
	}
	first = r.first.Int64()
	if r.last.IsInt64() && r.last.Int64() >= first {
		count = r.last.Int64() - first + 1
	}
	return first, count
}

// lastOf converts a last line to view_range's form.
func lastOf(last, total int64) int64 {
	if last == total {
		return -1
	}
	return last
}

// check makes the checks 6 to 9 for a file of total lines.
func (r viewRange) check(total int64) error {
	if r.list == nil {
		return tools.Refuse("Invalid `view_range`. It should be a list of two integers.")
	}

	first := r.list[0]
	last := r.list[1]
	lines := big.NewInt(total)
	head := fmt.Sprintf("Invalid `view_range`: [%s, %s]. Its ", first, last)
	switch {
	case r.first.Sign() < 1 || r.first.Cmp(lines) > 0:
		return tools.Refuse(head + fmt.Sprintf(
			"first element `%s` should be within the range of lines of the file: [1, %d]", first, total,
		))
	case r.last.Cmp(lines) > 0:
		return tools.Refuse(head + fmt.Sprintf(
			"second element `%s` should be smaller than the number of lines in the file: `%d`", last, total,
		))
	case r.last.Cmp(big.NewInt(-1)) != 0 && r.last.Cmp(r.first) < 0:
		return tools.Refuse(
			head + fmt.Sprintf("second element `%s` should be larger or equal than its first `%s`", last, first),
		)
	}

	return nil
}

// readBack parses the numbered lines of an answer. If it was clipped, the last one is cut.
func readBack(_ json.RawMessage, content string) (tools.Parsed, bool) {
	if !strings.HasPrefix(content, Heading) {
		return tools.Parsed{Total: -1}, false
	}

	p, ok := tools.ParseLines(LineFormat, content, -1, nil)
	n := len(p.Lines) - 1
	if ok && strings.HasSuffix(content[p.Lines[n].Start:p.Lines[n].End], clipNotice) {
		p.Lines[n].Cut = true
		p.Lines[n].End -= len(clipNotice)
	}

	return p, ok
}
