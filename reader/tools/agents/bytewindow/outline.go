package bytewindow

import (
	"fmt"

	"eyeline/reader/internal/lossy"
	"eyeline/reader/internal/textfile"
	"eyeline/reader/outline"
	"eyeline/reader/tools"
	"eyeline/reader/window"
)

// headSize is how many bytes of a file are shown instead of an outline.
const headSize = 1024

const outlineHint = "\n\nRead a part with start_line and end_line, or page with start_byte and max_bytes."

// outlineOf returns the answer for a file too large to be returned whole (CONTRACTS.md §4 Outline).
func outlineOf(o *tools.File, a windowArguments) *tools.Result {
	lines := o.CountLF(0, o.Size())
	if o.LastByte() != '\n' {
		lines++
	}

	r := &tools.Result{Window: window.Window{Kind: window.Outline, TotalLines: lines}}
	return r.Content(o, func(s *tools.Sink) {
		out, err := outline.Of(s.Context(), a.path, o)
		s.Fail(err)
		var head []byte
		if len(out.Symbols) == 0 {
			head, err = textfile.Head(o, headSize)
			s.Fail(err)
			head = head[:len(head)-lossy.PartialTail(head)]
		}

		s.Str(fmt.Sprintf("[outline file_bytes=%d total_lines=%d symbols=%d]\n",
			o.Size(), out.TotalLines, int64(len(out.Symbols))+out.More))
		writeSymbols(s, out)
		s.Lossy(head)
		s.Str(outlineHint)
	})
}

// writeSymbols writes a line for each symbol, joined by "\n", and the number of further ones.
func writeSymbols(s *tools.Sink, out outline.Outline) {
	for i, sym := range out.Symbols {
		if i > 0 {
			s.Str("\n")
		}
		s.Str(sym.Row())
	}
	if out.More > 0 {
		s.Str(fmt.Sprintf("\n… %d more symbols", out.More))
	}
}
