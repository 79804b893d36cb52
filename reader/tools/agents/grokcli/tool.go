// Package grokcli, which changes without notice, is the view_file of the grok-cli of Vibe Kit.
package grokcli

import (
	"context"
	"encoding/json"
	"errors"
	"io/fs"
	"slices"
	"strconv"
	"strings"

	"eyeline/reader/access"
	"eyeline/reader/internal/param"
	"eyeline/reader/internal/readback"
	"eyeline/reader/internal/runtime/js"
	"eyeline/reader/internal/runtime/node"
	"eyeline/reader/internal/textfile"
	"eyeline/reader/lists"
	"eyeline/reader/tools"
	"eyeline/reader/window"
)

// Tool is the view_file of @vibe-kit/grok-cli (contract grok_cli).
var Tool = &tools.Tool{
	Name: "grok_cli", Title: "grok-cli's view_file",
	Origin: tools.Origin{
		Agent: "grok-cli (Vibe Kit)", Version: "0.0.34", Date: "2026-11-29", How: tools.Ran, Use: tools.Rare,
	},
	Recorded: []string{"view_file"},
	Caps:     tools.Caps{Lines: tools.Cap{Most: 10, Flag: "end-line"}},
	Kinds: tools.Kinds{
		Empty: tools.GivesNotice, Image: tools.GivesText, PDF: tools.GivesText, Binary: tools.GivesText,
	},
	Paths:   tools.PathAny,
	Silence: tools.SilentAsAsked,
	Lines:   lineFormat,
	Run:     tools.RunWith(parseArgs, run),
	Words:   wordsFor,
	Parse:   answer.Parse,
	Windows: []tools.WindowParams{
		{Mode: tools.ModeSlice, At: "start-line", Base: 1, Last: "end-line", Size0: 200, Beyond: true},
	},
	Params: []tools.Param{
		param.File("path", "file to read, or directory to list, absolute or relative to the root"),
		param.Number("start_line", "number of the first line, 1-based; counts only with --end-line"),
		param.Number("end_line", "number of the last line, inclusive; counts only with --start-line"),
	},
}

// The words around the lines.
const (
	whole  readback.Phrase = "Contents of {path:text}:\n"
	ranged readback.Phrase = "Lines {start:text}-{end:text} of {path:text}:\n"
	rest   readback.Phrase = "\n... +{more} lines"
)

// answer is the lines after their heading.
var answer = &readback.Answer{
	Lines: lineFormat,
	Heads: []readback.Phrase{whole, ranged},
	Feet:  []readback.Phrase{rest},
}

// lineFormat: the number, a colon and a blank before a line.
var lineFormat = &tools.LineFormat{Prefix: tools.Numbered(0, ": ")}

// viewArguments are the parsed arguments; the range counts only if both ends are given.
type viewArguments struct {
	path       string
	ranged     bool
	start, end js.Value
}

func parseArgs(_ tools.Env, data []byte) (a viewArguments, err error) {
	v, ok := js.Parse(data)
	switch {
	case !ok:
		return a, tools.Refuse("Tool execution error: " + js.V8Error(string(data)))
	case v.Kind == js.Null:
		return a, tools.Refuse("Tool execution error: Cannot read properties of null (reading 'start_line')")
	}

	a.start = v.Get("start_line")
	a.end = v.Get("end_line")
	a.ranged = a.start.True() && a.end.True()
	file := v.Get("path")
	if file.Kind != js.String {
		return a, tools.Refuse(
			"Error viewing " + js.ToString(file) + `: The "paths[0]" argument must be of type string. Received ` +
				js.NodeType(file),
		)
	}

	a.path = file.Text
	return a, nil
}

func wordsFor(env tools.Env, file string, err error) string {
	abs := node.Path(env).Resolve(env.Dir(), file)
	if name, _ := node.Errno(err); name == "EACCES" && !env.Hidden(abs) {
		return "Error viewing " + file + ": " + node.Error(err, "open", abs)
	}
	if tools.IsSpecial(err) || errors.Is(err, access.ErrChanged) {
		return "Error viewing " + file + ": " + err.Error()
	}
	return "File or directory not found: " + file
}

func run(ctx context.Context, env tools.Env, a viewArguments) (*tools.Result, error) {
	file := node.Path(env).Resolve(env.Dir(), a.path)
	isDir, err := env.IsDir(file)
	if env.Stream == nil && err == nil && isDir {
		return listDirectory(env, file, a.path)
	}

	return tools.ReadPath(ctx, env, tools.PathAny, file, env.Wording(a.path), func(
		o *tools.File,
	) (*tools.Result, error) {
		if text := node.TooLong(o.Size()); text != "" {
			return nil, tools.Refuse("Error viewing " + a.path + ": " + text)
		}

		return read(o, a), nil
	})
}

func listDirectory(env tools.Env, dir, given string) (*tools.Result, error) {
	entries, err := env.Files().ReadDir(dir, 0)
	if err != nil {
		return nil, tools.Refuse("Error viewing " + given + ": " + node.Error(err, "scandir", dir))
	}
	names := lists.Map(entries, func(e fs.DirEntry) string { return strings.ToValidUTF8(e.Name(), "\uFFFD") })
	slices.Sort(names)
	return tools.Notice(nil, "Directory contents of "+given+":\n"+strings.Join(names, "\n")), nil
}

// read returns the lines of the range, or the first ones.
func read(o *tools.File, a viewArguments) *tools.Result {
	total := o.Scan(textfile.Search{Total: true}).Phantom()
	from := int64(0)
	to := min(total, o.Caps().Lines.Most)
	heading := whole.Fill(a.path)
	notice := ""
	format := o.Tool.Lines
	if a.ranged {
		from, to = js.Slice(js.NumberOf(a.start)-1, js.NumberOf(a.end), total)
		heading = ranged.Fill(js.ToString(a.start), js.ToString(a.end), a.path)
		format = a.format(o, from)
	} else if to < total {
		notice = rest.Fill(total - to)
	}

	win := window.OfLines(window.Run{}, o.Size(), total, window.StopNone)
	lines := tools.LineRange{Format: format, Number: from + 1, Count: to - from, Phantom: to == total}
	if from < to {
		found := o.Scan(textfile.Search{First: from + 1, Count: to - from, Total: true})
		win = found.Window(o.Size())
		lines.Start = found.Start
		lines.End = found.End
	}

	var next json.RawMessage
	left := int64(0)
	more := win.End < o.Size()
	if more {
		next = tools.Set(o.Args, "start_line", to+1, "end_line", to+max(to-from, 1))
		if from < to {
			left = tools.CallsFor(win.TotalLines-to, to-from)
		}
		if a.ranged {
			win = win.Until(window.StopAsked)
		}
	}

	r := &tools.Result{Window: win, Silent: more && a.ranged, NextArgs: next, CallsLeft: left}
	return r.Content(o, func(s *tools.Sink) {
		s.Str(heading)
		if from < to {
			s.WriteLines(o, lines)
		}
		if format != o.Tool.Lines {
			s.Stats.Runs = nil // the numbers are not those of lines of the file
		}

		s.Notice(notice)
	})
}

// format returns how the lines of a range are numbered: the first one, line from, with the start as given, to which
// JavaScript adds, or if it is a string appends.
func (a viewArguments) format(o *tools.File, from int64) *tools.LineFormat {
	first := a.start.Num
	if a.start.Kind == js.Boolean {
		first = 1
	}
	if first == float64(from+1) {
		return o.Tool.Lines
	}

	return &tools.LineFormat{Prefix: func(dst []byte, l tools.Line) []byte {
		n := l.Number - from - 1
		text := js.ToString(a.start) + strconv.FormatInt(n, 10)
		if first != 0 {
			text = js.NumberText(first + float64(n))
		}
		return append(append(dst, text...), ": "...)
	}}
}
