package mcpserver

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"sort"

	"github.com/google/jsonschema-go/jsonschema"
	"github.com/modelcontextprotocol/go-sdk/mcp"

	"eyeline/reader/emit"
	"eyeline/reader/tokens"
	"eyeline/reader/tools"
)

// The arguments of the server's own reads. What is not given is 0, "" or nil.
type (
	linesArgs struct {
		Path  string `json:"path" jsonschema:"the file, relative to the root or absolute in it"`
		Line  int64  `json:"line,omitempty" jsonschema:"the first line, counted from 1; 1 if it is left out"`
		Lines int64  `json:"lines,omitempty" jsonschema:"how many lines at most"`
	}
	blockArgs struct {
		Path     string `json:"path" jsonschema:"the file, relative to the root or absolute in it"`
		Line     int64  `json:"line" jsonschema:"a line of the block, such as one that a search has found"`
		Levels   *int64 `json:"levels,omitempty" jsonschema:"how many blocks around the line outward; 0 for all"`
		Siblings *bool  `json:"siblings,omitempty" jsonschema:"give the blocks beside the outermost one, too"`
		Header   *bool  `json:"header,omitempty" jsonschema:"give the comment above the block, as by default"`
	}
	bytesArgs struct {
		Path  string `json:"path" jsonschema:"the file, relative to the root or absolute in it"`
		Start int64  `json:"start,omitempty" jsonschema:"the first byte, counted from 0; 0 if it is left out"`
		Bytes int64  `json:"bytes,omitempty" jsonschema:"how many bytes at most"`
	}
	outlineArgs struct {
		Path string `json:"path" jsonschema:"the file, relative to the root or absolute in it"`
		Line int64  `json:"line,omitempty" jsonschema:"list what is declared from this line on"`
	}
	budgetArgs struct {
		Path   string `json:"path" jsonschema:"the file, relative to the root or absolute in it"`
		Line   int64  `json:"line,omitempty" jsonschema:"the line in the middle, counted from 1; 1 if it is left out"`
		Tokens int64  `json:"tokens" jsonschema:"how many tokens the answer may have"`
	}
)

// addOwn serves the server's own reads.
func (s *Server) addOwn() {
	addRead(s, "read_lines", "A range of lines",
		"Give lines of a file with their numbers, from a line on. Use it when you know which lines you need, or to "+
			"read a whole file page by page.", s.readLines)
	addRead(s, "read_block", "The block around a line",
		"Give the block of code that a line is in, by indentation: a whole function or class around a match, however "+
			"long it is. Use it in place of read_lines when you know one line of what you need.", s.readBlock)
	addRead(s, "read_bytes", "A range of bytes",
		"Give bytes of a file as text, from an offset on, rounded to whole lines where these are short. Use it for "+
			"files with very long lines, such as minified code or JSON on one line.", s.readBytes)
	declared := outlineTool(s.options.Page)
	addRead(s, declared.Name, declared.Title,
		"List what a file declares, each with its lines. Use it first for a long file that you do not know, then "+
			"read_block or read_lines.", func(ctx context.Context, a outlineArgs) (answer, error) {
			return s.call(ctx, declared, tools.Encode(a))
		})
	addRead(s, "read_budget", "As much around a line as fits",
		"Give the most whole lines around a line that fit a number of tokens. Use it when room is short.", s.readBudget)
}

// addRead serves a read whose arguments the library looks at, unless they are plain. What is wrong with them is a
// refusal, for the model to mend.
func addRead[Args any](s *Server, name, title, description string, give func(context.Context, Args) (answer, error)) {
	served := tool(name, title, description)
	schema, _ := jsonschema.For[Args](nil) // the types above have one
	served.InputSchema = schema
	mcp.AddTool(s.Server, served,
		func(ctx context.Context, req *mcp.CallToolRequest, args json.RawMessage) (*mcp.CallToolResult, any, error) {
			var a Args
			err := json.Unmarshal(args, &a)
			result, gone := s.answer(ctx, req, func(ctx context.Context) (answer, error) {
				if wrong, is := errors.AsType[*json.UnmarshalTypeError](err); is {
					return refusal("%s: %s: the %s is beyond 64 bits", name, wrong.Field, wrong.Value), nil
				}
				return give(ctx, a)
			})
			return result, nil, gone
		})
	s.plain[name] = func(args json.RawMessage) read {
		var a Args
		var given map[string]json.RawMessage
		plain := plainly(args, &a) && plainly(args, &given) && !bytes.Contains(args, []byte("null"))
		for _, key := range schema.Required {
			plain = plain && given[key] != nil
		}
		if !plain {
			return nil
		}
		return func(ctx context.Context) (answer, error) { return give(ctx, a) }
	}
}

// window is a read of a mode: a tool, where its window is, and what else a call says.
type window struct {
	tool   *tools.Tool
	place  tools.Place
	path   string
	values tools.Values
}

// window is the read of a mode at a path, with the values that a person has tuned.
func (s *Server) window(mode tools.Mode, path string) window {
	t, tuned := s.tuned(mode)
	place, _ := t.Place(mode)
	w := window{tool: t, place: place, path: path, values: tools.Values{}}
	maps.Copy(w.values, tuned)
	return w
}

// args are the arguments of the tool.
func (w window) args(s *Server) json.RawMessage {
	file := w.path
	if w.tool.Paths == tools.PathAbsolute {
		file = s.env.Abs(file)
	}
	return w.tool.Call(w.place, file, w.values)
}

func (s *Server) readLines(ctx context.Context, a linesArgs) (answer, error) {
	w := s.window(tools.ModeSlice, a.Path)
	w.place.SetStart(w.values, max(a.Line, 1))
	if a.Lines > 0 {
		w.place.SetCount(w.values, a.Lines)
	}
	return s.fit(ctx, w, func(n int64) { w.place.SetCount(w.values, n) }, func(r *tools.Result) string {
		return w.next(r, "read_lines", "line", "lines")
	})
}

func (s *Server) readBytes(ctx context.Context, a bytesArgs) (answer, error) {
	w := s.window(tools.ModeBytes, a.Path)
	w.place.SetStart(w.values, max(a.Start, 0))
	size := int64(s.options.Page) - pageRoom
	if a.Bytes > 0 {
		size = min(a.Bytes, size)
	}
	w.place.SetCount(w.values, size)
	return s.fit(ctx, w, func(int64) {
		size = max(size/2, 1) // what is no text takes more room than it has bytes
		w.place.SetCount(w.values, size)
	}, func(r *tools.Result) string { return w.next(r, "read_bytes", "start", "bytes") })
}

// pageRoom is room on a page for what a tool says before and after bytes, in characters.
const pageRoom = 500

func (s *Server) readBlock(ctx context.Context, a blockArgs) (answer, error) {
	w := s.window(tools.ModeBlock, a.Path)
	block := w.place.Block
	w.place.SetStart(w.values, a.Line)
	if a.Levels != nil {
		w.place.SetCount(w.values, *a.Levels)
	}
	for flag, on := range map[string]*bool{block.Siblings: a.Siblings, block.Header: a.Header} {
		if on != nil && flag != "" {
			w.values[flag] = *on
		}
	}
	capped := false
	return s.fit(ctx, w, func(n int64) {
		if capped = true; block.Cap != "" {
			w.values[block.Cap] = n
		}
	}, func(r *tools.Result) string {
		if !capped && r.NextArgs == nil {
			return ""
		}
		return more("read_lines", tools.Encode(map[string]any{"path": w.path, "line": r.Window.Last + 1}))
	})
}

// next names the call of a read that goes on after a result; "" where none does.
func (w window) next(r *tools.Result, name, start, size string) string {
	v, ok := tools.ValuesOf(w.tool, r.NextArgs)
	at, placed := w.place.Start(v)
	if r.NextArgs == nil || !ok || !placed {
		return ""
	}
	args := tools.Set([]byte("{}"), "path", w.path, start, at)
	if n, sized := w.place.Count(v); sized {
		args = tools.Set(args, size, n)
	}
	return more(name, args)
}

// mostCuts is how many cut lines an answer names.
const mostCuts = 3

// fitTries bounds how often a read is made again to fit on a page.
const fitTries = 24

// fit makes the read of a window so that its content fits on a page: shrink makes it smaller, to a number of lines that
// would fit, until it does. next names the call that reads on.
func (s *Server) fit(
	ctx context.Context, w window, shrink func(lines int64), next func(*tools.Result) string,
) (answer, error) {
	hints := func(r *tools.Result, stats tools.Stats) (hints []string) {
		for _, cut := range stats.Cuts[:min(len(stats.Cuts), mostCuts)] {
			args := tools.Set([]byte("{}"), "path", w.path, "start", cut.Start, "bytes", cut.End-cut.Start)
			hints = append(hints, fmt.Sprintf("[Line %d is cut; its rest: read_bytes %s]", cut.Line, args))
		}
		if n := next(r); n != "" {
			hints = append(hints, n)
		}
		return hints
	}
	for range fitTries {
		text := page{most: s.options.Page}
		a, err := s.callInto(ctx, &text, w.tool, w.args(s), hints)
		if !errors.Is(err, errFull) {
			return a, err
		}
		shrink(max(text.fit(), 1))
	}
	return refusal("no part of %s fits on a page", w.path), nil
}

// readBudget looks for the most lines around a line that fit a number of tokens: windows of more lines hold those of
// fewer.
func (s *Server) readBudget(ctx context.Context, a budgetArgs) (answer, error) {
	line := max(a.Line, 1)
	at := func(n int) linesArgs { return linesArgs{a.Path, max(line-int64(n-1)/2, 1), int64(n)} }
	var failed error
	tooMany := func(n int) bool {
		w := s.window(tools.ModeSlice, a.Path)
		w.place.SetStart(w.values, at(n).Line)
		w.place.SetCount(w.values, at(n).Lines)
		text := page{most: s.options.Page}
		_, _, err := emit.Read(ctx, &text, s.env, w.tool, w.args(s))
		if err != nil && !errors.Is(err, errFull) {
			failed = err
		}
		size := int64(text.Len())
		count, counted := tokens.Of(ctx, w.tool.Tokens, bytes.NewReader(text.Bytes()), size, size)
		return errors.Join(err, counted) != nil || count.Count > a.Tokens
	}
	// A line has a token at least, and half of the lines are above.
	most := sort.Search(int(min(a.Tokens, 1<<28))*2+2, func(n int) bool { return tooMany(n + 1) })
	switch {
	case ctx.Err() != nil:
		return answer{}, ctx.Err()
	case failed == nil && most == 0:
		return refusal("read_budget: line %d alone has more than %d tokens", line, a.Tokens), nil
	}
	return s.readLines(ctx, at(max(most, 1))) // of what a tool refuses its refusal
}
