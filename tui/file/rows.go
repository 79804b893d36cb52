package file

import (
	"bytes"
	"slices"
	"strings"
	"sync"
	"unicode/utf8"

	"eyeline/reader/decode"
	"eyeline/reader/tools"
	"eyeline/reader/window"
	"eyeline/themes"
	"eyeline/tui/file/filelist"
	"eyeline/tui/file/filepages"
	"eyeline/tui/file/pane"
	"eyeline/tui/file/preview"
	"eyeline/tui/file/sentlines"
	"eyeline/tui/file/toolpanels"
	"eyeline/tui/kit/cells"
	"eyeline/tui/kit/jobs"
)

// gutterBytes is about how many bytes stand before the text of a row, with their colours.
const gutterBytes = 64

// rows draws the rows of the file. What stands beside each line is in gutter.go, the rows of bytes are in hex.go.
type rows struct {
	*base
	toolPanels    *toolpanels.Panels
	recordedLines *sentlines.Display
	panes         *panes
	files         *filelist.Files
	drawn         []byte // the text of the row drawn last: its room is used again for the next one
}

// FileRows draws the file pane. Below a text that ends early one row says so.
func (r *rows) FileRows() []string {
	rows := r.textRows()
	seam := r.panes.seam()
	if seam == "" {
		return rows
	}
	canvas := r.program.Canvas()
	canvas.Width = r.Text.File.Width
	return append(rows[:min(len(rows), r.Text.File.Height)], canvas.Line(themes.CutMark, seam))
}

// textRows draws the text of the file.
func (r *rows) textRows() []string {
	if r.Text.File.Empty() {
		return r.emptyRows(r.Text.File)
	}
	if r.Text.Hex {
		return r.Text.File.Rows(r.hexRow)
	}
	return r.Text.File.Rows(r.fileRow)
}

// emptyRows draws the reason why a pane has no text.
func (r *rows) emptyRows(p *pane.Pane) []string {
	text := ""
	canvas := r.program.Canvas()
	canvas.Width = p.Width

	switch {
	case r.Text.Doc == nil:
		return r.files.Peeked.Rows(canvas, p.Height)
	case !p.Arrived:
		text = "reading…"
	case p.Err != nil:
		text = "cannot read: " + cells.Sanitize(p.Err.Error())
	case p.Text.Only != nil:
		text = "no line matches the filter"
		if r.jobs.Runs(jobs.Filter) {
			text += " so far"
		}
	case r.Text.Shown().Size() == 0 && !r.Text.Shown().Complete():
		text = "nothing has arrived yet"
	case r.Text.Shown().Size() == 0:
		text = "the file is empty"
		if sent := r.Preview.RecordedFile; sent != nil {
			if none := sent.NothingSentWords(); none != "" {
				text = none + "; " + cells.Sanitize(sent.Why)
			}
		}
	}

	return []string{canvas.Line(themes.Dim, "   "+text)}
}

// inWindow reports whether a unit touches a run of the shown window.
func inWindow(r *preview.Reading, l filepages.Unit) bool {
	if !r.HasOutput() || r.Window.Kind >= window.Outline {
		return false
	}

	end := l.End
	if end < 0 {
		end = 1<<63 - 1
	}
	if r.Window.Runs == nil {
		return l.Off < r.Window.End && end > r.Window.Start && r.Window.Start < r.Window.End
	}

	return slices.ContainsFunc(r.Window.Runs, func(run window.Run) bool { return l.Off < run.End && end > run.Start })
}

// inDecodedWindow reports whether a line of decoded text is in the window of a tool that decodes the file likewise.
// Both number the lines of the text.
func (r *rows) inDecodedWindow(l filepages.Unit) bool {
	read := r.Preview.Reading
	if !read.HasOutput() || r.Text.Doc.Form().Compression != decode.None {
		return false
	}
	return read.Stats.Altered[tools.Transcoded] > 0 && l.Number > 0 && l.Number >= read.Window.First &&
		l.Number <= read.Window.Last
}

// seamRow draws a row that stands where the model does not get what follows.
func (r *rows) seamRow(number int) string {
	canvas := r.program.Canvas()
	canvas.Width = r.Text.File.Width
	text := r.Preview.SeamWords(number, canvas.Width)
	if text != "" && cells.Width(text)+3 <= canvas.Width {
		text += " ──"
	}
	return canvas.Line(themes.Notice, text)
}

// fileRow draws a row of the file.
func (r *rows) fileRow(l pane.Row) string {
	if l.Seam > 0 {
		return r.seamRow(l.Seam)
	}

	reading := r.Preview.Reading

	// What is decoded has other bytes than the window: no line is dimmed, and none marked unless the tool decodes too.
	decoded := r.Text.Doc.Decoded()
	inside := !decoded && inWindow(reading, l.Unit)
	barred := inside || decoded && r.inDecodedWindow(l.Unit)

	// Nothing is dimmed before it is known what the model gets. When that is a refusal, all is.
	known := reading != nil && (reading.Refused != "" && !reading.NotKnown ||
		reading.HasOutput() && reading.Window.Kind != window.Converted)
	bright := inside || decoded || !known
	beside := gutterMarks{barred: barred, unsent: !bright}
	if r.Preview.IsRecorded() {
		beside = gutterMarks{barred: r.recordedLines.InCall(l.Unit)}
		state, hasState := r.recordedLines.State(l.Unit)
		bright = !hasState || !state.IsUnsent() // what was never sent is dimmed, whichever call is shown
	}

	st := r.styleOf(l, bright)
	if inside && !r.Preview.IsRecorded() {
		st, beside.cut = r.overWindow(st, l.Unit)
	}

	st = r.overMatches(st, l.Unit)
	r.drawn = r.Text.File.Draw(r.drawn[:0], l, st, r.program.Theme().Style(themes.Border))
	var b strings.Builder
	b.Grow(len(r.drawn) + gutterBytes)
	r.gutter(&b, l, beside)
	gutter := b.Len()
	b.Write(r.drawn)
	return r.tinted(b.String(), gutter, l)
}

// styleOf returns the style of a row's text before matches and cuts are marked: marked, bright or dimmed.
func (r *rows) styleOf(l pane.Row, bright bool) cells.Style {
	theme := r.program.Theme()
	if r.Text.Marking.IsMarked(l.Off) {
		marked := theme.Style(themes.Marked)
		return cells.Style{Reset: themes.Reset, Base: marked, Mark: marked, Bad: marked}
	}

	st := cells.Style{Reset: themes.Reset, Base: theme.Style(themes.Dim), Bad: theme.Style(themes.Replaced)}
	st.Mark = st.Base
	if !bright {
		return st
	}

	st.Base, st.Mark = theme.Style(themes.Text), theme.Style(themes.Invisible)
	st.Colours = theme.Profile != themes.None
	for _, c := range r.Text.Colours.Lines[l.Off].Spans {
		start, end := c.Start-int(l.Skip), c.End-int(l.Skip)
		st.Spans = append(st.Spans, cells.Span{Start: start, End: end, Open: theme.Syntax(c.Class)})
	}

	return st
}

// tinted applies the look of the cursor's line to a row of it; gutter is how many of its first bytes are the gutter.
// Where the cursor was only carried along by scrolling, the text keeps its look, so that it does not flicker.
func (r *rows) tinted(row string, gutter int, l pane.Row) string {
	under := r.program.Theme().Style(themes.CursorLine)
	if !l.Cursor || under == "" || r.Text.ToolOff {
		return row
	}
	text := ""
	if l.Carried {
		row, text = row[:gutter], row[gutter:]
	}
	return under + strings.ReplaceAll(row, themes.Reset, themes.Reset+under) + themes.Reset + text
}

// farInto stands for the part of a line before a unit that does not begin the line. That part is at least this long.
var farInto = sync.OnceValue(func() []byte { return bytes.Repeat([]byte{'x'}, filepages.PieceSize) })

// overWindow marks in a unit what the tool cuts off, and what lies outside a window that is inside one line. It reports
// whether the tool cuts the line.
func (r *rows) overWindow(st cells.Style, l filepages.Unit) (cells.Style, bool) {
	read := r.Preview.Reading
	if lost, _ := preview.Outside(read.Window, l); len(lost) > 0 {
		for _, part := range lost {
			part.Open = r.program.Theme().Style(themes.CutText)
			st.Over = append(st.Over, part)
		}

		return st, slices.ContainsFunc(read.Stats.Cuts, func(c tools.Cut) bool {
			return l.Off <= c.Start && (l.End < 0 || c.Start < l.End)
		})
	}

	if read.Tool == nil { // of a transcript
		return st, false
	}

	if l.Skip > 0 || l.Continued {
		// So far into a line every tool that cuts has cut.
		_, cuts := read.Tool.Lines.Cut(farInto())
		if cuts {
			st.Over = append(
				st.Over,
				cells.Span{Start: 0, End: len(l.Head), Open: r.program.Theme().Style(themes.CutText)},
			)
		}

		return st, cuts
	}

	keep, cut := read.Tool.Lines.Cut(l.Head)
	if cut {
		_, w := utf8.DecodeRune(l.Head[keep:])
		st.Over = append(st.Over,
			cells.Span{Start: keep + w, End: len(l.Head), Open: r.program.Theme().Style(themes.CutText)},
			// Last, so that a character of which only a part is kept is marked.
			cells.Span{Start: keep, End: keep + w, Open: r.program.Theme().Style(themes.CutMark)})
	}

	return st, cut
}

// overMatches marks the matches of the search in a unit.
func (r *rows) overMatches(st cells.Style, l filepages.Unit) cells.Style {
	for _, x := range r.Text.Search.In(l.Head, l.Skip == 0 && !l.Continued, l.Whole && !l.More) {
		role := themes.Match
		if r.Text.Search.Current(l.Off + l.Skip + int64(x[0])) {
			role = themes.MatchCurrent
		}
		st.Over = append(st.Over, cells.Span{Start: x[0], End: x[1], Open: r.program.Theme().Style(role)})
	}
	return st
}
