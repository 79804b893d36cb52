package tools

import (
	"context"
	"errors"
	"fmt"
	"math"
	"strconv"

	"eyeline/reader/window"
)

// openFile is the tool that gives an exact line range (CONTRACTS.md §3).
type openFile struct{ *definition }

func newOpenFile() Tool {
	return openFile{define("open_file", "open_file, an exact line range", []Mode{ModeSlice}, []Param{
		{
			Path: []string{"file_path"}, Type: TypeString, Required: true, IsFile: true,
			Help: "file to read, relative to the root or absolute inside it",
		},
		{
			Path: []string{"line_range", "start"}, Flag: "start", Type: TypeInteger,
			Help: "number of the first line, 1-based; goes with --end",
		},
		{
			Path: []string{"line_range", "end"}, Flag: "end", Type: TypeInteger,
			Help: "number of the last line, inclusive; goes with --start",
		},
	})}
}

// defaultMaxFileSize is open_file's limit when Env names none, in bytes.
const defaultMaxFileSize = 1 << 20

// openFileArgs are the tool's arguments; the range is meant when ranged.
type openFileArgs struct {
	path       string
	ranged     bool
	start, end integer
}

func parseOpenFile(data []byte) (openFileArgs, error) {
	fields, err := parseObject(data)
	if err != nil {
		return openFileArgs{}, err
	}
	var a openFileArgs
	if a.path, err = fields.str("file_path"); err != nil {
		return openFileArgs{}, err
	}
	if !fields.present("line_range") {
		return a, nil
	}
	raw := fields["line_range"]
	if kind := jsonKind(raw); kind != "an object" {
		return openFileArgs{}, fmt.Errorf("`line_range` must be an object, not %s", kind)
	}
	lines, err := parseObject(raw)
	if err != nil {
		return openFileArgs{}, err
	}
	a.ranged = true
	if a.start, err = lines.integer("start", "line_range.start"); err != nil {
		return openFileArgs{}, err
	}
	a.end, err = lines.integer("end", "line_range.end")
	return a, err
}

// refuseArgs makes the refusal of arguments that a workspace tool cannot take.
func refuseArgs(err error) *Error { return refuse("invalid arguments: " + err.Error()) }

// workspaceWording is how open_file and byte_window refuse a path.
func workspaceWording(path string) wording {
	return func(err error) string {
		var special *specialFileError
		switch {
		case errors.Is(err, errOutside):
			return "permission denied: " + path
		case errors.Is(err, errNowhere):
			return "file not found: " + path
		case errors.Is(err, errDirectory):
			return "file not found: " + path + " is a directory, not a file"
		case errors.As(err, &special):
			return "file not found: " + path + " " + special.Error()
		case errors.Is(err, errChanged):
			return "failed to read file: " + errChanged.Error()
		}
		return "permission denied: " + path
	}
}

func (t openFile) Read(ctx context.Context, env Env, args []byte) (*Result, error) {
	a, err := parseOpenFile(args)
	if err != nil {
		return nil, refuseArgs(err)
	}
	words := workspaceWording(a.path)
	r, err := readFile(ctx, func() (*opened, error) { return openConfined(ctx, env, a.path) },
		func(o *opened) (*Result, error) { return t.read(ctx, env, o, a, args, words) })
	return r, words.of(err)
}

func (t openFile) read(ctx context.Context, env Env, o *opened, a openFileArgs, args []byte, words wording) (*Result, error) {
	limit := env.MaxFileSize
	if limit <= 0 {
		limit = defaultMaxFileSize
	}
	if o.Size() > limit {
		return nil, refuse(fmt.Sprintf("file exceeds maximum allowed size of %d bytes", limit))
	}
	skip, count := int64(0), int64(math.MaxInt64)
	if a.ranged {
		skip = max(a.start.clamp(), 1) - 1
		count = max(a.end.clamp()-skip, 0)
	}
	found, err := scanText(ctx, o, skip, count)
	if err != nil {
		return nil, err
	}
	if !found.valid {
		return nil, refuse("binary file cannot be displayed as text")
	}
	win := found.window
	start, end, total := a.start.clamp(), a.end.clamp(), win.TotalLines
	switch {
	case !a.ranged:
		win.Kind = window.Whole
	case start < 1 || start > end || end > total:
		return nil, refuse(fmt.Sprintf("invalid line range %s..=%s for a file with %d lines", a.start, a.end, total))
	case win.Last < total:
		win.Bottom = window.StopAsked
	}
	r := &Result{
		Tool: t.Name(), Window: win,
		write: content(o, words, func(s *sink) { s.excerpt(o, win) }),
	}
	if a.ranged && end < total {
		r.NextArgs = withArg(args, []string{"line_range", "start"}, strconv.FormatInt(end+1, 10))
		r.NextArgs = withArg(r.NextArgs, []string{"line_range", "end"}, strconv.FormatInt(min(end+end-start+1, total), 10))
	}
	return r, nil
}
