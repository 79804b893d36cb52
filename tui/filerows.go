package tui

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
)

// rightIn is a number at the right of so many cells; blanks where it has more digits, since a part of it is another number.
func rightIn(number string, width int) string {
	n := utf8.RuneCountInString(number)
	if n > width {
		number, n = "", 0
	}
	return strings.Repeat(" ", max(width-n, 0)) + number
}

func (m *Model) fileRows() []string {
	if m.file.Empty() {
		return m.emptyRows(&m.file)
	}
	m.redrawMarked()
	if n := m.digits(); !m.hex && n != m.numberWidth {
		m.numberWidth = n
		m.file.Redraw()
	}
	return m.file.Rows(m.drawFile())
}

// drawFile is what draws a row of the file.
func (m *Model) drawFile() func(pane.Row) string {
	if m.hex {
		return m.hexRow
	}
	return m.fileRow
}

// emptyRows say why a pane shows no text.
func (m *Model) emptyRows(p *pane.Pane) []string {
	text := ""
	switch {
	case m.doc == nil:
	case !p.Arrived():
		text = "reading…"
	case p.Err() != nil:
		text = "cannot read: " + plain(p.Err().Error())
	case p.Text().Only != nil:
		text = "no line matches the filter"
		if m.jobs.Runs(jobs.Filter) {
			text += " so far"
		}
	case m.doc.Shown().Size() == 0 && !m.doc.Shown().Complete():
		text = "nothing has arrived yet"
	case m.doc.Shown().Size() == 0:
		text = "the file is empty"
	}
	var b strings.Builder
	m.put(&b, themes.Dim, cells.Pad(cells.Truncate("   "+text, p.Width(), "…"), p.Width()))
	return []string{b.String()}
}

// inWindow reports whether a unit touches a run of the shown window.
func inWindow(r *reading, l page.Unit) bool {
	if r == nil || r.out == nil || r.win.Kind == window.Notice || r.win.Kind == window.Outline {
		return false
	}
	end := l.End
	if end < 0 {
		end = 1<<63 - 1
	}
	if r.win.Runs == nil {
		return l.Off < r.win.End && end > r.win.Start && r.win.Start < r.win.End
	}
	for _, run := range r.win.Runs {
		if l.Off < run.End && end > run.Start {
			return true
		}
	}
	return false
}

// inDecodedWindow reports whether a line of decoded text is in the window of a tool that decodes the file likewise. Both number
// the lines of the text.
func (m *Model) inDecodedWindow(l page.Unit) bool {
	r := m.reading
	if r == nil || r.out == nil || m.doc.Form().Compression != decode.None || r.stats.Altered[tools.Transcoded] == 0 {
		return false
	}
	return l.Number > 0 && l.Number >= r.win.First && l.Number <= r.win.Last
}

// fileRow draws a row of the file.
func (m *Model) fileRow(l pane.Row) string {
	// What is decoded has other bytes than the window: no line is dimmed, and none marked unless the tool decodes too.
	decoded := m.doc.Decoded()
	inside := !decoded && inWindow(m.reading, l.Unit)
	barred := inside || decoded && m.inDecodedWindow(l.Unit)
	state, recorded := m.sentState(l.Unit)
	if m.sent != nil {
		inside = m.inCall(l.Unit)
		barred = inside
	}
	// Nothing is dimmed before it is known what the model gets, nor when that is a refusal.
	bright := inside || decoded || m.reading == nil || m.reading.out == nil
	if m.sent != nil {
		bright = !recorded || state != coverage.Never // what was never sent is dimmed, whichever call is shown
	}
	st := cells.Style{Reset: themes.Reset, Mark: m.theme.Style(themes.Invisible), Bad: m.theme.Style(themes.Replaced)}
	st.Spans, st.Over = m.row.spans[:0], m.row.over[:0]
	if bright {
		st.Base = m.theme.Style(themes.Text)
		for _, s := range m.hl.lines[l.Off].spans {
			st.Spans = append(st.Spans, cells.Span{Start: s.Start - int(l.Skip), End: s.End - int(l.Skip), Open: m.theme.Syntax(s.Class)})
		}
	} else {
		st.Base = m.theme.Style(themes.Dim)
		st.Mark = st.Base
	}
	if m.isMarked(l.Off) {
		st = cells.Style{Reset: themes.Reset, Base: m.theme.Style(themes.Marked), Over: st.Over}
		st.Mark, st.Bad = st.Base, st.Base
		bright = false
	}
	st.Colours = bright && m.theme.Profile != themes.None
	cut := false
	if inside && !decoded && m.sent == nil {
		cut = m.overWindow(&st, l.Unit)
	}
	m.overMatches(&st, l.Unit)
	text := m.file.Draw(m.row.text[:0], l, st, m.theme.Style(themes.Border))
	m.row = rowRoom{text, st.Spans, st.Over}
	var b strings.Builder
	b.Grow(len(text) + gutterRoom)
	m.gutter(&b, l, barred, cut)
	gutter := b.Len()
	b.Write(text)
	return m.tinted(b.String(), gutter, l)
}

// rowRoom is what a row is put together in, for the next one.
type rowRoom struct {
	text        []byte
	spans, over []cells.Span
}

// gutterRoom is about how many bytes are left of the text of a row, with their styles.
const gutterRoom = 128

// tinted lays the look of the cursor's line under a row of it, of which the first bytes are the gutter. Where the cursor was only
// carried along the text looks like any other, so that it does not change when the screen goes on.
func (m *Model) tinted(row string, gutter int, l pane.Row) string {
	under := m.theme.Style(themes.CursorLine)
	if !l.Cursor || under == "" || m.toolOff {
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
func (m *Model) overWindow(st *cells.Style, l page.Unit) bool {
	r := m.reading
	if lost, _ := outside(r.win, l); len(lost) > 0 {
		for _, part := range lost {
			part.Open = m.theme.Style(themes.CutText)
			st.Over = append(st.Over, part)
		}
		return false
	}
	if r.cut == nil {
		return false
	}
	if l.Skip > 0 || l.Continued {
		// So far into a line every tool that cuts has cut.
		_, cuts := r.cut(farInto)
		if cuts {
			st.Over = append(st.Over, cells.Span{Start: 0, End: len(l.Head), Open: m.theme.Style(themes.CutText)})
		}
		return cuts
	}
	keep, cut := r.cut(l.Head)
	if cut {
		_, w := utf8.DecodeRune(l.Head[keep:])
		st.Over = append(st.Over,
			cells.Span{Start: keep + w, End: len(l.Head), Open: m.theme.Style(themes.CutText)},
			// Last, so that a character of which only a part is kept is marked.
			cells.Span{Start: keep, End: keep + w, Open: m.theme.Style(themes.CutMark)})
	}
	return cut
}

// overMatches lays the matches of the search over a unit.
func (m *Model) overMatches(st *cells.Style, l page.Unit) {
	for _, x := range m.search.in(l.Head, l.Skip == 0 && !l.Continued, l.Whole && !l.More) {
		role := themes.Match
		if m.search.current(l.Off + l.Skip + int64(x[0])) {
			role = themes.MatchCurrent
		}
		st.Over = append(st.Over, cells.Span{Start: x[0], End: x[1], Open: m.theme.Style(role)})
	}
}

// cursorRole is what the cursor's mark looks like: that of a cursor that was only carried along as the number beside it, where the
// gutter is tinted.
func (m *Model) cursorRole(l pane.Row, number themes.Role) themes.Role {
	if l.Carried && m.theme.Style(themes.CursorLine) != "" {
		return number
	}
	return themes.Cursor
}

// gutter draws what is left of a row: the window's bar, the cursor's mark, the line number, why the line is in.
func (m *Model) gutter(b *strings.Builder, l pane.Row, inside, cut bool) {
	width := m.file.Gutter()
	if m.toolOff {
		m.numberCell(b, l, width)
		return
	}
	mark := func(at int, on bool, role themes.Role, s string) {
		switch {
		case width <= at:
		case on:
			m.put(b, role, s)
		default:
			b.WriteByte(' ')
		}
	}
	mark(0, inside, themes.WindowBar, "▌")
	role := themes.LineNumber
	if inside {
		role = themes.LineNumberWindow
	}
	mark(1, l.Cursor && l.Row == 0, m.cursorRole(l, role), "▸")
	left := width - 2
	if left <= 0 {
		return
	}
	digits := m.numberWidth
	number := ""
	switch {
	case l.Row > 0 || l.Continued:
	case l.Number > 0:
		number = strconv.FormatInt(l.Number, 10)
		if m.sent != nil {
			number = m.sent.Number(l.Number)
		}
	default:
		number = "·"
	}
	m.markedNumber(b, role, rightIn(number, min(digits, left-1)), l)
	left -= min(digits, left-1) + 1
	if m.sent != nil && left >= 1 {
		m.sentCell(b, l)
		left--
	}
	if left >= whyWidth {
		m.whyCell(b, l)
		left -= whyWidth
	}
	if left >= 2 {
		switch {
		case cut:
			m.put(b, themes.CutMark, "┤")
		case m.file.Left() > 0:
			m.put(b, themes.Border, "‹")
		default:
			m.put(b, role, "│") // no change of the look between the number and it
		}
		b.WriteByte(' ')
	}
}
