package file

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"strings"

	tea "github.com/charmbracelet/bubbletea"

	"eyeline/reader/decode"
	"eyeline/reader/each"
	"eyeline/reader/tools"
	"eyeline/themes"
	"eyeline/tui/cells"
	"eyeline/tui/draw"
	"eyeline/tui/humanize"
	"eyeline/tui/jobs"
	"eyeline/tui/layout"
	"eyeline/tui/pane"
	"eyeline/tui/preview"
	"eyeline/tui/readpanels"
	"eyeline/tui/screens"
	"eyeline/tui/textview"
)

// panes are the panes on the screen: which are shown, where, and how they draw what they show.
type panes struct {
	screen *Screen
	layout layout.Panes // which panes are on the screen, while a tool is on
	areas  layout.Areas // which part of the screen shows what
	seamed bool         // the file pane has a row less than its area, for the seam
	gutter columns      // of the file pane as it is arranged
}

// columns are the widths of what stands left of a row, in the order in which [rows.gutter] draws them; 0 is a column
// that is not there.
type columns struct {
	signs  int // the window's bar, the cursor's mark
	number int // of the line, or the offset of the row, with what is blank behind it
	sent   int // what was sent of the line, in a transcript's file
	why    int // why the line is in a block
	edge   int // between all of this and the text
}

func (c columns) width() int { return c.signs + c.number + c.sent + c.why + c.edge }

// seam says at the end of a text that ends early where and why that is; "" for any other text.
func (p *panes) seam() string {
	d := p.screen.Text.Doc
	if d == nil || d.Shown().Cut() == nil {
		return ""
	}
	why := cells.Sanitize(errors.Unwrap(d.Shown().Cut()).Error())
	return "── cut after " + humanize.Size(d.Shown().Size()) + ": " + why
}

// Arrangement is what the screen shows now.
func (p *panes) Arrangement() layout.Arrangement {
	s := p.screen
	a := layout.Arrangement{
		Width: s.desk.Width(), Height: s.host.TerminalHeight(), Panes: p.shown(), Comparing: s.beside() != nil,
		Alone: !s.host.ShowsFile(),
	}
	a.Bare = s.Text.ToolOff && !a.Alone
	if p := s.overlays.Panel(); p != nil {
		a.Overlay = func(body int) int { return p.Height(body) }
	}
	return a
}

// whyWidth is the width of the column that says why a line is in a block, its space included.
const whyWidth = 11

// whyPane is the width of a pane from which it has room for that column.
const whyPane = 50

// fit computes the areas of the screen and gives each pane its size.
func (p *panes) fit() tea.Cmd {
	s := p.screen
	p.areas, p.seamed = p.Arrangement().Areas(), p.seam() != ""
	if !s.host.ShowsFile() {
		return nil // the panes get their size when they are shown again
	}
	a := &p.areas
	if s.beside() != nil {
		one, other := a.Compared[s.beside().At].Output, a.Compared[1-s.beside().At].Output
		return tea.Batch(s.Preview.Output().Resize(one.Width, one.Height, readpanels.DifferGutter(one)),
			s.beside().Pane.Resize(other.Width, other.Height, readpanels.DifferGutter(other)))
	}
	file, model := a.File, a.Model
	// A pane that is not shown has the size that it will have when it is shown alone, so that it is ready then.
	switch p.shown() {
	case layout.File:
		model = a.Panes
	case layout.Model:
		file = a.Panes
	}
	if p.seamed {
		file.Height = max(file.Height-1, 0)
	}
	p.gutter = p.columns(file.Width)
	return tea.Batch(p.arrangeHex(file.Width), s.Text.File.Resize(file.Width, file.Height, p.gutter.width()),
		s.Preview.Output().Resize(model.Width, model.Height, 0))
}

// ShowPanes changes which panes are on the screen.
func (p *panes) ShowPanes(which layout.Panes) { p.layout = which }

// ShowsOutput reports whether a pane shows what a tool gives.
func (p *panes) ShowsOutput() bool {
	return p.shown() != layout.File || p.screen.beside() != nil
}

// BothPanes reports whether the file and the model pane are shown together.
func (p *panes) BothPanes() bool { return p.shown() == layout.Both }

// FileHidden reports whether the model pane has the place of the file pane.
func (p *panes) FileHidden() bool { return p.shown() == layout.Model }

// ShowFile brings the file pane onto the screen where the model pane has its place.
func (p *panes) ShowFile() {
	if p.FileHidden() {
		p.layout = layout.File
	}
}

// columns are those that the file pane has when it is so wide.
func (p *panes) columns(paneWidth int) (c columns) {
	s := p.screen
	switch {
	case paneWidth < 16:
		return columns{signs: min(2, paneWidth/2)}
	case s.Text.Hex:
		return columns{signs: 2, number: s.Text.OffsetDigits() + 2}
	case s.Text.ToolOff:
		if s.opts.Numbers {
			c.number = s.rows.digits() + 1
		}
		return c
	}
	c = columns{signs: 2, number: s.rows.digits() + 1}
	if s.Preview.Sent != nil {
		c.sent = 1
	}
	if paneWidth >= 40 {
		c.edge = 2
	}
	if p.showsWhy() && paneWidth >= whyPane {
		c.why = whyWidth
	}
	return c
}

func (p *panes) showsWhy() bool {
	return p.screen.opts.Why && p.screen.Preview.Request.Mode() == tools.ModeBlock
}

// noRoomForWhy says why the column of reasons is not on the screen although it is asked for; "" when it is.
func (p *panes) noRoomForWhy() string {
	if w := p.screen.Text.File.Width; p.showsWhy() && w > 0 && w < whyPane {
		return fmt.Sprintf("the reasons need a pane %d cells wide; this one has %d", whyPane, w)
	}
	return ""
}

// Areas says which part of the screen shows what.
func (p *panes) Areas() *layout.Areas { return &p.areas }

// BodyHeight is how many rows the panes and the panels below them have together.
func (p *panes) BodyHeight() int { return p.areas.Body.Height }

// setCellOptions sets how the panes draw characters.
func (p *panes) setCellOptions() {
	doc := p.screen.Text.Doc
	file := p.screen.opts.Options
	output := file
	output.Decoded = true
	file.Colours = textview.OwnColours(p.screen.opts, doc) && !p.screen.opts.Invisibles
	file.Latin1 = doc != nil && !doc.Decoded() && doc.Form().Encoding == decode.Latin1
	p.screen.Text.File.SetOptions(file)
	p.screen.Text.File.SetHeader(p.screen.opts.Header)
	for _, one := range p.all()[1:] {
		one.SetOptions(output)
	}
}

// all are the panes: that of the file, that of what a tool gives, and that of the other half of a comparison.
func (p *panes) all() []*pane.Pane {
	all := []*pane.Pane{p.screen.Text.File, p.screen.Preview.Output()}
	if c := p.screen.beside(); c != nil {
		all = append(all, &c.Pane)
	}
	return all
}

func (p *panes) nextPane() tea.Cmd {
	closed := p.screen.Tuning.Comparing.CloseComparison()
	from := p.layout
	p.layout = (p.layout + 1) % 3
	defer func() { p.screen.Moves.outputMoved = false }()
	if from == layout.Model && p.screen.Moves.outputMoved {
		return tea.Batch(closed, p.screen.Moves.followModelPane())
	}
	return closed
}

func (p *panes) toggleWhy() tea.Cmd {
	p.screen.opts.Why = !p.screen.opts.Why
	if p.screen.opts.Why {
		p.screen.desk.Say(cmp.Or(p.noRoomForWhy(), p.screen.Preview.Style.Sentence()))
	}
	return p.screen.Preview.Read(preview.ThenNothing)
}

func (p *panes) toggleInvisibles() tea.Cmd {
	p.screen.turn(&p.screen.opts.Invisibles, "invisible characters shown", "invisible characters hidden")
	return nil
}

func (p *panes) toggleWrap() tea.Cmd {
	now, wrap := p.screen.Modes.now(), !p.screen.Text.File.Wrap
	if now.wraps != wrap { // else the text was shown otherwise than the setting says
		*now.wrapping = !*now.wrapping
	}
	return p.screen.desk.Say("long lines are " + humanize.Either(wrap, "wrapped", "chopped"))
}

// shown says which panes are shown.
func (p *panes) shown() layout.Panes { return p.screen.Modes.now().panes }

// rewrap wraps or chops lines as the state says.
func (p *panes) rewrap() tea.Cmd {
	wrap := p.screen.Modes.now().wraps
	if wrap == p.screen.Text.File.Wrap {
		return nil
	}
	return tea.Batch(each.Of(p.all(), func(one *pane.Pane) tea.Cmd { return one.SetWrap(wrap) })...)
}

func (p *panes) toggleNumbers() tea.Cmd {
	p.screen.opts.Numbers = !p.screen.opts.Numbers
	return nil
}

// ResetColours forgets all colours, because the bytes have changed.
func (p *panes) ResetColours() {
	p.screen.jobs.End(jobs.Colour, jobs.OutputColour)
	clear(p.screen.Text.Colours.Lines)
	p.screen.Preview.Model.ForgetColours()
}

// comparisonRows draws both halves.
func (r *rows) comparisonRows() []string {
	s := r.screen
	a := &s.Panes.areas
	c := s.beside()
	names, now := s.Tuning.Comparing, s.Preview.Reading
	one := r.comparedHalf(now, s.Preview.Output(), a.Compared[c.At], names.HalfName(now, c.Read))
	other := r.comparedHalf(c.Read, &c.Pane, a.Compared[1-c.At], names.HalfName(c.Read, now))
	if c.At == 1 {
		one, other = other, one
	}
	if a.TwoPanes() {
		return r.besideEachOther(one, other)
	}
	return append(one, other...)
}

// comparedHalf draws what one half gives under its name, and what it loses.
func (rs *rows) comparedHalf(r *preview.Reading, p *pane.Pane, a layout.ComparedArea, name string) []string {
	s := rs.screen
	width := a.Heading.Width
	tuned := p == s.Preview.Output()
	canvas := s.desk.Canvas()
	canvas.Width = width
	head, role := "── ", themes.Border
	if tuned {
		head, role = "─▸ ", themes.Prompt
	}
	loses, red := "loses "+s.Tuning.Comparing.Losses(r), themes.Lost
	if loses == "loses nothing" {
		red = themes.Border
	}
	head += name + " "
	if a.Losses.Height == 0 { // no other row says it
		head += "· " + loses + " "
	}
	if r != nil && r.Out != nil {
		head += "· " + r.Given().Range() + " · " + r.Amount() + " "
	}
	head += strings.Repeat("─", max(width-cells.Width(head), 0))
	drawn := draw.Fill([]string{canvas.Line(role, head)}, a.Heading.Height, width)
	drawn = append(drawn, draw.Fill(s.Preview.Model.RowsOf(p, r), a.Output.Height, width)...)
	lost := each.Of(cells.WrapWords(loses, width), func(text string) string { return canvas.Line(red, text) })
	return append(drawn, draw.Fill(lost, a.Losses.Height, width)...)
}

// besideEachOther joins the rows of two parts, which are as many, with the separator between them.
func (r *rows) besideEachOther(left, right []string) []string {
	var between strings.Builder
	r.screen.desk.Put(&between, themes.Border, "│")
	for i := range left {
		left[i] += between.String() + right[i]
	}
	return left
}

// divider is the row between two panes one above the other.
func (r *rows) divider() string {
	label := "── what the model gets "
	width := r.screen.desk.Width()
	return r.screen.desk.Canvas().Line(themes.Border, label+strings.Repeat("─", max(width-cells.Width(label), 0)))
}

// paneRows draws the panes.
func (p *panes) paneRows() []string {
	if p.screen.beside() != nil {
		return p.screen.rows.comparisonRows()
	}
	var file, model []string
	if a := p.areas.File; a.Height > 0 {
		file = draw.Fill(p.screen.rows.FileRows(), a.Height, a.Width)
	}
	if a := p.areas.Model; a.Height > 0 {
		model = draw.Fill(p.screen.Preview.Model.Rows(), a.Height, a.Width)
	}
	switch {
	case p.areas.TwoPanes():
		return p.screen.rows.besideEachOther(file, model)
	case p.areas.Separator.Height > 0:
		file = append(file, p.screen.rows.divider())
	}
	return append(file, model...)
}

// LastScreen writes the rows of the panes as they are now, without the blanks at their ends.
func (p *panes) LastScreen() func(context.Context, io.Writer) error {
	rows := p.paneRows()
	for len(rows) > 0 && strings.TrimSpace(rows[len(rows)-1]) == "" {
		rows = rows[:len(rows)-1]
	}
	rows = each.Of(rows, func(row string) string { return strings.TrimRight(row, " ") })
	return func(_ context.Context, w io.Writer) error { return draw.Print(w, rows) }
}

// mouse does what the mouse asks for in the panes.
type mouse struct{ screen *Screen }

// drag handles the left button of the mouse in the file pane: dragging it marks lines.
func (m *mouse) drag(msg tea.MouseMsg) tea.Cmd {
	area, k := m.screen.Panes.areas.File, m.screen.Text.Marking
	switch msg.Action {
	case tea.MouseActionRelease:
		k.Pressed = false
		return nil
	case tea.MouseActionPress:
		return m.press(msg)
	}
	if !k.Pressed {
		return nil
	}
	var cmd tea.Cmd
	row := msg.Y - area.Y
	switch {
	case row < 0:
		cmd = m.screen.Moves.scroll(-1)
	case row >= area.Height:
		cmd = m.screen.Moves.scroll(1)
	}
	l, ok := m.screen.Text.File.LineAt(max(min(row, area.Height-1), 0))
	if !ok {
		_, l, ok = m.screen.Text.File.Visible()
	}
	if !ok || !k.On && l.Off == k.PressedAt {
		return cmd
	}
	k.On, k.Moving = true, false
	k.From, k.To = k.PressedAt, l.Off
	return cmd
}

// press begins to mark lines at the pointer, and puts the cursor there.
func (m *mouse) press(msg tea.MouseMsg) tea.Cmd {
	area, k := m.screen.Panes.areas.File, m.screen.Text.Marking
	l, ok := m.screen.Text.File.LineAt(msg.Y - area.Y)
	if !k.Moving {
		k.Unmark()
	}
	if k.Pressed = ok && area.Contains(msg.X, msg.Y) && m.screen.beside() == nil; k.Pressed {
		k.PressedAt = l.Off
	}
	if m.screen.Text.ToolOff && !k.Moving {
		return nil // there is no cursor to place
	}
	return m.click(msg.X, msg.Y)
}

// handle scrolls the file with the wheel, puts the cursor where a click falls, and marks lines that are dragged
// over.
func (m *mouse) handle(msg tea.MouseMsg) tea.Cmd {
	switch {
	case msg.Button == tea.MouseButtonWheelDown:
		return m.wheel(msg, screens.WheelRows)
	case msg.Button == tea.MouseButtonWheelUp:
		return m.wheel(msg, -screens.WheelRows)
	case msg.Button == tea.MouseButtonLeft:
		return m.drag(msg)
	}
	return nil
}

// wheel scrolls the pane that the pointer is on by n rows.
func (m *mouse) wheel(msg tea.MouseMsg, n int64) tea.Cmd {
	s := m.screen
	if s.Panes.shown() == layout.Both && s.beside() == nil && s.Panes.areas.Model.Contains(msg.X, msg.Y) {
		return s.Preview.Output().Do(pane.ScrollBy(n))
	}
	return s.Moves.roll(n)
}

func (m *mouse) toggleMouse() tea.Cmd {
	if m.screen.turn(&m.screen.opts.Mouse, "the mouse scrolls and places the cursor",
		"the mouse is the terminal's: select text with it") {
		return tea.EnableMouseCellMotion
	}
	return tea.DisableMouse
}

// click puts the cursor on the line at a cell of the screen, if the cell is in the pane that the keys move.
func (m *mouse) click(x, y int) tea.Cmd {
	p, area := m.screen.Text.File, m.screen.Panes.areas.File
	switch {
	case m.screen.beside() != nil:
		p, area = m.screen.Preview.Output(), m.screen.Panes.areas.Compared[m.screen.beside().At].Output
		if m.screen.beside().Own != nil && m.screen.Panes.areas.Compared[1-m.screen.beside().At].All().Contains(x, y) {
			return m.screen.Tuning.Comparing.TuneOther()
		}
	case m.screen.Panes.shown() == layout.Model:
		p, area = m.screen.Preview.Output(), m.screen.Panes.areas.Model
	}
	if !area.Contains(x, y) {
		return nil
	}
	l, ok := p.LineAt(y - area.Y)
	if !ok || p.IsSeam(y-area.Y) {
		return nil
	}
	return m.screen.Moves.MoveActive(pane.To(l.Off, pane.Near))
}
