package serve

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"math"
	"slices"
	"strconv"
	"strings"

	"eyeline/reader/emit"
	"eyeline/reader/tokens"
	"eyeline/reader/tools"
)

// read is one of the server's own reads: arguments of its own, which become those of a tool.
type read struct {
	name, title, description string
	arguments                []argument
	make                     func(ctx context.Context, v values) (answer, error)
}

// argument is an argument of a read.
type argument struct {
	name, kind, help string // kind is a type of JSON Schema
	required         bool
	least            int64
}

// values are the arguments of a call: string, int64 or bool.
type values map[string]any

func (v values) text(name string) string {
	s, _ := v[name].(string)
	return s
}

// number is a whole number; otherwise where it is not given.
func (v values) number(name string, otherwise int64) int64 {
	if n, ok := v[name].(int64); ok {
		return n
	}
	return otherwise
}

// ownReads are the server's own reads.
func (s *Server) ownReads() []read {
	path := argument{name: "path", kind: "string", required: true, help: "the file, relative to the root or absolute in it"}
	line := func(help string) argument { return argument{name: "line", kind: "integer", least: 1, help: help} }
	needed := line("a line of the block, such as one that a search has found")
	needed.required = true
	whole := outlineTool(s.options.Page)
	return []read{
		{
			name: "read_lines", title: "A range of lines",
			description: "Give lines of a file with their numbers, from a line on. Use it when you know which lines you " +
				"need, or to read a whole file page by page.",
			arguments: []argument{
				path, line("the first line, counted from 1; 1 if it is left out"),
				{name: "lines", kind: "integer", least: 1, help: "how many lines at most"},
			},
			make: s.readLines,
		},
		{
			name: "read_block", title: "The block around a line",
			description: "Give the block of code that a line is in, by indentation: a whole function or class around a " +
				"match, however long it is. Use it in place of read_lines when you know one line of what you need.",
			arguments: []argument{
				path, needed,
				{name: "levels", kind: "integer", least: 0, help: "how many blocks around the line outward; 0 for all"},
				{name: "siblings", kind: "boolean", help: "give the blocks beside the outermost one, too"},
				{name: "header", kind: "boolean", help: "give the comment above the block, as by default"},
			},
			make: s.readBlock,
		},
		{
			name: "read_bytes", title: "A range of bytes",
			description: "Give bytes of a file as text, from an offset on, rounded to whole lines where these are short. Use " +
				"it for files with very long lines, such as minified code or JSON on one line.",
			arguments: []argument{
				path, {name: "start", kind: "integer", least: 0, help: "the first byte, counted from 0; 0 if it is left out"},
				{name: "bytes", kind: "integer", least: 1, help: "how many bytes at most"},
			},
			make: s.readBytes,
		},
		{
			name: "outline", title: whole.Title,
			description: "List what a file declares, each with its lines. Use it first for a long file that you do not " +
				"know, then read_block or read_lines.",
			arguments: []argument{path, line("list what is declared from this line on")},
			make: func(ctx context.Context, v values) (answer, error) {
				return s.call(ctx, whole, tools.Encode(map[string]any(v)))
			},
		},
		{
			name: "read_budget", title: "As much around a line as fits",
			description: "Give the most whole lines around a line that fit a number of tokens. Use it when room is short.",
			arguments: []argument{
				path, line("the line in the middle, counted from 1; 1 if it is left out"),
				{name: "tokens", kind: "integer", least: 1, required: true, help: "how many tokens the answer may have"},
			},
			make: s.readBudget,
		},
	}
}

// schema is the JSON Schema of a read's arguments.
func (r read) schema() json.RawMessage {
	properties, required := map[string]any{}, []string{}
	for _, a := range r.arguments {
		p := map[string]any{"type": a.kind, "description": a.help}
		if a.kind == "integer" {
			p["minimum"] = a.least
		}
		properties[a.name] = p
		if a.required {
			required = append(required, a.name)
		}
	}
	return tools.Encode(map[string]any{
		"type": "object", "properties": properties, "required": required, "additionalProperties": false,
	})
}

// answer makes the read that raw arguments ask for. What is wrong with them is a refusal, for the model to mend.
func (r read) answer(ctx context.Context, args []byte) (answer, error) {
	v, err := r.values(args)
	if err != nil {
		return refusal("%s: %v", r.name, err), nil
	}
	return r.make(ctx, v)
}

// values reads arguments. Numbers may be texts, as some models write them.
func (r read) values(args []byte) (values, error) {
	given := map[string]any{}
	d := json.NewDecoder(bytes.NewReader(args))
	d.UseNumber()
	if err := d.Decode(&given); len(args) > 0 && err != nil {
		return nil, errors.New("the arguments are no JSON object")
	}
	v := values{}
	for _, name := range slices.Sorted(maps.Keys(given)) {
		i := slices.IndexFunc(r.arguments, func(a argument) bool { return a.name == name })
		if i < 0 {
			return nil, fmt.Errorf("there is no argument %q; there are %s", name, r.argumentNames())
		}
		if given[name] == nil {
			continue
		}
		one, err := r.arguments[i].value(given[name])
		if err != nil {
			return nil, err
		}
		v[name] = one
	}
	for _, a := range r.arguments {
		if _, ok := v[a.name]; a.required && !ok {
			return nil, fmt.Errorf("the argument %q is missing", a.name)
		}
	}
	return v, nil
}

func (r read) argumentNames() string {
	var names []string
	for _, a := range r.arguments {
		names = append(names, a.name)
	}
	return strings.Join(names, ", ")
}

// value is an argument's value as its type has it.
func (a argument) value(v any) (any, error) {
	switch a.kind {
	case "string":
		if s, ok := v.(string); ok && s != "" {
			return s, nil
		}
		return nil, fmt.Errorf("%q is a text that is not empty", a.name)
	case "boolean":
		if b, err := strconv.ParseBool(fmt.Sprint(v)); err == nil {
			return b, nil
		}
		return nil, fmt.Errorf("%q is true or false", a.name)
	}
	f, err := strconv.ParseFloat(fmt.Sprint(v), 64)
	if err != nil || f != math.Trunc(f) || f < float64(a.least) || f >= math.MaxInt64 {
		return nil, fmt.Errorf("%q is a whole number of at least %d", a.name, a.least)
	}
	return int64(f), nil
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

func (s *Server) readLines(ctx context.Context, v values) (answer, error) {
	w := s.window(tools.ModeSlice, v.text("path"))
	w.place.SetStart(w.values, v.number("line", 1))
	if n := v.number("lines", 0); n > 0 {
		w.place.SetCount(w.values, n)
	}
	return s.fit(ctx, w, func(n int64) { w.place.SetCount(w.values, n) }, func(r *tools.Result) string {
		return w.next(r, "read_lines", "line", "lines")
	})
}

func (s *Server) readBytes(ctx context.Context, v values) (answer, error) {
	w := s.window(tools.ModeBytes, v.text("path"))
	w.place.SetStart(w.values, v.number("start", 0))
	size := min(v.number("bytes", int64(s.options.Page)), int64(s.options.Page)-pageRoom)
	w.place.SetCount(w.values, max(size, 1))
	return s.fit(ctx, w, func(int64) {
		size = max(size/2, 1) // what is no text takes more room than it has bytes
		w.place.SetCount(w.values, size)
	}, func(r *tools.Result) string { return w.next(r, "read_bytes", "start", "bytes") })
}

// pageRoom is room on a page for what a tool says before and after bytes, in characters.
const pageRoom = 500

func (s *Server) readBlock(ctx context.Context, v values) (answer, error) {
	w := s.window(tools.ModeBlock, v.text("path"))
	block := tools.Block{}
	if w.place.Block != nil {
		block = *w.place.Block
	}
	w.place.SetStart(w.values, v.number("line", 1))
	if n, given := v["levels"].(int64); given {
		w.place.SetCount(w.values, n)
	}
	for name, flag := range map[string]string{"siblings": block.Siblings, "header": block.Header} {
		if on, given := v[name].(bool); given && flag != "" {
			w.values[flag] = on
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

// fit makes the read of a window so that its content fits on a page: shrink makes it smaller, to so many lines that
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
func (s *Server) readBudget(ctx context.Context, v values) (answer, error) {
	path, line, budget := v.text("path"), v.number("line", 1), v.number("tokens", 1)
	at := func(n int64) values {
		return values{"path": path, "line": max(line-(n-1)/2, 1), "lines": n}
	}
	fits := func(n int64) (bool, error) {
		w := s.window(tools.ModeSlice, path)
		w.place.SetStart(w.values, at(n).number("line", 1))
		w.place.SetCount(w.values, n)
		text := page{most: s.options.Page}
		_, _, err := emit.Read(ctx, &text, s.env, w.tool, w.args(s))
		if err != nil {
			return false, err
		}
		size := int64(text.Len())
		count, err := tokens.Of(ctx, w.tool.Tokens, bytes.NewReader(text.Bytes()), size, size)
		return count.Count <= budget, err
	}
	fit, err := fits(1)
	switch {
	case ctx.Err() != nil:
		return answer{}, ctx.Err()
	case err != nil && !errors.Is(err, errFull): // the tool refuses
		return s.readLines(ctx, at(1))
	case !fit:
		return refusal("read_budget: line %d alone has more than %d tokens", line, budget), nil
	}
	most := int64(1) // as many fit
	for step := int64(1); step > 0; {
		n := most + step
		ok := n <= 2*budget+2 // a line has a token at least, and half of the lines are above
		if ok {
			fit, err := fits(n)
			if ok = fit && err == nil; ctx.Err() != nil {
				return answer{}, ctx.Err()
			}
		}
		if ok {
			most, step = n, 2*step
		} else {
			step /= 2
		}
	}
	return s.readLines(ctx, at(most))
}
