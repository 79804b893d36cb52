package tools

import (
	"context"
	"fmt"
	"math"
	"strconv"

	"eyeline/reader/lineindex"
	"eyeline/reader/window"
)

// byteWindow is the read_file tool with byte windows rounded to lines (CONTRACTS.md §4).
type byteWindow struct{ *definition }

func newByteWindow() Tool {
	slice, bytes := []Mode{ModeSlice}, []Mode{ModeBytes}
	return byteWindow{define("byte_window", "read_file with byte windows rounded to lines", []Mode{ModeSlice, ModeBytes}, []Param{
		{
			Path: []string{"path"}, Type: TypeString, Required: true, IsFile: true,
			Help: "file to read, relative to the root or absolute inside it",
		},
		{
			Path: []string{"start_line"}, Flag: "start-line", Type: TypeInteger, Modes: slice,
			Help: "number of the first line, 1-based (default with --end-line: 1)",
		},
		{
			Path: []string{"end_line"}, Flag: "end-line", Type: TypeInteger, Modes: slice,
			Help: "number of the last line, inclusive (default with --start-line: the last line)",
		},
		{
			Path: []string{"start_byte"}, Flag: "start-byte", Type: TypeInteger, Modes: bytes,
			Help: "byte offset in the window's first line, 0-based (default with --max-bytes: 0)",
		},
		{
			Path: []string{"max_bytes"}, Flag: "max-bytes", Type: TypeInteger, Modes: bytes,
			Help: "length of the window in bytes, up to 262144 (default with --start-byte: 65536)",
		},
	})}
}

const (
	defaultWindow = 65536 // length of a byte window when none is asked for, in bytes
	wholeFile     = 16384 // size of the largest file that is returned whole, in bytes
)

// byteWindowArgs are the tool's arguments.
type byteWindowArgs struct {
	path               string
	startLine, endLine *int64
	startByte          uint64
	maxBytes           uint64
	hasStart, hasMax   bool
}

func parseByteWindow(data []byte) (byteWindowArgs, error) {
	fields, err := parseObject(data)
	if err != nil {
		return byteWindowArgs{}, err
	}
	var a byteWindowArgs
	if a.path, err = fields.str("path"); err != nil {
		return byteWindowArgs{}, err
	}
	for _, f := range []struct {
		name string
		to   **int64
	}{{"start_line", &a.startLine}, {"end_line", &a.endLine}} {
		if !fields.present(f.name) {
			continue
		}
		n, err := fields.integer(f.name, f.name)
		if err != nil {
			return byteWindowArgs{}, err
		}
		v := n.clamp()
		*f.to = &v
	}
	if a.startByte, a.hasStart, err = fields.unsigned("start_byte", math.MaxUint64); err != nil {
		return byteWindowArgs{}, err
	}
	if a.maxBytes, a.hasMax, err = fields.unsigned("max_bytes", math.MaxUint32); err != nil {
		return byteWindowArgs{}, err
	}
	return a, nil
}

func (t byteWindow) Read(ctx context.Context, env Env, args []byte) (*Result, error) {
	a, err := parseByteWindow(args)
	if err != nil {
		return nil, refuseArgs(err)
	}
	words := workspaceWording(a.path)
	r, err := readFile(ctx, func() (*opened, error) { return openConfined(ctx, env, a.path) },
		func(o *opened) (*Result, error) {
			switch {
			case a.startLine != nil || a.endLine != nil:
				return t.lines(ctx, o, a, args, words)
			case a.hasStart || a.hasMax:
				return t.bytes(ctx, o, a, args, words)
			case o.Size() <= wholeFile:
				return t.whole(ctx, o, words)
			}
			return t.outline(ctx, o, a, words)
		})
	return r, words.of(err)
}

func (t byteWindow) lines(ctx context.Context, o *opened, a byteWindowArgs, args []byte, words wording) (*Result, error) {
	first, count := int64(1), int64(math.MaxInt64)
	if a.startLine != nil {
		first = max(*a.startLine, 1)
	}
	if a.endLine != nil {
		count = max(*a.endLine, first) - first
		if count < math.MaxInt64 {
			count++
		}
	}
	win, err := window.SliceOf(ctx, o, o.index, first, count)
	if err != nil {
		return nil, err
	}
	r := t.result(o, win, words)
	if win.First > 0 && win.End < o.Size() {
		last := first + count - 1
		r.NextArgs = withArg(args, []string{"start_line"}, strconv.FormatInt(last+1, 10))
		r.NextArgs = withArg(r.NextArgs, []string{"end_line"}, strconv.FormatInt(last+min(count, math.MaxInt64-last), 10))
	}
	return r, nil
}

func (t byteWindow) bytes(ctx context.Context, o *opened, a byteWindowArgs, args []byte, words wording) (*Result, error) {
	length := uint64(defaultWindow)
	if a.hasMax {
		if a.maxBytes == 0 {
			return nil, refuse("max_bytes must be greater than zero")
		}
		length = min(a.maxBytes, window.Hard)
	}
	win, err := window.ByteRangeOf(ctx, o, o.index, line(a.startByte), int64(length))
	if err != nil {
		return nil, err
	}
	header := fmt.Sprintf("[start_byte=%d end_byte=%d file_bytes=%d", win.Start, win.End, o.Size())
	if a.maxBytes > window.Hard {
		header += fmt.Sprintf(" clamped_from=%d", a.maxBytes)
	}
	if win.Partial {
		header += fmt.Sprintf(" partial_line=%d-%d", win.LineStart, win.LineEnd)
	}
	eof := win.End == o.Size()
	if eof {
		header += " eof]\n"
	} else {
		header += fmt.Sprintf(" next_start_byte=%d]\n", win.End)
	}
	r := &Result{
		Tool: t.Name(), Window: win,
		write: content(o, words, func(s *sink) {
			s.str(header)
			s.excerpt(o, win)
			if win.End > win.Start {
				s.stats.FirstContent = 1
			}
		}),
	}
	if !eof {
		r.NextArgs = withArg(args, []string{"start_byte"}, strconv.FormatInt(win.End, 10))
	}
	return r, nil
}

func (t byteWindow) whole(ctx context.Context, o *opened, words wording) (*Result, error) {
	n, err := lineindex.CountLines(ctx, o)
	if err != nil {
		return nil, err
	}
	win := window.Window{
		Kind: window.Whole, End: o.Size(), First: min(n, 1), Last: n, TotalLines: n,
		Top: window.StopFile, Bottom: window.StopFile,
	}
	return t.result(o, win, words), nil
}

func (t byteWindow) result(o *opened, win window.Window, words wording) *Result {
	return &Result{
		Tool: t.Name(), Window: win,
		write: content(o, words, func(s *sink) { s.excerpt(o, win) }),
	}
}
