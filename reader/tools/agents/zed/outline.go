package zed

import (
	"fmt"
	"path"

	"eyeline/reader/internal/godecls"
	"eyeline/reader/internal/textfile"
	"eyeline/reader/lists"
	"eyeline/reader/outline"
	"eyeline/reader/tools"
	"eyeline/reader/tools/agents/zed/symbols"
	"eyeline/reader/window"
)

const (
	outlineStart = "SUCCESS: File outline retrieved. This file is too large to read all at once, so the outline " +
		"below shows the file's structure with line numbers.\n\nIMPORTANT: Do NOT retry this call without line " +
		"numbers - you will get the same outline.\nInstead, use the line numbers below to read specific sections by " +
		"calling this tool again with start_line and end_line parameters.\n\n"
	outlineEnd = "\n\nNEXT STEPS: To read a specific symbol's implementation, call read_file with the same path plus " +
		"start_line and end_line from the outline above.\nFor example, to read a function shown as [L100-150], use " +
		"start_line: 100 and end_line: 150."
)

// outlineText returns the text about a file too large to be returned whole.
func outlineText(o *tools.File, form textfile.LineCoding, file string) *tools.Result {
	r := &tools.Result{Window: window.Window{Kind: window.Outline, TotalLines: -1}}
	return r.Content(o, func(s *tools.Sink) {
		symbols := symbolsOf(s, o, form, file)
		s.Str(outlineStart)
		if len(symbols) == 0 {
			s.Str("# First 1KB of " + file + " (file too large to show full content, and no outline available)\n\n")
			s.Str(headText(s, o, form))
		} else {
			s.Str("# File outline for " + file + "\n\n")
			for _, symbol := range symbols {
				s.Str(symbol.Row() + "\n")
			}
			s.Str(fmt.Sprintf("\nShowing symbols 1-%d (total symbols: %[1]d)\n", len(symbols)))
		}

		s.Str(outlineEnd)
	})
}

// symbolsOf returns the symbols of a UTF-8 file, exact for Go, Python and Rust, else estimated. Plain text has no
// symbols.
func symbolsOf(s *tools.Sink, o *tools.File, form textfile.LineCoding, file string) []symbols.Symbol {
	if form.Coding != textfile.UTF8 {
		return nil
	}

	if o.Size() <= symbols.MaxSize && lists.HasWord(".go .py .rs", path.Ext(file)) {
		text, err := textfile.Head(o, o.Size())
		s.Fail(err)
		switch path.Ext(file) {
		case ".py":
			return symbols.Python(text)
		case ".rs":
			return symbols.Rust(text)
		}

		if nodes, ok := godecls.Of(o, text); ok { // invalid Go is estimated
			return symbols.Go(text, nodes)
		}
	}

	out, err := outline.Of(s.Context(), file, o)
	s.Fail(err)
	if out.Language == "" {
		return nil
	}

	return out.Symbols
}
