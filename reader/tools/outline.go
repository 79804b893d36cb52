package tools

import (
	"context"
	"fmt"

	"eyeline/reader/outline"
	"eyeline/reader/source"
	"eyeline/reader/window"
)

// headBytes is how much of a file is shown in place of an outline, in bytes.
const headBytes = 1024

const outlineHint = "\n\nRead a part with start_line and end_line, or page with start_byte and max_bytes."

// outline stands for a file too large to be returned whole (CONTRACTS.md §4 Outline).
func (t byteWindow) outline(ctx context.Context, o *opened, a byteWindowArgs, words wording) (*Result, error) {
	out, err := outline.Of(ctx, a.path, o)
	if err != nil {
		return nil, err
	}
	var head []byte
	if len(out.Symbols) == 0 {
		if head, err = headOf(o); err != nil {
			return nil, err
		}
	}
	return &Result{
		Tool: t.Name(), Window: window.Window{Kind: window.Outline, TotalLines: out.TotalLines},
		write: content(o, words, func(s *sink) {
			s.str(fmt.Sprintf("[outline file_bytes=%d total_lines=%d symbols=%d]\n",
				o.Size(), out.TotalLines, int64(len(out.Symbols))+out.More))
			s.symbols(out)
			s.lossy(head)
			s.str(outlineHint)
		}),
	}, nil
}

// symbols writes a line for each symbol, joined by "\n", and how many more there are.
func (s *sink) symbols(out outline.Outline) {
	for i, sym := range out.Symbols {
		if i > 0 {
			s.str("\n")
		}
		for range sym.Level {
			s.str(" ")
		}
		s.str(sym.Text)
		s.str(" [L")
		s.number(sym.First, 0)
		if sym.Last > sym.First {
			s.str("-")
			s.number(sym.Last, 0)
		}
		s.str("]")
	}
	if out.More > 0 {
		s.str(fmt.Sprintf("\n… %d more symbols", out.More))
	}
}

// headOf is the first bytes of a file, up to a character boundary.
func headOf(b source.Bytes) ([]byte, error) {
	p := make([]byte, min(headBytes, b.Size()))
	if err := readFull(b, p, 0); err != nil {
		return nil, err
	}
	return p[:len(p)-partialTail(p)], nil
}
