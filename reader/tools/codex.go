package tools

import (
	"context"
	"errors"
	"math"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"

	"eyeline/reader/tools/serdejson"
	"eyeline/reader/window"
)

// codex is the read_file tool with slice and indentation modes (CONTRACTS.md §1).
type codex struct{ *definition }

func newCodex() Tool {
	block := []Mode{ModeBlock}
	return codex{define("codex", "read_file with slice and indentation modes", []Mode{ModeSlice, ModeBlock}, []Param{
		{
			Path: []string{"file_path"}, Type: TypeString, Required: true, IsFile: true,
			Help: "file to read, an absolute path",
		},
		{
			Path: []string{"offset"}, Flag: "offset", Type: TypeInteger, Default: int64(1),
			Help: "number of the first line, 1-based",
		},
		{
			Path: []string{"limit"}, Flag: "limit", Type: TypeInteger, Default: int64(2000),
			Help: "number of lines at most",
		},
		{
			Path: []string{"mode"}, Flag: "mode", Type: TypeChoice, Default: "slice",
			Choices: []string{"slice", "indentation"}, Help: "slice, or the indentation block around an anchor line",
		},
		{
			Path: []string{"indentation", "anchor_line"}, Flag: "anchor-line", Type: TypeInteger, Modes: block,
			Help: "number of the line that the block grows from, 1-based (default: offset)",
		},
		{
			Path: []string{"indentation", "max_levels"}, Flag: "max-levels", Type: TypeInteger, Default: int64(0), Modes: block,
			Help: "levels of four columns to go out from the anchor's indent, 0 for no bound",
		},
		{
			Path: []string{"indentation", "include_siblings"}, Flag: "include-siblings", Type: TypeBoolean, Default: false, Modes: block,
			Help: "take all blocks at the outermost level",
		},
		{
			Path: []string{"indentation", "include_header"}, Flag: "include-header", Type: TypeBoolean, Default: true, Modes: block,
			Help: "take the comment lines above the block's first line",
		},
		{
			Path: []string{"indentation", "max_lines"}, Flag: "max-lines", Type: TypeInteger, Modes: block,
			Help: "number of lines at most, besides limit (default: limit)",
		},
	})}
}

// codexPrefix stands before the reason why a file cannot be opened or read.
const codexPrefix = "failed to read file: "

// errNUL is the reason why a path with a NUL byte cannot be opened.
var errNUL = errors.New("file name contained an unexpected NUL byte")

func codexWording(path string) wording {
	return func(err error) string {
		var special *specialFileError
		switch {
		case errors.Is(err, errDirectory):
			return codexPrefix + osErrorText(syscall.EISDIR)
		case errors.As(err, &special):
			return codexPrefix + path + " " + special.Error()
		}
		return codexPrefix + osErrorText(err)
	}
}

func (t codex) Read(ctx context.Context, env Env, args []byte) (*Result, error) {
	a, err := serdejson.ParseReadFileArgs(args)
	if err != nil {
		return nil, refuse("failed to parse function arguments: " + err.Error())
	}
	if err := checkCodex(a, env.Stream != nil); err != nil {
		return nil, err
	}
	words := codexWording(a.FilePath)
	r, err := readFile(ctx, func() (*opened, error) { return openUnconfined(ctx, env, a.FilePath) },
		func(o *opened) (*Result, error) {
			if a.Mode == serdejson.ModeIndentation {
				return t.block(ctx, env, o, a, words)
			}
			return t.slice(ctx, o, a, args, words)
		})
	return r, words.of(err)
}

// checkCodex makes the checks 2 to 5 of the contract. A stream has no path that could be absolute.
func checkCodex(a serdejson.Args, stream bool) error {
	block := a.Mode == serdejson.ModeIndentation && a.Indentation != nil
	switch {
	case a.Offset == 0:
		return refuse("offset must be a 1-indexed line number")
	case a.Limit == 0:
		return refuse("limit must be greater than zero")
	case !stream && !isAbsolute(a.FilePath):
		return refuse("file_path must be an absolute path")
	case block && a.Indentation.AnchorLine != nil && *a.Indentation.AnchorLine == 0:
		return refuse("anchor_line must be a 1-indexed line number")
	case block && a.Indentation.MaxLines != nil && *a.Indentation.MaxLines == 0:
		return refuse("max_lines must be greater than zero")
	}
	return nil
}

// isAbsolute also takes a NUL byte, which opening refuses later.
func isAbsolute(path string) bool { return filepath.IsAbs(path) }

// openUnconfined opens any file of the system.
func openUnconfined(ctx context.Context, env Env, path string) (*opened, error) {
	if env.Stream != nil {
		return openStream(env), nil
	}
	if strings.IndexByte(path, 0) >= 0 {
		return nil, errNUL
	}
	// A device is not even opened: that alone can make it do something.
	if fi, err := os.Stat(path); err == nil && !fi.IsDir() && !fi.Mode().IsRegular() && !isNullDevice(fi) {
		return nil, &specialFileError{specialKind(fi.Mode())}
	}
	f, err := os.OpenFile(path, openFlags, 0)
	if err != nil {
		return nil, err
	}
	return openRegular(ctx, env, f)
}

// line is a line number, or a number of lines, as the selectors take it.
func line(n uint64) int64 {
	return int64(min(n, math.MaxInt64))
}

func (t codex) slice(ctx context.Context, o *opened, a serdejson.Args, args []byte, words wording) (*Result, error) {
	win, err := window.SliceOf(ctx, o, o.index, line(a.Offset), line(a.Limit))
	if err != nil {
		return nil, err
	}
	if win.First == 0 {
		return nil, refuse("offset exceeds file length")
	}
	r := t.result(o, win, words)
	if win.End < o.Size() {
		next := strconv.FormatUint(a.Offset+a.Limit, 10)
		r.NextArgs = withArg(t.objectArgs(a, args), []string{"offset"}, next)
	}
	return r, nil
}

func (t codex) block(ctx context.Context, env Env, o *opened, a serdejson.Args, words wording) (*Result, error) {
	opt := window.BlockOptions{
		Anchor: line(a.Offset), Limit: line(a.Limit), MaxLines: line(a.Limit), IncludeHeader: true, Explain: env.Explain,
	}
	if in := a.Indentation; in != nil {
		opt.MaxLevels, opt.IncludeSiblings, opt.IncludeHeader = line(in.MaxLevels), in.IncludeSiblings, in.IncludeHeader
		if in.AnchorLine != nil {
			opt.Anchor = line(*in.AnchorLine)
		}
		if in.MaxLines != nil {
			opt.MaxLines = line(*in.MaxLines)
		}
	}
	win, err := window.BlockOf(ctx, o, o.index, opt)
	if errors.Is(err, window.ErrPastEnd) {
		return nil, refuse("anchor_line exceeds file length")
	}
	if err != nil {
		return nil, err
	}
	return t.result(o, win, words), nil
}

func (t codex) result(o *opened, win window.Window, words wording) *Result {
	return &Result{
		Tool: t.Name(), Window: win,
		write: content(o, words, func(s *sink) { s.lines(o, win, codexLines) }),
	}
}

// objectArgs is args as an object: serde lets an array of the fields' values stand for it.
func (t codex) objectArgs(a serdejson.Args, args []byte) []byte {
	if jsonKind(args) == "an object" {
		return args
	}
	return BuildArgs(t, a.FilePath, map[string]any{"offset": a.Offset, "limit": a.Limit})
}
