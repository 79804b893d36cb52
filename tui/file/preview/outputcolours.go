package preview

import (
	"bytes"
	"context"
	"errors"
	"io"
	"slices"
	"unicode/utf8"

	tea "github.com/charmbracelet/bubbletea"

	"eyeline/reader/lineindex"
	"eyeline/reader/source"
	"eyeline/themes"
	"eyeline/tui/file/pane"
	"eyeline/tui/file/textview"
	"eyeline/tui/kit/highlight"
	"eyeline/tui/kit/jobs"
)

// Lines of the file have the same colours in an output as in the file, as far as the output has the same bytes.

// outputLine identifies a line of an output: by the generation of the text, which no other output has, and its 0-based
// offset.
type outputLine struct {
	generation uint64
	off        int64
}

// outputSpans are the colours of such a line, from the end of the tool's prefix on.
type outputSpans struct {
	spans []highlight.Span
	rough bool // asking again gives better ones
	other part // that is not as the file has it
}

// part is the bytes [start, end) of a text; empty where both are the same.
type part struct{ start, end int }

// colouredLine is a line of an output that is to be coloured.
type colouredLine struct {
	at     outputLine
	text   []byte // what is on hand of the file's text in it
	whole  bool   // that is all of it
	number int64  // of the line of the file, from 1
}

// colouredHead is how many bytes of a line have colours, as in the file.
const colouredHead = 2 << 10

// Colour computes, in the background, the colours of the lines of the panes that show what a tool gives, and how they
// differ from those of the file.
func (m *modelPane) Colour() tea.Cmd {
	c := m.text.Colours
	if c.Lexer == nil || m.text.Doc == nil || m.text.Doc.Decoded() || m.text.ToolOff ||
		m.jobs.Runs(jobs.OutputColour) || !m.showing.ShowsOutput() {
		return nil
	}

	lines := m.uncoloured(nil, &m.pane, m.Reading)
	if other, r := m.showing.OtherOutput(); other != nil {
		lines = m.uncoloured(lines, other, r)
	}
	if len(lines) == 0 {
		return nil
	}

	raw := m.raw()
	lexer := c.Lexer
	view := raw.Bytes()
	if m.program.Theme().Profile == themes.None {
		lexer = new(highlight.Highlighter)
	}

	gen := raw.Snapshot().Generation
	index := raw.Lines()
	return jobs.Try(m.jobs, jobs.OutputColour, func(ctx context.Context) ([]outputSpans, error) {
		return colourLines(ctx, lexer, view, gen, index, lines)
	}, func(spans []outputSpans, err error) tea.Cmd { return m.storeColours(lines, spans, err) })
}

// uncoloured appends the lines on the screen of a pane, and near it, that have no colours yet.
func (m *modelPane) uncoloured(lines []colouredLine, output *pane.Pane, r *Reading) []colouredLine {
	if r == nil || r.Out == nil || output.Text.Bytes != source.Bytes(r.Framed) {
		return lines
	}

	height := output.Height
	near, top := output.Near(height/2, 2*height)
	missing := false // of a line on the screen
	found := make([]colouredLine, 0, len(near))
	for i, l := range near {
		if l.Continued || l.Number == 0 || l.Skip > 0 {
			continue
		}

		number, ok := r.shownLine(l.Number - 1)
		if !ok {
			continue
		}

		at := outputLine{output.Text.Generation, l.Off}
		s, known := m.painted[at]
		if i >= top && i < top+height && (!known || s.rough) {
			missing = true
		}

		before, prefix := r.BeforeText(l.Number - 1)
		text := l.Head[min(before+prefix, len(l.Head)):]
		found = append(found, colouredLine{at, text, l.Whole && !l.More, number})
	}

	if !missing {
		return lines
	}

	return append(lines, found...)
}

// shownLine returns the 1-based number of the line of the file that begins in line n of the pane, 0-based; false
// without one.
func (r *Reading) shownLine(n int64) (number int64, ok bool) {
	line, skip, _ := r.Framed.Line(n)
	if line < 0 || skip > 0 {
		return 0, false
	}

	for _, run := range r.Runs() {
		k := line - run.Content
		if k >= 0 && k < run.Lines && run.InFile == run.Lines {
			return run.First + k, true
		}
	}

	return 0, false
}

// colourLines gives lines of outputs the colours of the lines of the file that they show, and finds where they differ.
func colourLines(
	ctx context.Context, lexer *highlight.Highlighter, view source.Bytes, generation uint64,
	index *lineindex.Snapshot, lines []colouredLine,
) ([]outputSpans, error) {
	out := make([]outputSpans, len(lines))
	offs := make([]int64, len(lines)) // of the lines of the file; -1 for one that is not there any more
	var starts []int64
	for i, l := range lines {
		off, _, found, err := lineindex.FindLine(ctx, view, index, l.number)
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

		alike := alikeFrom(l.text, file.text)
		out[i].rough = res.More
		out[i].other = l.otherThan(file, alike)
		for _, s := range res.Spans[at] {
			s.Start = max(s.Start-file.dropped, 0)
			s.End = min(s.End-file.dropped, alike)
			if s.Start < s.End {
				out[i].spans = append(out[i].spans, s)
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
func (l *colouredLine) inFile(view source.Bytes, off int64) (f fileLine, err error) {
	for _, size := range []int{colouredHead, maxCompared} {
		head := make([]byte, size)
		n, err := view.ReadAt(head, off)
		if err != nil && !errors.Is(err, io.EOF) {
			return f, err
		}

		f = l.lineOf(head[:n], n < size)
		if f.whole || !l.whole || alikeFrom(l.text, f.text) == len(l.text) {
			break
		}
	}

	return f, nil
}

// lineOf returns the line at the beginning of file, which has bytes of the file; atEnd says that the file ends with
// them.
func (l *colouredLine) lineOf(file []byte, atEnd bool) (f fileLine) {
	f.text, _, f.whole = bytes.Cut(file, []byte{'\n'})
	f.whole = f.whole || atEnd
	mark := []byte(byteOrderMark)
	if bytes.HasPrefix(f.text, mark) && !bytes.HasPrefix(l.text, mark) {
		f.text = f.text[len(mark):]
		f.dropped = len(mark)
	}
	if f.whole && !bytes.HasSuffix(l.text, []byte{'\r'}) {
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
func (l *colouredLine) otherThan(file fileLine, alike int) part {
	if !l.whole || !file.whole {
		return part{}
	}

	start := alike
	end := len(l.text)
	from := len(file.text)
	for end > alike && from > alike && l.text[end-1] == file.text[from-1] {
		end--
		from--
	}

	if start == end {
		return part{}
	}

	for start > 0 && !utf8.RuneStart(l.text[start]) {
		start--
	}

	for end < len(l.text) && !utf8.RuneStart(l.text[end]) {
		end++
	}

	return part{start, end}
}

// ForgetColours forgets the colours of all outputs.
func (m *modelPane) ForgetColours() { clear(m.painted) }

// storeColours stores the colours that were computed for lines of outputs.
func (m *modelPane) storeColours(lines []colouredLine, spans []outputSpans, err error) tea.Cmd {
	if len(m.painted) > textview.MaxColoured {
		clear(m.painted)
	}
	if err != nil { // drawn plain; a read error shows where the text is read
		spans = make([]outputSpans, len(lines))
	}
	for i, l := range lines {
		m.painted[l.at] = spans[i]
	}

	return nil
}
