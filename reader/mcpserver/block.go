package mcpserver

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"eyeline/reader/emit"
	"eyeline/reader/outline"
	"eyeline/reader/tools"
)

// readBlock gives the declaration around a line where the outline knows it: the innermost one, or one further out.
// Else, and where siblings are asked for, it gives the block by indentation, which loses the beginning of a function
// whose parameters have lines of their own, and either end of one with a label at the margin; the declaration completes
// it.
func (s *Server) readBlock(ctx context.Context, a blockArgs) (answer, error) {
	if a.Line < 1 {
		return refusal("read_block: \"line\" is counted from 1"), nil
	}

	w := s.block(a)
	declared, known, err := s.declaration(ctx, a)
	if err != nil {
		return answer{}, err
	}
	if declared != nil && (a.Siblings == nil || !*a.Siblings) {
		return s.wholeWith(ctx, w, declared.First, declared.Last, a.Line)
	}

	text := answerPage{most: s.options.Page}
	r, stats, err := emit.Read(ctx, &text, s.env, w.tool, w.args(s))
	switch {
	case errors.Is(err, errFull):
		return s.fitBlock(ctx, w, 0, known)
	case declared != nil && err == nil && !holds(r, declared):
		return s.wholeWith(ctx, w, min(declared.First, r.Window.First), max(declared.Last, r.Window.Last), a.Line)
	}

	return s.give(ctx, call{&text, w.tool, w.args(s), w.hints(func(r *tools.Result) string {
		return joined(w.mayBegin(r, known), w.goesOn(r, false))
	})}, r, stats, err)
}

// joined are texts with a line each, those that are not empty.
func joined(texts ...string) string {
	return strings.Join(slices.DeleteFunc(texts, func(text string) bool { return text == "" }), "\n")
}

// mayBegin says that a block by indentation may lack the beginning of a declaration; "" where declarations are
// known.
func (w window) mayBegin(r *tools.Result, known bool) string {
	if known || r.Window.First <= 1 {
		return ""
	}
	return fmt.Sprintf("[The declaration may begin above L%d]", r.Window.First)
}

// goesOn names the call that reads on behind a block that is not given whole, as the result says or cut does.
func (w window) goesOn(r *tools.Result, cut bool) string {
	if !cut && r.NextArgs == nil {
		return ""
	}
	return w.after(r.Window.Last, 0)
}

// wholeWith reads lines up to the end of a page, or lines around one where that lies beyond the page.
func (s *Server) wholeWith(ctx context.Context, w window, first, last, line int64) (answer, error) {
	whole, err := s.readWhole(ctx, w, first, last)
	if err != nil || whole.refused {
		return whole, err
	}
	if given := whole.made.result; given.Window.Last >= line {
		return whole, err
	}
	return s.fitBlock(ctx, w, first, true)
}

// block is the window of a call of read_block.
func (s *Server) block(a blockArgs) window {
	w := s.newWindow(tools.ModeBlock, a.Path)
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

	return w
}

// fitBlock gives the part of a block that fits on a page, and says where the declaration begins where that is at line
// first, before the part; first is 0 where no declaration was found, and known says whether one can be missed.
func (s *Server) fitBlock(ctx context.Context, w window, first int64, known bool) (answer, error) {
	capped := false
	shrink := func(lines int64) {
		capped = true
		if w.place.Block.Cap != "" {
			w.values[w.place.Block.Cap] = lines
		}
	}

	return s.fit(ctx, w, shrink, func(r *tools.Result) string {
		said := joined(w.mayBegin(r, known), w.goesOn(r, capped))
		if missing := r.Window.First - first; first > 0 && missing > 0 {
			begins := fmt.Sprintf("[The declaration begins at L%d]", first)
			said = joined(begins, w.after(first-1, missing), said)
		}
		return said
	})
}

// readWhole gives lines of the file of a block, as many as fit on a page, by the tool of the block where that can.
func (s *Server) readWhole(ctx context.Context, block window, first, last int64) (answer, error) {
	w := s.newWindow(tools.ModeSlice, block.path)
	if place, can := block.tool.WindowParams(tools.ModeSlice); can && place.Movable() && place.Sizable() {
		w = window{tool: block.tool, place: place, path: block.path, values: tools.Values{}}
	}

	w.place.SetStart(w.values, first)
	w.place.SetCount(w.values, last-first+1)
	return s.fit(ctx, w, func(lines int64) { w.place.SetCount(w.values, lines) }, func(r *tools.Result) string {
		if r.Window.Last >= last {
			return ""
		}

		return w.after(r.Window.Last, last-r.Window.Last)
	})
}

// after names the call that reads lines lines on behind a line; with 0 it reads as many as fit.
func (w window) after(line, lines int64) string {
	args := tools.Set([]byte("{}"), "path", w.path, "line", line+1)
	if lines > 0 {
		args = tools.Set(args, "lines", lines)
	}
	return more("read_lines", args)
}

// holds reports whether a result gives all lines of a declaration.
func holds(r *tools.Result, d *outline.Declaration) bool {
	return r.Window.First <= d.First && r.Window.Last >= d.Last
}

// declaration is the declaration around the line of a call, as many levels outward as that says; nil without one. Known
// is false where that cannot be told. What is wrong with the file is for the read to say: the error is that of the
// context.
func (s *Server) declaration(ctx context.Context, a blockArgs) (d *outline.Declaration, known bool, err error) {
	o, err := tools.Open(ctx, s.env, tools.PathConfined, a.Path)
	if err != nil {
		return nil, false, ctx.Err()
	}

	defer o.Close()
	d, known, err = outline.Around(ctx, a.Path, o, a.Line)
	if err != nil {
		return nil, false, ctx.Err()
	}
	if a.Levels != nil {
		d = d.Outward(*a.Levels - 1)
	}
	if d != nil && a.Header != nil && !*a.Header {
		d.First = d.Begins
	}

	return d, known, nil
}
