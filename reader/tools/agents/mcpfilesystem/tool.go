// Package mcpfilesystem, which changes without notice, is read_text_file of the MCP server for file systems.
package mcpfilesystem

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"io/fs"
	"math"
	"slices"
	"strings"

	"golang.org/x/text/unicode/norm"

	"eyeline/reader/access"
	"eyeline/reader/internal/lazy"
	"eyeline/reader/internal/lossy"
	"eyeline/reader/internal/param"
	"eyeline/reader/internal/paths"
	"eyeline/reader/internal/readback"
	"eyeline/reader/internal/runtime/js"
	"eyeline/reader/internal/runtime/node"
	"eyeline/reader/internal/textfile"
	"eyeline/reader/tools"
	"eyeline/reader/window"
)

// Tool is read_text_file of the MCP server for file systems (CONTRACT-mcp_filesystem.md). Its one allowed directory is
// the root. As the server does, it answers otherwise about a link that leads out of the root where the target exists
// than where it does not, which tells a model what exists outside. With Env.Confine it does not.
var Tool = &tools.Tool{
	Name: "mcp_filesystem", Title: "read_text_file of the MCP filesystem server",
	Origin:   tools.Origin{Agent: "MCP server-filesystem", Version: "2026.8.31", Date: "2026-11-21", How: tools.Ran},
	Recorded: []string{"read_text_file", "mcp__filesystem__read_text_file"},
	Caps:     tools.Caps{Also: "none: the whole file, or its first or last lines"},
	Kinds: tools.Kinds{
		Empty: tools.GivesNothing, Image: tools.GivesText, PDF: tools.GivesText, Binary: tools.GivesText,
	},
	Paths:   tools.PathConfined,
	Silence: tools.SilentAsAsked,
	Run:     tools.RunWith(parseArgs, run),
	Words:   wordsFor,
	Parse:   readBack,
	Windows: []tools.WindowParams{{Mode: tools.ModeSlice, Size: "head"}},
	Params: []tools.Param{
		param.File("path", "file to read, relative to the root or absolute inside it"),
		param.Number("tail", "give the last lines only, this many; not together with --head"),
		param.Number("head", "give the first lines only, this many"),
	},
}

// readArguments are the parsed arguments; 0 is absent.
type readArguments struct {
	path       string
	head, tail float64
}

func parseArgs(_ tools.Env, args []byte) (readArguments, error) {
	v, ok := js.Parse(args)
	var a readArguments
	var faults []string
	expected := func(want string, v js.Value, at string) {
		got := string(v.Kind)
		if math.IsInf(v.Num, 0) {
			got = js.NumberText(v.Num)
		}
		faults = append(faults, "Invalid input: expected "+want+", received "+got+at)
	}

	switch {
	case !ok || v.Kind != js.Object:
		expected("object", v, "")
	default:
		if file := v.Get("path"); file.Kind != js.String {
			expected("string", file, " at path")
		} else {
			a.path = file.Text
		}

		for _, f := range []struct {
			name string
			to   *float64
		}{{"tail", &a.tail}, {"head", &a.head}} {
			n := v.Get(f.name)
			if n.Kind != js.Undefined && (n.Kind != js.Number || math.IsInf(n.Num, 0)) {
				expected("number", n, " at "+f.name)
			}
			*f.to = n.Num
		}
	}

	if faults != nil {
		return a, tools.Refuse(
			"MCP error -32602: Input validation error: Invalid arguments for tool read_text_file: " +
				strings.Join(faults, "\n"),
		)
	}

	return a, nil
}

func wordsFor(env tools.Env, file string, err error) string {
	abs := absolute(env, file)
	return errorText(abs, "open", env.Opening(abs, err))
}

// errorText returns the server's text for a system error in a call.
func errorText(abs, call string, err error) string {
	failed, ok := errors.AsType[*node.PathError](err)
	name, _ := node.Errno(err)
	switch {
	case errors.Is(err, access.ErrOutside):
		return "Access denied - symlink target outside allowed directories: " + abs
	case ok:
		return failed.Error()
	case name == "EISDIR":
		return node.Error(err, "read", "")
	}

	return node.Error(err, call, abs)
}

func absolute(env tools.Env, file string) string {
	return node.Path(env).Resolve(env.Dir(), node.Home(env, file))
}

// roots are the paths of the one allowed directory: as given, and without links.
type roots struct {
	env  tools.Env
	view access.View
	dirs []string
}

func (r roots) inside(file string) bool {
	return strings.IndexByte(file, 0) < 0 &&
		slices.ContainsFunc(r.dirs, func(dir string) bool { return paths.IsBelow(r.env, dir, file) })
}

func (r roots) denied(what, file string) error {
	text := "Access denied - " + what + " outside allowed directories: " + file + " not in " +
		strings.Join(r.dirs, ", ")
	return tools.Refuse(text).Because(tools.ErrConfined)
}

// checkPath checks a path like the server before opening it, and returns its target.
func checkPath(env tools.Env, abs string) (string, error) {
	r := roots{env, env.Files(), []string{env.Dir()}}
	if real := paths.RealRoot(env); real != r.dirs[0] {
		r.dirs = append(r.dirs, real)
	}
	if !r.inside(abs) {
		return "", r.denied("path", abs)
	}

	real, err := r.view.RealPath(abs)
	name, _ := node.Errno(err)
	switch {
	case err == nil && !r.inside(real):
		return "", r.denied("symlink target", real)
	case err == nil:
		return real, nil
	case (env.Confine || env.Only != nil) && errors.Is(err, access.ErrOutside):
		return "", env.RefuseOutside()
	case name == "ENOENT":
		return r.find(abs)
	}

	return "", &node.PathError{Err: err, Call: "realpath", Path: abs}
}

// find finds a missing file under names that only differ in composed characters.
func (r roots) find(abs string) (at string, err error) {
	dir := r.dirs[0]
	at = r.dirs[len(r.dirs)-1]
	if !paths.IsBelow(r.env, dir, abs) || len(at) > len(dir) && paths.IsBelow(r.env, at, abs) {
		dir = at
	}

	p := node.Path(r.env)
	_, parts := p.Names(abs)
	_, above := p.Names(dir)
	parts = parts[min(len(above), len(parts)):]
	for i, part := range parts {
		name, err := findName(r.view, at, part)
		if err != nil {
			return "", err
		}
		if name == "" {
			return p.Below(at, parts[i:]...), nil
		}
		if at, err = r.view.RealPath(p.Join(at, name)); err != nil { // a broken link
			return "", tools.Refuse("Parent directory does not exist: " + p.Dir(abs))
		}
		if !r.inside(at) {
			return "", r.denied("symlink target", at)
		}
	}

	return at, nil
}

// findName returns the name in a directory that is asked, or the only one that is equal after composing characters; ""
// if there is no such name.
func findName(view access.View, dir, asked string) (found string, err error) {
	entries, err := view.ReadDir(dir, 0)
	if err != nil {
		return "", &node.PathError{Err: err, Call: "scandir", Path: dir}
	}

	for _, e := range entries {
		name := string(lossy.Decode([]byte(e.Name())))
		switch {
		case name == asked:
			return name, nil
		case norm.NFC.String(name) != norm.NFC.String(asked): // another name
		case found != "":
			err = tools.Refuse("Ambiguous Unicode path component: " + asked)
		default:
			found = name
		}
	}

	return found, err
}

var windowsPath = lazy.Regexp(`^[A-Za-z]:([\\/]|$)`)

func run(ctx context.Context, env tools.Env, a readArguments) (*tools.Result, error) {
	abs := absolute(env, a.path)
	if env.Stream == nil && !env.System.IsWindows() && windowsPath().MatchString(a.path) {
		return nil, tools.Refuse("Access denied - Windows-style path received on a POSIX host: " + a.path)
	}

	words := tools.Wording(func(err error) string {
		if a.tail != 0 && errors.Is(err, fs.ErrNotExist) {
			return errorText(abs, "stat", err)
		}
		return errorText(abs, "open", env.Opening(abs, err))
	})
	real, err := env.Locate(abs, checkPath)
	if err != nil {
		return nil, words.Of(err)
	}

	abs = real
	if a.head != 0 && a.tail != 0 {
		return nil, tools.Refuse("Cannot specify both head and tail parameters simultaneously")
	}

	return tools.ReadPath(ctx, env, tools.PathConfined, real, words, func(o *tools.File) (*tools.Result, error) {
		switch {
		case a.tail != 0:
			return endLines(o, a.tail), nil
		case a.head != 0:
			return firstLines(o, a.head), nil
		}

		return wholeFile(o)
	})
}

// wholeFile returns the file as it is.
func wholeFile(o *tools.File) (*tools.Result, error) {
	if refusal := node.TooLong(o.Size()); refusal != "" {
		return nil, tools.Refuse(refusal)
	}
	found := o.Scan(textfile.Search{First: 1, Total: true})
	return (&tools.Result{Window: found.Whole(o.Size())}).Content(o, func(s *tools.Sink) {
		s.Excerpt(o, 0, o.Size())
	}), nil
}

// firstLines returns the first lines, without the last one's line feed.
func firstLines(o *tools.File, head float64) *tools.Result {
	n := int64(min(math.Ceil(head), math.MaxInt64/2))
	if n <= 0 {
		r := &tools.Result{Window: window.Window{Start: o.Size(), End: o.Size(), TotalLines: -1}}
		return r.Content(o, func(*tools.Sink) {})
	}

	found := o.Scan(textfile.Search{First: 1, Count: n})
	r := &tools.Result{Window: found.Window(o.Size()), Silent: found.End < o.Size()} // no call reads on
	return r.Content(o, func(s *tools.Sink) {
		s.WriteLines(o, tools.LineRange{Format: &tools.LineFormat{}, Start: 0, End: found.End, Count: n})
	})
}

// endLines returns the last lines, with line feeds as line ends. The empty text after the last line feed is a line.
func endLines(o *tools.File, tail float64) *tools.Result {
	win := window.Window{Start: o.Size(), End: o.Size(), TotalLines: -1}
	if tail < 0 {
		return (&tools.Result{Window: win}).Content(o, func(*tools.Sink) {})
	}

	n := cmp.Or(int64(min(tail, math.MaxInt64/2)), math.MaxInt64/2) // a fraction selects all
	start, more, _ := textfile.SeekBack(o.Size(), n-1, func(off, n int64) ([]byte, error) {
		p := o.Piece(off, n)
		return p, o.Err()
	})
	if start < o.Size() {
		win = lastWindow(o, start, more > 0)
	}

	return (&tools.Result{Window: win}).Content(o, func(s *tools.Sink) {
		if o.Size() > 0 {
			s.WriteLines(o, tools.LineRange{
				Form: textfile.CRLF, Format: &tools.LineFormat{}, Start: start, End: o.Size(), Phantom: true,
			})
		}
	})
}

// lastWindow returns the window from an offset to the end. Its line numbers are known if the file was read to its
// start, or from an index.
func lastWindow(o *tools.File, start int64, whole bool) window.Window {
	w := window.Window{
		Kind: window.Slice, Start: start, End: o.Size(), TotalLines: -1, Top: window.StopLimit, Bottom: window.StopFile,
	}
	at := int64(0)
	before := int64(0)
	if !whole {
		if o.Index == nil {
			return w
		}
		at, before = o.Index.SeekOffset(start)
	}

	lines := o.CountLF(start, o.Size())
	if o.LastByte() != '\n' {
		lines++
	}

	first := before + o.CountLF(at, start) + 1
	last := first + lines - 1
	run := window.Run{Start: start, End: o.Size(), First: first, Last: last}
	return window.OfLines(run, o.Size(), last, window.StopFile).From(window.StopLimit)
}

// readBack parses the lines of an answer. Those at the end of a file have no numbers, not even by the arguments.
func readBack(args json.RawMessage, content string) (tools.Parsed, bool) {
	p := tools.Parsed{Total: -1, Derived: true}
	a, err := parseArgs(tools.Env{}, args)
	switch {
	case err != nil || a.tail != 0 || a.head < 0 || content == "":
		return p, false
	case a.head > 0:
		p.Lines = readback.Lines(content, 0, 1, math.MaxInt64, 0, "")
		return p, true
	}

	return readback.Raw(p, content, 0, 1), true
}
