// Package amazonq, which changes without notice, is the fs_read of Amazon Q Developer CLI.
package amazonq

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"strings"

	"eyeline/reader/access"
	"eyeline/reader/internal/param"
	"eyeline/reader/internal/readback"
	"eyeline/reader/internal/textfile"
	"eyeline/reader/ospath"
	"eyeline/reader/tools"
	"eyeline/reader/window"
)

// Tool is the fs_read of Amazon Q Developer CLI (contract amazon_q), for one Line operation. Kiro CLI, which took its
// place, has no public source: whether it answers so is not known. A path outside the working directory is taken to be
// allowed.
var Tool = &tools.Tool{
	Language: ospath.RustStd,
	Name:     "amazon_q", Title: "Amazon Q Developer CLI's fs_read (before Kiro)",
	Origin: tools.Origin{
		Agent: "Amazon Q Developer CLI", Version: "15cc8f3cd18c4272925ce1c7053268eedff1ea0a", Date: "2026-11-29",
		How: tools.FromSource, Use: tools.Rare, Marks: []string{".amazonq"},
	},
	Recorded: []string{"fs_read"},
	Caps: tools.Caps{
		Output: tools.Cap{Most: 400000, Of: "of lines", Over: tools.OverRefused},
		Also:   "hidden characters of Unicode are taken out; no link is followed",
	},
	Kinds: tools.Kinds{
		Empty: tools.GivesRefusal, Image: tools.GivesText, PDF: tools.GivesText, Binary: tools.GivesText,
	},
	Paths:   tools.PathAny,
	Silence: tools.SilentAsAsked,
	Run:     tools.RunWith(parseArgs, run),
	Words:   wordsFor,
	Parse:   readBack,
	Args:    writeArgs,
	Windows: []tools.WindowParams{{Mode: tools.ModeSlice, At: "start-line", Base: 1, Last: "end-line", Beyond: true}},
	Params:  params,
}

// inOperation returns the parameter as one of the single operation.
func inOperation(p tools.Param) tools.Param {
	p.Path = append([]string{"operations", "[0]"}, p.Path...)
	return p
}

var params = []tools.Param{
	inOperation(tools.Param{
		Path: []string{"mode"}, Flag: "operation", Type: tools.TypeChoice, Default: "Line", Choices: []string{"Line"},
		Help: "what the call does; only Line is imitated",
	}),
	inOperation(param.File("path", "file to read, absolute or relative to the working directory")),
	inOperation(param.Default("start_line", 1, "number of the first line, 1-based; below 0 counted from the end")),
	inOperation(param.Default("end_line", -1, "number of the last line, inclusive; below 0 counted from the end")),
}

// failed precedes the error of a call whose arguments were valid.
const failed = "An error occurred processing the tool: \n"

func invalid(given, why string) *tools.Error {
	return tools.Refuse(invalidArgs + "'" + given + "' " + why)
}

// sanitized returns a path as Rust's components normalize it, with a leading "~" expanded.
func sanitized(env tools.Env, given string) string {
	if env.System.IsWindows() {
		return sanitizedOnWindows(env, given)
	}

	root := ""
	if strings.HasPrefix(given, "/") {
		root = "/"
	}

	var names []string
	for i, name := range strings.Split(given, "/") {
		switch {
		case name == "", name == "." && i > 0: // not a folder
		case name == "~" && i == 0:
			names = append(names, env.HomeDir())
		default:
			names = append(names, name)
		}
	}

	return root + strings.Join(names, "/")
}

// sanitizedOnWindows is sanitized for Windows, where other separators and dots lead to the same file.
func sanitizedOnWindows(env tools.Env, given string) string {
	std := ospath.RustOn(env.System)
	if first, rest, _ := strings.Cut(strings.ReplaceAll(given, "/", `\`), `\`); first == "~" {
		given = env.HomeDir() + `\` + rest
	}
	if name := std.Base(given); name != "" {
		return std.Join(std.Dir(given), name)
	}
	return given
}

// find resolves a path, and refuses what is not a regular file. A link is refused, whatever its target.
func find(env tools.Env, given string) (string, error) {
	file := sanitized(env, given)
	view := env.Files()
	_, err := view.Stat(env.Abs(file))

	switch {
	case errors.Is(err, access.ErrOutside):
		return "", env.RefuseOutside()
	case err != nil, file == "":
		return "", invalid(given, "does not exist").Because(err)
	}

	if fi, err := view.Lstat(env.Abs(file)); err == nil && !fi.Mode().IsRegular() {
		return "", invalid(given, "is not a file")
	}

	return file, nil
}

func wordsFor(_ tools.Env, given string, err error) string {
	switch {
	case errors.Is(err, access.ErrDirectory), tools.IsSpecial(err):
		return invalid(given, "is not a file").Text
	case errors.Is(err, fs.ErrPermission):
		return "eyeline: Amazon Q ends the turn without an answer: " + err.Error()
	}
	return invalid(given, "does not exist").Text
}

func run(ctx context.Context, env tools.Env, a lineArguments) (*tools.Result, error) {
	file, err := env.Locate(a.path, find)
	if err != nil {
		return nil, err
	}
	readLines := func(o *tools.File) (*tools.Result, error) { return read(o, a) }
	return tools.ReadPath(ctx, env, tools.PathAny, file, env.Wording(a.path), readLines)
}

// index returns the 0-based number of a line as the tool counts it, in a file of total lines.
func index(total, line int64) int64 {
	if line <= 0 {
		return max(total+line, 0)
	}
	return line - 1
}

// read returns the requested lines, unless they are too long together.
func read(o *tools.File, a lineArguments) (*tools.Result, error) {
	search := textfile.Search{Form: textfile.CRLF, First: 1, Count: 1, Total: true}
	whole := o.Scan(search)
	total := linesOf(o, whole)
	start := index(total, a.first)
	end := max(index(total, a.last), start)

	if start >= total {
		const outside = "starting index: %d is outside of the allowed range: (%d, %d)"
		return nil, tools.Refuse(failed + fmt.Sprintf(outside, a.first, -total, total))
	}

	end = min(end, total-1)
	search.First = start + 1
	search.Count = end - start + 1
	found := o.Scan(search)
	p := lineCollector{most: o.Caps().Output.Most, count: search.Count}
	o.Walk(search.Form, found.Start, &p)

	if p.size > p.most {
		const tooLong = "This tool only supports reading %d bytes at a\ntime. You tried to read %d bytes. " +
			"Try executing with fewer lines specified."
		return nil, tools.Refuse(failed + fmt.Sprintf(tooLong, p.most, p.size))
	}

	more := end < total-1
	if !more && total < whole.Lines { // the last line consists of hidden characters
		search.Count = whole.Lines - start
		found = o.Scan(search)
	}

	win := o.FileWindow(found, search.Form)
	var next json.RawMessage
	if more {
		win = win.Until(window.StopAsked)
		next = nextArgs(o.Args, end+2, end+2+(end-start))
	}

	r := &tools.Result{Window: win, Silent: more, NextArgs: next}
	return r.Content(o, func(s *tools.Sink) {
		s.BeginRun(0, true, 0)
		s.Bytes(p.text)
		s.AddLines(p.count)
		s.Stats.Replaced = p.replaced
		s.Stats.Altered = p.altered
	}), nil
}

// nextArgs returns the arguments for the lines from first to last.
func nextArgs(args json.RawMessage, first, last int64) json.RawMessage {
	for name, n := range map[string]int64{"start_line": first, "end_line": last} {
		args = tools.SetArg(args, []string{"operations", "[0]", name}, fmt.Sprint(n))
	}
	return args
}

// readBack parses the lines of an answer. Those counted from the end of the file have no numbers.
func readBack(args json.RawMessage, content string) (tools.Parsed, bool) {
	p := tools.Parsed{Total: -1, Derived: true}
	a, err := parseArgs(tools.Env{}, args)
	if err != nil || a.first < 1 || content == "" || strings.HasPrefix(content, invalidArgs) ||
		strings.HasPrefix(content, failed) {
		return p, false
	}

	most := int64(1) << 62
	if a.last > 0 {
		most = max(a.last-a.first, 0) + 1
	}

	p.Lines = readback.Lines(content, 0, a.first, most, 0, "")
	return p, true
}
