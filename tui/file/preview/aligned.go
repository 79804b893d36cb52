package preview

import (
	"context"
	"errors"
	"io"
	"sort"
	"strconv"
	"strings"

	tea "github.com/charmbracelet/bubbletea"

	"eyeline/reader/lineindex"
	"eyeline/reader/source"
	"eyeline/reader/tools"
	"eyeline/tui/file/linediff"
	"eyeline/tui/file/pane"
	"eyeline/tui/file/tooloutput"
)

// In a comparison the rows of two readings stand beside each other by the line of the file that they show. Where one
// side lacks a line it has a blank row.

// Rows returns which lines of the file the rows of a reading show, in their order. framed has the rows, without blank
// ones; it is read to its end.
func (r *Reading) Rows(ctx context.Context, framed *tooloutput.Composite) ([]linediff.Stretch, error) {
	total, err := lineindex.EndsBefore(ctx, framed, framed.Size())
	if err != nil {
		return nil, err
	}

	var last [1]byte
	if framed.Size() > 0 {
		if _, err := framed.ReadAt(last[:], framed.Size()-1); err != nil && !errors.Is(err, io.EOF) {
			return nil, err
		}
		if last[0] != '\n' {
			total++
		}
	}

	var rows []linediff.Stretch
	runs := r.Runs()
	for at := int64(0); at < total; {
		end := framed.Until(at, total)
		line, skip, _ := framed.Line(at)
		if line < 0 || skip > 0 {
			rows = append(rows, linediff.Stretch{Rows: end - at})
		} else {
			rows = appendLines(rows, runs, line, line+end-at)
		}

		at = end
	}

	return rows, nil
}

// appendLines adds the rows of the lines [line, end) of an output, 0-based. runs say which lines of the file they show.
func appendLines(rows []linediff.Stretch, runs []linediff.Run, line, end int64) []linediff.Stretch {
	add := func(first, n int64) {
		if n > 0 {
			rows = append(rows, linediff.Stretch{First: first, Rows: n})
		}
	}

	for _, run := range runs {
		from := max(run.Content, line)
		to := min(run.Content+run.Lines, end)
		if from >= to {
			continue
		}

		add(0, from-line)

		// A tool that also ends lines at other characters may make several lines of one; which of them a row shows
		// is then not known.
		known := max(min(run.Content+run.InFile, to)-from, 0)
		add(run.First+from-run.Content, known)
		add(0, to-from-known)
		line = to
	}

	add(0, end-line)
	return rows
}

// AtRow returns the move that brings a row, counted from 0, to the top of a pane.
func (r *Reading) AtRow(p *pane.Pane, row int64) pane.Move {
	lines := p.Lines()
	i := sort.Search(len(lines), func(i int) bool { return lines[i].Number > row })
	if p.Text.Bytes == source.Bytes(r.Framed) && i < len(lines) && lines[i].Number == row+1 && !lines[i].Continued {
		return pane.To(lines[i].Off, pane.Top)
	}
	framed := r.Framed
	return pane.ToFound(func(ctx context.Context) (int64, error) { return framed.LineStart(ctx, row) }, pane.Top)
}

// TopLine returns the line of the file, from 1, at which a comparison opens: the one at the top of the file pane. It is
// 0 where that pane is above all that the tool gives.
func (m *modelPane) TopLine() int64 {
	if line, ok := m.outputLine(); !ok || line == 0 {
		return 0
	}
	file := m.text.File
	top, _ := file.TopLine()
	return top.Number
}

// ShowPadded shows a reading in a pane with blank rows between, from a row on, counted from 0.
func (m *modelPane) ShowPadded(p *pane.Pane, r *Reading, padded *tooloutput.Padded, row int64) tea.Cmd {
	r.showAs(padded)
	return p.Show(m.NewText(r), r.AtRow(p, row))
}

// ShowUnpadded takes the blank rows out of the current reading when a comparison ends. The line at the top stays.
func (m *modelPane) ShowUnpadded() tea.Cmd {
	r := m.Reading
	if r == nil || r.Framed == nil || !r.Framed.HasBlanks() {
		return nil
	}
	row := int64(0)
	if top, ok := m.pane.TopLine(); ok && top.Number > 0 {
		row = r.Framed.Unpadded(top.Number - 1)
	}
	return m.ShowPadded(&m.pane, r, tooloutput.Unpadded(r.Framed.Plain()), row)
}

// IsBlank reports whether a row is blank because the other side of a comparison has a line there.
func (r *Reading) IsBlank(l pane.Row) bool {
	if r == nil || r.Framed == nil || l.Number == 0 {
		return false
	}
	_, _, kind := r.Framed.Line(l.Number - 1)
	return kind == tooloutput.IsBlank
}

// CutOtherwise reports whether a line of the file is cut off by one of two readings only, or at another place, or is
// one in which only one of them begins or ends.
func CutOtherwise(halves [2]*Reading) func(line int64) bool {
	var cuts [2]map[int64]tools.Cut
	for i, r := range halves {
		cuts[i] = make(map[int64]tools.Cut, len(r.Stats.Cuts))
		for _, cut := range r.Stats.Cuts {
			cuts[i][cut.Line] = cut
		}
	}
	return func(line int64) bool {
		return cuts[0][line] != cuts[1][line] || halves[0].givesPart(line) != halves[1].givesPart(line)
	}
}

// ownWord stands in the column of the numbers before what a tool says itself.
const ownWord = "tool"

// NumberWidth is how many cells a column of the numbers of the file's lines that the tool gives takes, its blank
// included; 0 where it gives none.
func (r *Reading) NumberWidth() int {
	runs := r.Runs()
	if len(runs) == 0 {
		return 0
	}
	last := runs[len(runs)-1]
	return max(len(strconv.FormatInt(last.First+last.InFile, 10)), len(ownWord)) + 1
}

// LacksNumbers reports whether the tool gives lines of the file and numbers none of them.
func (r *Reading) LacksNumbers() bool { return len(r.Runs()) > 0 && !r.NumbersLines() }

// NumbersLines reports whether the tool's text before a line has a digit; it does not where the tool gives no lines.
func (r *Reading) NumbersLines() bool {
	runs := r.Runs()
	if len(runs) == 0 {
		return false
	}
	l, ok := r.Stats.Line(runs[0].Content)
	return ok && strings.ContainsAny(r.Req.Tool().Lines.PrefixOf(l), "0123456789")
}

// NumberAt is what that column says of a 0-based row: the number of the line of the file, or that the tool says this
// itself; "" for one that shows neither, and where the tool ends lines otherwise.
func (r *Reading) NumberAt(row int64) string {
	line, skip, kind := r.Framed.Line(row)
	switch {
	case line < 0 || skip > 0 || kind == tooloutput.IsBlank || kind == tooloutput.Title:
		return ""
	case !r.showsLine(line):
		return ownWord
	}

	for _, run := range r.Runs() {
		if line >= run.Content && line < run.Content+run.Lines && run.InFile == run.Lines {
			return strconv.FormatInt(run.First+line-run.Content, 10)
		}
	}
	return ""
}

// DifferSigns is how many cells the signs of a half of a comparison take.
const DifferSigns = 2
