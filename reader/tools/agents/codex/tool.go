// Package codex, which changes without notice, is the read_file that Codex dropped in March 2026.
package codex

import (
	"context"
	"encoding/json"
	"errors"
	"strconv"

	"eyeline/reader/access"
	"eyeline/reader/internal/param"
	"eyeline/reader/ospath"
	"eyeline/reader/tools"
	"eyeline/reader/window"
)

// Tool is Codex's read_file tool with slice and indentation modes (CONTRACTS.md §1), which Codex dropped in March 2026.
var Tool = &tools.Tool{
	Language: ospath.RustStd,
	Name:     "codex", Title: "read_file with slice and indentation modes",
	Origin: tools.Origin{
		Agent: "Codex", Version: "until March 2026", Date: "2026-11-21", How: tools.ByContract, Use: tools.Ended,
	},
	Recorded: []string{"read_file"},
	Caps:     Caps,
	Kinds: tools.Kinds{
		Empty: tools.GivesRefusal, Image: tools.GivesText, PDF: tools.GivesText, Binary: tools.GivesText,
	},
	Policy:  tools.Policy{Array: true},
	Paths:   tools.PathAbsolute,
	Silence: tools.SilentAtLimit,
	Lines:   LineFormat,
	Run:     run,
	Words:   wordsFor,
	Windows: param.IndentationPlaces(2000),
	Params: append([]tools.Param{
		param.File("file_path", "file to read, an absolute path"),
		param.Default("offset", 1, "number of the first line, 1-based"),
		param.Default("limit", 2000, "number of lines at most"),
		param.Mode,
	}, param.Indentation...),
}

// Caps are the limits of one call.
var Caps = tools.Caps{Lines: tools.Cap{Most: 2000, Flag: "limit"}}

// LineFormat: "L{n}: " before a line, cut at 500 bytes without a mark.
var LineFormat = &tools.LineFormat{
	Prefix: func(dst []byte, l tools.Line) []byte {
		return append(strconv.AppendInt(append(dst, 'L'), l.Number, 10), ": "...)
	},
	Limit: 500, Unit: tools.Bytes,
}

// failedPrefix precedes the reason why a file cannot be opened or read.
const failedPrefix = "failed to read file: "

func wordsFor(env tools.Env, path string, err error) string {
	special, ok := errors.AsType[*access.SpecialError](err)
	switch {
	case errors.Is(err, access.ErrDirectory):
		return failedPrefix + access.Text(env.DirectoryError())
	case ok:
		return failedPrefix + path + " " + special.Error()
	}
	return failedPrefix + access.Text(err)
}

func run(ctx context.Context, env tools.Env, args []byte) (*tools.Result, error) {
	a, err := parseArgs(args, env.Caps().Lines.Most, env.Tool.Policy)
	if err != nil {
		return nil, tools.Refuse("failed to parse function arguments: " + err.Error())
	}
	if err := check(env, a); err != nil {
		return nil, err
	}

	return tools.ReadPath(ctx, env, tools.PathAbsolute, a.Path, env.Wording(a.Path), func(
		o *tools.File,
	) (*tools.Result, error) {
		if a.ByIndentation {
			return block(env, o, a)
		}
		return slice(o, a)
	})
}

// check makes the checks 2 to 5 of the contract. A stream has no path that could be absolute.
func check(env tools.Env, a Args) error {
	block := a.ByIndentation && a.Indentation != nil
	switch {
	case a.Offset == 0:
		return tools.Refuse("offset must be a 1-indexed line number")
	case a.Limit == 0:
		return tools.Refuse("limit must be greater than zero")
	case env.Stream == nil && !env.Path().IsAbs(a.Path):
		return tools.Refuse("file_path must be an absolute path")
	case block && a.Indentation.AnchorLine != nil && *a.Indentation.AnchorLine == 0:
		return tools.Refuse("anchor_line must be a 1-indexed line number")
	case block && a.Indentation.MaxLines != nil && *a.Indentation.MaxLines == 0:
		return tools.Refuse("max_lines must be greater than zero")
	}

	return nil
}

func slice(o *tools.File, a Args) (*tools.Result, error) {
	win := o.Slice(tools.Clamp(a.Offset), tools.Clamp(a.Limit))
	if win.First == 0 {
		return nil, tools.Refuse("offset exceeds file length")
	}
	var next json.RawMessage
	if win.End < o.Size() {
		next = Next(o.Tool, a, o.Args)
	}
	return result(o, win, next), nil
}

func block(env tools.Env, o *tools.File, a Args) (*tools.Result, error) {
	win, err := window.BlockOf(o.Context(), o, o.Index, BlockOptions(a, env.Explain))
	if errors.Is(err, window.ErrPastEnd) {
		return nil, tools.Refuse("anchor_line exceeds file length")
	}
	if err != nil {
		return nil, err
	}
	return result(o, win, nil), nil
}

// BlockOptions translates arguments to those of a block. explain asks for the reasons of its bounds.
func BlockOptions(a Args, explain bool) window.BlockOptions {
	opt := window.BlockOptions{
		Anchor: tools.Clamp(a.Offset), Limit: tools.Clamp(a.Limit), MaxLines: tools.Clamp(a.Limit),
		IncludeHeader: true, Explain: explain,
	}
	if in := a.Indentation; in != nil {
		opt.MaxLevels = tools.Clamp(in.MaxLevels)
		opt.IncludeSiblings = in.IncludeSiblings
		opt.IncludeHeader = in.IncludeHeader
		if in.AnchorLine != nil {
			opt.Anchor = tools.Clamp(*in.AnchorLine)
		}
		if in.MaxLines != nil {
			opt.MaxLines = tools.Clamp(*in.MaxLines)
		}
	}

	return opt
}

func result(o *tools.File, win window.Window, next json.RawMessage) *tools.Result {
	r := &tools.Result{Window: win, Silent: win.End < o.Size(), NextArgs: next}
	return r.Content(o, func(s *tools.Sink) { s.WriteLines(o, tools.LinesOf(win, o.Tool.Lines)) })
}

// Next returns the call that reads on after a slice. For serde, an array of the fields' values counts as the object.
func Next(t *tools.Tool, a Args, args []byte) json.RawMessage {
	next := strconv.FormatUint(a.Offset+a.Limit, 10)
	if set := tools.SetArg(args, []string{"offset"}, next); set != nil {
		return set
	}
	return tools.BuildArgs(t, a.Path, tools.Values{"offset": a.Offset + a.Limit, "limit": a.Limit})
}
