package tools

import (
	"context"
	"fmt"
	"math"

	"eyeline/reader/lineindex"
	"eyeline/reader/source"
	"eyeline/reader/window"
)

const (
	maxSymbols = 1000 // symbols listed at most
	headBytes  = 1024 // bytes shown in place of an outline
)

// outline stands for a file too large to be returned whole (CONTRACTS.md §4 Outline).
func (t byteWindow) outline(ctx context.Context, o *opened, _ byteWindowArgs, words wording) (*Result, error) {
	total, err := lineindex.CountLines(ctx, o)
	if err != nil {
		return nil, err
	}
	head, err := headOf(o)
	if err != nil {
		return nil, err
	}
	win := window.Window{Kind: window.Outline, TotalLines: total}
	return &Result{
		Tool: t.Name(), Window: win,
		write: content(o, words, func(s *sink) {
			s.str(fmt.Sprintf("[outline file_bytes=%d total_lines=%d symbols=0]\n", o.Size(), total))
			s.lossy(head)
			s.str(outlineHint)
		}),
	}, nil
}

const outlineHint = "\n\nRead a part with start_line and end_line, or page with start_byte and max_bytes."

// headOf is the first bytes of a file, up to a character boundary.
func headOf(b source.Bytes) ([]byte, error) {
	p := make([]byte, min(headBytes, b.Size(), math.MaxInt))
	if err := readFull(b, p, 0); err != nil {
		return nil, err
	}
	return p[:len(p)-partialTail(p)], nil
}
