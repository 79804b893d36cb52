package tools

import (
	"bytes"
	"context"

	"eyeline/reader/source"
	"eyeline/reader/window"
)

// FileWindow is Window with the numbers that '\n' gives to lines, for tools that end lines at other places too: First,
// Last and TotalLines are the file's own, and Renumbered is the first line of the file of which the tool makes several.
func (r Scanned) FileWindow(ctx context.Context, b source.Bytes, form TextForm) (window.Window, error) {
	if r.LFLines < 0 || r.LFLines == r.Lines {
		return r.Window(b.Size(), 0), nil
	}
	return r.renumbered(ctx, b, form)
}

// renumbered is FileWindow of a file in which the tool ends lines at other places too.
func (r Scanned) renumbered(ctx context.Context, b source.Bytes, form TextForm) (window.Window, error) {
	w := r.Window(b.Size(), 0)
	w.TotalLines = r.LFLines
	if form.Coding != UTF8 || form.Ends&EndPython != 0 {
		v := &fileLines{window: &w, size: b.Size(), line: 1}
		err := Walk(ctx, b, TextForm{Coding: form.Coding, Skip: form.Skip, Ends: form.Ends | EndCRLF}, 0, v)
		return w, err
	}
	// What comes before an offset is counted up to the first lone '\r' after the window, at the speed of memory.
	line := int64(1)
	found := w.First == 0
	err := eachChunk(ctx, b, form.Skip, b.Size(), func(p []byte, off int64, last bool) (int, bool) {
		if !last && p[len(p)-1] == '\r' {
			p = p[:len(p)-1]
		}
		end := off + int64(len(p))
		before := func(at int64) int64 { return line + int64(bytes.Count(p[:at-off], lineFeed)) }
		if w.Renumbered == 0 {
			if i := loneCR(p); i >= 0 {
				w.Renumbered = before(off + int64(i))
			}
		}
		if r.First > 0 && r.Start >= off && r.Start < end {
			w.First = before(r.Start)
		}
		if r.First > 0 && r.End-1 >= off && r.End-1 < end {
			w.Last, found = before(r.End-1), true
		}
		line += int64(bytes.Count(p, lineFeed))
		return len(p), found && w.Renumbered > 0
	}, nil)
	return w, err
}

// loneCR is the index of the first '\r' in p that no '\n' follows; -1 when there is none.
func loneCR(p []byte) int {
	for at := 0; ; {
		i := bytes.IndexByte(p[at:], '\r')
		if i < 0 {
			return -1
		}
		at += i
		if at+1 == len(p) || p[at+1] != '\n' {
			return at
		}
		at++
	}
}

// fileLines is a LineVisitor that counts '\n' at the places of a window.
type fileLines struct {
	window      *window.Window
	size        int64
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
