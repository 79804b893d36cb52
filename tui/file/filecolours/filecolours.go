// Package filecolours, which changes without notice, gives lines of a tool's output the colours that the lines of the
// file have which they show, as far as both have the same bytes.
package filecolours

import (
	"bytes"
	"context"
	"errors"
	"io"
	"slices"
	"unicode/utf8"

	"eyeline/reader/lineindex"
	"eyeline/reader/source"
	"eyeline/tui/kit/highlight"
)

// Line is a line of an output that is to be coloured.
type Line struct {
	Text   []byte // what is on hand of the file's text in it
	Whole  bool   // that is all of it
	Number int64  // of the line of the file, from 1
}

// Colours are the colours of the text of a line.
type Colours struct {
	Spans []highlight.Span
	// Rough: asking again gives better ones.
	Rough bool
	// The bytes [Start, End) of the text are not as the file has them; Start is End where all are.
	Start, End int
}

// headSize is how many bytes of a line have colours, as in the file.
const headSize = 2 << 10

// Of gives lines the colours of the lines of the file that they show, and finds where they differ: a Colours for each,
// which is empty for a line that the file has no more. index has the lines of the file view, whose content has the
// given generation for the lexer. The error is that of reading the file.
func Of(
	ctx context.Context, lexer *highlight.Highlighter, view source.Bytes, generation uint64,
	index *lineindex.Snapshot, lines []Line,
) ([]Colours, error) {
	out := make([]Colours, len(lines))
	offs := make([]int64, len(lines)) // of the lines of the file; -1 for one that is not there any more
	var starts []int64
	for i, l := range lines {
		off, _, found, err := lineindex.FindLine(ctx, view, index, l.Number)
		if err != nil {
			return nil, err
		}

		offs[i] = off
		if found {
			starts = append(starts, off)
		} else {
			offs[i] = -1
		}
	}

	slices.Sort(starts)
	starts = slices.Compact(starts)
	res, err := lexer.Lines(ctx, view, generation, starts)
	if err != nil {
		return nil, err
	}

	for i, l := range lines {
		at, found := slices.BinarySearch(starts, offs[i])
		if !found {
			continue
		}

		file, err := l.inFile(view, offs[i])
		if err != nil {
			return nil, err
		}

		alike := alikeFrom(l.Text, file.text)
		out[i].Rough = res.More
		out[i].Start, out[i].End = l.otherThan(file, alike)
		for _, s := range res.Spans[at] {
			s.Start = max(s.Start-file.dropped, 0)
			s.End = min(s.End-file.dropped, alike)
			if s.Start < s.End {
				out[i].Spans = append(out[i].Spans, s)
			}
		}
	}

	return out, nil
}

// fileLine is a line of the file without its newline, as far as it was read.
type fileLine struct {
	text    []byte
	dropped int  // bytes before text that the output does not have: a byte order mark
	whole   bool // text goes to the end of the line
}

// byteOrderMark is what tools drop at the beginning of a file.
const byteOrderMark = "\ufeff"

// maxCompared is how many bytes of a line of the file are read to find its end, where an output has another.
const maxCompared = 64 << 10

// inFile reads the line of the file at an offset: its head, or all of it where it differs from the output, up to
// maxCompared bytes.
func (l *Line) inFile(view source.Bytes, off int64) (f fileLine, err error) {
	for _, size := range []int{headSize, maxCompared} {
		head := make([]byte, size)
		n, err := view.ReadAt(head, off)
		if err != nil && !errors.Is(err, io.EOF) {
			return f, err
		}

		f = l.lineOf(head[:n], n < size)
		if f.whole || !l.Whole || alikeFrom(l.Text, f.text) == len(l.Text) {
			break
		}
	}

	return f, nil
}

// lineOf returns the line at the beginning of file, which has bytes of the file; atEnd says that the file ends with
// them.
func (l *Line) lineOf(file []byte, atEnd bool) (f fileLine) {
	f.text, _, f.whole = bytes.Cut(file, []byte{'\n'})
	f.whole = f.whole || atEnd
	mark := []byte(byteOrderMark)
	if bytes.HasPrefix(f.text, mark) && !bytes.HasPrefix(l.Text, mark) {
		f.text = f.text[len(mark):]
		f.dropped = len(mark)
	}
	if f.whole && !bytes.HasSuffix(l.Text, []byte{'\r'}) {
		f.text = bytes.TrimSuffix(f.text, []byte{'\r'})
	}

	return f
}

// alikeFrom returns how many bytes are the same at the beginning of a and b.
func alikeFrom(a, b []byte) (n int) {
	for n < min(len(a), len(b)) && a[n] == b[n] {
		n++
	}
	return n
}

// otherThan returns the part of the line that differs from the file's, in whole characters; its first alike bytes are
// the same. It is empty where the end of either line was not read, since then nobody knows how far the difference goes.
func (l *Line) otherThan(file fileLine, alike int) (start, end int) {
	if !l.Whole || !file.whole {
		return 0, 0
	}

	start = alike
	end = len(l.Text)
	from := len(file.text)
	for end > alike && from > alike && l.Text[end-1] == file.text[from-1] {
		end--
		from--
	}

	if start == end {
		return 0, 0
	}

	for start > 0 && !utf8.RuneStart(l.Text[start]) {
		start--
	}

	for end < len(l.Text) && !utf8.RuneStart(l.Text[end]) {
		end++
	}

	return start, end
}
