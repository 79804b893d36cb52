// Package codexgrok, which changes without notice, is Codex's read_file as it lives on in Grok Build.
package codexgrok

import (
	"context"
	"encoding/json"
	"errors"

	"eyeline/reader/internal/datauri"
	"eyeline/reader/internal/serdejson"
	"eyeline/reader/internal/textfile"
	"eyeline/reader/ospath"
	"eyeline/reader/tools"
	"eyeline/reader/tools/agents/codex"
	"eyeline/reader/tools/agents/grokbuild"
	"eyeline/reader/window"
)

// Tool is the read_file of Codex as it lives on in Grok Build's preset "codex" (CONTRACT-codex_grok).
var Tool = &tools.Tool{
	Language: ospath.RustStd,
	Name:     "codex_grok", Title: "Codex's read_file in Grok Build",
	Origin:   tools.Origin{Agent: "Grok Build", Version: "1.0.41", Date: "2026-11-29", How: tools.Ran},
	Recorded: []string{"read_file"},
	Caps:     codex.Caps,
	Kinds: tools.Kinds{
		Empty: tools.GivesRefusal, Image: tools.GivesText, PDF: tools.GivesText, Binary: tools.GivesText,
	},
	Policy:  tools.Policy{Array: true},
	Paths:   tools.PathAbsolute,
	Silence: tools.SilentAtLimit,
	Lines:   codex.LineFormat,
	Run:     tools.RunWith(parseCall, run),
	Words: func(env tools.Env, path string, err error) string {
		return "Failed to read file: " + path + ", IO Error: " + grokbuild.OSError(env, env.Opening(path, err))
	},
	Windows: codex.Tool.Windows,
	Params:  codex.Tool.Params,
}

var (
	codexFields       = []string{"file_path", "offset", "limit", "mode", "indentation"}
	indentationFields = []string{"anchor_line", "max_levels", "include_siblings", "include_header", "max_lines"}
)

// call is a call with parsed arguments.
type call struct {
	codex.Args
	raw   []byte
	tail  string // follows every answer
	words tools.Wording
}

func parseCall(env tools.Env, raw []byte) (*call, error) {
	c := &call{raw: raw, Args: codex.Args{Offset: 1, Limit: uint64(env.Caps().Lines.Most)}}
	tail, err := grokbuild.Args("read_file", "CodexReadFileInput", env.Tool.Policy, raw, func(v serdejson.Value) error {
		return v.Struct("CodexReadFileInput", codexFields, 1, c.set)
	})
	c.tail = tail
	c.words = func(err error) string { return env.Tool.Words(env, c.Path, err) + tail }
	return c, err
}

func (c *call) set(name string, v serdejson.Value) (err error) {
	switch name {
	case "file_path":
		c.Path, err = v.Str()
	case "offset":
		c.Offset, err = v.Usize()
	case "limit":
		c.Limit, err = v.Usize()
	case "mode":
		var mode string
		mode, err = v.Variant("slice", "indentation")
		c.ByIndentation = mode == "indentation"
	case "indentation":
		c.Indentation = nil
		err = grokbuild.Optional(v, func() error {
			c.Indentation = &codex.Indentation{IncludeHeader: true}
			return v.Struct("IndentationArgs", indentationFields, 0, c.setIndentation)
		})
	}

	return err
}

func (c *call) setIndentation(name string, v serdejson.Value) (err error) {
	in := c.Indentation
	optional := func(into **uint64) error {
		return grokbuild.Optional(v, func() error {
			n, err := v.Usize()
			*into = &n
			return err
		})
	}

	switch name {
	case "anchor_line":
		return optional(&in.AnchorLine)
	case "max_levels":
		in.MaxLevels, err = v.Usize()
	case "include_siblings":
		in.IncludeSiblings, err = grokbuild.Boolean(v)
	case "include_header":
		in.IncludeHeader, err = grokbuild.Boolean(v)
	case "max_lines":
		return optional(&in.MaxLines)
	}

	return err
}

func run(ctx context.Context, env tools.Env, c *call) (*tools.Result, error) {
	switch {
	case c.Offset == 0:
		return nil, c.refuse("offset must be a 1-indexed line number")
	case c.Limit == 0:
		return nil, c.refuse("limit must be greater than zero")
	case env.Stream == nil && !env.Path().IsAbs(c.Path):
		return nil, c.refuse("file_path must be an absolute path")
	}

	return tools.ReadPath(ctx, env, tools.PathAbsolute, c.Path, c.words, func(o *tools.File) (*tools.Result, error) {
		if c.ByIndentation {
			return c.block(env, o)
		}
		return c.slice(o)
	})
}

func (c *call) refuse(text string) error { return tools.Refuse(text + c.tail) }

func (c *call) slice(o *tools.File) (*tools.Result, error) {
	win := o.Slice(tools.Clamp(c.Offset), tools.Clamp(c.Limit))
	if win.First == 0 {
		return nil, c.refuse("offset exceeds file length")
	}

	var next json.RawMessage
	if win.End < o.Size() {
		raw := c.raw
		if c.tail != "" {
			raw = nil // several objects
		}
		next = codex.Next(o.Tool, c.Args, raw)
	}

	return c.result(o, win, next), nil
}

// block makes the checks of the indentation mode, after the file was read.
func (c *call) block(env tools.Env, o *tools.File) (*tools.Result, error) {
	if o.Size() == 0 {
		return tools.Notice(o, "File is empty."+c.tail), nil
	}

	opt := codex.BlockOptions(c.Args, env.Explain)
	if in := c.Indentation; in != nil {
		if in.AnchorLine != nil && *in.AnchorLine == 0 {
			return nil, c.refuse("anchor_line exceeds file length")
		}
		// Four columns a level are counted in 64 bits, and wrap.
		opt.MaxLevels = int64(in.MaxLevels % (1 << 62))
		opt.SameLevel = in.MaxLevels > 0 && opt.MaxLevels == 0
	}

	win, err := window.BlockOf(o.Context(), o, o.Index, opt)
	switch {
	case errors.Is(err, window.ErrPastEnd):
		return nil, c.refuse("anchor_line exceeds file length")
	case err != nil:
		return nil, err
	case c.Indentation != nil && c.Indentation.MaxLines != nil && *c.Indentation.MaxLines == 0:
		return nil, c.refuse("max_lines must be greater than zero")
	case win.First > 0:
		return c.result(o, win, nil), nil
	}

	found := o.Scan(textfile.Search{Total: true})
	text := grokbuild.NoLines + ")"
	if tools.Clamp(c.Offset) > found.Lines {
		text = grokbuild.PastEnd(found.Lines)
	}

	return (&tools.Result{Window: win}).Text(o, text+c.tail), nil
}

// result returns the answer with the lines of a window, and the call that reads on after it. A lone '\r' at the end of
// the file is dropped, and data URIs are removed from the whole text.
func (c *call) result(o *tools.File, win window.Window, next json.RawMessage) *tools.Result {
	lines := tools.LinesOf(win, o.Tool.Lines)
	loneCR := win.End == o.Size() && o.LastByte() == '\r'
	if loneCR {
		lines.End--
		lines.Phantom = true // the rest of the last line may be empty
	}

	uris, err := datauri.Find(o.Context(), o, win.Start, win.End)
	o.Fail(err)
	write := func(s *tools.Sink) {
		s.WriteLines(o, lines)
		if loneCR {
			s.Stats.Altered[tools.DroppedCR]++
		}
	}

	r := &tools.Result{Window: win, Silent: win.End < o.Size(), NextArgs: next}
	return r.Content(o, func(s *tools.Sink) {
		if uris {
			datauri.Write(s, o, write)
		} else {
			write(s)
		}
		s.Notice(c.tail)
	})
}
