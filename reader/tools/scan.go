package tools

import (
	"bytes"
	"context"
	"math"
	"unicode/utf8"

	"eyeline/reader/source"
	"eyeline/reader/window"
)

// scanned is what one pass over a whole file finds.
type scanned struct {
	valid bool // the file is valid UTF-8; when it is not, the pass ended early and the window is empty
	// window is the run of lines asked for, with the file's total; First is 0 when there are none.
	window window.Window
}

// scanText reads all of b once. It finds out whether b is valid UTF-8 and how many lines it has, and where the lines
// skip+1 … skip+limit begin and end.
func scanText(ctx context.Context, b source.Bytes, skip, limit int64) (scanned, error) {
	endSkip := int64(math.MaxInt64)
	if skip <= math.MaxInt64-limit {
		endSkip = skip + limit
	}
	start := lineFinder{newlines: skip}
	end := lineFinder{newlines: endSkip}
	var newlines int64
	valid := true
	lastByte := byte('\n')

	s := sink{ctx: ctx}
	s.chunks(b, 0, b.Size(), func(p []byte, off int64, last bool) (int, bool) {
		if !last {
			p = p[:len(p)-partialTail(p)]
		}
		if valid = utf8.Valid(p); !valid {
			return 0, true
		}
		n := int64(bytes.Count(p, newline))
		start.look(p, off, newlines, n)
		end.look(p, off, newlines, n)
		newlines += n
		lastByte = p[len(p)-1]
		return len(p), false
	})
	if s.err != nil {
		return scanned{}, s.err
	}
	if !valid {
		return scanned{window: window.Window{TotalLines: -1}}, nil
	}
	total := newlines
	if lastByte != '\n' {
		total++
	}
	win := window.Window{Kind: window.Slice, TotalLines: total}
	if skip >= total {
		return scanned{valid: true, window: win}, nil
	}
	win.First, win.Last = skip+1, min(endSkip, total)
	win.Start, win.End = start.at, end.at
	win.Top, win.Bottom = window.StopAsked, window.StopLimit
	if win.First == 1 {
		win.Top = window.StopFile
	}
	if win.Last == total {
		win.End, win.Bottom = b.Size(), window.StopFile
	}
	return scanned{valid: true, window: win}, nil
}

// lineFinder finds the offset that has a given number of '\n' bytes before it and is as small as it can be: the
// start of the line after them.
type lineFinder struct {
	newlines int64
	at       int64
}

// look is given the bytes at off, the '\n' bytes before them and the '\n' bytes in them.
func (f *lineFinder) look(p []byte, off, before, in int64) {
	if f.newlines <= before || f.newlines > before+in {
		return
	}
	at := 0
	for n := before; n < f.newlines; n++ {
		at += bytes.IndexByte(p[at:], '\n') + 1
	}
	f.at = off + int64(at)
}
