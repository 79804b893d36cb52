// Package opencode, which changes without notice, is opencode's read.
package opencode

import (
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"eyeline/reader/internal/media"
	"eyeline/reader/internal/param"
	"eyeline/reader/internal/readback"
	"eyeline/reader/internal/runtime/isbinary"
	"eyeline/reader/internal/runtime/js"
	"eyeline/reader/internal/runtime/node"
	"eyeline/reader/internal/textfile"
	"eyeline/reader/lists"
	"eyeline/reader/tools"
)

const (
	maxLines = 2000 // lines of one answer where no limit is given
	maxWidth = 2000 // most UTF-16 units of a line
)

// Tool is opencode's read (CONTRACT-opencode.md).
var Tool = &tools.Tool{
	Name: "opencode", Title: "opencode's read",
	Origin: tools.Origin{
		Agent: "opencode", Version: "1.18.33", Date: "2026-11-29", How: tools.Ran, Use: tools.Current,
	},
	Recorded: []string{"read"},
	Caps: tools.Caps{
		Lines:  tools.Cap{Most: maxLines, Flag: "limit"},
		Output: tools.Cap{Most: 50 << 10, Of: "of lines"},
	},
	Kinds: tools.Kinds{
		Empty: tools.GivesNotice, Image: tools.GivesMedia, PDF: tools.GivesMedia, Binary: tools.GivesRefusal,
	},
	Paths:   tools.PathAny,
	Lines:   Version{}.Lines(),
	Run:     Version{}.Read,
	Words:   Version{}.Words,
	Parse:   Version{}.ParseContent,
	Windows: []tools.WindowParams{{Mode: tools.ModeSlice, At: "offset", Base: 1, Size: "limit", Size0: maxLines}},
	Params: []tools.Param{
		param.File("filePath", "file or directory to read, absolute or relative to the root"),
		param.Default("offset", 1, "number of the first line, 1-based"),
		param.Default("limit", maxLines, "number of lines at most"),
	},
}

// Version is opencode's tool or that of its fork Kilo.
type Version struct{ Kilo bool }

// Lines is "n: " and the line, cut at 2000 UTF-16 units. opencode may cut a surrogate pair, whose half becomes U+FFFD.
func (c Version) Lines() *tools.LineFormat {
	f := &tools.LineFormat{
		Prefix: tools.Numbered(0, ": "),
		Limit:  maxWidth, Unit: tools.UTF16, Half: "\uFFFD",
		Mark: tools.MarkText("... (line truncated to 2000 chars)"),
	}
	if c.Kilo {
		f.Half = ""
		f.Mark = func(dst []byte, l tools.Line) []byte {
			return append(strconv.AppendInt(append(dst, "... (line truncated to "...), l.Kept, 10), " chars)"...)
		}
	}

	return f
}

const kiloMarkLess = "... (line truncated to 1999 chars)"

// readArguments are the arguments after the checks. offset is at least 1.
type readArguments struct {
	path          string
	offset, limit int64
}

// notJSON returns the text for arguments that are not JSON.
func notJSON(args []byte) string {
	why := cmp.Or(js.JSCError(string(args)), "Object contains forbidden prototype property")
	return fmt.Sprintf("Invalid input for tool read: JSON parsing failed: Text: %s.\nError message: %s", args, why)
}

// hasPrototype reports whether a value has, at any depth, a field that could change prototypes.
func hasPrototype(v js.Value) bool {
	if v.Has("__proto__") || v.Get("constructor").Has("prototype") {
		return true
	}
	return slices.ContainsFunc(v.Items, hasPrototype) || slices.ContainsFunc(v.Values, hasPrototype)
}

// parse parses JSON arguments; most is the default limit (CONTRACT-opencode.md, checks 1 and 2).
func (c Version) parse(v js.Value, most int64) (readArguments, error) {
	a := readArguments{offset: 1, limit: most}
	refuse := func(problem string) error {
		return tools.Refuse("The read tool was called with invalid arguments: " + problem + ".\nPlease rewrite the " +
			"input so it satisfies the expected schema.")
	}

	if v.Kind != js.Object {
		if c.Kilo {
			return a, refuse("input: Expected object, got " + v.String())
		}
		return a, refuse("SchemaError(Expected object, got " + v.String() + ")")
	}

	var problems []string
	problem := func(field, text string) {
		if c.Kilo {
			problems = append(problems, fmt.Sprintf("[%q]: %s", field, text))
		} else {
			problems = append(problems, fmt.Sprintf("SchemaError(%s\n  at [%q])", text, field))
		}
	}

	switch file := v.Get("filePath"); {
	case file.Kind == js.Undefined && c.Kilo:
		problem("filePath", "is missing and is required")
	case file.Kind == js.Undefined:
		problem("filePath", "Missing key")
	case file.Kind != js.String:
		problem("filePath", "Expected string, got "+file.String())
	default:
		a.path = file.Text
	}

	for _, f := range []struct {
		name string
		to   *int64
	}{{"offset", &a.offset}, {"limit", &a.limit}} {
		if n := v.Get(f.name); n.Kind != js.Undefined {
			for _, text := range numberProblems(n) {
				problem(f.name, text)
			}
			*f.to = int64(n.Num)
		}
	}

	if problems != nil {
		if !c.Kilo {
			problems = problems[:1] // only the first one is reported
		}
		return a, refuse(strings.Join(problems, "\n"))
	}

	a.offset = max(a.offset, 1)
	if c.Kilo {
		a.limit = max(a.limit, 1)
	}

	return a, nil
}

// numberProblems returns what is wrong with a number that must be an integer and not negative.
func numberProblems(n js.Value) (problems []string) {
	if n.Kind != js.Number {
		return []string{"Expected number | undefined, got " + n.String()}
	}
	if n.Num != math.Trunc(n.Num) || math.Abs(n.Num) > js.MaxSafeInteger {
		problems = append(problems, "Expected an integer, got "+js.NumberText(n.Num))
	}
	if n.Num < 0 {
		problems = append(problems, "Expected a value greater than or equal to 0, got "+js.NumberText(n.Num))
	}

	return problems
}

// Read runs one call.
func (c Version) Read(ctx context.Context, env tools.Env, args []byte) (*tools.Result, error) {
	v := js.Value{Kind: js.Object}
	ok := true
	if js.Trim(string(args)) != "" {
		v, ok = js.Parse(args)
		ok = ok && !hasPrototype(v)
	}

	switch {
	case !ok && c.Kilo:
		return nil, tools.Refuse(notJSON(args))
	case !ok: // not an error for the model
		r := &tools.Result{}
		return r.Text(nil, "The arguments provided to the tool are invalid: "+notJSON(args)), nil
	}

	a, err := c.parse(v, env.Caps().Lines.Most)
	if err != nil {
		return nil, err
	}

	call := readCall{Version: c, env: env, args: args, a: a, path: c.absolute(env, a.path)}
	call.shown = call.path
	return call.read(ctx)
}

// readCall is one call with valid arguments.
type readCall struct {
	Version
	env   tools.Env
	args  []byte
	a     readArguments
	path  string // absolute path as requested
	shown string // path in the heading of an answer: Kilo resolves links
}

func (c readCall) read(ctx context.Context) (*tools.Result, error) {
	words := c.env.Wording(c.path)
	if c.env.Stream == nil {
		if strings.IndexByte(c.path, 0) >= 0 {
			return nil, tools.Refuse("FileSystem.stat: The argument 'path' must be a string, Uint8Array, or URL " +
				"without null bytes. Received " + js.Quote(c.path))
		}

		fi, err := c.env.Files().Stat(c.path)
		switch {
		case err != nil:
			return nil, words.Of(confined(c.env, err))
		case c.Kilo && !c.env.System.IsWindows() && strings.Contains(c.path, "\\"):
			return nil, tools.Refuse("ENOENT: no such file or directory, lstat '" + c.path + "'")
		case c.Kilo && !fi.IsDir() && !fi.Mode().IsRegular():
			return nil, tools.Refuse("Not a regular file: " + c.path)
		}

		if c.Kilo {
			if c.shown, err = c.env.Files().RealPath(c.path); err != nil {
				return nil, words.Of(confined(c.env, err))
			}
		}

		if fi.IsDir() {
			return c.directory()
		}
	}

	return tools.ReadPath(ctx, c.env, tools.PathAny, c.path, words, func(o *tools.File) (*tools.Result, error) {
		return c.file(o)
	})
}

// headSize is how many bytes determine whether a file is text.
const headSize = 4096

const (
	imageExtensions  = "png jpg jpeg gif webp"
	binaryExtensions = "zip tar gz exe dll so class jar war 7z doc docx xls xlsx ppt pptx odt ods odp bin dat obj o " +
		"a lib wasm pyc pyo"
)

// file returns a file by its kind: picture, PDF, text; binary files are refused.
func (c readCall) file(o *tools.File) (*tools.Result, error) {
	head := o.Head(headSize)
	ext := node.Extension(c.env.System, c.path)
	switch {
	case media.ImageType(head) != "" || lists.HasWord(imageExtensions, ext):
		return c.picture(o, head), nil
	case media.IsPDF(head) || ext == "pdf":
		return media.Result(
			o, "document", fmt.Sprintf("the PDF itself as a document (%d bytes)", o.Size()), "PDF read successfully",
		), nil
	}

	t := textFile{readCall: c, file: o}
	t.bytes, t.form = c.decoding(o, head)
	if c.Kilo {
		switch ext {
		case "docx", "xlsx":
			return nil, kiloOffice(o, ext, c.path)
		case "ipynb":
			return t.notebook()
		}
	}

	if lists.HasWord(binaryExtensions, ext) || t.form.Coding == textfile.UTF8 && isbinary.ByControls(head) {
		return nil, tools.Refuse("Cannot read binary file: " + c.path)
	}

	return t.result()
}

// picture returns a picture, or a text about one of an unsupported type or that is damaged.
func (c readCall) picture(o *tools.File, head []byte) *tools.Result {
	const done = "Image read successfully"
	kind := media.ImageType(head)
	if _, _, ok := media.Decode(o); kind == "" || !ok {
		r := &tools.Result{}
		return r.Text(o, done+"\n\n[1 image omitted: could not be resized below the image size limit.]")
	}
	return media.Result(o, "image", media.PictureOf(kind, o.Size()), done)
}

// answer is the numbered lines, with the notes around them.
func (c Version) answer() *readback.Answer {
	return &readback.Answer{
		Lines: c.Lines(),
		Heads: []readback.Phrase{head},
		Feet:  []readback.Phrase{atEnd, capped, more},
	}
}

// ParseContent parses the numbered lines of an answer.
func (c Version) ParseContent(args json.RawMessage, content string) (tools.Parsed, bool) {
	p, ok := c.answer().Parse(args, content)
	if !c.Kilo {
		return p, ok
	}

	for j := range p.Lines {
		l := &p.Lines[j]
		// Instead of cutting a pair, Kilo keeps one unit less, and says so.
		text, less := strings.CutSuffix(content[l.Start:l.End], kiloMarkLess)
		if less && !l.Cut && js.Length(text) == maxWidth-1 {
			l.End = l.Start + len(text)
			l.Cut = true
		}
	}

	return p, ok
}
