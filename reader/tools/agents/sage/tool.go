// Package sage, which changes without notice, is the Claude-Code-style Read tool.
package sage

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"strconv"
	"strings"

	"eyeline/reader/access"
	"eyeline/reader/internal/param"
	"eyeline/reader/internal/runtime/node"
	"eyeline/reader/internal/textfile"
	"eyeline/reader/ospath"
	"eyeline/reader/tools"
)

const maxLimit = 10000

// Tool is the Claude-Code-style Read tool (CONTRACTS.md §2).
var Tool = &tools.Tool{
	Name: "sage", Title: "Read, the Claude-Code-style reader",
	Origin:   tools.Origin{Agent: "Sage", Version: "1", Date: "2026-11-21", How: tools.ByContract, Use: tools.Rare},
	Recorded: []string{"Read"},
	Caps: tools.Caps{
		Lines: tools.Cap{Most: 2000, Flag: "limit", Max: maxLimit},
		File:  tools.Cap{Most: 100 << 20, Over: tools.OverRefused},
	},
	Kinds: tools.Kinds{
		Empty: tools.GivesNothing, Image: tools.GivesNotice, PDF: tools.GivesNotice, Binary: tools.GivesNotice,
	},
	Paths: tools.PathConfined,
	Lines: lineFormat,
	Run:   tools.RunWith(parseArgs, run),
	Words: wordsFor,
	Windows: []tools.WindowParams{{
		Mode: tools.ModeSlice, At: "offset", Base: 0, Size: "limit", Size0: 2000, Max: maxLimit,
	}},
	Params: []tools.Param{
		param.File("file_path", "file to read, relative to the root or absolute inside it"),
		param.Default("offset", 0, "number of lines to skip, 0 for none"),
		param.Default("limit", 2000, "number of lines at most, up to 10000"),
	},
}

// lineFormat: the number right-aligned to 6 and "→" before a line, cut at 2000 characters.
var lineFormat = &tools.LineFormat{
	Prefix: tools.Numbered(6, "→"),
	Limit:  2000, Unit: tools.Runes, Whole: true,
	Mark: func(dst []byte, l tools.Line) []byte {
		dst = append(dst, "... [line truncated, "...)
		dst = strconv.AppendInt(dst, l.Length, 10)
		return append(dst, " chars total]"...)
	},
}

// readArguments are the tool's arguments after its checks.
type readArguments struct {
	path   string
	offset uint64 // lines to skip
	limit  int64
}

// parseArgs parses the arguments. Anything but a JSON object counts as an empty one.
func parseArgs(env tools.Env, data []byte) (readArguments, error) {
	fields := decodeArgs(data)
	path, ok := fields["file_path"].(string)
	if !ok {
		return readArguments{}, tools.Refuse("Error: Missing 'file_path' parameter")
	}

	offset := 0.0
	limit := float64(env.Caps().Lines.Most)
	if n, ok := fields["offset"].(float64); ok {
		offset = n
	}
	if n, ok := fields["limit"].(float64); ok {
		limit = n
	}

	switch {
	case offset < 0:
		return readArguments{}, tools.Refuse("Error: Offset must be non-negative")
	case math.Trunc(limit) <= 0:
		return readArguments{}, tools.Refuse("Error: Limit must be greater than 0")
	case limit > float64(env.Caps().Lines.Max):
		return readArguments{}, tools.Refuse("Error: Limit cannot exceed 10000 lines")
	}

	a := readArguments{path: path, offset: math.MaxUint64, limit: int64(limit)}
	if offset < math.MaxUint64 { // it rounds to 2^64
		a.offset = uint64(offset)
	}

	return a, nil
}

// decodeArgs decodes the arguments. A number beyond the doubles is an error anywhere in them.
func decodeArgs(data []byte) (fields map[string]any) {
	var v any
	if tools.CheckJSON(data) == nil && json.Unmarshal(data, &v) == nil {
		fields, _ = v.(map[string]any)
	}
	return fields
}

func wordsFor(env tools.Env, path string, err error) string {
	special, isSpecial := errors.AsType[*access.SpecialError](err)
	switch {
	case errors.Is(err, access.ErrOutside):
		return "Error: Access denied to path: " + env.Abs(path)
	case errors.Is(err, access.ErrNowhere):
		return "Error: File not found: " + path
	case errors.Is(err, access.ErrDirectory):
		return "Error: Path is a directory, not a file: " + path
	case isSpecial:
		return "Error: Path is " + special.Noun() + ", not a file: " + path
	case errors.Is(err, access.ErrChanged):
		return "Error: " + access.ErrChanged.Error()
	}

	// The size is checked before the permissions.
	if unopened, ok := errors.AsType[*access.OpenError](err); ok && unopened.Size > env.Caps().File.Most {
		return tooLarge(unopened.Size)
	}

	return "Error: " + access.Text(err)
}

func tooLarge(size int64) string {
	return fmt.Sprintf(
		"Error: File too large to read: %d bytes. Use offset and limit parameters for large files.", size,
	)
}

func run(ctx context.Context, env tools.Env, a readArguments) (*tools.Result, error) {
	return tools.ReadPath(ctx, env, tools.PathConfined, a.path, env.Wording(a.path), func(
		o *tools.File,
	) (*tools.Result, error) {
		return read(o, a)
	})
}

func read(o *tools.File, a readArguments) (*tools.Result, error) {
	if o.Size() > o.Caps().File.Most {
		return nil, tools.Refuse(tooLarge(o.Size()))
	}

	if notice := noticeFor(o.System(), a.path, o.Size()); notice != "" {
		return tools.Notice(o, notice), nil
	}

	found := o.Scan(textfile.Search{
		Form: textfile.CRLF, First: min(tools.Clamp(a.offset), math.MaxInt64-1) + 1, Count: a.limit, Total: true,
		Valid: true,
	})
	if found.Invalid {
		return tools.Notice(o, fmt.Sprintf(
			"[Binary file detected: %s]\n\nFile contains non-UTF8 data and cannot be displayed as text.\n"+
				"File size: %d bytes",
			a.path, o.Size())), nil
	}

	win := found.Window(o.Size())
	if win.TotalLines > 0 && win.First == 0 {
		return nil, tools.Refuse(
			fmt.Sprintf("Error: Offset %d exceeds total lines %d in file", a.offset, win.TotalLines),
		)
	}

	facts := &metadata{
		FilePath: a.path, TotalLines: win.TotalLines, LinesRead: win.Lines(),
		StartLine: win.First, EndLine: win.Last, Truncated: win.Last < win.TotalLines,
	}
	var next json.RawMessage
	left := int64(0)
	if facts.Truncated {
		next = tools.Set(o.Args, "offset", win.Last)
		left = tools.CallsFor(win.TotalLines-win.Last, a.limit)
	}

	r := &tools.Result{Window: win, Metadata: facts, NextArgs: next, CallsLeft: left}
	return r.Content(o, func(s *tools.Sink) {
		s.WriteLines(o, tools.LinesOf(win, o.Tool.Lines))
		if win.Last < win.TotalLines {
			s.Notice(fmt.Sprintf("\n\n[Content truncated: showing lines %d-%d of %d total lines. Use offset "+
				"parameter to read more.]",
				win.First, win.Last, win.TotalLines))
		}
	}), nil
}

// metadata is what the tool returns besides its content.
type metadata struct {
	FilePath   string `json:"file_path"`
	TotalLines int64  `json:"total_lines"`
	LinesRead  int64  `json:"lines_read"`
	StartLine  int64  `json:"start_line"`
	EndLine    int64  `json:"end_line"`
	Truncated  bool   `json:"truncated"`
}

// noticeFor returns the text about a file that is not text by its name; "" for any other.
func noticeFor(system ospath.System, path string, size int64) string {
	ext := node.Extension(system, path)
	switch ext {
	case "png", "jpg", "jpeg", "gif", "bmp", "ico", "webp", "svg":
		return fmt.Sprintf("[Image file detected: %s]\n\nThis is a %s image file. Binary content cannot be displayed "+
			"as text.\nFile size: %d bytes",
			path, strings.ToUpper(ext), size)
	case "pdf":
		return fmt.Sprintf("[PDF file detected: %s]\n\nThis is a PDF file. Binary content cannot be displayed as "+
			"text.\nFile size: %d bytes\n\nTo extract text from PDF, consider using a dedicated PDF processing tool.",
			path, size)
	case "exe", "dll", "so", "dylib", "bin", "zip", "tar", "gz", "rar", "7z":
		return fmt.Sprintf("[Binary file detected: %s]\n\nThis is a binary %s file. Content cannot be displayed as "+
			"text.\nFile size: %d bytes",
			path, strings.ToUpper(ext), size)
	}

	return ""
}
