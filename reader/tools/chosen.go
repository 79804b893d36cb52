package tools

import (
	"eyeline/reader/internal/textfile"
	"eyeline/reader/window"
)

// ChosenLines are the lines that a tool selects for an answer: those that were asked for, as far as there is room.
type ChosenLines struct {
	// Start is the offset of the first line, End the offset after the last line's end.
	Start, End int64
	// First is the number of the first line, from 1.
	First int64
	// Count is the number of lines, possibly 0.
	Count int64
	// Full: a limit on the size of the answer, and not on the number of lines, ended them.
	Full bool
}

// ChosenLinesOf returns the lines that a scan found.
func ChosenLinesOf(found textfile.Scanned) ChosenLines {
	c := ChosenLines{Start: found.Start, End: found.End, First: found.First}
	if found.First > 0 {
		c.Count = found.Last - found.First + 1
	}
	return c
}

// Take adds the next line.
func (c *ChosenLines) Take(l *TextLine) {
	c.Count++
	c.End = l.Next
}

// Last returns the number of the last line, from 1; without lines, First - 1.
func (c ChosenLines) Last() int64 { return c.First + c.Count - 1 }

// Next returns the number of the line after the last one, from 1.
func (c ChosenLines) Next() int64 { return c.First + c.Count }

// Window returns the window of the lines, in a file of size bytes and total lines, -1 if that is not known.
func (c ChosenLines) Window(size, total int64) window.Window {
	bottom := window.StopLimit
	if c.Full {
		bottom = window.StopOutput
	}
	if c.Count == 0 { // First may then be beyond the largest line number
		return window.OfLines(window.Run{}, size, total, bottom)
	}
	run := window.Run{Start: c.Start, End: c.End, First: c.First, Last: c.Last()}
	return window.OfLines(run, size, total, bottom)
}

// Lines returns the lines for Sink.WriteLines.
func (c ChosenLines) Lines(form textfile.LineCoding, format *LineFormat) LineRange {
	return LineRange{Form: form, Format: format, Start: c.Start, End: c.End, Number: c.First, Count: c.Count}
}
