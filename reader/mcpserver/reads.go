package mcpserver

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"slices"
	"sort"
	"strings"

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
		Lines int64  `json:"lines,omitempty" jsonschema:"how many lines at most; a page if left out"`
	}
	blockArgs struct {
		Path     string `json:"path" jsonschema:"the file, relative to the root or absolute in it"`
		Line     int64  `json:"line" jsonschema:"a line of the block, such as one that a search has found"`
		Levels   *int64 `json:"levels,omitempty" jsonschema:"how many declarations outward; 1 if left out"`
		Siblings *bool  `json:"siblings,omitempty" jsonschema:"give the blocks beside it, too; false if left out"`
		Header   *bool  `json:"header,omitempty" jsonschema:"give the comment above it; true if left out"`
	}
	bytesArgs struct {
		Path  string `json:"path" jsonschema:"the file, relative to the root or absolute in it"`
		Start int64  `json:"start,omitempty" jsonschema:"the first byte, counted from 0; 0 if it is left out"`
		Bytes int64  `json:"bytes,omitempty" jsonschema:"how many, to the end of a short line; a page if left out"`
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
	const numbered = `behind its number ("L12: ", which is no part of the file)`
	addRead(s, "read_lines", "A range of lines",
		"Give lines of a file, each "+numbered+", from a line on, a page at most: "+s.pageOf(tools.ModeSlice)+". Use "+
			"it when you know which lines you need, or to read a whole file page by page. Example: "+
			`{"path":"main.go","line":40,"lines":20}.`, s.readLines)

	addRead(s, "read_block", "The block around a line",
		"Give the whole function, class or block that a line is in, with its comment and decorators, each line "+
			numbered+", a page at most: "+s.pageOf(tools.ModeBlock)+". Use it in place of read_lines when you know "+
			`one line of what you need. Example: {"path":"main.go","line":57}.`, s.readBlock)

	addRead(s, "read_bytes", "A range of bytes",
		"Give bytes of a file as text, from an offset on, rounded to whole lines where these are short, a page at "+
			"most: "+s.pageOf(tools.ModeBytes)+"; what comes before them stands in a first line in brackets. Use it "+
			"for files with very long lines, such as minified code or JSON on one line. "+
			`Example: {"path":"data.json","start":65536}.`, s.readBytes)

	declared := outlineTool(s.options.Page)

	addRead(s, declared.Name, declared.Title,
		"List what a file declares, each with its lines, a page at most: "+s.size()+". Use it first for a long "+
			`file that you do not know, then read_block or read_lines. Example: {"path":"main.go"}.`,
		func(ctx context.Context, a outlineArgs) (answer, error) {
			return s.callTool(ctx, declared, tools.Encode(a))
		})

	addRead(s, "read_budget", "As much around a line as fits",
		"Give the most whole lines around a line that fit a number of tokens, a page at most: "+
			s.pageOf(tools.ModeSlice)+". Use it when room is short. "+
			`Example: {"path":"main.go","line":57,"tokens":800}.`, s.readBudget)
}

// size is how much an answer of the server's own reads has at most.
func (s *Server) size() string { return tools.Thousands(int64(s.options.Page)) + " bytes" }

// pageRoom is room on a page for what a tool says before and after the bytes of a file, in bytes.
const pageRoom = 500

// pageOf says how much a read of a mode gives at most, of the file and of a line.
func (s *Server) pageOf(mode tools.Mode) string {
	t, _ := s.tuned(mode)
	if mode == tools.ModeBytes {
		place, _ := t.WindowParams(mode)
		most := int64(s.options.Page) - pageRoom
		if place.Max > 0 {
			most = min(most, place.Max)
		}
		return tools.Thousands(most) + " bytes"
	}

	lines := int64(maxLines)
	if most := t.Caps.Lines.Most; most > 0 {
		lines = min(lines, most)
	}

	said := tools.Thousands(lines) + " lines and " + s.size()
	if f := t.Lines; f != nil && f.Limit > 0 {
		said += fmt.Sprintf(", %s %s of a line", tools.Thousands(f.Limit), f.Unit)
	}

	return said
}

// addRead serves a read. What is wrong with its arguments is a refusal, for the model to mend.
func addRead[Args any](s *Server, name, title, description string, give func(context.Context, Args) (answer, error)) {
	served := tool(name, title, description)
	schema := schemaOf[Args]()
	served.InputSchema = shown(schema)
	s.serve(served, func(args json.RawMessage) read {
		return func(ctx context.Context) (answer, error) {
			given, err := argumentsOf(name, schema, args)
			if err != nil {
				return refusal("%v", err), nil
			}

			var a Args
			if err := given.into(&a); err != nil {
				return refusal("%s: %v", name, err), nil
			}
			if instead, answered := s.before(ctx, given); answered {
				return instead, nil
			}

			answered, err := give(ctx, a)
			if answered.refused && answered.made != nil {
				answered = s.after(ctx, given, answered)
			}

			return answered, err
		}
	})
}

// schemaOf is the schema of the arguments of a read. What can be left out has one type: null stands for that as well,
// but forms that are made from a schema offer a field for one type alone.
func schemaOf[Args any]() *jsonschema.Schema {
	schema, _ := jsonschema.For[Args](nil) // the types above have one
	for _, property := range schema.Properties {
		if len(property.Types) > 0 {
			i := slices.IndexFunc(property.Types, func(kind string) bool { return kind != "null" })
			property.Type = property.Types[i]
			property.Types = nil
		}
	}
	return schema
}

// shown is the schema as clients see it. Some refuse a call that does not agree with it, so it leaves room for the
// other names: it closes out none, and an argument that has some is not required there, but its description says so.
func shown(schema *jsonschema.Schema) *jsonschema.Schema {
	open := schema.CloneSchemas()
	open.AdditionalProperties = nil
	open.Required = slices.DeleteFunc(slices.Clone(schema.Required), func(name string) bool {
		return len(othersOf(schema, name)) > 0
	})
	for name, property := range open.Properties {
		if slices.Contains(schema.Required, name) {
			property.Description = "required: " + property.Description
		}
		if others := othersOf(schema, name); len(others) > 0 {
			property.Description += "; also taken as " + strings.Join(others, ", ")
		}
	}

	return open
}

// serve offers a tool to clients. Each answer is recorded before it is given; one that cannot be is not given.
func (s *Server) serve(served *mcp.Tool, unrecorded func(args json.RawMessage) read) {
	reading := func(args json.RawMessage) read {
		return func(ctx context.Context) (answer, error) {
			a, err := unrecorded(args)(ctx)
			if err != nil {
				return a, err
			}
			if err := s.record.recordCall(served.Name, args, a); err != nil {
				return refusal("%v", err), nil
			}

			return a, nil
		}
	}

	s.reads[served.Name] = reading
	s.AddTool(served, func(ctx context.Context, req *mcp.CallToolRequest) (*mcp.CallToolResult, error) {
		return s.serveRead(ctx, req, reading(req.Params.Arguments))
	})
}

// window is a read of a mode: a tool, where its window is, and what else a call says.
type window struct {
	tool   *tools.Tool
	place  tools.WindowParams
	path   string
	values tools.Values
}

// newWindow returns the read of a mode at a path, with the values that a person has tuned.
func (s *Server) newWindow(mode tools.Mode, path string) window {
	t, tuned := s.tuned(mode)
	place, _ := t.WindowParams(mode)
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
	w := s.newWindow(tools.ModeSlice, a.Path)
	w.place.SetStart(w.values, max(a.Line, 1))
	if a.Lines > 0 {
		w.place.SetCount(w.values, a.Lines)
	}
	return s.fit(ctx, w, func(n int64) { w.place.SetCount(w.values, n) }, func(r *tools.Result) string {
		return w.next(r, "read_lines", "line", "lines")
	})
}

func (s *Server) readBytes(ctx context.Context, a bytesArgs) (answer, error) {
	w := s.newWindow(tools.ModeBytes, a.Path)
	w.place.SetStart(w.values, max(a.Start, 0))
	most := int64(s.options.Page) - pageRoom
	if a.Bytes > 0 {
		most = min(a.Bytes, most)
	}

	size := most
	whole := w.tool
	tried := 0
	w.place.SetCount(w.values, size)
	return s.fitWindow(ctx, &w, func(int64) {
		size = max(size/2, 1)
		if tried++; tried == triesOfLines {
			size = most
		}
		if tried >= triesOfLines {
			w.tool = inLines(whole, size)
		}
		w.place.SetCount(w.values, size)
	}, func(r *tools.Result) string { return w.next(r, "read_bytes", "start", "bytes") })
}

// triesOfLines is how often a window of bytes is halved before a line that does not fit is parted: what is no text
// takes three times the room that it has bytes.
const triesOfLines = 3

// inLines is a tool of byte windows that begins and ends within lines of more than most bytes. The tool itself gives
// those whole up to a size that no page has.
func inLines(t *tools.Tool, most int64) *tools.Tool {
	parts := *t
	parts.Caps.Output.Max = most
	return &parts
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

// maxCuts is how many cut lines an answer names.
const maxCuts = 3

// fitTries bounds how often a read is made again to fit on a page.
const fitTries = 24

// fit makes the read of a window so that its content fits on a page: shrink makes it smaller, to a number of lines that
// would fit, until it does. next names the call that reads on.
func (s *Server) fit(
	ctx context.Context, w window, shrink func(lines int64), next func(*tools.Result) string,
) (answer, error) {
	return s.fitWindow(ctx, &w, shrink, next)
}

// fitWindow is fit where shrink may change the window.
func (s *Server) fitWindow(
	ctx context.Context, w *window, shrink func(lines int64), next func(*tools.Result) string,
) (answer, error) {
	for range fitTries {
		text := answerPage{most: s.options.Page - w.longHints()}
		a, err := s.callInto(ctx, call{&text, w.tool, w.args(s), w.hints(next)})
		if !errors.Is(err, errFull) {
			return a, err
		}

		shrink(max(text.fit(), 1))
	}

	return refusal("no part of %s fits on a page", w.path), nil
}

// hintSize is how long a hint is without the path that it names, in bytes.
const hintSize = 80

// longHints is how many bytes the hints of a read may take beyond what a page has room for, where its path is long.
func (w *window) longHints() int {
	return max((maxCuts+2)*(hintSize+len(w.path))-pageRoom, 0)
}

// hints are the calls that give what a read of the window leaves out: the rest of cut lines, and what next names. Of
// many cut lines the last hint names the call that says how to read on with those that have no call.
func (w window) hints(next func(*tools.Result) string) func(*tools.Result, tools.Stats) []string {
	return func(r *tools.Result, stats tools.Stats) (hints []string) {
		for _, cut := range stats.Cuts[:min(len(stats.Cuts), maxCuts)] {
			args := tools.Set([]byte("{}"), "path", w.path, "start", cut.Start, "bytes", cut.End-cut.Start)
			hints = append(hints, fmt.Sprintf("[Line %d is cut; its rest: read_bytes %s]", cut.Line, args))
		}
		if len(stats.Cuts) > maxCuts {
			last := stats.Cuts[len(stats.Cuts)-1].Line
			line := stats.Cuts[maxCuts].Line
			args := tools.Set([]byte("{}"), "path", w.path, "line", line, "lines", last-line+1)
			hints = append(hints, fmt.Sprintf("[%d lines more are cut; read_lines %s names the rest of the next ones]",
				stats.Cut-maxCuts, args))
		}
		if n := next(r); n != "" {
			hints = append(hints, n)
		}

		return hints
	}
}

// readBudget looks for the most lines around a line that fit a number of tokens: windows of more lines hold those of
// fewer.
func (s *Server) readBudget(ctx context.Context, a budgetArgs) (answer, error) {
	line := max(a.Line, 1)
	at := func(n int) linesArgs { return linesArgs{a.Path, max(line-int64(n-1)/2, 1), int64(n)} }
	var failed error
	tooMany := func(n int) bool {
		w := s.newWindow(tools.ModeSlice, a.Path)
		w.place.SetStart(w.values, at(n).Line)
		w.place.SetCount(w.values, at(n).Lines)
		text := answerPage{most: s.options.Page}
		_, _, err := emit.Read(ctx, &text, s.env, w.tool, w.args(s))
		if err != nil && !errors.Is(err, errFull) {
			failed = err
		}

		size := int64(text.text.Len())
		count, counted := tokens.Of(ctx, w.tool.Tokens, bytes.NewReader(text.text.Bytes()), size, size)
		return errors.Join(err, counted) != nil || count.Count > a.Tokens
	}

	// A line has a token at least, and half of the lines are above.
	most := sort.Search(int(min(a.Tokens, 1<<28))*2+2, func(n int) bool { return tooMany(n + 1) })
	switch {
	case ctx.Err() != nil:
		return answer{}, ctx.Err()
	case failed == nil && most == 0:
		unit := "tokens"
		if a.Tokens == 1 {
			unit = "token"
		}
		return refusal("read_budget: line %d alone has more than %d %s", line, a.Tokens, unit), nil
	}

	return s.readLines(ctx, at(max(most, 1))) // of what a tool refuses its refusal
}
