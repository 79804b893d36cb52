package preview

import (
	"context"
	"errors"
	"io"
	"slices"

	tea "github.com/charmbracelet/bubbletea"

	"eyeline/reader/lineindex"
	"eyeline/reader/source"
	"eyeline/themes"
	"eyeline/tui/highlight"
	"eyeline/tui/jobs"
	"eyeline/tui/pane"
	"eyeline/tui/text"
)

// What a tool gives of the file has the file's colours: those of each line, as far as the content has the line's own
// bytes.

// outputLine names a line of an output: by the generation of the text, which no other output has, and the 0-based
// offset in it.
type outputLine struct {
	generation uint64
	off        int64
}

// outputSpans are the colours of such a line, from the end of what the tool puts before it on.
type outputSpans struct {
	spans []highlight.Span
	rough bool // asking again gives better ones
}

// colouredLine is a line of an output that is to be coloured.
type colouredLine struct {
	at     outputLine
	shown  source.Bytes // the output as the pane shows it
	text   int64        // where the file's text begins in that
	number int64        // of the line of the file, from 1
}

// colouredHead is how many bytes of a line have colours, as in the file.
const colouredHead = 2 << 10

// Colour computes, in the background, the colours of the lines of the panes that show what a tool gives.
func (m *ModelPane) Colour() tea.Cmd {
	c := m.preview.text.Colours()
	if c.Lexer == nil || c.Lexer.Language() == "" || m.preview.text.Doc() == nil || m.preview.text.Doc().Decoded() ||
		m.preview.text.ToolOff() || m.preview.desk.Theme().Profile == themes.None ||
		m.preview.jobs.Runs(jobs.OutputColour) || !m.preview.host.ShowsOutput() {
		return nil
	}
	lines := m.uncoloured(nil, &m.pane, m.preview.reading)
	if other, r := m.preview.host.OtherOutput(); other != nil {
		lines = m.uncoloured(lines, other, r)
	}
	if len(lines) == 0 {
		return nil
	}
	lexer, view, gen, index := c.Lexer, m.preview.text.Doc().Raw().Bytes(),
		m.preview.text.Doc().Raw().Snapshot().Generation, m.preview.text.Doc().Raw().Lines()
	return jobs.Try(m.preview.jobs, jobs.OutputColour, func(ctx context.Context) ([]outputSpans, error) {
		return colourLines(ctx, lexer, view, gen, index, lines)
	}, func(spans []outputSpans, err error) tea.Cmd { return m.takeColours(lines, spans, err) })
}

// uncoloured adds the lines near the screen of a pane that have no colours yet.
func (m *ModelPane) uncoloured(lines []colouredLine, output *pane.Pane, r *Reading) []colouredLine {
	if r == nil || r.Out == nil || output.Text().Bytes != source.Bytes(r.Framed) {
		return lines
	}
	height := output.Height()
	near, top := output.Near(height/2, 2*height)
	missing := false
	for _, l := range near[min(top, len(near)):min(top+height, len(near))] {
		if s, ok := m.painted[outputLine{output.Text().Generation, l.Off}]; ok && !s.rough || l.Continued ||
			l.Number == 0 {
			continue
		}
		if _, ok := r.shownLine(l.Number - 1); ok {
			missing = true
			break
		}
	}
	if !missing {
		return lines
	}
	found := make([]colouredLine, 0, len(near))
	for _, l := range near {
		if l.Continued || l.Number == 0 {
			continue
		}
		number, ok := r.shownLine(l.Number - 1)
		if !ok {
			continue
		}
		at := outputLine{output.Text().Generation, l.Off}
		before, prefix := r.BeforeText(l.Number - 1)
		found = append(found, colouredLine{at, r.Framed, l.Off + int64(before+prefix), number})
	}
	return append(lines, found...)
}

// shownLine is the 1-based number of the line of the file that line n of the pane, 0-based, shows from its beginning.
func (r *Reading) shownLine(n int64) (number int64, ok bool) {
	line, skip, title := r.Framed.Line(n)
	if title || skip > 0 {
		return 0, false
	}
	for _, run := range r.Runs() {
		if k := line - run.Content; k >= 0 && k < run.Lines && run.InFile == run.Lines {
			return run.First + k, true
		}
	}
	return 0, false
}

// colourLines colours lines of outputs as those of the file are that they show.
func colourLines(
	ctx context.Context, lexer *highlight.Highlighter, view source.Bytes, generation uint64,
	index *lineindex.Snapshot, lines []colouredLine,
) ([]outputSpans, error) {
	out := make([]outputSpans, len(lines))
	offs := make([]int64, len(lines)) // of the lines of the file; -1 for one that is not there any more
	for i, l := range lines {
		off, _, found, err := lineindex.FindLine(ctx, view, index, l.number)
		if err != nil {
			return nil, err
		}
		if offs[i] = off; !found {
			offs[i] = -1
		}
	}
	starts := slices.Clone(offs)
	slices.Sort(starts)
	starts = slices.Compact(slices.DeleteFunc(starts, func(off int64) bool { return off < 0 }))
	res, err := lexer.Lines(ctx, view, generation, starts)
	if err != nil {
		return nil, err
	}
	var file, text [colouredHead]byte
	for i, l := range lines {
		at, found := slices.BinarySearch(starts, offs[i])
		if !found {
			continue
		}
		n, err := readSome(view, file[:], offs[i])
		if err != nil {
			return nil, err
		}
		k, err := readSome(l.shown, text[:], l.text)
		if err != nil {
			return nil, err
		}
		alike := 0
		for alike < min(n, k) && file[alike] == text[alike] && file[alike] != '\n' {
			alike++
		}
		out[i].rough = res.More
		for _, s := range res.Spans[at] {
			if s.Start < alike {
				s.End = min(s.End, alike)
				out[i].spans = append(out[i].spans, s)
			}
		}
	}
	return out, nil
}

// readSome reads as much as there is of what fits in p.
func readSome(b source.Bytes, p []byte, off int64) (int, error) {
	n, err := b.ReadAt(p, off)
	if errors.Is(err, io.EOF) {
		err = nil
	}
	return n, err
}

// ForgetColours forgets the colours of all outputs.
func (m *ModelPane) ForgetColours() { clear(m.painted) }

// takeColours takes the colours of lines of outputs and asks for those that are still missing.
func (m *ModelPane) takeColours(lines []colouredLine, spans []outputSpans, err error) tea.Cmd {
	if len(m.painted) > text.MaxColoured {
		clear(m.painted)
	}
	for i, l := range lines {
		if err != nil {
			m.painted[l.at] = outputSpans{} // drawn plain; a read error shows where the text is read
			continue
		}
		m.painted[l.at] = spans[i]
	}
	m.pane.Redraw()
	if other, _ := m.preview.host.OtherOutput(); other != nil {
		other.Redraw()
	}
	if err != nil {
		return nil
	}
	return m.Colour()
}
