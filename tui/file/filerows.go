package file

import (
	"bytes"
	"strconv"
	"strings"
	"unicode/utf8"

	"eyeline/reader/decode"
	"eyeline/reader/tools"
	"eyeline/reader/window"
	"eyeline/themes"
	"eyeline/tui/cells"
	"eyeline/tui/coverage"
	"eyeline/tui/jobs"
	"eyeline/tui/page"
	"eyeline/tui/pane"
	"eyeline/tui/preview"
)

// rightIn is a number at the right of so many cells; blanks where it has more digits, since a part of it is another number.
func rightIn(number string, width int) string {
	n := utf8.RuneCountInString(number)
	if n > width {
		number, n = "", 0
	}
	return strings.Repeat(" ", max(width-n, 0)) + number
}

func (r *rows) FileRows() []string {
	if r.screen.text.File().Empty() {
		return r.emptyRows(r.screen.text.File())
	}
	r.screen.text.Marking().RedrawMarked()
	if n := r.digits(); !r.screen.text.Hex() && n != r.numberWidth {
		r.numberWidth = n
		r.screen.text.File().Redraw()
	}
	return r.screen.text.File().Rows(r.drawFile())
}

// drawFile is what draws a row of the file.
func (r *rows) drawFile() func(pane.Row) string {
	if r.screen.text.Hex() {
		return r.hexRow
	}
	return r.fileRow
}

// emptyRows say why a pane shows no text.
func (r *rows) emptyRows(p *pane.Pane) []string {
	text := ""
	switch {
	case r.screen.text.Doc() == nil:
	case !p.Arrived():
		text = "reading…"
	case p.Err() != nil:
		text = "cannot read: " + cells.Sanitize(p.Err().Error())
	case p.Text().Only != nil:
		text = "no line matches the filter"
		if r.screen.jobs.Runs(jobs.Filter) {
			text += " so far"
		}
	case r.screen.text.Doc().Shown().Size() == 0 && !r.screen.text.Doc().Shown().Complete():
		text = "nothing has arrived yet"
	case r.screen.text.Doc().Shown().Size() == 0:
		text = "the file is empty"
	}
	var b strings.Builder
	r.screen.desk.Put(&b, themes.Dim, cells.Pad(cells.Truncate("   "+text, p.Width(), "…"), p.Width()))
	return []string{b.String()}
}

// inWindow reports whether a unit touches a run of the shown window.
func inWindow(r *preview.Reading, l page.Unit) bool {
	if r == nil || r.Out == nil || r.Win.Kind == window.Notice || r.Win.Kind == window.Outline {
		return false
	}
	end := l.End
	if end < 0 {
		end = 1<<63 - 1
	}
	if r.Win.Runs == nil {
		return l.Off < r.Win.End && end > r.Win.Start && r.Win.Start < r.Win.End
	}
	for _, run := range r.Win.Runs {
		if l.Off < run.End && end > run.Start {
			return true
		}
	}
	return false
}

// inDecodedWindow reports whether a line of decoded text is in the window of a tool that decodes the file likewise. Both number
// the lines of the text.
func (rows *rows) inDecodedWindow(l page.Unit) bool {
	r := rows.screen.preview.Reading()
	if r == nil || r.Out == nil || rows.screen.text.Doc().Form().Compression != decode.None || r.Stats.Altered[tools.Transcoded] == 0 {
		return false
	}
	return l.Number > 0 && l.Number >= r.Win.First && l.Number <= r.Win.Last
}

// fileRow draws a row of the file.
func (r *rows) fileRow(l pane.Row) string {
	// What is decoded has other bytes than the window: no line is dimmed, and none marked unless the tool decodes too.
	decoded := r.screen.text.Doc().Decoded()
	inside := !decoded && inWindow(r.screen.preview.Reading(), l.Unit)
	barred := inside || decoded && r.inDecodedWindow(l.Unit)
	state, recorded := r.screen.sent.State(l.Unit)
	if r.screen.preview.Sent() != nil {
		inside = r.screen.sent.InCall(l.Unit)
		barred = inside
	}
	// Nothing is dimmed before it is known what the model gets, nor when that is a refusal.
	bright := inside || decoded || r.screen.preview.Reading() == nil || r.screen.preview.Reading().Out == nil
	if r.screen.preview.Sent() != nil {
		bright = !recorded || state != coverage.Never // what was never sent is dimmed, whichever call is shown
	}
	st := cells.Style{Reset: themes.Reset, Mark: r.screen.desk.Theme().Style(themes.Invisible), Bad: r.screen.desk.Theme().Style(themes.Replaced)}
	if bright {
		st.Base = r.screen.desk.Theme().Style(themes.Text)
		for _, s := range r.screen.text.Colours().Lines[l.Off].Spans {
			st.Spans = append(st.Spans, cells.Span{Start: s.Start - int(l.Skip), End: s.End - int(l.Skip), Open: r.screen.desk.Theme().Syntax(s.Class)})
		}
	} else {
		st.Base = r.screen.desk.Theme().Style(themes.Dim)
		st.Mark = st.Base
	}
	if r.screen.text.Marking().IsMarked(l.Off) {
		st = cells.Style{Reset: themes.Reset, Base: r.screen.desk.Theme().Style(themes.Marked), Over: st.Over}
		st.Mark, st.Bad = st.Base, st.Base
		bright = false
	}
	st.Colours = bright && r.screen.desk.Theme().Profile != themes.None
	cut := false
	if inside && !decoded && r.screen.preview.Sent() == nil {
		cut = r.overWindow(&st, l.Unit)
	}
	r.overMatches(&st, l.Unit)
	text := r.screen.text.File().Draw(nil, l, st, r.screen.desk.Theme().Style(themes.Border))
	var b strings.Builder
	b.Grow(len(text) + gutterRoom)
	r.gutter(&b, l, barred, cut)
	gutter := b.Len()
	b.Write(text)
	return r.tinted(b.String(), gutter, l)
}

// gutterRoom is about how many bytes are left of the text of a row, with their styles.
const gutterRoom = 128

// tinted lays the look of the cursor's line under a row of it, of which the first bytes are the gutter. Where the cursor was only
// carried along the text looks like any other, so that it does not change when the screen goes on.
func (r *rows) tinted(row string, gutter int, l pane.Row) string {
	under := r.screen.desk.Theme().Style(themes.CursorLine)
	if !l.Cursor || under == "" || r.screen.text.ToolOff() {
		return row
	}
	text := ""
	if l.Carried {
		row, text = row[:gutter], row[gutter:]
	}
	return under + strings.ReplaceAll(row, themes.Reset, themes.Reset+under) + themes.Reset + text
}

// farInto is drawn in place of the part of a line before a unit that does not begin the line: it is at least this long.
var farInto = bytes.Repeat([]byte{'x'}, page.PieceSize)

// overWindow lays over a unit what the tool does to it: the part it cuts off, the part outside a window inside one
// line. It reports whether the tool cuts the line.
func (rows *rows) overWindow(st *cells.Style, l page.Unit) bool {
	r := rows.screen.preview.Reading()
	if lost, _ := preview.Outside(r.Win, l); len(lost) > 0 {
		for _, part := range lost {
			part.Open = rows.screen.desk.Theme().Style(themes.CutText)
			st.Over = append(st.Over, part)
		}
		return false
	}
	if r.Cut == nil {
		return false
	}
	if l.Skip > 0 || l.Continued {
		// So far into a line every tool that cuts has cut.
		_, cuts := r.Cut(farInto)
		if cuts {
			st.Over = append(st.Over, cells.Span{Start: 0, End: len(l.Head), Open: rows.screen.desk.Theme().Style(themes.CutText)})
		}
		return cuts
	}
	keep, cut := r.Cut(l.Head)
	if cut {
		_, w := utf8.DecodeRune(l.Head[keep:])
		st.Over = append(st.Over,
			cells.Span{Start: keep + w, End: len(l.Head), Open: rows.screen.desk.Theme().Style(themes.CutText)},
			// Last, so that a character of which only a part is kept is marked.
			cells.Span{Start: keep, End: keep + w, Open: rows.screen.desk.Theme().Style(themes.CutMark)})
	}
	return cut
}

// overMatches lays the matches of the search over a unit.
func (r *rows) overMatches(st *cells.Style, l page.Unit) {
	for _, x := range r.screen.text.Search().In(l.Head, l.Skip == 0 && !l.Continued, l.Whole && !l.More) {
		role := themes.Match
		if r.screen.text.Search().Current(l.Off + l.Skip + int64(x[0])) {
			role = themes.MatchCurrent
		}
		st.Over = append(st.Over, cells.Span{Start: x[0], End: x[1], Open: r.screen.desk.Theme().Style(role)})
	}
}

// cursorRole is what the cursor's mark looks like: that of a cursor that was only carried along as the number beside it, where the
// gutter is tinted.
func (r *rows) cursorRole(l pane.Row, number themes.Role) themes.Role {
	if l.Carried && r.screen.desk.Theme().Style(themes.CursorLine) != "" {
		return number
	}
	return themes.Cursor
}

// gutter draws what is left of a row: the window's bar, the cursor's mark, the line number, why the line is in.
func (r *rows) gutter(b *strings.Builder, l pane.Row, inside, cut bool) {
	width := r.screen.text.File().Gutter()
	if r.screen.text.ToolOff() {
		r.numberCell(b, l, width)
		return
	}
	mark := func(at int, on bool, role themes.Role, s string) {
		switch {
		case width <= at:
		case on:
			r.screen.desk.Put(b, role, s)
		default:
			b.WriteByte(' ')
		}
	}
	mark(0, inside, themes.WindowBar, "▌")
	role := themes.LineNumber
	if inside {
		role = themes.LineNumberWindow
	}
	mark(1, l.Cursor && l.Row == 0, r.cursorRole(l, role), "▸")
	left := width - 2
	if left <= 0 {
		return
	}
	digits := r.numberWidth
	number := ""
	switch {
	case l.Row > 0 || l.Continued:
	case l.Number > 0:
		number = strconv.FormatInt(l.Number, 10)
		if r.screen.preview.Sent() != nil {
			number = r.screen.preview.Sent().Number(l.Number)
		}
	default:
		number = "·"
	}
	r.screen.text.Changes().MarkedNumber(b, role, rightIn(number, min(digits, left-1)), l)
	left -= min(digits, left-1) + 1
	if r.screen.preview.Sent() != nil && left >= 1 {
		r.screen.sent.Cell(b, l)
		left--
	}
	if left >= whyWidth {
		r.whyCell(b, l)
		left -= whyWidth
	}
	if left >= 2 {
		switch {
		case cut:
			r.screen.desk.Put(b, themes.CutMark, "┤")
		case r.screen.text.File().Left() > 0:
			r.screen.desk.Put(b, themes.Border, "‹")
		default:
			r.screen.desk.Put(b, role, "│") // no change of the look between the number and it
		}
		b.WriteByte(' ')
	}
}

// rows draws the rows of the file, with what stands beside each line.
type rows struct {
	screen      *Screen
	numberWidth int // the digits of the line numbers that are drawn, in cells
}
