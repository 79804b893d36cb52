// Package bytewindow, which changes without notice, is the read_file tool with byte windows rounded to lines.
package bytewindow

import (
	"context"
	"encoding/json"
	"fmt"
	"math"

	"eyeline/reader/internal/param"
	"eyeline/reader/internal/readback"
	"eyeline/reader/lineindex"
	"eyeline/reader/ospath"
	"eyeline/reader/tools"
	"eyeline/reader/tools/agents/openfile"
	"eyeline/reader/window"
)

// defaultWindow is the length of a byte window when none is asked for, in bytes.
const defaultWindow = 65536

// Tool is the read_file tool with byte windows rounded to lines (CONTRACTS.md §4).
var Tool = &tools.Tool{
	Language: ospath.RustStd,
	Name:     "byte_window", Title: "read_file with byte windows rounded to lines",
	Origin: tools.Origin{
		Agent: "byte_window", Version: "1", Date: "2026-11-21", How: tools.ByContract, Use: tools.Rare,
	},
	Recorded: []string{"read_file"},
	Silence:  tools.SilentAsAsked,
	Caps: tools.Caps{
		Output: tools.Cap{Most: defaultWindow, Of: "of a byte window", Flag: "max-bytes", Max: window.MaxByteWindow},
		Whole:  tools.Cap{Most: 16 << 10, Flag: "start-line", Over: tools.OverOutline},
	},
	Kinds: tools.Kinds{
		Empty: tools.GivesNothing, Image: tools.GivesText, PDF: tools.GivesText, Binary: tools.GivesText,
	},
	Paths: tools.PathConfined,
	Run:   run,
	Words: openfile.WordsFor,
	Parse: readback.ByArgument("", "start_line"),
	Windows: []tools.WindowParams{
		{Mode: tools.ModeSlice, At: "start-line", Base: 1, Last: "end-line", Size0: 2000, Beyond: true},
		{
			Mode: tools.ModeBytes, At: "start-byte", Size: "max-bytes", Size0: defaultWindow, Max: window.MaxByteWindow,
			Needs: tools.Values{"start-byte": int64(0)},
		},
	},
	Params: []tools.Param{
		param.File("path", "file to read, relative to the root or absolute inside it"),
		param.InModes(
			param.Number("start_line", "number of the first line, 1-based (default with --end-line: 1)"),
			param.SliceOnly,
		),
		param.InModes(param.Number(
			"end_line", "number of the last line, inclusive (default with --start-line: the last line)",
		), param.SliceOnly),
		param.InModes(param.Number(
			"start_byte", "byte offset in the window's first line, 0-based (default with --max-bytes: 0)",
		), param.BytesOnly),
		param.InModes(param.Number(
			"max_bytes", "length of the window in bytes, up to 262144 (default with --start-byte: 65536)",
		), param.BytesOnly),
	},
}

// windowArguments are the tool's arguments.
type windowArguments struct {
	path               string
	startLine, endLine *int64
	startByte          uint64
	maxBytes           uint64
	hasStart, hasMax   bool
}

func parseArgs(data []byte) (windowArguments, error) {
	fields, err := tools.ParseObject(data)
	if err != nil {
		return windowArguments{}, err
	}

	var a windowArguments
	if a.path, err = fields.Str("path"); err != nil {
		return windowArguments{}, err
	}

	for _, f := range []struct {
		name string
		to   **int64
	}{{"start_line", &a.startLine}, {"end_line", &a.endLine}} {
		if !fields.Present(f.name) {
			continue
		}

		n, err := fields.Integer(f.name, f.name)
		if err != nil {
			return windowArguments{}, err
		}

		v := n.Clamp()
		*f.to = &v
	}

	if a.startByte, a.hasStart, err = fields.Unsigned("start_byte", math.MaxUint64); err != nil {
		return windowArguments{}, err
	}

	a.maxBytes, a.hasMax, err = fields.Unsigned("max_bytes", math.MaxUint32)
	return a, err
}

func run(ctx context.Context, env tools.Env, args []byte) (*tools.Result, error) {
	a, err := parseArgs(args)
	if err != nil {
		return nil, openfile.RefuseArgs(err)
	}

	return tools.ReadPath(ctx, env, tools.PathConfined, a.path, env.Wording(a.path), func(
		o *tools.File,
	) (*tools.Result, error) {
		switch {
		case a.startLine != nil || a.endLine != nil:
			return sliceOf(o, a), nil
		case a.hasStart || a.hasMax:
			return bytesOf(o, a)
		case o.Size() <= o.Caps().Whole.Most:
			return wholeFile(o), nil
		}

		return outlineOf(o, a), nil
	})
}

func sliceOf(o *tools.File, a windowArguments) *tools.Result {
	first := int64(1)
	count := int64(math.MaxInt64)
	if a.startLine != nil {
		first = max(*a.startLine, 1)
	}

	if a.endLine != nil {
		count = max(*a.endLine, first) - first
		if count < math.MaxInt64 {
			count++
		}
	}

	win := o.Slice(first, count)
	var next json.RawMessage
	if win.First > 0 && win.End < o.Size() {
		last := first + count - 1
		next = tools.Set(o.Args, "start_line", last+1, "end_line", last+min(count, math.MaxInt64-last))
	}

	return result(o, win, next)
}

func bytesOf(o *tools.File, a windowArguments) (*tools.Result, error) {
	caps := o.Tool.Caps.Output
	length := uint64(caps.Most)
	if a.hasMax {
		if a.maxBytes == 0 {
			return nil, tools.Refuse("max_bytes must be greater than zero")
		}
		length = min(a.maxBytes, uint64(caps.Max))
	}

	win, err := window.ByteRangeOf(o.Context(), o, o.Index, tools.Clamp(a.startByte), int64(length), caps.Max)
	if err != nil {
		return nil, err
	}

	header := fmt.Sprintf("[start_byte=%d end_byte=%d file_bytes=%d", win.Start, win.End, o.Size())
	if a.maxBytes > uint64(caps.Max) {
		header += fmt.Sprintf(" clamped_from=%d", a.maxBytes)
	}
	if win.Partial {
		header += fmt.Sprintf(" partial_line=%d-%d", win.LineStart, win.LineEnd)
	}

	var next json.RawMessage
	if win.End == o.Size() {
		header += " eof]\n"
	} else {
		header += fmt.Sprintf(" next_start_byte=%d]\n", win.End)
		next = tools.Set(o.Args, "start_byte", win.End)
	}

	return (&tools.Result{Window: win, NextArgs: next}).Content(o, func(s *tools.Sink) {
		s.Str(header)
		s.Excerpt(o, win.Start, win.End)
	}), nil
}

func wholeFile(o *tools.File) *tools.Result {
	n, err := lineindex.CountLines(o.Context(), o)
	o.Fail(err)
	win := window.Window{
		Kind: window.Whole, End: o.Size(), First: min(n, 1), Last: n, TotalLines: n,
		Top: window.StopFile, Bottom: window.StopFile,
	}
	return result(o, win, nil)
}

func result(o *tools.File, win window.Window, next json.RawMessage) *tools.Result {
	r := &tools.Result{Window: win, Silent: win.End < o.Size(), NextArgs: next}
	return r.Content(o, func(s *tools.Sink) { s.Excerpt(o, win.Start, win.End) })
}
