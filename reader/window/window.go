// Package window selects which lines or bytes of a file a read returns. The package changes without notice.
//
// The three selectors are the slice (SliceOf; CONTRACTS.md §1 Slice, §2, §3, §4 line range), the indentation block
// (BlockOf; §1 Indentation) and the byte window (ByteRangeOf; §4). CONTRACTS.md is in testdata/conformance/contracts. A
// selector reads only what it needs and never keeps a line in memory that is longer than what is shown of it. A
// [Window] is the one value that both a tool's formatter and the viewer render.
//
// Line numbers are 1-based and inclusive, byte offsets 0-based and half-open; both are int64.
package window

import "slices"

// Kind says which selector made a window.
type Kind uint8

const (
	// Slice is a run of lines by number.
	Slice Kind = iota
	// Block is an indentation block grown from an anchor line.
	Block
	// ByteRange is a byte window rounded to lines, or inside one line too long for it.
	ByteRange
	// Whole is a whole file.
	Whole
	// Outline stands for a list of symbols: no run of the file's bytes is shown.
	Outline
	// Notice stands for a text about the file (an image, a binary): no run of the file's bytes is shown.
	Notice
	// Converted stands for a text that a tool makes of the runs, such as the cells of a notebook: what is in them is
	// given in another form, and no line of the text is a line of the file.
	Converted
)

// Stop is the reason why a window ends where it does, at one of its two ends.
type Stop uint8

const (
	StopNone    Stop = iota // there is no window
	StopAsked               // the range asked for begins or ends here
	StopLimit               // limit lines were taken
	StopFile                // the first line or the last line of the file
	StopLevel               // the next line's indent is below the floor
	StopSibling             // the next line is a further line at the floor
	StopCap                 // the block reached its cap of lines
	StopBytes               // as many bytes as were asked for
	StopHard                // the hard cap of a byte window was reached
	StopOutput              // the cap of the whole output, in bytes or characters, was reached
	StopTokens              // the cap of the whole output in (estimated) tokens was reached
)

// String names a stop as emit --json does.
func (s Stop) String() string {
	return [...]string{
		"none", "asked", "limit", "file", "level", "sibling", "cap", "bytes", "hard-cap", "output", "tokens",
	}[s]
}

// Run is a part of a file without holes: half-open byte offsets, and the numbers of the first and last line touched, as
// in Window.
type Run struct {
	Start, End  int64
	First, Last int64
}

// Window is the part of a file that a read returns: one run of bytes, or several with holes between them where a tool
// cuts the middle.
type Window struct {
	Kind Kind

	// Start and End are half-open byte offsets in the file from the first run to the last, line terminators included.
	// For Block they are the trimmed block's.
	Start, End int64

	// Runs are the runs in order, where there is more than one; nil: the window is one run.
	Runs []Run

	// Renumbered is the number of the first line, as '\n' counts, from which on the tool numbers lines otherwise; 0
	// when it does not.
	Renumbered int64

	// First and Last are the numbers of the first and last line touched, 1-based, inclusive; 0 when not known
	// (a byte window does not count lines) or without one.
	First, Last int64

	// Partial is set when a byte window lies inside one line too long for it; LineStart and LineEnd are then that
	// line's half-open offsets, terminator included.
	Partial            bool
	LineStart, LineEnd int64

	// TotalLines is the number of lines in the file, or -1 when the read did not need to know.
	TotalLines int64

	// Anchor is the block's anchor line, Floor its floor in columns of indent, Cap its cap in lines (the file's own
	// lines, which limit it too, are not counted for it); Block only.
	Anchor, Floor, Cap int64

	// Indent is the anchor's effective indent in columns; -1 when it made no difference and was not looked for. Block
	// only.
	Indent int64

	// Top and Bottom say why the window begins and ends where it does.
	Top, Bottom Stop

	// TrimmedTop and TrimmedBottom are the numbers of blank lines trimmed off the ends of a Block.
	TrimmedTop, TrimmedBottom int64

	// Reasons has for each line First…Last of a Block why it is in; nil unless asked for (BlockOptions.Explain).
	Reasons []Reason
}

// OfLines is the window of the lines of a run, in a file of size bytes and total lines, -1 where that is not known. It
// ends for the reason bottom unless the file does; where First is 0, or Last is less, it is empty.
func OfLines(run Run, size, total int64, bottom Stop) Window {
	if run.First == 0 || run.Last < run.First {
		return Window{Kind: Slice, Start: size, End: size, TotalLines: total}
	}

	w := Window{
		Kind: Slice, Start: run.Start, End: run.End, First: run.First, Last: run.Last, TotalLines: total,
		Top: StopAsked, Bottom: bottom,
	}
	if run.First == 1 {
		w.Top = StopFile
	}
	if run.End >= size {
		w.Bottom = StopFile
	}

	return w
}

// OfConverted is the window of a text that a tool makes of a file of size bytes, but for holes: half-open ranges of
// bytes in their order.
func OfConverted(size int64, holes [][2]int64) Window {
	w := Window{Kind: Converted, End: size, TotalLines: -1, Top: StopFile, Bottom: StopFile}
	at := int64(0)
	for _, h := range holes {
		if h[1] <= h[0] {
			continue
		}
		if h[0] > at {
			w.Runs = append(w.Runs, Run{Start: at, End: h[0]})
		}

		at = h[1]
	}

	if w.Runs != nil && at < size {
		w.Runs = append(w.Runs, Run{Start: at, End: size})
	}

	return w
}

// Lines is the number of lines touched, 0 when not known.
func (w Window) Lines() int64 {
	if w.First == 0 {
		return 0
	}
	return w.Last - w.First + 1
}

// Spans returns the runs in order: Runs, or the window as one run; nil when it is empty.
func (w Window) Spans() []Run {
	switch {
	case w.Runs != nil:
		return w.Runs
	case w.Start == w.End:
		return nil
	}
	return []Run{{w.Start, w.End, w.First, w.Last}}
}

// Until is the window with another reason for its end, unless it ends with the file or has no lines.
func (w Window) Until(stop Stop) Window {
	if w.First > 0 && w.Bottom != StopFile {
		w.Bottom = stop
	}
	return w
}

// Covers reports whether the byte at off is in one of the runs.
func (w Window) Covers(off int64) bool {
	return slices.ContainsFunc(w.Spans(), func(r Run) bool { return off >= r.Start && off < r.End })
}

// Reason is why a line is in a block.
type Reason struct {
	Kind ReasonKind
	// Indent is the line's effective indent in columns.
	Indent int64
}

// ReasonKind names the rule that took a line into a block.
type ReasonKind uint8

const (
	ReasonAnchor        ReasonKind = iota + 1 // the anchor itself
	ReasonLevel                               // deeper than the floor
	ReasonFirstAtFloor                        // the first line at the floor in its direction
	ReasonHeaderComment                       // a comment at the floor, taken as a header
	ReasonSibling                             // a further line at the floor, with include_siblings
	ReasonBlank                               // blank, taken with the indent of the line above
)

// Index finds a place near a line without reading from the start of the file. A nil Index stands for none.
type Index interface {
	// SeekLine returns an offset before which exactly newlines '\n' bytes are, newlines < line: the nearest known
	// such place at or before the start of the 1-based line. SeekLine(1) is 0, 0.
	SeekLine(line int64) (off, newlines int64)
	// SeekOffset returns the nearest known place at or before off, and the '\n' bytes before that place.
	SeekOffset(off int64) (at, newlines int64)
	// Lines returns the number of lines in the file when it is known.
	Lines() (n int64, known bool)
}
