// Package readpanels, which changes without notice, is what a person chooses of a read: options, the blocks of an
// anchor, the arguments that give marked lines, presets, symbols, the calls of a walk, the tool, and a second read to
// compare with.
package readpanels

import (
	tea "github.com/charmbracelet/bubbletea"

	"eyeline/keymap"
	"eyeline/tui/file/document"
	"eyeline/tui/file/export"
	"eyeline/tui/file/preview"
	"eyeline/tui/file/textview"
	"eyeline/tui/file/toolrequest"
	"eyeline/tui/kit/draw"
	"eyeline/tui/kit/jobs"
	"eyeline/tui/kit/overlay"
	"eyeline/tui/options"
	"eyeline/tui/screens"
)

// showing says what of the panes is on the screen now.
type showing interface {
	// MovesOutput reports whether the moving keys move what a tool gives.
	MovesOutput() bool
}

// What tuning tells the screen around it.
type (
	// GoTo asks for a line of the file, counted from 1, to be gone to.
	GoTo struct{ Line int64 }
	// Open asks for another file to be opened.
	Open struct{ Path string }
)

// base is what all of tuning works on: the file on the screen, and what is read of it.
type base struct {
	desk     screens.Desk
	events   *textview.Events
	showing  showing
	exporter *export.Exporter
	overlays *overlay.Stack
	opts     *options.Options
	text     *textview.Text
	preview  *preview.Preview
	jobs     *jobs.Set // of the file
}

func (b *base) keys() *keymap.Map { return b.desk.Keys() }

// canvas is what the program draws on.
func (b *base) canvas() draw.Canvas { return b.desk.Canvas() }

// raw is the side of the document that the tools read.
func (b *base) raw() *document.Side { return b.text.Raw() }

// request is what the file is read with.
func (b *base) request() toolrequest.Request { return b.preview.Request }

// Tuning changes how the file on the screen is read.
type Tuning struct {
	*base
	Comparing *comparing // the comparison with a second read
	Tools     *toolList  // the list of all tools
}

// toolList turns tools on and off: the list of all, and those that are a person's favourites.
type toolList struct {
	*base
	comparing        *comparing
	favouritesToSave map[string]bool // the tools that became favourites, or no longer are, and are not written yet
}

// TurnToolOff stops what runs for the tool, frees what it gave and pages the file from the line at the top.
func (l *toolList) TurnToolOff() tea.Cmd {
	l.jobs.EndOfTool()
	overlay.Close[*OptionsPanel](l.overlays)
	overlay.Close[*LadderPanel](l.overlays)
	overlay.Close[*WalkPanel](l.overlays)
	cmd := tea.Batch(l.preview.Forget(), l.comparing.CloseComparison())
	l.text.SetToolOff(true)
	l.desk.Say("no tool; " + l.desk.KeyName(keymap.ToggleTool) + " turns " + l.preview.Request.ToolName() + " on again")
	return cmd
}

// comparing has a second read beside the current one.
type comparing struct {
	*base
	Beside *Comparison // nil unless another tool's output is beside this one's
}

// New makes a Tuning; nothing is on the screen yet.
func New(d textview.Desk, s showing, g *export.Exporter) *Tuning {
	b := &base{desk: d.Desk, events: d.Events, showing: s, exporter: g, overlays: d.Overlays, opts: d.Options}
	c := &comparing{base: b}
	return &Tuning{base: b, Comparing: c, Tools: &toolList{base: b, comparing: c, favouritesToSave: map[string]bool{}}}
}

// Attach makes another file the one that is read.
func (t *Tuning) Attach(of *textview.Text, p *preview.Preview) {
	t.text = of
	t.preview = p
	t.jobs = of.Jobs
}

// Detach takes the second read away, because another file comes onto the screen.
func (c *comparing) Detach() (was *Comparison) {
	was = c.Beside
	c.Beside = nil
	return was
}
