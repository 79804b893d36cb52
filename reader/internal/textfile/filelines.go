package textfile

import (
	"context"

	"eyeline/reader/source"
	"eyeline/reader/window"
)

// FileWindow is Window with the numbers that '\n' gives to lines, for tools that end lines at other places too: First,
// Last and TotalLines are the file's own, and Renumbered is the first line of the file of which the tool makes several.
func (r Scanned) FileWindow(ctx context.Context, b source.Bytes, form Form) (window.Window, error) {
	w := r.Window(b.Size())
	if r.LFLines < 0 || r.LFLines == r.Lines {
		return w, nil
	}
	w.TotalLines = r.LFLines
	v := &fileLines{window: &w, line: 1}
	err := Walk(ctx, b, Form{Coding: form.Coding, Skip: form.Skip, Ends: form.Ends | EndCRLF}, 0, v)
	return w, err
}

// fileLines is a LineVisitor that counts '\n' at the places of a window.
type fileLines struct {
	window      *window.Window
	line        int64 // as '\n' counts
	first, last bool  // of the window are known
}

// Text implements LineVisitor.
func (v *fileLines) Text([]byte, Span, bool) Want { return SkipLine }

// End implements LineVisitor.
func (v *fileLines) End(_, next int64, term string) bool {
	w := v.window
	if w.First > 0 {
		if !v.first && w.Start < next {
			w.First, v.first = v.line, true
		}
		if !v.last && w.End <= next {
			w.Last, v.last = v.line, true
		}
	}
	switch term {
	case "\n", "\r\n":
		v.line++
	case "":
	default:
		if w.Renumbered == 0 {
			w.Renumbered = v.line
		}
	}
	return w.Renumbered == 0 || w.First > 0 && !v.last
}
