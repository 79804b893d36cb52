package preview

import (
	"bytes"
	"context"
	"fmt"
	"sort"
	"strings"

	tea "github.com/charmbracelet/bubbletea"

	"eyeline/reader/source"
	"eyeline/themes"
	"eyeline/tui/file/filecolours"
	"eyeline/tui/file/filepages"
	"eyeline/tui/file/linediff"
	"eyeline/tui/file/pane"
	"eyeline/tui/file/tooloutput"
	"eyeline/tui/kit/cells"
	"eyeline/tui/kit/humanize"
)

// The model pane shows the captured output. Where the output shows lines of the file one by one, its lines correspond
// to those of the file pane.

// modelPane shows what the model gets: the output of the current reading, or the refusal.
type modelPane struct {
	*base
	pane       pane.Pane
	generation uint64   // of the output shown last
	cuts       []string // what the rows below lines that are cut say
	// end is what the row below the last line says where more follows; nil where nothing does.
	end     func(width int) string
	painted map[outputLine]filecolours.Colours
	drawn   []byte // the row drawn last: its room is used again for the next one
}

// Place scrolls the model pane so that the line at the top of the file pane, or the nearest one that it shows, stands
// at the same height.
func (m *modelPane) Place() tea.Cmd {
	if m.pane.Text.Bytes == nil {
		return nil
	}

	line, ok := m.outputLine()
	if !ok {
		return nil
	}
	if off, ok := m.Reading.PlaceIn(&m.pane, line); ok {
		return m.pane.Do(pane.To(off, pane.Top))
	}

	return m.pane.Do(pane.ToFound(m.Reading.PlaceOf(line), pane.Top))
}

// Inserts returns the lines that this program puts between those of the output: above each part where an answer has
// several, and above what follows the result or stands in its place.
func (r *Reading) Inserts(ascii bool) []tooloutput.Insert {
	rule := "──"
	if ascii {
		rule = "--"
	}

	numbered := func(what string, i, n int) string {
		if n > 1 {
			what = fmt.Sprintf("%s %d of %d", what, i+1, n)
		}
		return rule + " " + what + " " + rule
	}

	var all []tooloutput.Insert
	if r.Recorded != nil && r.Recorded.Patch.Text != "" { // a person who looks at a change wants to see it
		title := rule + " what the call " + r.Recorded.Patch.Deed() + " " + rule
		all = append(all, tooloutput.Insert{Title: title, Text: r.Recorded.Patch.Text, Change: true},
			tooloutput.Insert{Title: rule + " its result " + rule})
	}
	if parts := r.Stats.Parts; len(parts) > 1 {
		at := int64(0)
		for i, size := range parts {
			all = append(all, tooloutput.Insert{At: at, Title: numbered("part", i, len(parts))})
			at += size
		}
	}

	end := r.Out.Size()
	if cut := r.Out.Cut(); cut != "" {
		all = append(all, tooloutput.Insert{At: end, Title: rule + " this view is " + cut + " " + rule})
	}

	if r.Kind != "" {
		title := rule + " " + r.Kind + ", not text " + rule
		all = append(all, tooloutput.Insert{At: end, Title: title, Text: r.Instead})
	}

	if r.Aside != "" {
		all = append(all, tooloutput.Insert{At: end, Title: rule + " no model gets this remark " + rule, Text: r.Aside})
	}

	for i, text := range r.Notes {
		title := numbered("note", i, len(r.Notes))
		if r.NamesEstimate {
			title += " its tokens: by estimate " + rule
		}
		all = append(all, tooloutput.Insert{At: end, Title: title, Text: text})
	}

	return all
}

// outputLine returns the 0-based line of the output that belongs at the top, given where the file pane is; false
// without an output.
func (m *modelPane) outputLine() (line int64, ok bool) {
	r := m.Reading
	if !r.HasOutput() {
		return 0, false
	}
	// Beside the file the same lines are at the same height; alone, and below the file, the output begins with what the
	// tool says first.
	file := m.text.File
	if top, ok := file.TopLine(); ok && top.Number > 0 && (top.Number > r.FirstLine ||
		top.Number == r.FirstLine && m.isBeside() && !m.compared()) {
		line, _ = r.ContentLine(top.Number)
		if above, ok := file.TextRow(top.Off); ok && top.Number == r.FirstLine && m.isBeside() {
			line = m.lineAbove(line, above)
		}
	}

	if line == 0 && r.Recorded != nil && r.Recorded.Patch.Text == "" {
		line = firstOfFile(r)
	}
	return line, true
}

// firstOfFile is the 0-based line of a recorded output from which on it is of the file that is shown: a search may have
// given lines of others before. What a tool says in few lines before the file's stays.
func firstOfFile(r *Reading) int64 {
	const said = 2 // lines
	if lead := r.Lead(); lead > said {
		return lead
	}
	return 0
}

// lineAbove is the first line of the output from which on at most rows rows stand above a line, both 0-based.
func (m *modelPane) lineAbove(line int64, rows int) int64 {
	all, ok := pane.RowsAbove(&m.pane, line+1)
	if !ok {
		return max(line-int64(rows), 0)
	}
	for line > 0 {
		above, ok := pane.RowsAbove(&m.pane, line)
		if !ok || all-above > rows {
			break
		}
		line--
	}
	return line
}

// isBeside reports whether the pane stands at the side of the file pane, and not alone or below it.
func (m *modelPane) isBeside() bool {
	return m.showing.BothPanes() && m.pane.Width < m.program.Width()
}

// PlaceIn returns the offset in a pane of line n of the output, 0-based. It reports false where that line is not on the
// loaded page, or has inserted lines above it: then [Reading.PlaceOf] looks for it.
func (r *Reading) PlaceIn(p *pane.Pane, n int64) (off int64, ok bool) {
	if p.Text.Bytes != source.Bytes(r.Framed) {
		return 0, false
	}
	if line, skip, _ := r.Framed.Line(n); line != n || skip > 0 {
		return 0, false
	}

	lines := p.Lines()
	i := sort.Search(len(lines), func(i int) bool { return lines[i].Number > n })
	if i == len(lines) || lines[i].Number != n+1 || lines[i].Continued {
		return 0, false
	}

	return lines[i].Off, true
}

// PlaceOf returns a function that looks for line n of the output, 0-based, in a pane. The first line is found with what
// is inserted above it. It reads: only a command may call it.
func (r *Reading) PlaceOf(n int64) func(context.Context) (int64, error) {
	out := r.Out
	framed := r.Framed
	return func(ctx context.Context) (int64, error) {
		at, err := out.LineStart(ctx, n)
		if at == 0 {
			return 0, err
		}
		return framed.Offset(at), err
	}
}

// PlaceOfLine returns what finds the place in the output of a line of the file, counted from 1, or of the nearest that
// the model gets, and says so; nil without an output. What has no line of the file counts its own.
func (p *Preview) PlaceOfLine(line int64) func(context.Context) (int64, error) {
	r := p.Reading
	if !r.HasOutput() {
		return nil
	}
	at, ok := r.ContentLine(line)
	if !ok {
		return r.PlaceOf(line - 1)
	}
	if !linediff.Has(r.Runs(), line) {
		p.program.Say("the model does not get L" + humanize.Group(line) + " by this call; the nearest line")
	}
	return r.PlaceOf(at)
}

// TopFileLine returns the 1-based number of the first line of the file that a pane shows from its top on, and how many
// rows stand above it; false where it shows none.
func (r *Reading) TopFileLine(p *pane.Pane) (number int64, above int, ok bool) {
	for _, l := range p.Lines() {
		if top, ok := p.TopLine(); !ok || l.Off < top.Off || l.Number == 0 {
			continue
		}
		line, _, _ := r.Framed.Line(l.Number - 1)
		_, shown := r.Stats.Line(line)
		if line < 0 || !shown && line < r.Lead() {
			continue
		}
		above, _ = p.TextRow(l.Off)
		number, ok = r.fileLine(line)
		return number, max(above, 0), ok
	}

	return 0, 0, false
}

// Lead counts the lines of the output before the first one that shows a line of the file.
func (r *Reading) Lead() int64 {
	if runs := r.Runs(); len(runs) > 0 {
		return runs[0].Content
	}
	return 0
}

// show puts the reading's output into the model pane. old is the reading before, which may be nil: if it was of the
// same request, the pane stays where a person has scrolled it.
func (m *modelPane) show(old *Reading) tea.Cmd {
	r := m.Reading
	if !r.HasOutput() {
		m.pane.Clear()
		return nil
	}

	line, _ := m.outputLine()
	to := pane.ToFound(r.PlaceOf(line), pane.Top)
	if old.HasOutput() && old.Req.Equal(r.Req) && m.showing.MovesOutput() {
		to = pane.Stay()
	}

	return m.pane.Show(m.NewText(r), to)
}

// NewText returns the output of a reading for a pane, under a new generation number, by which its colours are
// remembered.
func (m *modelPane) NewText(r *Reading) pane.Text {
	m.generation++
	return pane.Text{
		Bytes: r.Framed, Numbers: outputNumbers{r.Framed}, Generation: m.generation,
		Prefix: func(l filepages.Unit) int {
			before, prefix := r.BeforeText(l.Number - 1)
			return before + prefix
		},
		Wraps: func(l filepages.Unit) bool {
			const least = 6 // rows of a pane that has room for lines below all that a tool says
			// In a comparison each row has its counterpart on the other side.
			aligned := m.compared() && len(r.Runs()) > 0
			return m.pane.Height >= least && !aligned && r.saysItself(l)
		},
	}
}

// shortNotice is how many bytes an answer without a line of the file has at most that is a sentence of the tool, and no
// picture or list.
const shortNotice = 2048

// saysItself reports whether a row has what the tool or the agent says beside lines of the file, a note or a reminder,
// or in place of them: all of it is shown, also where long lines are chopped.
func (r *Reading) saysItself(l filepages.Unit) bool {
	if l.Number == 0 {
		return false
	}
	if len(r.Runs()) == 0 {
		return r.Recorded == nil && r.Out.Total() <= shortNotice
	}
	if _, isChange := r.Framed.ChangeLine(l.Number - 1); isChange {
		return false
	}
	line, _, kind := r.Framed.Line(l.Number - 1)
	return kind != tooloutput.Title && kind != tooloutput.IsBlank && !r.showsLine(line)
}

// outputNumbers numbers the lines of an output for the page loader. That runs in a command, where reading is allowed;
// drawing is not a place to read.
type outputNumbers struct{ out *tooloutput.Padded }

// LineAt implements [filepages.Numbers]; line numbers are 1-based.
func (n outputNumbers) LineAt(ctx context.Context, _ source.Bytes, off int64) (int64, error) {
	line, err := n.out.LineOf(ctx, off)
	return line + 1, err
}

// SkipForward implements [filepages.Numbers]: an output has no lines to skip.
func (n outputNumbers) SkipForward(off int64) int64 { return off }

// SkipBackward implements [filepages.Numbers].
func (n outputNumbers) SkipBackward(off int64) int64 { return off }

// BeforeText returns how many bytes of line n of the pane, 0-based, come before the text of the file: first those of
// the tool's own text, then those of the prefix that the tool puts before every line. Both are 0 where the line shows
// no line of the file.
func (r *Reading) BeforeText(n int64) (before, prefix int) {
	line, skip, _ := r.Framed.Line(n)
	if r.Recorded != nil {
		return 0, max(r.Recorded.Prefix[line]-int(skip), 0)
	}

	before, prefix = r.prefixesOf(line)
	gone := int(min(skip, int64(before+prefix)))
	if gone > before {
		return 0, before + prefix - gone
	}

	return before - gone, prefix
}

// prefixesOf is [Reading.BeforeText] for a line of the output, 0-based.
func (r *Reading) prefixesOf(line int64) (before, prefix int) {
	l, ok := r.Stats.Line(line)
	if !ok {
		return 0, 0
	}
	return l.Before, len(r.Req.Tool().Lines.PrefixOf(l))
}

// PrefixWidth returns how many cells the prefix of the last line takes: that of no other line is wider.
func (r *Reading) PrefixWidth(opt cells.Drawing) int {
	runs := r.Runs()
	if len(runs) == 0 {
		return 0
	}

	last := runs[len(runs)-1]
	l, ok := r.Stats.Line(last.Content + last.Lines - 1)
	if !ok {
		return 0
	}

	line := cells.Layout([]byte(r.Req.Tool().Lines.PrefixOf(l)), opt)
	return line.Width()
}

// BeforeLine returns how many bytes of a line of the output, 0-based, come before the text of the file.
func (r *Reading) BeforeLine(line int64) int {
	before, prefix := r.prefixesOf(line)
	return before + prefix
}

// Rows draws the current reading.
func (m *modelPane) Rows() []string {
	return m.RowsOf(&m.pane, m.Reading, func(_ pane.Row, text string) string { return text })
}

// RowsOf draws what a tool gave, or its refusal, in a pane. mark may put a sign before each row.
func (m *modelPane) RowsOf(output *pane.Pane, r *Reading, mark func(pane.Row, string) string) []string {
	if r != nil && (r.Refused != "" || r.Failed != nil) {
		return m.errorRows(output, r)
	}

	if output.Empty() {
		var b strings.Builder
		text := ""
		if r.HasOutput() && r.Out.Total() == 0 {
			text = "   (empty content)"
		}

		m.program.Put(&b, themes.Dim, cells.Pad(cells.Truncate(text, output.Width, "…"), output.Width))
		return []string{b.String()}
	}

	return output.Rows(func(l pane.Row) string {
		if l.Seam > 0 {
			return m.cutRow(l.Seam, output.Width)
		}
		if r.IsBlank(l) {
			return mark(l, strings.Repeat(" ", output.TextWidth()))
		}

		return mark(l, m.row(output, r, l))
	})
}

// cutRow draws the row with a number, counted from 1, that says where the line above it is cut, or that more follows.
func (m *modelPane) cutRow(number, width int) string {
	canvas := m.program.Canvas()
	text := ""
	canvas.Width = width

	if number > len(m.cuts) && m.end != nil {
		return canvas.Line(themes.Notice, m.end(width))
	}
	if number <= len(m.cuts) {
		text = humanize.Either(canvas.ASCII, "< ", "◂ ") + m.cuts[number-1]
	}

	return canvas.Line(themes.CutMark, text)
}

// errorRows draws the tool's refusal as the model gets it.
func (m *modelPane) errorRows(output *pane.Pane, r *Reading) []string {
	text := r.Refused
	if r.Failed != nil {
		text = r.Failed.Error()
	}

	role := themes.ModelError
	if r.NotKnown { // this program says it, no model gets it
		role = themes.Dim
	}

	rows := m.wrapped(output, text, role)
	if r.NamesEstimate {
		const said = "(The tokens are by estimate: the agent asks its service, which counts them.)"
		rows = append(rows, m.wrapped(output, said, themes.Dim)...)
	}

	if r.Aside != "" {
		rows = append(rows, m.wrapped(output, "("+r.Aside+")", themes.Dim)...)
	}

	return rows[:min(len(rows), output.Height)]
}

// wrapped breaks a text into rows of a pane, between words where it can, and drops what does not fit.
func (m *modelPane) wrapped(output *pane.Pane, text string, role themes.Role) []string {
	opt := output.Options
	opt.Whole = true
	var rows []string
	theme := m.program.Theme()
	st := cells.Style{Base: theme.Style(role), Mark: theme.Style(themes.Invisible), Reset: themes.Reset}

	for _, piece := range cells.WrapWords(strings.ReplaceAll(text, "\n", "␊"), output.Width) {
		line := cells.Layout([]byte(piece), opt)
		for k := 0; k < line.RowCount(output.Width) && len(rows) < output.Height; k++ {
			rows = append(rows, string(line.RenderRow(nil, k, output.Width, st)))
		}
	}

	return rows
}

// showsLine reports whether a line of the output, 0-based, shows a line of the file.
func (r *Reading) showsLine(line int64) bool {
	if r.Recorded != nil {
		return r.Recorded.ShowsLine(line)
	}
	_, ok := r.Stats.Line(line)
	return ok
}

// compared reports whether another output stands beside this one, so that what differs is marked.
func (m *modelPane) compared() bool {
	other, _ := m.showing.OtherOutput()
	return other != nil
}

// row draws one row of the exact output, with the tool's prefix and notices in other colours than the text of the file.
func (m *modelPane) row(output *pane.Pane, r *Reading, l pane.Row) string {
	theme := m.program.Theme()
	st := cells.Style{
		Base: theme.Style(themes.Text), Mark: theme.Style(themes.Invisible), Bad: theme.Style(themes.Replaced),
		Reset: themes.Reset,
	}
	if r.HasOutput() && l.Number > 0 && l.Skip == 0 && !l.Continued {
		st = m.styleLine(st, output, r, l)
	}

	if m.showing.MovesOutput() {
		for _, x := range m.text.Search.In(l.Head, l.Skip == 0 && !l.Continued, l.Whole && !l.More) {
			st.Over = append(st.Over, cells.Span{Start: x[0], End: x[1], Open: theme.Style(themes.Match)})
		}
	}

	m.drawn = output.Draw(m.drawn[:0], l, st, theme.Style(themes.Border))
	return string(m.drawn)
}

// styleLine styles a line that is shown from its beginning on.
func (m *modelPane) styleLine(st cells.Style, output *pane.Pane, r *Reading, l pane.Row) cells.Style {
	theme := m.program.Theme()
	change, isChange := r.Framed.ChangeLine(l.Number - 1)
	line, _, kind := r.Framed.Line(l.Number - 1)
	switch {
	case kind == tooloutput.Title:
		st.Base = theme.Style(themes.Border)
	case isChange:
		return styleChange(theme, st, l.Head, r.Recorded.Patch.Numbers, r.Recorded.Patch.ChangedWords(change))
	case !r.showsLine(line):
		st.Base = theme.Style(themes.Notice)
	default:
		before, prefix := r.BeforeText(l.Number - 1)
		before = min(before, len(l.Head))
		begin := min(before+prefix, len(l.Head))
		end := []byte(tooloutput.JSONLineEnd)
		if r.IsLaid() && l.Whole && bytes.HasSuffix(l.Head, end) {
			span := cells.Span{Start: len(l.Head) - len(end), End: len(l.Head), Open: theme.Style(themes.Invisible)}
			st.Over = append(st.Over, span)
		}
		st.Over = append(st.Over, cells.Span{Start: 0, End: before, Open: theme.Style(themes.Notice)},
			cells.Span{Start: before, End: begin, Open: theme.Style(themes.Prefix)})
		painted := m.painted[outputLine{output.Text.Generation, l.Off}]
		role := themes.Altered
		if number, ok := r.shownLine(l.Number - 1); ok && r.givesPart(number) {
			role = themes.Notice // the tool's own words are in this line, in the place of what it leaves out
		}
		if painted.End > painted.Start && (!m.compared() || role == themes.Notice) {
			span := cells.Span{Start: begin + painted.Start, End: begin + painted.End, Open: theme.Style(role)}
			st.Over = append(st.Over, span)
		}

		for _, s := range painted.Spans {
			span := cells.Span{Start: begin + s.Start, End: begin + s.End, Open: theme.Syntax(s.Class)}
			st.Spans = append(st.Spans, span)
		}

		for _, w := range m.otherWords(output, r, l) {
			span := cells.Span{Start: begin + w.Start, End: begin + w.End, Open: theme.Style(themes.Altered)}
			st.Over = append(st.Over, span)
		}
	}

	return st
}

// otherWords returns the bytes of the file's text in a row that differ from the same row of the other side. It is empty
// outside of a comparison, and where one of the rows shows no line of the file.
func (m *modelPane) otherWords(output *pane.Pane, r *Reading, l pane.Row) []linediff.Bytes {
	of, beside, ok := m.sideOf(output)
	if !ok {
		return nil
	}
	other, ok := unitOf(beside, l.Number)
	if !ok {
		return nil
	}

	a, isLine := r.textIn(l.Unit)
	b, isOther := of.textIn(other)
	if !isLine || !isOther || bytes.Equal(a, b) {
		return nil
	}

	words, _ := linediff.Differing(a, b)
	return words
}

// sideOf is the side of a comparison beside an output, with its pane; false outside of one, and while another text is
// loaded there.
func (m *modelPane) sideOf(output *pane.Pane) (of *Reading, beside *pane.Pane, ok bool) {
	beside, of = m.showing.OtherOutput()
	if beside == nil {
		return nil, nil, false
	}
	if output == beside {
		beside = &m.pane
		of = m.Reading
	}
	return of, beside, of != nil && of.Framed != nil && beside.Text.Bytes == source.Bytes(of.Framed)
}

// unitOf is the loaded row of a pane with a number, from 1; false where its beginning is not loaded.
func unitOf(p *pane.Pane, number int64) (filepages.Unit, bool) {
	lines := p.Lines()
	i := sort.Search(len(lines), func(i int) bool { return lines[i].Number >= number })
	if i == len(lines) || lines[i].Number != number || lines[i].Continued || lines[i].Skip > 0 {
		return filepages.Unit{}, false
	}
	return lines[i], true
}

// FirstDifference is where, in the pane of the current reading, the file's text in a row first differs from that in the
// same row of the other side of a comparison: half-open offsets in that pane, of at least one byte. number counts from
// 1. It is false where both have the same text as far as it is loaded, or one shows no line of the file.
func (m *modelPane) FirstDifference(number int64) (start, end int64, ok bool) {
	of, beside, ok := m.sideOf(&m.pane)
	if !ok || m.Reading == nil || m.pane.Text.Bytes != source.Bytes(m.Reading.Framed) {
		return 0, 0, false
	}

	unit, isLoaded := unitOf(&m.pane, number)
	other, isOtherLoaded := unitOf(beside, number)
	if !isLoaded || !isOtherLoaded {
		return 0, 0, false
	}

	a, isLine := m.Reading.textIn(unit)
	b, isOther := of.textIn(other)
	n := 0
	for n < min(len(a), len(b)) && a[n] == b[n] {
		n++
	}
	if !isLine || !isOther || n == len(a) && (n == len(b) || !unit.Whole) || n == len(b) && !other.Whole {
		return 0, 0, false
	}

	at, _ := m.Reading.textAt(unit)
	start = unit.Off + int64(at+n)
	return start, start + 1, true
}

// textAt returns where the text of the file begins in a row, in bytes; false where the row shows no line of the file.
func (r *Reading) textAt(l filepages.Unit) (at int, ok bool) {
	line, skip, _ := r.Framed.Line(l.Number - 1)
	if line < 0 || skip > 0 || !r.showsLine(line) || r.Req.Tool().Lines == nil {
		return 0, false
	}
	return r.BeforeLine(line), true
}

// textIn returns the text of the file in a row, as far as it is loaded; false where the row shows no line of the file.
func (r *Reading) textIn(l filepages.Unit) ([]byte, bool) {
	at, ok := r.textAt(l)
	if !ok {
		return nil, false
	}

	text := l.Head[min(at, len(l.Head)):]
	end := []byte(r.LineEnd())
	if l.Whole {
		text = bytes.TrimSuffix(text, end)
	}

	return text, true
}
