package agents

import (
	"context"
	"errors"

	"eyeline/reader/tools"
	"eyeline/reader/tools/datauri"
	"eyeline/reader/tools/serdejson"
	"eyeline/reader/window"
)

// codexGrok is the read_file of Codex as it lives on in Grok Build's preset "codex" (CONTRACT-codex_grok).
var codexGrok = &tools.Tool{
	Name: "codex_grok", Title: "Codex's read_file in Grok Build",
	Since:    tools.Since{Agent: "Grok Build", Version: "1.0.41", Date: "2026-11-21", How: tools.Ran},
	Recorded: []string{"read_file"},
	Caps:     codexCaps,
	Kinds:    tools.Kinds{Empty: tools.GivesRefusal, Image: tools.GivesText, PDF: tools.GivesText, Binary: tools.GivesText},
	Policy:   tools.Policy{Array: true},
	Paths:    tools.PathAbsolute,
	Silence:  tools.SilentAtLimit,
	Lines:    codexLines,
	Run:      readCodexGrok,
	Words: func(_ tools.Env, path string, err error) string {
		return "Failed to read file: " + path + ", IO Error: " + grokOSError(err)
	},
	Places: codex.Places,
	Params: codex.Params,
}

var (
	codexFields       = []string{"file_path", "offset", "limit", "mode", "indentation"}
	indentationFields = []string{"anchor_line", "max_levels", "include_siblings", "include_header", "max_lines"}
)

// codexGrokCall is a call after its arguments were read.
type codexGrokCall struct {
	codexArgs
	raw   []byte
	tail  string // follows every answer
	words tools.Wording
}

func parseCodexGrok(env tools.Env, raw []byte) (*codexGrokCall, error) {
	c := &codexGrokCall{raw: raw, codexArgs: codexArgs{offset: 1, limit: uint64(env.Tool.Caps.Lines.Most)}}
	tail, err := grokArgs("read_file", "CodexReadFileInput", env.Tool.Policy, raw, func(v serdejson.Value) error {
		return v.Struct("CodexReadFileInput", codexFields, 1, c.set)
	})
	c.tail = tail
	c.words = func(err error) string { return env.Tool.Words(env, c.path, err) + tail }
	return c, err
}

func (c *codexGrokCall) set(name string, v serdejson.Value) (err error) {
	switch name {
	case "file_path":
		c.path, err = v.Str()
	case "offset":
		c.offset, err = v.Usize()
	case "limit":
		c.limit, err = v.Usize()
	case "mode":
		var mode string
		mode, err = v.Variant("slice", "indentation")
		c.byIndentation = mode == "indentation"
	case "indentation":
		c.indentation = nil
		err = grokNull(v, func() error {
			c.indentation = &codexIndentation{includeHeader: true}
			return v.Struct("IndentationArgs", indentationFields, 0, c.setIndentation)
		})
	}
	return err
}

func (c *codexGrokCall) setIndentation(name string, v serdejson.Value) (err error) {
	in := c.indentation
	optional := func(into **uint64) error {
		return grokNull(v, func() error {
			n, err := v.Usize()
			*into = &n
			return err
		})
	}
	switch name {
	case "anchor_line":
		return optional(&in.anchorLine)
	case "max_levels":
		in.maxLevels, err = v.Usize()
	case "include_siblings":
		in.includeSiblings, err = grokBoolean(v)
	case "include_header":
		in.includeHeader, err = grokBoolean(v)
	case "max_lines":
		return optional(&in.maxLines)
	}
	return err
}

func readCodexGrok(ctx context.Context, env tools.Env, args []byte) (*tools.Result, error) {
	c, err := parseCodexGrok(env, args)
	if err != nil {
		return nil, err
	}
	switch {
	case c.offset == 0:
		return nil, c.refuse("offset must be a 1-indexed line number")
	case c.limit == 0:
		return nil, c.refuse("limit must be greater than zero")
	case env.Stream == nil && !isAbsolute(c.path):
		return nil, c.refuse("file_path must be an absolute path")
	}
	return tools.ReadPath(ctx, env, tools.PathAbsolute, c.path, c.words, func(o *tools.File) (*tools.Result, error) {
		if c.byIndentation {
			return c.block(ctx, env, o)
		}
		return c.slice(ctx, o)
	})
}

func (c *codexGrokCall) refuse(text string) error { return tools.Refuse(text + c.tail) }

func (c *codexGrokCall) slice(ctx context.Context, o *tools.File) (*tools.Result, error) {
	win, err := window.SliceOf(ctx, o, o.Index, tools.Clamp(c.offset), tools.Clamp(c.limit))
	if err != nil {
		return nil, err
	}
	if win.First == 0 {
		return nil, c.refuse("offset exceeds file length")
	}
	r, err := c.result(ctx, o, win)
	if err == nil && win.End < o.Size() {
		raw := c.raw
		if c.tail != "" {
			raw = nil // several objects
		}
		r.NextArgs = codexNext(o.Tool, c.codexArgs, raw)
	}
	return r, err
}

// block makes the checks of the indentation mode after the file was read.
func (c *codexGrokCall) block(ctx context.Context, env tools.Env, o *tools.File) (*tools.Result, error) {
	if o.Size() == 0 {
		return (&tools.Result{}).Text(o, "File is empty."+c.tail), nil
	}
	opt := codexBlockOptions(c.codexArgs, env.Explain)
	if in := c.indentation; in != nil {
		if in.anchorLine != nil && *in.anchorLine == 0 {
			return nil, c.refuse("anchor_line exceeds file length")
		}
		// Four columns a level are counted in 64 bits, and wrap.
		opt.MaxLevels = int64(in.maxLevels % (1 << 62))
		opt.SameLevel = in.maxLevels > 0 && opt.MaxLevels == 0
	}
	win, err := window.BlockOf(ctx, o, o.Index, opt)
	switch {
	case errors.Is(err, window.ErrPastEnd):
		return nil, c.refuse("anchor_line exceeds file length")
	case err != nil:
		return nil, err
	case c.indentation != nil && c.indentation.maxLines != nil && *c.indentation.maxLines == 0:
		return nil, c.refuse("max_lines must be greater than zero")
	case win.First > 0:
		return c.result(ctx, o, win)
	}
	found, err := tools.Scan(ctx, o, tools.Search{Total: true, Index: o.Index})
	if err != nil {
		return nil, err
	}
	text := grokNoLines + ")"
	if tools.Clamp(c.offset) > found.Lines {
		text = grokPastEnd(found.Lines)
	}
	return (&tools.Result{Window: win}).Text(o, text+c.tail), nil
}

// result is the answer with the lines of a window. A lone '\r' at the end of the file is dropped, and data URIs are taken
// out of the whole text.
func (c *codexGrokCall) result(ctx context.Context, o *tools.File, win window.Window) (*tools.Result, error) {
	lines := tools.LinesOf(win, o.Tool.Lines)
	loneCR := false
	if win.End == o.Size() && win.End > 0 {
		last, err := tools.LastByte(o)
		if err != nil {
			return nil, err
		}
		if loneCR = last == '\r'; loneCR {
			lines.End--
			lines.Phantom = true // what is left of the last line may be nothing
		}
	}
	uris, err := datauri.Find(ctx, o, win.Start, win.End)
	if err != nil {
		return nil, err
	}
	write := func(s *tools.Sink) {
		s.WriteLines(o, lines)
		if loneCR {
			s.Stats.Altered[tools.DroppedCR]++
		}
	}
	r := &tools.Result{Window: win, Silent: win.End < o.Size()}
	return r.Content(o, func(s *tools.Sink) {
		if uris {
			datauri.Remove(s, o, write)
		} else {
			write(s)
		}
		s.Notice(c.tail)
	}), nil
}
