package tools

import (
	"eyeline/reader/internal/textfile"
	"eyeline/reader/window"
)

// Chosen is the lines of an answer, as a tool chooses them: first those that were asked for, then of these what there
// is room for.
type Chosen struct {
	// Start is the byte offset of the first line, End the offset after the last line's end.
	Start, End int64
	// First is the number of the first line, counted from 1.
	First int64
	// Count is the number of lines, which may be 0.
	Count int64
	// Full: a limit on the size of the answer ended the lines, and not one on their number.
	Full bool
}

// ChosenOf is the lines that a scan found.
func ChosenOf(found textfile.Scanned) Chosen {
	c := Chosen{Start: found.Start, End: found.End, First: found.First}
	if found.First > 0 {
		c.Count = found.Last - found.First + 1
	}
	return c
}

// Take adds the line that follows.
func (c *Chosen) Take(l *TextLine) {
	c.Count++
	c.End = l.Next
}

// Last is the number of the last line, counted from 1; where there are no lines it is the one before First.
func (c Chosen) Last() int64 { return c.First + c.Count - 1 }

// Next is the number of the line after the last one, counted from 1.
func (c Chosen) Next() int64 { return c.First + c.Count }

// Window is the window of the lines in a file of size bytes and total lines, -1 where that is not known.
func (c Chosen) Window(size, total int64) window.Window {
	bottom := window.StopLimit
	if c.Full {
		bottom = window.StopOutput
	}
	if c.Count == 0 { // and First may be beyond what can be counted
		return window.OfLines(window.Run{}, size, total, bottom)
	}
	run := window.Run{Start: c.Start, End: c.End, First: c.First, Last: c.Last()}
	return window.OfLines(run, size, total, bottom)
}

// Lines is the lines as a Sink writes them.
func (c Chosen) Lines(form textfile.Form, format *LineFormat) LineRange {
	return LineRange{Form: form, Format: format, Start: c.Start, End: c.End, Number: c.First, Count: c.Count}
}
