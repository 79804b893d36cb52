package file

import (
	"cmp"
	"context"
	"errors"
	"io"
	"slices"
	"strings"

	tea "github.com/charmbracelet/bubbletea"

	"eyeline/keymap"
	"eyeline/reader/decode"
	"eyeline/reader/lists"
	"eyeline/themes"
	"eyeline/tui/file/layout"
	"eyeline/tui/file/pane"
	"eyeline/tui/file/preview"
	"eyeline/tui/file/textview"
	"eyeline/tui/file/toolpanels"
	"eyeline/tui/kit/cells"
	"eyeline/tui/kit/draw"
	"eyeline/tui/kit/humanize"
)

// panes has which panes are on the screen and where, and how they draw.
type panes struct {
	*base
	toolPanels *toolpanels.Panels
	modes      *modes
	areas      layout.Areas // which part of the screen shows what
	seamed     bool         // the file pane has a row less than its area, for the seam
	gutter     columns      // of the file pane as it is arranged
}

// seam says below a text that ends early where and why it ends; "" for any other text.
func (p *panes) seam() string {
	d := p.Text.Doc
	if d == nil || d.Shown().Cut() == nil {
		return ""
	}
	why := cells.Sanitize(errors.Unwrap(d.Shown().Cut()).Error())
	return "── cut after " + humanize.Size(d.Shown().Size()) + ": " + why
}

// Arrangement returns what the screen has to show now.
func (p *panes) Arrangement() layout.Arrangement {
	a := layout.Arrangement{
		Width: p.program.Width(), Height: p.height, Panes: p.modes.shown(), Comparing: p.beside() != nil,
		Alone: !p.shows(),
	}
	a.Before = p.toolPanels.Comparing.BeforeTexts()
	a.Bare = p.Text.ToolOff && !a.Alone
	if panel := p.overlays.Panel(); panel != nil {
		a.Overlay = func(body int) int { return panel.Height(body) }
	}

	return a
}

// areasWith returns the areas of the screen if it showed certain panes.
func (p *panes) areasWith(which layout.Panes) layout.Areas {
	a := p.Arrangement()
	a.Panes = which
	return a.Areas()
}

// fit computes the areas of the screen and gives each pane its size.
func (p *panes) fit() tea.Cmd {
	p.areas, p.seamed = p.Arrangement().Areas(), p.seam() != ""
	if !p.shows() {
		return nil // the panes get their size when they are shown again
	}

	a := &p.areas
	if p.beside() != nil {
		halves := [2]layout.Rect{a.Compared[0].Output, a.Compared[1].Output}
		halves[1].Width -= a.Spare
		compared := p.toolPanels.Comparing
		one, other := halves[p.beside().At], halves[1-p.beside().At]
		gutter := compared.Gutter(p.Preview.Output(), one.Width)
		otherGutter := compared.Gutter(p.beside().Output(), other.Width)
		return tea.Batch(p.Preview.Output().Resize(one.Width, one.Height, gutter),
			p.beside().Pane.Resize(other.Width, other.Height, otherGutter))
	}

	file, model := a.File, a.Model

	// A pane that is not shown has the size that it will have when it is shown alone, so that it is ready then.
	switch p.modes.shown() {
	case layout.File:
		model = p.areasWith(layout.Model).Model
	case layout.Model:
		file = a.Panes
	}

	if p.seamed {
		file.Height = max(file.Height-1, 0)
	}

	p.gutter = p.columnsFor(file.Width)
	return tea.Batch(p.arrangeHex(file.Width), p.Text.File.Resize(file.Width, file.Height, p.gutter.width()),
		p.Preview.Output().Resize(model.Width, model.Height, 0))
}

// ShowPanes changes which panes are on the screen.
func (p *panes) ShowPanes(which layout.Panes) { p.modes.show(which) }

// Areas says which part of the screen shows what.
func (p *panes) Areas() *layout.Areas { return &p.areas }

// BodyHeight returns how many rows the panes and the panels below them have together.
func (p *panes) BodyHeight() int { return p.areas.Body.Height }

// setCellOptions sets how the panes draw characters.
func (p *panes) setCellOptions() {
	doc := p.Text.Doc
	file := p.opts.Drawing
	output := file
	output.Decoded = true
	file.Colours = textview.OwnColours(p.opts, doc) && !p.opts.Invisibles
	file.Latin1 = doc != nil && !doc.Decoded() && doc.Form().Encoding == decode.Latin1
	p.Text.File.SetOptions(file)
	p.Text.File.SetHeader(p.opts.Header)

	for _, one := range p.all()[1:] {
		one.SetOptions(output)
	}
}

// all returns the panes: of the file, of what a tool gives, and of the other half of a comparison.
func (p *panes) all() []*pane.Pane {
	all := []*pane.Pane{p.Text.File, p.Preview.Output()}
	if c := p.beside(); c != nil {
		all = append(all, c.Output())
	}
	return all
}

func (p *panes) toggleWhy() tea.Cmd {
	if p.opts.Gutter.ToggleWhy() {
		p.program.Say(cmp.Or(p.noRoomForWhy(), p.Preview.Style.Sentence()))
	}
	return p.Preview.Read(preview.ThenNothing)
}

func (p *panes) toggleInvisibles() tea.Cmd {
	shown := p.opts.ToggleInvisibles()
	return p.program.Say("invisible characters " + humanize.Either(shown, "shown", "hidden"))
}

func (p *panes) toggleWrap() tea.Cmd {
	wrap := !p.Text.File.Wrap
	p.opts.Long.SetWrap(p.modes.now().state == keymap.Paging, wrap)
	return p.program.Say("long lines are " + humanize.Either(wrap, "wrapped", "chopped"))
}

// rewrap wraps or cuts long lines, as the setting and the state of the screen ask for.
func (p *panes) rewrap() tea.Cmd {
	wraps := p.modes.now().wraps
	return tea.Batch(lists.Map(p.all(), func(one *pane.Pane) tea.Cmd {
		// In a comparison each line takes exactly one row on both sides, so lines are not wrapped. An answer that has
		// no lines of the file is always wrapped.
		wrap := wraps && (one == p.Text.File || p.beside() == nil) || one != p.Text.File && p.Preview.AnswersWithText()
		if wrap == one.Wrap {
			return nil
		}
		return one.SetWrap(wrap)
	})...)
}

func (p *panes) toggleNumbers() tea.Cmd {
	p.opts.Gutter.ToggleNumbers()
	return nil
}

// heading draws the row that says what the model pane below it shows.
func (r *rows) heading(before string, width int) string {
	canvas := r.program.Canvas()
	canvas.Width = width
	said := cells.FirstClauses(r.Preview.ModelLabel(), width-cells.Width(before+"── "))
	label := before + "── " + said + " "
	var lost draw.Part
	if at := strings.Index(label, preview.NotHere); at >= 0 {
		start := len(before + "── ")
		lost = draw.Part{Start: start, End: at + len(preview.NotHere), Role: themes.ModelLineWarn}
	}

	return canvas.LineWith(themes.Border, label+strings.Repeat("─", max(width-cells.Width(label), 0)), lost)
}

// paneRows draws the panes.
func (r *rows) paneRows() []string {
	a := &r.panes.areas
	if looked := &r.files.Peeked; looked.Title != "" && r.Text.Doc != nil {
		return looked.Rows(r.program.Canvas(), a.Panes.Height)
	}
	if r.beside() != nil {
		return r.toolPanels.Comparing.Rows(a)
	}

	var head, file, model []string
	if a.Heading.Height > 0 {
		before := ""
		if a.TwoPanes() {
			const heading = "── the file "
			before = heading + strings.Repeat("─", max(a.File.Width+1-cells.Width(heading), 0))
		}
		head = append(head, r.heading(before, a.Heading.Width))
	}

	if a.File.Height > 0 {
		file = draw.Fill(r.FileRows(), a.File.Height, a.File.Width)
	}
	if a.Model.Height > 0 {
		model = draw.Fill(r.Preview.Model.RowsBeside(a.TwoPanes() && !r.Text.Hex), a.Model.Height, a.Model.Width)
	}

	switch {
	case a.TwoPanes():
		return append(head, r.program.Canvas().Beside(file, model)...)
	case a.Separator.Height > 0:
		file = append(file, r.heading("", a.Separator.Width))
	}

	return slices.Concat(head, file, model)
}

// LastScreen returns a function that writes the rows of the panes as they are now, without the blanks at their ends.
func (r *rows) LastScreen() func(context.Context, io.Writer) error {
	rows := r.paneRows()
	for len(rows) > 0 && strings.TrimSpace(rows[len(rows)-1]) == "" {
		rows = rows[:len(rows)-1]
	}
	rows = lists.Map(rows, func(row string) string { return strings.TrimRight(row, " ") })
	return func(_ context.Context, w io.Writer) error { return draw.Print(w, rows) }
}
