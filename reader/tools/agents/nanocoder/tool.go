// Package nanocoder, which changes without notice, is nanocoder's read_file.
package nanocoder

import (
	"context"
	"errors"
	"io/fs"
	"math"
	"slices"
	"strings"

	"eyeline/reader/access"
	"eyeline/reader/internal/lazy"
	"eyeline/reader/internal/param"
	"eyeline/reader/internal/paths"
	"eyeline/reader/internal/runtime/js"
	"eyeline/reader/internal/runtime/node"
	"eyeline/reader/internal/textfile"
	"eyeline/reader/ospath"
	"eyeline/reader/tools"
)

const (
	firstLines  = 250   // lines shown of a file with too many
	maxLine     = 10000 // limit of a line in UTF-16 units
	failed      = "⚒ Validation failed: "
	emptyNotice = "[file is empty]"
	cutHead     = "\n... [Output truncated: "
	cutTail     = " characters total; request a narrower result to inspect omitted content] ...\n"
)

// Tool is nanocoder's read_file (contract nanocoder). What it says of a file with metadata_only is not imitated, nor
// what it takes out of PDF and Word files.
var Tool = &tools.Tool{
	Name: "nanocoder", Title: "nanocoder's read_file",
	Origin: tools.Origin{
		Agent: "nanocoder", Version: "1.30.0", Date: "2026-11-29", How: tools.Ran, Use: tools.Rare,
		Marks: []string{".nanocoder"},
	},
	Recorded: []string{"read_file"},
	Caps: tools.Caps{
		Lines:  tools.Cap{Most: 1500, Of: "of a file without a range", Over: "else the first 250"},
		Output: tools.Cap{Most: 20000, Unit: tools.UTF16, Over: tools.OverMiddle},
		Also:   "lines of more than 10,000 UTF-16 units are refused",
	},
	Kinds: tools.Kinds{
		Empty: tools.GivesNotice, Image: tools.GivesText, PDF: tools.GivesRefusal, Binary: tools.GivesText,
	},
	Policy:  tools.Policy{NumbersAsText: true},
	Paths:   tools.PathConfined,
	Silence: tools.SilentAsAsked,
	Run:     run,
	Words:   wordsFor,
	Parse:   readBack,
	Windows: []tools.WindowParams{
		{Mode: tools.ModeSlice, At: "start-line", Base: 1, Last: "end-line", Size0: firstLines, Beyond: true},
	},
	Params: []tools.Param{
		param.File("path", "file to read, relative to the project or absolute inside it"),
		param.Number("start_line", "number of the first line, 1-based (default: 1)"),
		param.Number("end_line", "number of the last line, inclusive (default: the last one)"),
		{
			Path: []string{"metadata_only"}, Flag: "metadata-only", Type: tools.TypeBoolean, Default: false,
			Help: "facts about the file in place of its text",
		},
	},
}

// readArguments are the parsed arguments; NaN is a line that is not given.
type readArguments struct {
	path        string
	first, last float64
	facts       bool
}

func refuse(text string) *tools.Error { return tools.Refuse(failed + text) }

func parseArgs(data []byte, policy tools.Policy) (a readArguments, err error) {
	text := string(data)
	v := js.Value{Kind: js.Object}
	ok := true
	if js.Trim(text) != "" {
		v, ok = js.Parse(data)
	}

	switch {
	case !ok:
		return a, tools.Refuse(
			"Invalid input for tool read_file: JSON parsing failed: Text: " + text + ".\nError message: " +
				js.V8Error(text),
		)
	case v.Kind == js.String:
		return a, tools.Refuse("Error: Error: Invalid tool arguments: " + js.V8Error(v.Text))
	}

	var faults []string
	expect := func(name, want string, v js.Value) {
		if v.Kind == js.Null || v.Kind == js.Array || v.Kind == js.Object && want != "object" ||
			want == "object" && v.Kind != js.Object {
			faults = append(faults, "\n  - "+name+": expected "+want+", received "+string(v.Kind))
		}
	}

	expect("argument", "object", v)
	if faults == nil {
		expect("`path`", "string", v.Get("path"))
		expect("`start_line`", "number", v.Get("start_line"))
		expect("`end_line`", "number", v.Get("end_line"))
		expect("`metadata_only`", "boolean", v.Get("metadata_only"))
	}

	if faults != nil {
		return a, refuse(
			"one or more arguments have the wrong type — fix the types and call the tool again" +
				strings.Join(faults, ""),
		)
	}

	switch file := v.Get("path"); file.Kind {
	case js.String:
		a.path = file.Text
	case js.Undefined:
		a.path = "\x00undefined"
	default:
		return a, tools.Refuse("Error: filePath.trim is not a function")
	}

	a.first = lineOf(v.Get("start_line"), policy)
	a.last = lineOf(v.Get("end_line"), policy)
	a.facts = v.Get("metadata_only").True()
	return a, nil
}

// lineOf converts a line number like JavaScript.
func lineOf(v js.Value, policy tools.Policy) float64 {
	if v.Kind == js.Undefined || v.Kind == js.String && !policy.NumbersAsText {
		return math.NaN()
	}
	return js.NumberOf(v)
}

// drivePath matches paths of Windows, which are refused.
var drivePath = lazy.Regexp(`^[A-Za-z]:[/\\]`)

// find makes the checks of a path.
func find(env tools.Env, given string) (string, error) {
	root := env.Dir()
	shown := strings.TrimPrefix(given, "\x00")
	file := node.Path(env).Resolve(root, given)
	segments := strings.FieldsFunc(given, func(r rune) bool { return r == '/' || r == '\\' })
	switch {
	case js.Trim(given) == "", strings.IndexByte(given, 0) >= 0, strings.HasPrefix(given, "~"),
		strings.HasPrefix(given, `\`), slices.Contains(segments, ".."), drivePath().MatchString(given),
		!paths.IsBelow(env, root, file):
		return "", refuse(
			`Invalid file path: "` + shown + `". Path must be within the project directory.`,
		).Because(tools.ErrConfined)
	}

	there := file
	rest := ""
	real, err := env.Files().RealPath(there)
	p := node.Path(env)
	for ; errors.Is(err, fs.ErrNotExist) && there != p.Dir(there); real, err = env.Files().RealPath(there) {
		there, rest = p.Dir(there), p.Separator()+p.Base(there)+rest
	}

	if errors.Is(err, access.ErrOutside) {
		return "", env.RefuseOutside()
	}

	if err == nil && !paths.IsBelow(env, paths.RealRoot(env), real+rest) {
		return "", refuse(
			"Path validation failed: File path escapes project directory via symlink: " + given + " -> " + real + rest,
		)
	}

	_, err = env.Files().Stat(file)
	return file, env.Wording(given).Of(err)
}

func wordsFor(env tools.Env, file string, err error) string {
	call := "access"
	at := node.Path(env).Resolve(env.Dir(), file)
	name, _ := node.Errno(err)
	switch {
	case errors.Is(err, access.ErrOutside): // a link that leads out was created after the check
		return failed + "Path validation failed: File path escapes project directory via symlink: " + file
	case name == "ENOENT":
		return failed + `File "` + file + `" does not exist`
	case errors.Is(err, access.ErrDirectory):
		call = "read"
		at = ""
	case name == "EACCES":
		if !env.Hidden(at) {
			call = "open"
		}
	}

	return failed + `Cannot access file "` + file + `": ` + node.Error(err, call, at)
}

func run(ctx context.Context, env tools.Env, args []byte) (*tools.Result, error) {
	a, err := parseArgs(args, env.Tool.Policy)
	if err != nil {
		return nil, err
	}

	file, err := env.Locate(a.path, find)
	if err != nil {
		return nil, err
	}
	if a.facts {
		return nil, tools.RefuseOwn("eyeline: what nanocoder says of a file with metadata_only is not imitated")
	}

	return tools.ReadPath(ctx, env, tools.PathConfined, file, env.Wording(a.path), func(
		o *tools.File,
	) (*tools.Result, error) {
		return read(o, a)
	})
}

func read(o *tools.File, a readArguments) (*tools.Result, error) {
	ext := strings.ToLower(ospath.NodeOn(o.System()).Ext(a.path))
	switch {
	case a.first < 1:
		return nil, refuse("start_line must be >= 1")
	case a.last < a.first:
		return nil, refuse("end_line must be >= start_line")
	case ext == ".pdf" || ext == ".docx":
		return nil, tools.RefuseOwn("eyeline: the text that nanocoder takes out of " + ext + " files is not imitated")
	}

	if text := node.TooLong(o.Size()); text != "" {
		return nil, refuse(`Cannot access file "` + a.path + `": ` + text)
	}

	total := o.Scan(textfile.Search{Total: true}).Phantom()
	from, to := a.lines(total)
	found := o.Scan(textfile.Search{First: from + 1, Count: max(to-from, 1), Total: true})
	if from >= to {
		found.Start = o.Size()
		found.End = o.Size()
		found.First = 0
		found.Last = 0
	}

	p := answerLines{file: o, start: found.Start, end: found.End}
	if err := p.measure(a.path, from, to); err != nil {
		return nil, err
	}
	if o.Size() == 0 {
		return tools.Notice(o, emptyNotice), nil
	}

	if math.IsNaN(a.first) && math.IsNaN(a.last) && total > o.Caps().Lines.Most {
		to = firstLines
		found = o.Scan(textfile.Search{First: 1, Count: to, Total: true})
		p = answerLines{file: o, end: found.End}
		p.notice = more.Fill(to, total, to+1)
		_ = p.measure(a.path, from, to) // known to be short enough
	}

	return p.result(found.Window(o.Size()), from, to), nil
}

// lines returns the requested half-open range of total lines, 0-based.
func (a readArguments) lines(total int64) (from, to int64) {
	first := a.first
	last := min(a.last, float64(total))
	if math.IsNaN(a.first) || a.first == 0 {
		first = 1
	}
	if math.IsNaN(a.last) || a.last == 0 {
		last = float64(total)
	}
	return js.Slice(first-1, last, total)
}
