// Package serena, which changes without notice, is the read_file of Serena.
package serena

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"math"
	"strings"
	"syscall"

	"eyeline/reader/access"
	"eyeline/reader/internal/param"
	"eyeline/reader/internal/paths"
	"eyeline/reader/internal/readback"
	"eyeline/reader/internal/runtime/python"
	"eyeline/reader/internal/textfile"
	"eyeline/reader/ospath"
	"eyeline/reader/tools"
	"eyeline/reader/window"
)

const maxChars = 150000

// Tool is the read_file of Serena (contract serena), in a project whose files are UTF-8. What its server says of
// arguments of a wrong type, and of files that the project ignores, is not imitated.
var Tool = &tools.Tool{
	Language: ospath.CPython,
	Name:     "serena", Title: "Serena's read_file",
	Origin: tools.Origin{
		Agent: "Serena (MCP)", Version: "7fcbca7e", Date: "2026-11-28", How: tools.FromSource,
		Marks: []string{".serena"},
	},
	Recorded: []string{"read_file", "mcp__serena__read_file"},
	Caps: tools.Caps{
		Output: tools.Cap{Most: maxChars, Unit: tools.Runes, Flag: "max-answer-chars", Over: tools.OverRefused},
		Also:   "UTF-8 only",
	},
	Kinds: tools.Kinds{
		Empty: tools.GivesNothing, Image: tools.GivesRefusal, PDF: tools.GivesRefusal, Binary: tools.GivesRefusal,
	},
	Paths:   tools.PathAny, // inside the project; links may lead out of it
	Silence: tools.SilentAsAsked,
	Run:     tools.RunWith(parseArgs, run),
	Words:   wordsFor,
	Parse:   readBack,
	Windows: []tools.WindowParams{{Mode: tools.ModeSlice, At: "start-line", Base: 0, Last: "end-line", Beyond: true}},
	Params: []tools.Param{
		param.File("relative_path", "file to read, relative to the project"),
		param.Default("start_line", 0, "number of the first line, 0-based; below 0 counted from the end"),
		param.Number("end_line", "number of the last line, 0-based and inclusive (default: the last one)"),
		param.Number("max_answer_chars", "number of characters at most (default: 150,000)"),
	},
}

// readArguments are the parsed arguments: start is the first line, end, if given, the line after the last one.
type readArguments struct {
	path       string
	start, end int64
	ended      bool
	chars      int64
}

func parseArgs(_ tools.Env, data []byte) (a readArguments, err error) {
	fields, err := tools.ParseObject(data)
	if err == nil {
		a.path, err = fields.Str("relative_path")
	}

	a.chars = -1
	for _, f := range []struct {
		name string
		to   *int64
	}{{"start_line", &a.start}, {"end_line", &a.end}, {"max_answer_chars", &a.chars}} {
		if err != nil || fields[f.name] == nil || f.name == "end_line" && !fields.Present(f.name) {
			continue
		}

		var n tools.Integer
		n, err = fields.Integer(f.name, f.name)
		*f.to = n.Clamp()
		a.ended = a.ended || f.name == "end_line"
	}

	if err != nil {
		return a, tools.RefuseOwn("eyeline: what Serena's server says of wrong arguments is not known: " + err.Error())
	}

	a.end = tools.AddClamped(a.end, 1)
	return a, nil
}

// errNames are Python's subclasses of OSError; other errors are OSError itself. On Windows a folder is one of
// fs.ErrPermission.
var errNames = []struct {
	err  error
	name string
}{
	{fs.ErrNotExist, "FileNotFoundError"},
	{syscall.EISDIR, "IsADirectoryError"},
	{syscall.ENOTDIR, "NotADirectoryError"},
	{fs.ErrPermission, "PermissionError"},
}

func wordsFor(env tools.Env, given string, err error) string {
	if errors.Is(err, access.ErrNUL) {
		return "ValueError: embedded null byte"
	}

	if errors.Is(err, access.ErrDirectory) {
		err = env.DirectoryError()
	}
	return errName(err) + ": " + python.OSError(err, joined(env, given))
}

// errName is the class of an error in Python.
func errName(err error) string {
	const invalid = 22 // EINVAL, which Windows has for a name that cannot be
	if _, number, _ := ospath.Errno(ospath.WindowsCode(err)); number == invalid {
		return "OSError"
	}
	for _, e := range errNames {
		if errors.Is(err, e.err) {
			return e.name
		}
	}

	return "OSError"
}

// joined joins paths like Python's os.path.join.
func joined(env tools.Env, given string) string {
	return python.PathsIn(env).Join(env.Dir(), given)
}

func run(ctx context.Context, env tools.Env, a readArguments) (*tools.Result, error) {
	file := joined(env, a.path)
	if !paths.IsBelow(env, env.Dir(), python.PathsIn(env).Clean(file)) && env.Stream == nil {
		text := "ValueError: relative_path=" + python.Quote(a.path) + " points outside the project root ("
		return nil, tools.Refuse(text + env.Dir() + ")").Because(tools.ErrConfined)
	}
	words := env.Wording(a.path)
	return tools.ReadPath(ctx, env, tools.PathAny, file, words, func(o *tools.File) (*tools.Result, error) {
		return read(o, a)
	})
}

// read returns the requested lines, unless they are too long together.
func read(o *tools.File, a readArguments) (*tools.Result, error) {
	search := textfile.Search{Form: textfile.AnyEnd, First: 1, Count: 1, Total: true, Valid: true}
	found := o.Scan(search)
	if found.Invalid {
		return nil, tools.Refuse("UnicodeDecodeError: " + python.DecodeError(o.FirstFault()))
	}

	total := found.Phantom()
	from, to := a.lines(total)
	if from >= to {
		from = total
		to = total
	}

	search.First = from + 1
	search.Count = max(to-from, 1)
	search.Valid = false
	found = o.Scan(search)
	start := found.Start
	end := found.End
	if from == to {
		found.First = 0
		found.Last = 0
		start = o.Size()
		end = o.Size()
	}

	lines := tools.LineRange{
		Form: textfile.AnyEnd, Format: &tools.LineFormat{}, Start: start, End: end, Count: to - from,
		Phantom: to == total && from < to,
	}
	most := a.chars
	caps := o.Tool.Caps
	chars := charsOf(o, lines)
	switch {
	case most == -1 && chars > caps.Output.Most, most > 0 && chars > most:
		const tooLong = "The answer is too long (%d characters). You can adjust your query or raise the " +
			"max_answer_chars parameter."
		return tools.Notice(o, fmt.Sprintf(tooLong, chars)), nil
	case most != -1 && most <= 0:
		const wrong = "ValueError: Must be positive or the default (-1), got: max_answer_chars=%d"
		return nil, tools.Refuse(fmt.Sprintf(wrong, most))
	}

	win := o.FileWindow(found, textfile.AnyEnd)
	r := &tools.Result{Window: win}
	if win.End < o.Size() && from < to {
		next := tools.Set(o.Args, "start_line", to, "end_line", to+(to-from)-1)
		r = &tools.Result{Window: win.Until(window.StopAsked), Silent: true, NextArgs: next}
	}

	return r.Content(o, func(s *tools.Sink) { s.WriteLines(o, lines) }), nil
}

// lines returns the requested half-open range, 0-based, of total lines, like a slice of a Python list.
func (a readArguments) lines(total int64) (from, to int64) {
	place := func(n int64) int64 {
		if n < 0 {
			n += total
		}

		return min(max(n, 0), total)
	}
	if !a.ended {
		return place(a.start), total
	}

	return place(a.start), place(a.end)
}

// charsOf returns how many characters lines have with the line feeds between them.
func charsOf(o *tools.File, lines tools.LineRange) int64 {
	if lines.Count == 0 {
		return 0
	}
	chars := lines.Count - 1
	reading := tools.LineReading{
		Form: lines.Form, Start: lines.Start, Most: 1, Unit: tools.Runes, Whole: true, Phantom: lines.Phantom,
	}

	for l := range o.Lines(reading) {
		chars += l.Length
		if l.Number == lines.Count {
			break
		}
	}

	return chars
}

// readBack parses the lines of an answer. Those counted from the end of the file have no numbers.
func readBack(args json.RawMessage, content string) (tools.Parsed, bool) {
	p := tools.Parsed{Total: -1, Derived: true}
	a, err := parseArgs(tools.Env{}, args)
	if err != nil || a.start < 0 || content == "" || strings.HasPrefix(content, "The answer is too long (") {
		return p, false
	}
	if !a.ended {
		return readback.Raw(p, content, 0, a.start+1), true
	}

	p.Lines = readback.Lines(content, 0, a.start+1, math.MaxInt64, 0, "")
	return p, true
}
