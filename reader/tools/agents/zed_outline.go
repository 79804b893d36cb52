package agents

import (
	"context"
	"fmt"
	"path"
	"strings"

	"eyeline/reader/internal/wordlist"
	"eyeline/reader/outline"
	"eyeline/reader/tools"
	"eyeline/reader/tools/agents/zed/outline"
	"eyeline/reader/window"
)

const (
	zedOutlineHead = "SUCCESS: File outline retrieved. This file is too large to read all at once, so the outline below shows the file's structure with line numbers.\n\n" +
		"IMPORTANT: Do NOT retry this call without line numbers - you will get the same outline.\n" +
		"Instead, use the line numbers below to read specific sections by calling this tool again with start_line and end_line parameters.\n\n"
	zedOutlineTail = "\n\nNEXT STEPS: To read a specific symbol's implementation, call read_file with the same path plus start_line and end_line from the outline above.\n" +
		"For example, to read a function shown as [L100-150], use start_line: 100 and end_line: 150."
)

// zedOutline stands for a text too large to be given whole.
func zedOutline(ctx context.Context, o *tools.File, form tools.TextForm, file string) (*tools.Result, error) {
	r := &tools.Result{Window: window.Window{Kind: window.Outline, TotalLines: -1}}
	symbols, err := zedSymbols(ctx, o, form, file)
	if err != nil {
		return nil, err
	}
	head := ""
	if len(symbols) == 0 {
		if head, err = zedHead(ctx, o, form); err != nil {
			return nil, err
		}
	}
	return r.Content(o, func(s *tools.Sink) {
		s.Str(zedOutlineHead)
		if len(symbols) == 0 {
			s.Str("# First 1KB of " + file + " (file too large to show full content, and no outline available)\n\n" + head)
		} else {
			s.Str("# File outline for " + file + "\n\n")
			for _, symbol := range symbols {
				s.Str(strings.Repeat(" ", symbol.Level) + symbol.Text)
				if symbol.Last > symbol.First {
					s.Str(fmt.Sprintf(" [L%d-%d]\n", symbol.First, symbol.Last))
				} else {
					s.Str(fmt.Sprintf(" [L%d]\n", symbol.First))
				}
			}
			s.Str(fmt.Sprintf("\nShowing symbols 1-%d (total symbols: %[1]d)\n", len(symbols)))
		}
		s.Str(zedOutlineTail)
	}), nil
}

// zedSymbols finds the symbols of a file in UTF-8, exactly for Go, Python and Rust, or by estimate. Plain text has none.
func zedSymbols(ctx context.Context, o *tools.File, form tools.TextForm, file string) ([]zedoutline.Symbol, error) {
	if form.Coding != tools.UTF8 {
		return nil, nil
	}
	if o.Size() <= zedoutline.MaxSize && wordlist.Has(".go .py .rs", path.Ext(file)) {
		text, err := tools.Head(o, o.Size())
		if err != nil {
			return nil, err
		}
		switch path.Ext(file) {
		case ".py":
			return zedoutline.Python(text), nil
		case ".rs":
			return zedoutline.Rust(text), nil
		}
		if symbols, ok := zedoutline.Go(text); ok {
			return symbols, nil
		}
	}
	out, err := outline.Of(ctx, file, o)
	if err != nil || out.Language == "" {
		return nil, err
	}
	symbols := make([]zedoutline.Symbol, 0, len(out.Symbols))
	for _, symbol := range out.Symbols {
		symbols = append(symbols, zedoutline.Symbol{Level: symbol.Level, Text: symbol.Text, First: symbol.First, Last: symbol.Last})
	}
	return symbols, nil
}
