package bytewindow

import (
	"context"
	"fmt"

	"eyeline/reader/internal/lossy"
	"eyeline/reader/outline"
	"eyeline/reader/source"
	"eyeline/reader/tools"
	"eyeline/reader/tools/textfile"
	"eyeline/reader/window"
)

// headSize is how much of a file is shown in place of an outline, in bytes.
const headSize = 1024

const outlineHint = "\n\nRead a part with start_line and end_line, or page with start_byte and max_bytes."

// outlineOf is what is given in place of a file too large to be returned whole (CONTRACTS.md §4 Outline).
func outlineOf(ctx context.Context, o *tools.File, a arguments) (*tools.Result, error) {
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
	r := &tools.Result{Window: window.Window{Kind: window.Outline, TotalLines: out.TotalLines}}
	return r.Content(o, func(s *tools.Sink) {
		s.Str(fmt.Sprintf("[outline file_bytes=%d total_lines=%d symbols=%d]\n",
			o.Size(), out.TotalLines, int64(len(out.Symbols))+out.More))
		writeSymbols(s, out)
		s.Lossy(head)
		s.Str(outlineHint)
	}), nil
}

// writeSymbols writes a line for each symbol, joined by "\n", and how many more there are.
func writeSymbols(s *tools.Sink, out outline.Outline) {
	for i, sym := range out.Symbols {
		if i > 0 {
			s.Str("\n")
		}
		for range sym.Level {
			s.Str(" ")
		}
		s.Str(sym.Text)
		s.Str(" [L")
		s.Number(sym.First, 0)
		if sym.Last > sym.First {
			s.Str("-")
			s.Number(sym.Last, 0)
		}
		s.Str("]")
	}
	if out.More > 0 {
		s.Str(fmt.Sprintf("\n… %d more symbols", out.More))
	}
}

// headOf is the first bytes of a file, up to a character boundary.
func headOf(b source.Bytes) ([]byte, error) {
	p, err := textfile.Head(b, headSize)
	if err != nil {
		return nil, err
	}
	return p[:len(p)-lossy.PartialTail(p)], nil
}
