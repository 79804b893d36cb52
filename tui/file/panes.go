package file

import (
	"cmp"
	"fmt"

	"eyeline/reader/decode"
	"eyeline/reader/tools"
	"eyeline/tui/cells"
	"eyeline/tui/jobs"
	"eyeline/tui/layout"
	"eyeline/tui/preview"
	"eyeline/tui/text"
	"eyeline/tui/tuning"

	tea "github.com/charmbracelet/bubbletea"
)

// Panes are the panes on the screen: which are shown, where, and how they draw what they show.
type Panes struct {
	screen *Screen
	layout layout.Panes // which panes are on the screen, while a tool is on
	areas  layout.Areas // which part of the screen shows what
}

// Arrangement is what the screen shows now.
func (panes *Panes) Arrangement() layout.Arrangement {
	a := layout.Arrangement{Width: panes.screen.desk.Width(), Height: panes.screen.host.TerminalHeight(), Panes: panes.shown(), Comparing: panes.screen.beside() != nil, Alone: !panes.screen.host.ShowsFile()}
	a.Bare = panes.screen.text.ToolOff() && !a.Alone
	if p := panes.screen.overlays.Panel(); p != nil {
		a.Overlay = func(body int) int { return p.Height(body) }
	}
	return a
}

// whyWidth is the width of the column that says why a line is in a block, its space included.
const whyWidth = 11

// whyPane is the width of a pane from which it has room for that column.
const whyPane = 50

// Arrange computes the areas of the screen and gives each pane its size. It is called whenever what the areas depend
// on has changed.
func (p *Panes) Arrange() tea.Cmd {
	if !p.screen.host.Ready() {
		return nil
	}
	p.areas = p.Arrangement().Areas()
	p.Redraw()
	if !p.screen.host.ShowsFile() {
		return nil // the panes get their size when they are shown again
	}
	a := &p.areas
	if p.screen.beside() != nil {
		one, other := a.Compared[p.screen.beside().At].Output, a.Compared[1-p.screen.beside().At].Output
		return tea.Batch(p.screen.preview.Output().Resize(one.Width, one.Height, tuning.DifferGutter(one)), p.screen.beside().Pane.Resize(other.Width, other.Height, tuning.DifferGutter(other)))
	}
	file, model := a.File, a.Model
	// A pane that is not shown has the size that it will have when it is shown alone, so that it is ready then.
	switch p.shown() {
	case layout.File:
		model = a.Panes
	case layout.Model:
		file = a.Panes
	}
	return tea.Batch(p.arrangeHex(file.Width), p.screen.text.File().Resize(file.Width, file.Height, p.gutterWidth(file.Width)),
		p.screen.preview.Output().Resize(model.Width, model.Height, 0))
}

// ShowPanes changes which panes are on the screen.
func (p *Panes) ShowPanes(which layout.Panes) tea.Cmd {
	if p.layout == which {
		return nil
	}
	p.layout = which
	return p.Arrange()
}

// ShowsOutput reports whether a pane shows what a tool gives.
func (p *Panes) ShowsOutput() bool {
	return p.shown() != layout.File || p.screen.beside() != nil
}

// BothPanes reports whether the file and the model pane are shown together.
func (p *Panes) BothPanes() bool { return p.shown() == layout.Both }

// FileHidden reports whether the model pane has the place of the file pane.
func (p *Panes) FileHidden() bool { return p.shown() == layout.Model }

// ShowFile brings the file pane onto the screen where the model pane has its place.
func (p *Panes) ShowFile() tea.Cmd {
	if !p.FileHidden() {
		return nil
	}
	return p.ShowPanes(layout.File)
}

// gutterWidth is the width of the window's bar, the cursor's mark, the line number and, in block mode, the reasons.
func (p *Panes) gutterWidth(paneWidth int) int {
	if paneWidth < 16 {
		return min(2, paneWidth/2)
	}
	if p.screen.text.Hex() {
		return 2 + p.screen.text.OffsetDigits() + 2
	}
	if p.screen.text.ToolOff() {
		if !p.screen.opts.Numbers {
			return 0
		}
		return p.screen.rows.digits() + 1
	}
	w := 2 + p.screen.rows.digits() + 1
	if p.screen.preview.Sent() != nil {
		w++
	}
	if paneWidth >= 40 {
		w += 2
	}
	if p.showsWhy() && paneWidth >= whyPane {
		w += whyWidth
	}
	return w
}

func (p *Panes) showsWhy() bool {
	return p.screen.opts.Why && p.screen.preview.Request().Mode() == tools.ModeBlock
}

// noRoomForWhy says why the column of reasons is not on the screen although it is asked for; "" when it is.
func (p *Panes) noRoomForWhy() string {
	if w := p.screen.text.File().Width(); p.showsWhy() && w > 0 && w < whyPane {
		return fmt.Sprintf("the reasons need a pane %d cells wide; this one has %d", whyPane, w)
	}
	return ""
}

// Areas says which part of the screen shows what.
func (p *Panes) Areas() *layout.Areas { return &p.areas }

// BodyHeight is how many rows the panes and the panels below them have together.
func (p *Panes) BodyHeight() int { return p.areas.Body.Height }

// SetCellOptions sets how the panes draw characters.
func (p *Panes) SetCellOptions() {
	doc := p.screen.text.Doc()
	file := cells.Options{TabWidth: p.screen.opts.TabWidth, Invisibles: p.screen.opts.Invisibles, ASCII: p.screen.opts.ASCII}
	output := file
	output.Decoded = true
	file.Colours = text.OwnColours(p.screen.opts, doc) && !p.screen.opts.Invisibles
	file.Latin1 = doc != nil && !doc.Decoded() && doc.Form().Encoding == decode.Latin1
	p.screen.text.File().SetOptions(file)
	p.screen.preview.Output().SetOptions(output)
	if c := p.screen.beside(); c != nil {
		c.Pane.SetOptions(output)
	}
}

// Redraw has all rows drawn again: what they depend on has changed.
func (p *Panes) Redraw() {
	p.screen.text.File().Redraw()
	p.screen.preview.Output().Redraw()
	if c := p.screen.beside(); c != nil {
		c.Pane.Redraw()
	}
}

func (p *Panes) nextPane() tea.Cmd {
	closed := p.screen.tuning.Comparing().CloseComparison()
	from := p.layout
	p.layout = (p.layout + 1) % 3
	defer func() { p.screen.moves.outputMoved = false }()
	cmds := []tea.Cmd{closed, p.Arrange()}
	switch {
	case from == layout.Model && p.screen.moves.outputMoved:
		cmds = append(cmds, p.screen.moves.followModelPane())
	case from == layout.File:
		cmds = append(cmds, p.screen.preview.Model().Place())
	default:
		cmds = append(cmds, p.screen.preview.Model().Align())
	}
	p.Redraw()
	return tea.Batch(append(cmds, p.Colour())...)
}

func (p *Panes) toggleWhy() tea.Cmd {
	p.screen.opts.Why = !p.screen.opts.Why
	if p.screen.opts.Why {
		p.screen.desk.Say(cmp.Or(p.noRoomForWhy(), p.screen.preview.Style().Sentence()))
	}
	p.Redraw()
	return tea.Batch(p.Arrange(), p.screen.preview.Read(preview.ThenNothing))
}

func (p *Panes) toggleInvisibles() tea.Cmd {
	p.screen.opts.Invisibles = !p.screen.opts.Invisibles
	p.SetCellOptions()
	p.screen.desk.Say("invisible characters " + map[bool]string{true: "shown", false: "hidden"}[p.screen.opts.Invisibles])
	return nil
}

func (p *Panes) toggleWrap() tea.Cmd {
	wrap := !p.screen.text.File().Wrap()
	p.screen.modes.now().wrap(wrap)
	p.screen.desk.Say("long lines are " + map[bool]string{true: "wrapped", false: "chopped"}[wrap])
	cmds := []tea.Cmd{p.screen.text.File().SetWrap(wrap), p.screen.preview.Output().SetWrap(wrap)}
	if p.screen.beside() != nil {
		cmds = append(cmds, p.screen.beside().Pane.SetWrap(wrap))
	}
	return tea.Batch(cmds...)
}

// shown says which panes are shown.
func (p *Panes) shown() layout.Panes { return p.screen.modes.now().panes() }

// rewrap wraps or chops lines as the state says.
func (p *Panes) rewrap() tea.Cmd {
	wrap := p.screen.modes.now().wraps()
	if wrap == p.screen.text.File().Wrap() {
		return nil
	}
	return tea.Batch(p.screen.text.File().SetWrap(wrap), p.screen.preview.Output().SetWrap(wrap))
}

func (p *Panes) toggleNumbers() tea.Cmd {
	p.screen.opts.Numbers = !p.screen.opts.Numbers
	return p.Arrange()
}

// widenGutter arranges the panes again when the line numbers need another width than they have.
func (p *Panes) widenGutter() tea.Cmd {
	if p.screen.beside() != nil || p.screen.text.File().Width() == 0 || p.gutterWidth(p.screen.text.File().Width()) == p.screen.text.File().Gutter() {
		return nil
	}
	return p.Arrange()
}

// ResetColours forgets all colours, because the bytes have changed.
func (p *Panes) ResetColours() {
	p.screen.jobs.End(jobs.Colour, jobs.OutputColour)
	clear(p.screen.text.Colours().Lines)
	p.screen.text.File().Redraw()
	p.screen.preview.Model().ForgetColours()
	p.screen.preview.Output().Redraw()
}

// Colour computes, in the background, the colours of the lines on the screen that have none yet.
func (p *Panes) Colour() tea.Cmd {
	return tea.Batch(p.screen.text.Colours().ColourFile(), p.screen.preview.Model().Colour())
}
