package file

import (
	"bytes"
	"cmp"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"sync"
	"unicode/utf8"

	tea "github.com/charmbracelet/bubbletea"
	"github.com/charmbracelet/x/ansi"

	"eyeline/keymap"
	"eyeline/reader/decode"
	"eyeline/reader/tools"
	"eyeline/reader/window"
	"eyeline/themes"
	"eyeline/tui/cells"
	"eyeline/tui/filepages"
	"eyeline/tui/jobs"
	"eyeline/tui/layout"
	"eyeline/tui/linestates"
	"eyeline/tui/pane"
	"eyeline/tui/preview"
	"eyeline/tui/textview"
)

// rightIn is a number at the right of so many cells; blanks where it has more digits, since a part of it is another
// number.
func rightIn(number string, width int) string {
	n := utf8.RuneCountInString(number)
	if n > width {
		number, n = "", 0
	}
	return strings.Repeat(" ", max(width-n, 0)) + number
}

// FileRows are the rows of the file pane. The end of a text that ends early has a row of its own.
func (r *rows) FileRows() []string {
	rows, seam := r.textRows(), r.screen.Panes.seam()
	if seam == "" {
		return rows
	}
	canvas := r.screen.desk.Canvas()
	canvas.Width = r.screen.Text.File.Width
	return append(rows[:min(len(rows), r.screen.Text.File.Height)], canvas.Line(themes.CutMark, seam))
}

// textRows are the rows of the file's text.
func (r *rows) textRows() []string {
	if r.screen.Text.File.Empty() {
		return r.emptyRows(r.screen.Text.File)
	}
	if r.screen.Text.Hex {
		return r.screen.Text.File.Rows(r.hexRow)
	}
	return r.screen.Text.File.Rows(r.fileRow)
}

// emptyRows say why a pane shows no text.
func (r *rows) emptyRows(p *pane.Pane) []string {
	text := ""
	switch {
	case r.screen.Text.Doc == nil:
	case !p.Arrived:
		text = "reading…"
	case p.Err != nil:
		text = "cannot read: " + cells.Sanitize(p.Err.Error())
	case p.Text.Only != nil:
		text = "no line matches the filter"
		if r.screen.jobs.Runs(jobs.Filter) {
			text += " so far"
		}
	case r.screen.Text.Doc.Shown().Size() == 0 && !r.screen.Text.Doc.Shown().Complete():
		text = "nothing has arrived yet"
	case r.screen.Text.Doc.Shown().Size() == 0:
		text = "the file is empty"
	}
	canvas := r.screen.desk.Canvas()
	canvas.Width = p.Width
	return []string{canvas.Line(themes.Dim, "   "+text)}
}

// inWindow reports whether a unit touches a run of the shown window.
func inWindow(r *preview.Reading, l filepages.Unit) bool {
	if r == nil || r.Out == nil || r.Window.Kind >= window.Outline {
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
func (rs *rows) inDecodedWindow(l filepages.Unit) bool {
	s := rs.screen
	r := s.Preview.Reading
	if r == nil || r.Out == nil || s.Text.Doc.Form().Compression != decode.None {
		return false
	}
	return r.Stats.Altered[tools.Transcoded] > 0 && l.Number > 0 && l.Number >= r.Window.First && l.Number <= r.Window.Last
}

// seamRow draws a row that stands where the model does not get what follows.
func (r *rows) seamRow(number int) string {
	canvas := r.screen.desk.Canvas()
	canvas.Width = r.screen.Text.File.Width
	text := r.screen.Preview.SeamWords(number, canvas.Width)
	if cells.Width(text)+3 <= canvas.Width {
		text += " ──"
	}
	return canvas.Line(themes.Notice, text)
}

// fileRow draws a row of the file.
func (r *rows) fileRow(l pane.Row) string {
	if l.Seam > 0 {
		return r.seamRow(l.Seam)
	}
	s, reading := r.screen, r.screen.Preview.Reading
	// What is decoded has other bytes than the window: no line is dimmed, and none marked unless the tool decodes too.
	decoded := s.Text.Doc.Decoded()
	inside := !decoded && inWindow(reading, l.Unit)
	barred := inside || decoded && r.inDecodedWindow(l.Unit)
	// Nothing is dimmed before it is known what the model gets, nor when that is a refusal.
	known := reading != nil && reading.Out != nil && reading.Window.Kind != window.Converted
	bright, cut := inside || decoded || !known, false
	if s.Preview.Sent != nil {
		barred = s.Sent.InCall(l.Unit)
		state, known := s.Sent.State(l.Unit)
		bright = !known || state != linestates.Never // what was never sent is dimmed, whichever call is shown
	}
	st := r.styleOf(l, bright)
	if inside && s.Preview.Sent == nil {
		cut = r.overWindow(&st, l.Unit)
	}
	r.overMatches(&st, l.Unit)
	text := s.Text.File.Draw(nil, l, st, s.desk.Theme().Style(themes.Border))
	var b strings.Builder
	r.gutter(&b, l, barred, cut)
	gutter := b.Len()
	b.Write(text)
	return r.tinted(b.String(), gutter, l)
}

// styleOf is the style of a row's text before anything is laid over it: marked, bright or dimmed.
func (r *rows) styleOf(l pane.Row, bright bool) cells.Style {
	theme := r.screen.desk.Theme()
	if r.screen.Text.Marking.IsMarked(l.Off) {
		marked := theme.Style(themes.Marked)
		return cells.Style{Reset: themes.Reset, Base: marked, Mark: marked, Bad: marked}
	}
	st := cells.Style{Reset: themes.Reset, Base: theme.Style(themes.Dim), Bad: theme.Style(themes.Replaced)}
	if st.Mark = st.Base; !bright {
		return st
	}
	st.Base, st.Mark = theme.Style(themes.Text), theme.Style(themes.Invisible)
	st.Colours = theme.Profile != themes.None
	for _, c := range r.screen.Text.Colours.Lines[l.Off].Spans {
		start, end := c.Start-int(l.Skip), c.End-int(l.Skip)
		st.Spans = append(st.Spans, cells.Span{Start: start, End: end, Open: theme.Syntax(c.Class)})
	}
	return st
}

// tinted lays the look of the cursor's line under a row of it, of which the first bytes are the gutter. Where the
// cursor was only carried along the text looks like any other, so that it does not change when the screen goes on.
func (r *rows) tinted(row string, gutter int, l pane.Row) string {
	under := r.screen.desk.Theme().Style(themes.CursorLine)
	if !l.Cursor || under == "" || r.screen.Text.ToolOff {
		return row
	}
	text := ""
	if l.Carried {
		row, text = row[:gutter], row[gutter:]
	}
	return under + strings.ReplaceAll(row, themes.Reset, themes.Reset+under) + themes.Reset + text
}

// farInto is drawn in place of the part of a line before a unit that does not begin the line: it is at least this long.
var farInto = sync.OnceValue(func() []byte { return bytes.Repeat([]byte{'x'}, filepages.PieceSize) })

// overWindow lays over a unit what the tool does to it: the part it cuts off, the part outside a window inside one
// line. It reports whether the tool cuts the line.
func (rs *rows) overWindow(st *cells.Style, l filepages.Unit) bool {
	s := rs.screen
	r := s.Preview.Reading
	if lost, _ := preview.Outside(r.Window, l); len(lost) > 0 {
		for _, part := range lost {
			part.Open = s.desk.Theme().Style(themes.CutText)
			st.Over = append(st.Over, part)
		}
		return slices.ContainsFunc(r.Stats.Cuts, func(c tools.Cut) bool {
			return l.Off <= c.Start && (l.End < 0 || c.Start < l.End)
		})
	}
	if r.Tool == nil { // of a transcript
		return false
	}
	if l.Skip > 0 || l.Continued {
		// So far into a line every tool that cuts has cut.
		_, cuts := r.Tool.Lines.Cut(farInto())
		if cuts {
			st.Over = append(st.Over, cells.Span{Start: 0, End: len(l.Head), Open: s.desk.Theme().Style(themes.CutText)})
		}
		return cuts
	}
	keep, cut := r.Tool.Lines.Cut(l.Head)
	if cut {
		_, w := utf8.DecodeRune(l.Head[keep:])
		st.Over = append(st.Over,
			cells.Span{Start: keep + w, End: len(l.Head), Open: s.desk.Theme().Style(themes.CutText)},
			// Last, so that a character of which only a part is kept is marked.
			cells.Span{Start: keep, End: keep + w, Open: s.desk.Theme().Style(themes.CutMark)})
	}
	return cut
}

// overMatches lays the matches of the search over a unit.
func (r *rows) overMatches(st *cells.Style, l filepages.Unit) {
	for _, x := range r.screen.Text.Search.In(l.Head, l.Skip == 0 && !l.Continued, l.Whole && !l.More) {
		role := themes.Match
		if r.screen.Text.Search.Current(l.Off + l.Skip + int64(x[0])) {
			role = themes.MatchCurrent
		}
		st.Over = append(st.Over, cells.Span{Start: x[0], End: x[1], Open: r.screen.desk.Theme().Style(role)})
	}
}

// signs draws the window's bar and the cursor's mark, as far as there is room, and returns the role of the number after
// them. A cursor that was only carried along looks like that number, where the gutter is tinted.
func (r *rows) signs(b *strings.Builder, l pane.Row, inside bool, width int) themes.Role {
	number, cursor := themes.LineNumber, themes.Cursor
	if inside {
		number = themes.LineNumberWindow
	}
	if l.Carried && r.screen.desk.Theme().Style(themes.CursorLine) != "" {
		cursor = number
	}
	for _, sign := range []struct {
		on   bool
		role themes.Role
		text string
	}{{inside, themes.WindowBar, "▌"}, {l.Cursor && l.Row == 0, cursor, "▸"}}[:max(min(width, 2), 0)] {
		if sign.on {
			r.screen.desk.Put(b, sign.role, sign.text)
		} else {
			b.WriteByte(' ')
		}
	}
	return number
}

// number is the number of a row's line; "" where no line begins, and a dot where it is not known.
func (r *rows) number(l pane.Row) string {
	switch {
	case l.Row > 0 || l.Continued:
		return ""
	case l.Number <= 0:
		return "·"
	case r.screen.Preview.Sent != nil:
		return r.screen.Preview.Sent.Number(l.Number)
	}
	return strconv.FormatInt(l.Number, 10)
}

// gutter draws what is left of a row.
func (r *rows) gutter(b *strings.Builder, l pane.Row, inside, cut bool) {
	c := r.screen.Panes.gutter
	if r.screen.Text.ToolOff {
		r.numberCell(b, l, c.width())
		return
	}
	role := r.signs(b, l, inside, c.signs)
	if c.number == 0 {
		return
	}
	r.screen.Text.Changes.MarkedNumber(b, role, rightIn(r.number(l), c.number-1), l)
	if c.sent > 0 {
		r.screen.Sent.Cell(b, l)
	}
	if c.why > 0 {
		r.whyCell(b, l)
	}
	if c.edge > 0 {
		switch {
		case cut:
			r.screen.desk.Put(b, themes.CutMark, "┤")
		case r.screen.Text.File.Left > 0:
			r.screen.desk.Put(b, themes.Border, "‹")
		default:
			r.screen.desk.Put(b, role, "│") // no change of the look between the number and it
		}
		b.WriteByte(' ')
	}
}

// rows draws the rows of the file, with what stands beside each line.
type rows struct{ screen *Screen }

// digits is the width of the line numbers: enough for the whole file once it is counted, and for an estimate before.
func (r *rows) digits() int {
	s := r.screen
	n := int64(9999)
	if s.Preview.Sent != nil {
		n = max(n, linestates.LastLine(&s.Preview.Sent.Coverage))
	}
	if d := s.Text.Doc; d != nil {
		if total, known := d.Shown().TotalLines(); known {
			n = max(n, total)
		} else if covered := d.Shown().Lines().Covered(); covered > 0 {
			n = max(n, int64(float64(d.Shown().Lines().Newlines())*float64(d.Shown().Size())/float64(covered)))
		} else if k := len(s.Text.File.Lines()); k > 0 {
			first, end := s.Text.File.Lines()[0].Off, s.Text.File.Lines()[k-1]
			last := max(end.End, end.Off+1)
			n = max(n, int64(float64(k)*float64(d.Shown().Size())/float64(last-first)))
		}
		if k := len(s.Text.File.Lines()); k > 0 {
			n = max(n, s.Text.File.Lines()[k-1].Number)
		}
	}
	return len(strconv.FormatInt(n, 10))
}

// numberCell draws what is left of a row while no tool is on: its number, or nothing.
func (r *rows) numberCell(b *strings.Builder, l pane.Row, width int) {
	if width < 2 {
		b.WriteString(strings.Repeat(" ", width))
		return
	}
	r.screen.Text.Changes.MarkedNumber(b, themes.LineNumber, rightIn(r.number(l), width-1), l)
}

// whyCell says why a line is in the block, or at its ends why it stopped.
func (rs *rows) whyCell(b *strings.Builder, l pane.Row) {
	r := rs.screen.Preview.Reading
	text, role := "", themes.ReasonStop
	if r != nil && r.Out != nil && r.Window.Kind == window.Block && l.Row == 0 && !l.Continued && l.Number > 0 {
		w := r.Window
		switch k := l.Number - w.First; {
		case w.First == 0:
		case k >= 0 && k < int64(len(w.Reasons)):
			text, role = reasonText(w.Reasons[k], anchorIndent(w))
		case l.Number == w.First-1:
			text = "■ " + stopWord(w.Top, w.TrimmedTop)
		case l.Number == w.Last+1:
			text = "■ " + stopWord(w.Bottom, w.TrimmedBottom)
		}
	}
	rs.screen.desk.Put(b, role, cells.Pad(cells.Truncate(text, whyWidth-1, ""), whyWidth))
}

func stopWord(s window.Stop, trimmed int64) string {
	if trimmed > 0 {
		return "trimmed"
	}
	return cmp.Or(map[window.Stop]string{
		window.StopLevel: "level", window.StopSibling: "sibling", window.StopCap: "cap",
	}[s], "end")
}

// anchorIndent is the effective indent of a block's anchor.
func anchorIndent(w window.Window) int64 {
	if k := w.Anchor - w.First; w.Indent < 0 && k >= 0 && k < int64(len(w.Reasons)) {
		return w.Reasons[k].Indent
	}
	return max(w.Indent, 0)
}

// reasonText is why a line is in a block. Levels are counted as the argument for them counts: how many it takes to go
// from the anchor's indent out to the line's. A line may be deeper than the anchor.
func reasonText(r window.Reason, anchor int64) (string, themes.Role) {
	switch {
	case r.Kind != window.ReasonLevel:
		other := reasonWords[r.Kind]
		return other.text, other.role
	case r.Indent > anchor:
		return "deeper", themes.ReasonLevel
	}
	return fmt.Sprintf("level %d", (anchor-r.Indent+3)/4), themes.ReasonLevel
}

// reasonWords are the reasons that are no levels.
var reasonWords = map[window.ReasonKind]struct {
	text string
	role themes.Role
}{
	window.ReasonAnchor:        {"anchor", themes.ReasonAnchor},
	window.ReasonFirstAtFloor:  {"at floor", themes.ReasonFloor},
	window.ReasonHeaderComment: {"header", themes.ReasonHeader},
	window.ReasonSibling:       {"sibling", themes.ReasonSibling},
	window.ReasonBlank:         {"blank", themes.ReasonBlank},
}

// hexRow draws a row of bytes.
func (r *rows) hexRow(l pane.Row) string {
	if l.Seam > 0 {
		return r.seamRow(l.Seam)
	}
	width, stride := r.screen.Text.File.Width, r.screen.Text.File.Stride
	digits := fmt.Sprintf("%0*x", r.screen.Text.OffsetDigits(), l.Off)
	inside := inWindow(r.screen.Preview.Reading, l.Unit)
	var b strings.Builder
	r.screen.desk.Put(&b, r.signs(&b, l, inside, width), digits+"  ")
	gutter := b.Len()
	r.bothSides(&b, l, stride)
	row := ansi.Truncate(b.String(), width, "") // a terminal may be too narrow for the text of the bytes
	row += strings.Repeat(" ", max(width-ansi.StringWidth(row), 0))
	return r.tinted(row, min(gutter, len(row)), l)
}

// bothSides draws the bytes of a row in hexadecimal, and beside them as text.
func (r *rows) bothSides(b *strings.Builder, l pane.Row, stride int) {
	for k := range stride {
		if k == stride/2 {
			b.WriteByte(' ')
		}
		if k >= len(l.Head) {
			b.WriteString("   ")
			continue
		}
		r.screen.desk.Put(b, r.byteRole(l.Off+int64(k), l.Head[k]), fmt.Sprintf("%02x", l.Head[k]))
		b.WriteByte(' ')
	}
	r.screen.desk.Put(b, themes.Border, "│")
	for k, c := range l.Head {
		s := "·"
		if c >= 0x20 && c < 0x7F {
			s = string(rune(c))
		}
		r.screen.desk.Put(b, r.byteRole(l.Off+int64(k), c), s)
	}
	r.screen.desk.Put(b, themes.Border, "│")
}

// byteRole is how a byte looks: what the search found, what is in the window, what is no printable ASCII.
func (r *rows) byteRole(off int64, c byte) themes.Role {
	s, reading := r.screen, r.screen.Preview.Reading
	switch {
	case s.Text.Marking.IsMarked(off - off%int64(max(s.Text.File.Stride, 1))):
		return themes.Marked
	case s.Text.Search.Matched(off):
		return themes.MatchCurrent
	case !s.Text.ToolOff && (reading == nil || reading.Out == nil || !reading.Window.Covers(off)):
		return themes.Dim
	case c < 0x20 || c >= 0x7F:
		return themes.Invisible
	}
	return themes.Text
}

// arrangeHex gives the file pane's rows as many bytes as fit.
func (p *panes) arrangeHex(paneWidth int) tea.Cmd {
	stride := 0
	if p.screen.Text.Hex {
		stride = textview.StrideFor(paneWidth - p.columns(paneWidth).width())
	}
	if stride == p.screen.Text.File.Stride {
		return nil
	}
	if stride == 0 {
		p.screen.Text.File.SetStride(0)
		return nil
	}
	cmd := p.screen.Text.File.ShowStride(stride, p.screen.Text.Filter.DocumentText())
	p.screen.Moves.stay()
	return cmd
}

// toggleHex shows bytes in the place of lines, or lines again, at the same place.
func (p *panes) toggleHex() tea.Cmd {
	s := p.screen
	if s.Text.Doc == nil {
		return nil
	}
	here, stride := s.Text.File.Position(), int64(s.Text.File.Stride)
	s.Text.Hex = !s.Text.Hex
	s.Text.Marking.Unmark()
	s.jobs.EndStale()
	if s.Text.Doc.Decoded() {
		// A match in the lines is none in the file's bytes; no search is under way any more.
		s.Text.Search.ResetSearch()
	}
	if s.Text.Hex {
		s.Text.BeforeHex = here
		if s.Text.Doc.Decoded() {
			here.Cursor = 0
		}
		if p.layout == layout.Model {
			p.layout = layout.File
		}
		s.Text.File.Put(here.Cursor)
		s.desk.Say("the bytes as the tools read them; " + s.desk.KeyName(keymap.Hex) + " shows lines again")
		s.Moves.stay()
		return nil
	}
	place, before := pane.To(here.Cursor, pane.Middle), s.Text.BeforeHex
	if s.Text.Doc.Decoded() || here.Cursor <= before.Cursor && before.Cursor < here.Cursor+stride {
		place = pane.Return(before)
	}
	cmd := s.Text.File.ShowLines(place, s.Text.Filter.DocumentText())
	s.Moves.stay()
	return cmd
}
