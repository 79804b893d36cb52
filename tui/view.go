package tui

import (
	"bytes"
	"fmt"
	"strconv"
	"strings"

	"eyeline/keymap"
	"eyeline/reader/window"
	"eyeline/themes"
	"eyeline/tui/cells"
	"eyeline/tui/page"
)

// View draws the screen: exactly as many rows as the terminal has, each at most as wide as it is. On a terminal larger
// than maxColumns by maxRows the rest is blank.
func (m *Model) View() string {
	if !m.ready || m.leaving {
		return ""
	}
	a := &m.areas
	rows := make([]string, 0, m.height)
	if a.title.height > 0 {
		rows = append(rows, m.titleBar())
	}
	rows = append(rows, m.body()...)
	if a.modelLine.height > 0 {
		rows = append(rows, m.modelLine())
	}
	if a.footer.height > 0 {
		rows = append(rows, m.footer())
	} else if m.prompt != nil {
		rows = []string{m.footer()}
	}
	return strings.Join(rows, "\n") + strings.Repeat("\n", m.below)
}

// body draws the panes and the panel below them, or the help in their place.
func (m *Model) body() []string {
	a := &m.areas
	if m.help != nil {
		return fill(m.helpRows(a.body.height), a.body.height, a.body.width)
	}
	rows := make([]string, 0, a.body.height)
	switch {
	case m.beside != nil:
		rows = append(rows, m.comparisonRows()...)
	case m.shows == layoutBoth && a.beside():
		rows = append(rows, m.besideEachOther(fill(m.fileRows(), a.file.height, a.file.width), fill(m.modelRows(), a.model.height, a.model.width))...)
	default:
		rows = append(rows, fill(m.fileRows(), a.file.height, a.file.width)...)
		if a.separator.height > 0 {
			rows = append(rows, m.divider())
		}
		rows = append(rows, fill(m.modelRows(), a.model.height, a.model.width)...)
	}
	if m.options != nil {
		rows = append(rows, fill(m.optionRows(a.overlay.height), a.overlay.height, a.overlay.width)...)
	}
	return rows
}

// besideEachOther joins the rows of two parts, which are as many, with the separator between them.
func (m *Model) besideEachOther(left, right []string) []string {
	var bar strings.Builder
	m.put(&bar, themes.Border, "│")
	rows := make([]string, len(left))
	for i := range rows {
		rows[i] = left[i] + bar.String() + right[i]
	}
	return rows
}

// fill makes exactly height rows, blank ones of the given width at the end.
func fill(rows []string, height, width int) []string {
	for len(rows) < height {
		rows = append(rows, strings.Repeat(" ", width))
	}
	return rows[:height]
}

func (m *Model) divider() string {
	var b strings.Builder
	label := "── what the model gets "
	m.put(&b, themes.Border, cells.Truncate(label+strings.Repeat("─", max(m.width-cells.Width(label), 0)), m.width, ""))
	return b.String()
}

// rowKey names a drawn row; everything else that a row depends on resets the cache when it changes.
type rowKey struct {
	pane   paneID
	off    int64
	row    int
	left   int
	cursor bool
}

// rowCache keeps drawn rows between views: View runs after every message.
type rowCache struct{ rows map[rowKey]string }

const maxCachedRows = 2048

func (c *rowCache) reset() { clear(c.rows) }

func (c *rowCache) get(k rowKey, draw func() string) string {
	if s, ok := c.rows[k]; ok {
		return s
	}
	if c.rows == nil || len(c.rows) > maxCachedRows {
		c.rows = make(map[rowKey]string, 256)
	}
	s := draw()
	c.rows[k] = s
	return s
}

// eachRow calls draw for each row of a pane that shows text.
func (m *Model) eachRow(p *pane, draw func(i, row int) string) []string {
	rows := make([]string, 0, p.height)
	i := p.find(p.top)
	if i < 0 {
		return rows
	}
	for row := p.topRow; len(rows) < p.height && i < len(p.page.Lines); i++ {
		for ; row < p.rows(i) && len(rows) < p.height; row++ {
			l := p.page.Lines[i]
			key := rowKey{p.id, l.Off, row, p.left, l.Off == p.cursor}
			rows = append(rows, m.rows.get(key, func() string { return draw(i, row) }))
		}
		row = 0
	}
	return rows
}

func (m *Model) fileRows() []string {
	p := &m.file
	if len(p.page.Lines) == 0 {
		return m.emptyRows(p)
	}
	if m.hex {
		return m.eachRow(p, func(i, _ int) string { return m.hexRow(i) })
	}
	return m.eachRow(p, m.fileRow)
}

// emptyRows say why a pane shows no text.
func (m *Model) emptyRows(p *pane) []string {
	text := ""
	switch {
	case m.doc == nil:
	case !p.arrived:
		text = "reading…"
	case p.err != nil:
		text = "cannot read: " + plain(p.err.Error())
	case p.text.only != nil:
		text = "no line matches the filter"
	case m.doc.snap.Size == 0 && !m.doc.snap.Complete:
		text = "nothing has arrived yet"
	case m.doc.snap.Size == 0:
		text = "the file is empty"
	}
	var b strings.Builder
	m.put(&b, themes.Dim, cells.Pad(cells.Truncate("   "+text, p.width, "…"), p.width))
	return []string{b.String()}
}

// inWindow says whether a unit touches the shown window.
func inWindow(r *reading, l page.Line) bool {
	if r == nil || r.out == nil || r.win.Kind == window.Notice || r.win.Kind == window.Outline {
		return false
	}
	end := l.End
	if end < 0 {
		end = 1<<63 - 1
	}
	return l.Off < r.win.End && end > r.win.Start
}

// fileRow draws one row of a unit of the file.
func (m *Model) fileRow(i, row int) string {
	p := &m.file
	l := p.page.Lines[i]
	// What is decoded has other bytes than the window: no line is marked or dimmed.
	decoded := m.doc.decoded()
	inside := inWindow(m.shown, l)
	// Nothing is dimmed before it is known what the model gets.
	bright := inside || decoded || m.shown == nil
	st := cells.Style{Reset: themes.Reset, Mark: m.theme.Style(themes.Invisible), Bad: m.theme.Style(themes.Replaced)}
	if bright {
		st.Base = m.theme.Style(themes.Text)
		for _, s := range m.hl.spans[l.Off] {
			st.Spans = append(st.Spans, cells.Span{Start: s.Start - int(l.Skip), End: s.End - int(l.Skip), Open: m.theme.Syntax(s.Class)})
		}
	} else {
		st.Base = m.theme.Style(themes.Dim)
		st.Mark = st.Base
	}
	st.Colours = bright && m.theme.Profile != themes.None
	cut := false
	if inside && !decoded {
		cut = m.overWindow(&st, l)
	}
	m.overMatches(&st, l)
	var b strings.Builder
	m.gutter(&b, i, row, inside && !decoded, cut)
	b.Write(p.draw(nil, i, row, st, m.theme.Style(themes.Border)))
	return b.String()
}

// farInto is as much of a line as stands at least before a unit that does not begin it.
var farInto = bytes.Repeat([]byte{'x'}, page.PieceSize)

// overWindow lays over a unit what the tool does to it: the part it cuts off, the part outside a window inside one
// line. It reports whether the tool cuts the line.
func (m *Model) overWindow(st *cells.Style, l page.Line) bool {
	r := m.shown
	if r.win.Partial {
		lost := m.theme.Style(themes.CutText)
		if r.win.Start > l.Off {
			st.Over = append(st.Over, cells.Span{Start: 0, End: int(min(r.win.Start-l.Off-l.Skip, int64(len(l.Head)))), Open: lost})
		}
		if r.win.End < l.Off+l.Skip+int64(len(l.Head)) {
			st.Over = append(st.Over, cells.Span{Start: int(max(r.win.End-l.Off-l.Skip, 0)), End: len(l.Head), Open: lost})
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
		_, w := cells.First(l.Head[keep:])
		st.Over = append(st.Over,
			cells.Span{Start: keep + w, End: len(l.Head), Open: m.theme.Style(themes.CutText)},
			// Last, so that a character of which only a part is kept is marked.
			cells.Span{Start: keep, End: keep + w, Open: m.theme.Style(themes.CutMark)})
	}
	return cut
}

// overMatches lays the matches of the search over a unit.
func (m *Model) overMatches(st *cells.Style, l page.Line) {
	for _, x := range m.search.in(l.Head, l.Skip == 0 && !l.Continued, l.Whole && !l.More) {
		role := themes.Match
		if m.search.current(l.Off + l.Skip + int64(x[0])) {
			role = themes.MatchCurrent
		}
		st.Over = append(st.Over, cells.Span{Start: x[0], End: x[1], Open: m.theme.Style(role)})
	}
}

// gutter draws what stands left of a row: the window's bar, the cursor's mark, the line number, why the line is in.
func (m *Model) gutter(b *strings.Builder, i, row int, inside, cut bool) {
	p := &m.file
	l := p.page.Lines[i]
	mark := func(at int, on bool, role themes.Role, s string) {
		switch {
		case p.gutter <= at:
		case on:
			m.put(b, role, s)
		default:
			b.WriteByte(' ')
		}
	}
	mark(0, inside, themes.WindowBar, "▌")
	mark(1, l.Off == p.cursor && row == 0, themes.Cursor, "▸")
	left := p.gutter - 2
	if left <= 0 {
		return
	}
	role := themes.LineNumber
	if inside {
		role = themes.LineNumberWindow
	}
	digits := m.digits()
	number := ""
	switch {
	case row > 0 || l.Continued:
	case l.Number > 0:
		number = strconv.FormatInt(l.Number, 10)
	default:
		number = "·"
	}
	m.put(b, role, fmt.Sprintf("%*s ", min(digits, left-1), number))
	left -= min(digits, left-1) + 1
	if left >= whyWidth {
		m.whyCell(b, i, row)
		left -= whyWidth
	}
	if left >= 2 {
		switch {
		case cut:
			m.put(b, themes.CutMark, "┤")
		case p.left > 0:
			m.put(b, themes.Border, "‹")
		default:
			m.put(b, themes.Border, "│")
		}
		b.WriteByte(' ')
	}
}

// whyCell says why a line is in the block, or at its ends why it stopped.
func (m *Model) whyCell(b *strings.Builder, i, row int) {
	r, l := m.shown, m.file.page.Lines[i]
	text, role := "", themes.ReasonStop
	if r != nil && r.out != nil && r.win.Kind == window.Block && row == 0 && !l.Continued && l.Number > 0 {
		w := r.win
		switch k := l.Number - w.First; {
		case w.First == 0:
		case k >= 0 && k < int64(len(w.Reasons)):
			text, role = reasonText(w.Reasons[k])
		case l.Number == w.First-1:
			text = "■ " + stopWord(w.Top, w.TrimmedTop)
		case l.Number == w.Last+1:
			text = "■ " + stopWord(w.Bottom, w.TrimmedBottom)
		}
	}
	m.put(b, role, cells.Pad(cells.Truncate(text, whyWidth-1, ""), whyWidth))
}

func stopWord(s window.Stop, trimmed int64) string {
	if trimmed > 0 {
		return "trimmed"
	}
	switch s {
	case window.StopLevel:
		return "level"
	case window.StopSibling:
		return "sibling"
	case window.StopCap:
		return "cap"
	}
	return "end"
}

func reasonText(r window.Reason) (string, themes.Role) {
	switch r.Kind {
	case window.ReasonAnchor:
		return "anchor", themes.ReasonAnchor
	case window.ReasonLevel:
		return fmt.Sprintf("level %d", r.Indent/4), themes.ReasonLevel
	case window.ReasonFirstAtFloor:
		return "at floor", themes.ReasonFloor
	case window.ReasonHeaderComment:
		return "header", themes.ReasonHeader
	case window.ReasonSibling:
		return "sibling", themes.ReasonSibling
	case window.ReasonBlank:
		return "blank", themes.ReasonBlank
	}
	return "", themes.ReasonStop
}

func (m *Model) modelRows() []string { return m.outputRows(&m.model, m.shown) }

// outputRows draw what a tool gave, or its refusal.
func (m *Model) outputRows(p *pane, r *reading) []string {
	if r != nil && (r.refused != "" || r.failed != nil) {
		return m.errorRows(p, r)
	}
	if len(p.page.Lines) == 0 {
		var b strings.Builder
		text := ""
		if r != nil && r.out != nil && r.out.Total() == 0 {
			text = "   (empty content)"
		}
		m.put(&b, themes.Dim, cells.Pad(cells.Truncate(text, p.width, "…"), p.width))
		return []string{b.String()}
	}
	return m.eachRow(p, func(i, row int) string { return m.outputRow(p, r, i, row) })
}

// errorRows show the tool's refusal as the model gets it.
func (m *Model) errorRows(p *pane, r *reading) []string {
	text := r.refused
	if r.failed != nil {
		text = r.failed.Error()
	}
	opt := p.opt
	opt.Whole = true
	line := cells.Layout([]byte(strings.ReplaceAll(text, "\n", "␊")), opt)
	var rows []string
	st := cells.Style{Base: m.theme.Style(themes.ModelError), Mark: m.theme.Style(themes.Invisible), Reset: themes.Reset}
	for k := 0; k < line.RowCount(p.width) && len(rows) < p.height; k++ {
		rows = append(rows, string(line.RenderRow(nil, k, p.width, st)))
	}
	return rows
}

// outputRow draws one row of the exact output: the tool's prefix and notices apart from the file's text.
func (m *Model) outputRow(p *pane, r *reading, i, row int) string {
	l := p.page.Lines[i]
	st := cells.Style{Base: m.theme.Style(themes.Text), Mark: m.theme.Style(themes.Invisible), Bad: m.theme.Style(themes.Replaced), Reset: themes.Reset}
	if r != nil && r.out != nil && l.Skip == 0 && !l.Continued {
		switch n := r.out.LineOf(l.Off); {
		case !r.showsLine(n):
			st.Base = m.theme.Style(themes.Notice)
		default:
			if k := len(r.prefixAt(n)); k > 0 && k <= len(l.Head) {
				st.Over = append(st.Over, cells.Span{Start: 0, End: k, Open: m.theme.Style(themes.Prefix)})
			}
		}
	}
	return string(p.draw(nil, i, row, st, m.theme.Style(themes.Border)))
}

// draw appends a row of a unit as the pane shows it: wrapped, or scrolled sideways with a mark where it goes on.
func (p *pane) draw(dst []byte, i, row int, st cells.Style, more string) []byte {
	line, width := p.line(i), p.textWidth()
	if p.wrap {
		return line.RenderRow(dst, row, width, st)
	}
	if width < 8 || p.page.Lines[i].Whole && line.Width() <= p.column()+width {
		return line.Render(dst, p.column(), width, st)
	}
	dst = line.Render(dst, p.column(), width-1, st)
	if more == "" {
		return append(dst, "›"...)
	}
	return append(append(append(dst, more...), "›"...), st.Reset...)
}

// footer is the last row: a prompt, a message, or the keys.
func (m *Model) footer() string {
	switch {
	case m.prompt != nil:
		return m.promptRow()
	case m.help != nil:
		return m.helpFooter()
	case m.note.text != "":
		role := themes.Prompt
		if m.note.bad {
			role = themes.PromptError
		}
		return m.bar([]part{{text: m.note.text, role: role, keep: 9}}, m.position(), themes.FooterText)
	case m.count != "":
		return m.bar([]part{{text: ":" + m.count, role: themes.Prompt, keep: 9}}, m.position(), themes.FooterText)
	}
	if m.isSlow {
		return m.bar([]part{{text: "waiting for the file…", role: themes.FooterText, keep: 9}, {text: "  Esc stops", role: themes.FooterKey, keep: 5}}, m.position(), themes.FooterText)
	}
	if names := m.running(); len(names) > 0 && names[0] != "reading" && names[0] != following {
		return m.bar([]part{{text: names[0] + m.search.progress() + "…", role: themes.FooterText, keep: 9}, {text: "  Esc stops", role: themes.FooterKey, keep: 5}}, m.position(), themes.FooterText)
	}
	return m.bar(m.keyHints(), m.position(), themes.FooterText)
}

// keyHints are as many of the keys that have a word for the footer as fit, the key of help always first to stay.
func (m *Model) keyHints() []part {
	room := m.width - 2 - 2
	for _, p := range m.position() {
		room -= cells.Width(p.text)
	}
	width := func(b keymap.Binding) int { return cells.Width(keymap.Name(b.Keys[0])+" "+b.Short) + 2 }
	help, _ := m.keys.Binding(keymap.Help)
	if len(help.Keys) > 0 {
		room -= width(help)
	}
	var parts []part
	for _, b := range m.keys.Bindings() {
		if b.Short == "" || len(b.Keys) == 0 {
			continue
		}
		if b.Action != keymap.Help {
			if room -= width(b); room < 0 {
				continue
			}
		}
		parts = append(parts,
			part{text: keymap.Name(b.Keys[0]), role: themes.FooterKey, keep: 9},
			part{text: " " + b.Short + "  ", role: themes.FooterText, keep: 9})
	}
	return parts
}

// position is where the screen is in the file, at the right of the footer.
func (m *Model) position() []part {
	p := m.active()
	if p.text.bytes == nil || p.text.bytes.Size() == 0 {
		return nil
	}
	var words []part
	if s := m.search.counted(); s != "" {
		words = append(words, part{text: s + "  ", role: themes.FooterText, keep: 6})
	}
	if s := m.filterWords(); s != "" {
		words = append(words, part{text: s, role: themes.Prompt, keep: 6})
	}
	percent := int(100 * float64(p.cursor) / float64(p.text.bytes.Size()))
	if n := len(p.page.Lines); n > 0 && p.page.AtEnd && p.page.Lines[n-1].Off == p.cursor {
		percent = 100
	}
	return append(words, part{text: strconv.Itoa(percent) + "%", role: themes.FooterText, keep: 7})
}

// promptRow draws the text being typed with its cursor, the end of it when it is too long.
func (m *Model) promptRow() string {
	p := m.prompt
	room := max(m.width-2-cells.Width(p.sign)-1, 1)
	var right []part
	if p.bad != "" {
		right = []part{{text: p.bad, role: themes.PromptError, keep: 8}}
		room = max(room-cells.Width(p.bad)-2, min(room, 12))
	}
	if p.bad == "" && p.input.text() == "" && p.hint != "" {
		right = []part{{text: p.hint, role: themes.FooterText, keep: 3}}
	}
	before, after := p.input.drawn(room)
	parts := []part{
		{text: p.sign, role: themes.Prompt, keep: 9},
		{text: before, role: themes.Prompt, keep: 9},
		{text: "▏", role: themes.Cursor, keep: 9},
		{text: after, role: themes.Prompt, keep: 8},
	}
	return m.bar(parts, right, themes.FooterText)
}
