package agents

import (
	"context"
	"encoding/json"
	"errors"
	"path/filepath"
	"strconv"
	"syscall"

	"eyeline/reader/access"
	"eyeline/reader/tools"
	"eyeline/reader/window"
)

// codex is Codex's read_file tool with slice and indentation modes (CONTRACTS.md §1), which Codex dropped in March 2026.
var codex = &tools.Tool{
	Name: "codex", Title: "read_file with slice and indentation modes",
	Since:    tools.Since{Agent: "Codex", Version: "until March 2026", Date: "2026-11-21", How: tools.ByContract},
	Recorded: []string{"read_file"},
	Caps:     codexCaps,
	Kinds:    tools.Kinds{Empty: tools.GivesRefusal, Image: tools.GivesText, PDF: tools.GivesText, Binary: tools.GivesText},
	Policy:   tools.Policy{Array: true},
	Paths:    tools.PathAbsolute,
	Silence:  tools.SilentAtLimit,
	Lines:    codexLines,
	Run:      readCodex,
	Words:    codexWords,
	Places:   indentationPlaces(2000),
	Params: append([]tools.Param{
		fileParam("file_path", "file to read, an absolute path"),
		defaultParam("offset", 1, "number of the first line, 1-based"),
		defaultParam("limit", 2000, "number of lines at most"),
		modeParam,
	}, indentationParams...),
}

var codexCaps = tools.Caps{Lines: tools.Cap{Most: 2000, Flag: "limit"}}

// codexLines: "L{n}: " before a line, cut at 500 bytes without a mark.
var codexLines = &tools.LineFormat{
	Prefix: func(dst []byte, l tools.Line) []byte {
		dst = append(dst, 'L')
		dst = strconv.AppendInt(dst, l.Number, 10)
		return append(dst, ": "...)
	},
	Even:  true,
	Limit: 500, Unit: tools.Bytes,
}

// codexPrefix precedes the reason why a file cannot be opened or read.
const codexPrefix = "failed to read file: "

func codexWords(_ tools.Env, path string, err error) string {
	var special *access.SpecialError
	switch {
	case errors.Is(err, access.ErrDirectory):
		return codexPrefix + access.Text(syscall.EISDIR)
	case errors.As(err, &special):
		return codexPrefix + path + " " + special.Error()
	}
	return codexPrefix + access.Text(err)
}

func readCodex(ctx context.Context, env tools.Env, args []byte) (*tools.Result, error) {
	a, err := parseCodexArgs(args, env.Tool.Caps.Lines.Most, env.Tool.Policy)
	if err != nil {
		return nil, tools.Refuse("failed to parse function arguments: " + err.Error())
	}
	if err := checkCodex(a, env.Stream != nil); err != nil {
		return nil, err
	}
	return tools.ReadPath(ctx, env, tools.PathAbsolute, a.path, env.Wording(a.path), func(o *tools.File) (*tools.Result, error) {
		if a.byIndentation {
			return codexBlock(ctx, env, o, a)
		}
		return codexSlice(ctx, o, a)
	})
}

// checkCodex makes the checks 2 to 5 of the contract. A stream has no path that could be absolute.
func checkCodex(a codexArgs, stream bool) error {
	block := a.byIndentation && a.indentation != nil
	switch {
	case a.offset == 0:
		return tools.Refuse("offset must be a 1-indexed line number")
	case a.limit == 0:
		return tools.Refuse("limit must be greater than zero")
	case !stream && !isAbsolute(a.path):
		return tools.Refuse("file_path must be an absolute path")
	case block && a.indentation.anchorLine != nil && *a.indentation.anchorLine == 0:
		return tools.Refuse("anchor_line must be a 1-indexed line number")
	case block && a.indentation.maxLines != nil && *a.indentation.maxLines == 0:
		return tools.Refuse("max_lines must be greater than zero")
	}
	return nil
}

// isAbsolute also takes a NUL byte, which opening refuses later.
func isAbsolute(path string) bool { return filepath.IsAbs(path) }

func codexSlice(ctx context.Context, o *tools.File, a codexArgs) (*tools.Result, error) {
	win, err := window.SliceOf(ctx, o, o.Index, tools.Clamp(a.offset), tools.Clamp(a.limit))
	if err != nil {
		return nil, err
	}
	if win.First == 0 {
		return nil, tools.Refuse("offset exceeds file length")
	}
	r := codexResult(o, win)
	if win.End < o.Size() {
		r.NextArgs = codexNext(o.Tool, a, o.Args)
	}
	return r, nil
}

func codexBlock(ctx context.Context, env tools.Env, o *tools.File, a codexArgs) (*tools.Result, error) {
	win, err := window.BlockOf(ctx, o, o.Index, codexBlockOptions(a, env.Explain))
	if errors.Is(err, window.ErrPastEnd) {
		return nil, tools.Refuse("anchor_line exceeds file length")
	}
	if err != nil {
		return nil, err
	}
	return codexResult(o, win), nil
}

func codexBlockOptions(a codexArgs, explain bool) window.BlockOptions {
	opt := window.BlockOptions{
		Anchor: tools.Clamp(a.offset), Limit: tools.Clamp(a.limit), MaxLines: tools.Clamp(a.limit), IncludeHeader: true, Explain: explain,
	}
	if in := a.indentation; in != nil {
		opt.MaxLevels, opt.IncludeSiblings, opt.IncludeHeader = tools.Clamp(in.maxLevels), in.includeSiblings, in.includeHeader
		if in.anchorLine != nil {
			opt.Anchor = tools.Clamp(*in.anchorLine)
		}
		if in.maxLines != nil {
			opt.MaxLines = tools.Clamp(*in.maxLines)
		}
	}
	return opt
}

func codexResult(o *tools.File, win window.Window) *tools.Result {
	r := &tools.Result{Window: win, Silent: win.End < o.Size()}
	return r.Content(o, func(s *tools.Sink) { s.WriteLines(o, tools.LinesOf(win, o.Tool.Lines)) })
}

// codexNext is the call that reads on after a slice. serde lets an array of the fields' values stand for the object.
func codexNext(t *tools.Tool, a codexArgs, args []byte) json.RawMessage {
	next := strconv.FormatUint(a.offset+a.limit, 10)
	if set := tools.SetArg(args, []string{"offset"}, next); set != nil {
		return set
	}
	return tools.BuildArgs(t, a.path, tools.Values{"offset": a.offset + a.limit, "limit": a.limit})
}
