package preview

import (
	"context"

	tea "github.com/charmbracelet/bubbletea"

	"eyeline/reader/lists"
	"eyeline/reader/source"
	"eyeline/themes"
	"eyeline/tui/file/filecolours"
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

// colouredLine is a line of an output that is to be coloured.
type colouredLine struct {
	at outputLine
	filecolours.Line
}

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
	asked := lists.Map(lines, func(l colouredLine) filecolours.Line { return l.Line })
	return jobs.Try(m.jobs, jobs.OutputColour, func(ctx context.Context) ([]filecolours.Colours, error) {
		return filecolours.Of(ctx, lexer, view, gen, index, asked)
	}, func(found []filecolours.Colours, err error) tea.Cmd { return m.storeColours(lines, found, err) })
}

// uncoloured appends the lines on the screen of a pane, and near it, that have no colours yet.
func (m *modelPane) uncoloured(lines []colouredLine, output *pane.Pane, r *Reading) []colouredLine {
	if !r.HasOutput() || output.Text.Bytes != source.Bytes(r.Framed) {
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
		if i >= top && i < top+height && (!known || s.Rough) {
			missing = true
		}

		before, prefix := r.BeforeText(l.Number - 1)
		text := l.Head[min(before+prefix, len(l.Head)):]
		found = append(found, colouredLine{at, filecolours.Line{Text: text, Whole: l.Whole && !l.More, Number: number}})
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

// ForgetColours forgets the colours of all outputs.
func (m *modelPane) ForgetColours() { clear(m.painted) }

// storeColours stores the colours that were computed for lines of outputs.
func (m *modelPane) storeColours(lines []colouredLine, found []filecolours.Colours, err error) tea.Cmd {
	if len(m.painted) > textview.MaxColoured {
		clear(m.painted)
	}
	if err != nil { // drawn plain; a read error shows where the text is read
		found = make([]filecolours.Colours, len(lines))
	}
	for i, l := range lines {
		m.painted[l.at] = found[i]
	}

	return nil
}
