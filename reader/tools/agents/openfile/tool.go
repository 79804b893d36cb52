// Package openfile, which changes without notice, is the tool that returns an exact line range.
package openfile

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"

	"eyeline/reader/access"
	"eyeline/reader/internal/param"
	"eyeline/reader/internal/readback"
	"eyeline/reader/internal/textfile"
	"eyeline/reader/ospath"
	"eyeline/reader/tools"
	"eyeline/reader/window"
)

// defaultMaxFileSize is open_file's default limit, in bytes.
const defaultMaxFileSize = 1 << 20

// Tool is the tool that returns an exact line range (CONTRACTS.md §3).
var Tool = &tools.Tool{
	Language: ospath.RustStd,
	Name:     "open_file", Title: "open_file, an exact line range",
	Origin: tools.Origin{
		Agent: "open_file", Version: "1", Date: "2026-11-21", How: tools.ByContract, Use: tools.Rare,
	},
	Recorded: []string{"open_file"},
	Caps:     tools.Caps{File: tools.Cap{Most: defaultMaxFileSize, Flag: "max-file-size", Over: tools.OverRefused}},
	Kinds: tools.Kinds{
		Empty: tools.GivesNothing, Image: tools.GivesRefusal, PDF: tools.GivesRefusal, Binary: tools.GivesRefusal,
	},
	Paths:   tools.PathConfined,
	Silence: tools.SilentAsAsked,
	Run:     run,
	Words:   WordsFor,
	Parse:   readback.ByArgument("line_range", "start"),
	Windows: []tools.WindowParams{{Mode: tools.ModeSlice, At: "start", Base: 1, Last: "end", Size0: 2000}},
	Settings: []tools.Param{{
		Flag: "max-file-size", Type: tools.TypeInteger, Default: int64(defaultMaxFileSize),
		Help: "limit of a file's size, in bytes",
	}},
	Params: []tools.Param{
		param.File("file_path", "file to read, relative to the root or absolute inside it"),
		param.Of(tools.TypeInteger, "start",
			"number of the first line, 1-based; goes with --end", "line_range", "start"),
		param.Of(tools.TypeInteger, "end",
			"number of the last line, inclusive; goes with --start", "line_range", "end"),
	},
}

// openArguments are the parsed arguments; the range counts if ranged.
type openArguments struct {
	path       string
	ranged     bool
	start, end tools.Integer
}

func parseArgs(data []byte) (openArguments, error) {
	fields, err := tools.ParseObject(data)
	if err != nil {
		return openArguments{}, err
	}

	var a openArguments
	if a.path, err = fields.Str("file_path"); err != nil {
		return openArguments{}, err
	}
	if !fields.Present("line_range") {
		return a, nil
	}

	raw := fields["line_range"]
	if kind := tools.JSONKind(raw); kind != "an object" {
		return openArguments{}, fmt.Errorf("`line_range` must be an object, not %s", kind)
	}

	lines, err := tools.ParseObject(raw)
	if err != nil {
		return openArguments{}, err
	}

	a.ranged = true
	if a.start, err = lines.Integer("start", "line_range.start"); err != nil {
		return openArguments{}, err
	}

	a.end, err = lines.Integer("end", "line_range.end")
	return a, err
}

// RefuseArgs returns the refusal of invalid arguments of a workspace tool.
func RefuseArgs(err error) *tools.Error { return tools.Refuse("invalid arguments: " + err.Error()) }

// WordsFor returns the refusal of a path by open_file and byte_window.
func WordsFor(_ tools.Env, path string, err error) string {
	special, ok := errors.AsType[*access.SpecialError](err)
	switch {
	case errors.Is(err, access.ErrOutside):
		return "permission denied: " + path
	case errors.Is(err, access.ErrNowhere):
		return "file not found: " + path
	case errors.Is(err, access.ErrDirectory):
		return "file not found: " + path + " is a directory, not a file"
	case ok:
		return "file not found: " + path + " " + special.Error()
	case errors.Is(err, access.ErrChanged):
		return "failed to read file: " + access.ErrChanged.Error()
	}

	return "permission denied: " + path
}

func run(ctx context.Context, env tools.Env, args []byte) (*tools.Result, error) {
	a, err := parseArgs(args)
	if err != nil {
		return nil, RefuseArgs(err)
	}
	return tools.ReadPath(ctx, env, tools.PathConfined, a.path, env.Wording(a.path), func(
		o *tools.File,
	) (*tools.Result, error) {
		return read(env, o, a)
	})
}

func read(env tools.Env, o *tools.File, a openArguments) (*tools.Result, error) {
	limit := env.Setting("max-file-size", o.Caps().File.Most)
	if o.Size() > limit {
		return nil, tools.Refuse(fmt.Sprintf("file exceeds maximum allowed size of %d bytes", limit))
	}

	first := int64(1)
	count := int64(0)
	if a.ranged {
		first = max(a.start.Clamp(), 1)
		count = max(a.end.Clamp()-first+1, 1)
	}

	found := o.Scan(textfile.Search{
		Form: textfile.CRLF, First: first, Count: count, Total: true, Valid: true,
	})
	if found.Invalid {
		return nil, tools.Refuse("binary file cannot be displayed as text")
	}

	win := found.Window(o.Size()).Until(window.StopAsked)
	start := a.start.Clamp()
	end := a.end.Clamp()
	total := win.TotalLines
	switch {
	case !a.ranged:
		win = found.Whole(o.Size())
	case start < 1 || start > end || end > total:
		return nil, tools.Refuse(
			fmt.Sprintf("invalid line range %s..=%s for a file with %d lines", a.start, a.end, total),
		)
	}

	var next json.RawMessage
	if a.ranged && end < total {
		next = tools.Set(o.Args, "line_range.start", end+1, "line_range.end", min(end+end-start+1, total))
	}

	r := &tools.Result{Window: win, Silent: win.End < o.Size(), NextArgs: next}
	return r.Content(o, func(s *tools.Sink) { s.Excerpt(o, win.Start, win.End) }), nil
}
