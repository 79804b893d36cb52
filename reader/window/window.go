// Package window, which changes without notice, selects which lines or bytes of a file a read returns.
//
// The three selectors are the slice (SliceOf; CONTRACTS.md §1 Slice, §2, §3, §4 line range), the indentation block
// (BlockOf; §1 Indentation) and the byte window (ByteRangeOf; §4). CONTRACTS.md is in testdata/conformance/contracts. A
// selector reads only what it needs and never keeps a line in memory that is longer than what is shown of it. A
// [Window] is the one value that both a tool's formatter and the viewer render.
//
// Line numbers are 1-based and inclusive, byte offsets 0-based and half-open; both are int64.
package window

import (
	"cmp"
	"slices"
)

// Kind says which selector made a window.
type Kind uint8

const (
	// Slice is lines selected by number.
	Slice Kind = iota
	// Block is an indentation block grown from an anchor line.
	Block
	// ByteRange is a byte window rounded to lines, or inside one line too long for it.
	ByteRange
	// Whole is the whole file.
	Whole
	// Outline is a list of symbols, which shows no bytes of the file.
	Outline
	// Notice is a text about the file, such as for an image or a binary; it shows no bytes of the file.
	Notice
	// Converted is a text that a tool makes of the runs, such as the cells of a notebook. Their content is in it, but
	// its lines are not lines of the file.
	Converted
)

// Stop is why a window begins or ends where it does.
type Stop uint8

const (
	StopNone    Stop = iota // the window is empty
	StopAsked               // the requested range begins or ends here
	StopLimit               // the window has as many lines as requested
	StopFile                // the first line or the last line of the file
	StopLevel               // the next line's indent is below the floor
	StopSibling             // the next line is another one at the floor
	StopCap                 // the block reached its cap of lines
	StopBytes               // the window has as many bytes as requested
	StopHard                // the hard cap of a byte window was reached
	StopOutput              // the cap of the whole output, in bytes or characters, was reached
	StopTokens              // the cap of the whole output in (estimated) tokens was reached
)

// String returns the name in emit --json.
func (s Stop) String() string {
	return [...]string{
		"none", "asked", "limit", "file", "level", "sibling", "cap", "bytes", "hard-cap", "output", "tokens",
	}[s]
}

// Run is a contiguous part of a file: half-open byte offsets, and the first and last line that it touches, as in
// Window.
type Run struct {
	Start, End  int64
	First, Last int64
}

// LinesAbove returns how many lines of a file are above all runs; 0 without a run.
func LinesAbove(runs []Run) int64 {
	if len(runs) == 0 {
		return 0
	}
	first := slices.MinFunc(runs, func(a, b Run) int { return cmp.Compare(a.First, b.First) })
	return max(first.First-1, 0)
}

// Window is the part of a file that a read returns: one run of bytes, or several if the tool cuts the middle.
type Window struct {
	Kind Kind

	// Start and End are the half-open byte offsets from the first run to the last, line ends included. For a Block they
	// are those after trimming.
	Start, End int64

	// Runs are the runs in order if there are several; nil if the window is a single run.
	Runs []Run

	// Renumbered is the number of the first line, counting by '\n', whose number by the tool differs from the file's; 0
	// if they agree.
	Renumbered int64

	// First and Last are the numbers of the first and last line touched, 1-based, inclusive; 0 if not known, as in a
	// byte window, or if there is no line.
	First, Last int64

	// Partial: a byte window lies inside one line that is too long for it. LineStart and LineEnd are then the half-open
	// offsets of that line, with its line end.
	Partial            bool
	LineStart, LineEnd int64

	// TotalLines is the number of lines in the file; -1 if the read did not determine it.
	TotalLines int64

	// For a Block, Anchor is its anchor line, Floor its floor in columns, and Cap its cap in lines, which does not take
	// into account how many lines the file has.
	Anchor, Floor, Cap int64

	// For a Block, Indent is the anchor's effective indent in columns; -1 if it made no difference and was not
	// determined.
	Indent int64

	// Top and Bottom say why the window begins and ends where it does.
	Top, Bottom Stop

	// TrimmedTop and TrimmedBottom are how many blank lines were trimmed at the ends of a Block.
	TrimmedTop, TrimmedBottom int64

	// Reasons says for each line of a Block why it is in; nil without BlockOptions.Explain.
	Reasons []Reason
}

// OfLines returns the window for the lines of a run in a file of size bytes and total lines, -1 if that is not known.
// Its Bottom is bottom, or StopFile at the end of the file. It is empty if First is 0 or Last is less.
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

// OfConverted returns the window of a text made of a file of size bytes without holes, which are ascending half-open
// ranges.
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

// Lines returns the number of lines touched; 0 if not known.
func (w Window) Lines() int64 {
	if w.First == 0 {
		return 0
	}
	return w.Last - w.First + 1
}

// Spans returns the runs in order; nil if the window is empty.
func (w Window) Spans() []Run {
	switch {
	case w.Runs != nil:
		return w.Runs
	case w.Start == w.End:
		return nil
	}
	return []Run{{w.Start, w.End, w.First, w.Last}}
}

// Until returns the window with another Bottom, unless it ends with the file or has no lines.
func (w Window) Until(stop Stop) Window {
	if w.First > 0 && w.Bottom != StopFile {
		w.Bottom = stop
	}
	return w
}

// From returns the window with another Top, unless it begins with the file or has no lines.
func (w Window) From(stop Stop) Window {
	if w.First > 1 {
		w.Top = stop
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

// ReasonKind is the rule by which a line joined a block.
type ReasonKind uint8

const (
	ReasonAnchor        ReasonKind = iota + 1 // the anchor itself
	ReasonLevel                               // deeper than the floor
	ReasonFirstAtFloor                        // the first one at the floor in its direction
	ReasonHeaderComment                       // a comment at the floor above the block
	ReasonSibling                             // another line at the floor, with include_siblings
	ReasonBlank                               // blank, with the indent of the line above
)

// Index finds lines without reading from the start of the file. A nil Index knows nothing.
type Index interface {
	// SeekLine returns the nearest known offset at or before the start of the 1-based line, and how many '\n' bytes
	// precede it, which are fewer than line. SeekLine(1) is 0, 0.
	SeekLine(line int64) (off, newlines int64)
	// SeekOffset returns the nearest known offset at or before off, and how many '\n' bytes precede it.
	SeekOffset(off int64) (at, newlines int64)
	// Lines returns the number of lines in the file; known is false if it is not known yet.
	Lines() (n int64, known bool)
}
