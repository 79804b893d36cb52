package tools

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"strconv"
	"strings"

	"eyeline/reader/window"
)

// sage is the Claude-Code-style Read tool (CONTRACTS.md §2).
type sage struct{ *definition }

func newSage() Tool {
	return sage{define("sage", "Read, the Claude-Code-style reader", []Mode{ModeSlice}, []Param{
		{
			Path: []string{"file_path"}, Type: TypeString, Required: true, IsFile: true,
			Help: "file to read, relative to the root or absolute inside it",
		},
		{
			Path: []string{"offset"}, Flag: "offset", Type: TypeInteger, Default: int64(0),
			Help: "number of lines to skip, 0 for none",
		},
		{
			Path: []string{"limit"}, Flag: "limit", Type: TypeInteger, Default: int64(2000),
			Help: "number of lines at most, up to 10000",
		},
	})}
}

const (
	sageMaxLimit = 10000
	sageMaxBytes = 104857600
)

// sageArgs are the tool's arguments after its checks.
type sageArgs struct {
	path   string
	offset uint64 // lines to skip
	limit  int64
}

// parseSage reads the arguments. What is not a JSON object counts as an empty one.
func parseSage(data []byte) (sageArgs, error) {
	fields, _ := sageFields(data)
	path, ok := fields["file_path"].(string)
	if !ok {
		return sageArgs{}, refuse("Error: Missing 'file_path' parameter")
	}
	offset, limit := 0.0, 2000.0
	if n, ok := fields["offset"].(float64); ok {
		offset = n
	}
	if n, ok := fields["limit"].(float64); ok {
		limit = n
	}
	switch {
	case offset < 0:
		return sageArgs{}, refuse("Error: Offset must be non-negative")
	case math.Trunc(limit) <= 0:
		return sageArgs{}, refuse("Error: Limit must be greater than 0")
	case limit > sageMaxLimit:
		return sageArgs{}, refuse("Error: Limit cannot exceed 10000 lines")
	}
	a := sageArgs{path: path, offset: math.MaxUint64, limit: int64(limit)}
	if offset < math.MaxUint64 { // as a double: 2^64
		a.offset = uint64(offset)
	}
	return a, nil
}

// sageFields decodes the arguments. A number beyond the doubles is an error anywhere in them.
func sageFields(data []byte) (map[string]any, error) {
	if err := checkJSON(data); err != nil {
		return nil, err
	}
	var v any
	if err := json.Unmarshal(data, &v); err != nil {
		return nil, err
	}
	fields, ok := v.(map[string]any)
	if !ok {
		return nil, errors.New("not an object")
	}
	return fields, nil
}

func sageWording(env Env, path string) wording {
	return func(err error) string {
		var special *specialFileError
		var unopened *openError
		switch {
		case errors.Is(err, errOutside):
			return "Error: Access denied to path: " + resolvedPath(env.Root, path)
		case errors.Is(err, errNowhere):
			return "Error: File not found: " + path
		case errors.Is(err, errDirectory):
			return "Error: Path is a directory, not a file: " + path
		case errors.As(err, &special):
			return "Error: Path is " + special.kind + ", not a file: " + path
		case errors.Is(err, errChanged):
			return "Error: " + errChanged.Error()
		}
		if errors.As(err, &unopened) && unopened.size > sageMaxBytes { // the size is looked at before the permissions
			return sageTooLarge(unopened.size)
		}
		return "Error: " + osErrorText(err)
	}
}

func sageTooLarge(size int64) string {
	return fmt.Sprintf("Error: File too large to read: %d bytes. Use offset and limit parameters for large files.", size)
}

// resolvedPath is path joined to the root, with nothing in it resolved any further.
func resolvedPath(root, path string) string {
	if filepath.IsAbs(path) {
		return path
	}
	if !filepath.IsAbs(root) {
		if abs, err := filepath.Abs(root); err == nil {
			root = abs
		}
	}
	if root == "" || !os.IsPathSeparator(root[len(root)-1]) {
		root += string(filepath.Separator)
	}
	return root + path
}

func (t sage) Read(ctx context.Context, env Env, args []byte) (*Result, error) {
	a, err := parseSage(args)
	if err != nil {
		return nil, err
	}
	words := sageWording(env, a.path)
	r, err := readFile(ctx, func() (*opened, error) { return openConfined(ctx, env, a.path) },
		func(o *opened) (*Result, error) { return t.read(ctx, o, a, args, words) })
	return r, words.of(err)
}

func (t sage) read(ctx context.Context, o *opened, a sageArgs, args []byte, words wording) (*Result, error) {
	if o.Size() > sageMaxBytes {
		return nil, refuse(sageTooLarge(o.Size()))
	}
	if notice := sageNotice(a.path, o.Size()); notice != "" {
		return t.notice(o, words, notice), nil
	}
	found, err := scanText(ctx, o, line(a.offset), a.limit)
	if err != nil {
		return nil, err
	}
	if !found.valid {
		return t.notice(o, words, fmt.Sprintf(
			"[Binary file detected: %s]\n\nFile contains non-UTF8 data and cannot be displayed as text.\nFile size: %d bytes",
			a.path, o.Size())), nil
	}
	win := found.window
	if win.TotalLines > 0 && win.First == 0 {
		return nil, refuse(fmt.Sprintf("Error: Offset %d exceeds total lines %d in file", a.offset, win.TotalLines))
	}
	r := &Result{
		Tool: t.Name(), Window: win,
		Metadata: &Metadata{
			FilePath: a.path, TotalLines: win.TotalLines, LinesRead: win.Lines(),
			StartLine: win.First, EndLine: win.Last, Truncated: win.Last < win.TotalLines,
		},
	}
	r.write = content(o, words, func(s *sink) {
		s.lines(o, win, sageLines)
		if win.Last < win.TotalLines {
			s.str(fmt.Sprintf("\n\n[Content truncated: showing lines %d-%d of %d total lines. Use offset parameter to read more.]",
				win.First, win.Last, win.TotalLines))
			s.stats.NoticeLines = 2
		}
	})
	if win.Last < win.TotalLines {
		r.NextArgs = withArg(args, []string{"offset"}, strconv.FormatInt(win.Last, 10))
	}
	return r, nil
}

func (t sage) notice(o *opened, words wording, body string) *Result {
	return &Result{
		Tool: t.Name(), Window: window.Window{Kind: window.Notice, TotalLines: -1},
		write: text(o, words, body, int64(strings.Count(body, "\n"))+1),
	}
}

// sageNotice is the text that stands for a file whose name says that it is no text; "" for any other.
func sageNotice(path string, size int64) string {
	ext := extension(path)
	switch strings.ToLower(ext) {
	case "png", "jpg", "jpeg", "gif", "bmp", "ico", "webp", "svg":
		return fmt.Sprintf("[Image file detected: %s]\n\nThis is a %s image file. Binary content cannot be displayed as text.\nFile size: %d bytes",
			path, strings.ToUpper(ext), size)
	case "pdf":
		return fmt.Sprintf("[PDF file detected: %s]\n\nThis is a PDF file. Binary content cannot be displayed as text.\nFile size: %d bytes\n\n"+
			"To extract text from PDF, consider using a dedicated PDF processing tool.", path, size)
	case "exe", "dll", "so", "dylib", "bin", "zip", "tar", "gz", "rar", "7z":
		return fmt.Sprintf("[Binary file detected: %s]\n\nThis is a binary %s file. Content cannot be displayed as text.\nFile size: %d bytes",
			path, strings.ToUpper(ext), size)
	}
	return ""
}

// extension is what follows the last dot of the file's name; "" when the name begins with that dot, or has none.
func extension(path string) string {
	name := filepath.Base(path)
	dot := strings.LastIndexByte(name, '.')
	if dot <= 0 {
		return ""
	}
	return name[dot+1:]
}
