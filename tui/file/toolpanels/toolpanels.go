// Package toolpanels, which changes without notice, is what a person chooses of a read: options, the blocks of an
// anchor, the arguments that give marked lines, presets, symbols, the calls of a walk, the tool, and a second read to
// compare with.
package toolpanels

import (
	"slices"

	tea "github.com/charmbracelet/bubbletea"

	"eyeline/keymap"
	"eyeline/tui/file/document"
	"eyeline/tui/file/export"
	"eyeline/tui/file/pane"
	"eyeline/tui/file/preview"
	"eyeline/tui/file/textview"
	"eyeline/tui/file/toolrequest"
	"eyeline/tui/kit/draw"
	"eyeline/tui/kit/jobs"
	"eyeline/tui/kit/overlay"
	"eyeline/tui/kit/screens"
	"eyeline/tui/options"
)

// showing says what of the panes is on the screen now.
type showing interface {
	// MovesOutput reports whether the moving keys move what a tool gives.
	MovesOutput() bool
}

// The events that the parts of this package send.
type (
	// GoTo asks to go to a line of the file, counted from 1.
	GoTo struct{ Line int64 }
	// Open asks to open another file.
	Open struct{ Path string }
)

// FileEvent implements [textview.Event].
func (GoTo) FileEvent() {}

// FileEvent implements [textview.Event].
func (Open) FileEvent() {}

// base is what all parts of this package work on: the file on the screen, and what is read of it.
type base struct {
	program  screens.Helpers
	events   *textview.Events
	showing  showing
	exporter *export.Exporter
	overlays *overlay.Stack
	opts     *options.Options
	text     *textview.Text
	preview  *preview.Preview
	jobs     *jobs.Set // of the file
}

func (b *base) keys() *keymap.Map { return b.program.Keys() }

// canvas returns what the rows are drawn on.
func (b *base) canvas() draw.Canvas { return b.program.Canvas() }

// raw returns the side of the document that the tools read.
func (b *base) raw() *document.Content { return b.text.Raw() }

// request returns the current request.
func (b *base) request() toolrequest.Request { return b.preview.Request }

// Panels are the lists and panels that change what the tool on the screen reads of the file.
type Panels struct {
	*base
	Comparing *comparing // the comparison with a second read
	Tools     *allTools  // the list of all tools
}

// allTools lists all tools, turns one on or off, and stores which are favourites.
type allTools struct {
	*base
	comparing        *comparing
	favouritesToSave map[string]bool // the tools that became favourites, or no longer are, and are not written yet
}

// StepTool goes to the next tool of the mode, or to the one before with -1. Behind the last tool comes the choice of no
// tool, then the first one again.
func (l *allTools) StepTool(step int) tea.Cmd {
	all := l.SteppedTools()
	at := slices.Index(all, l.request().ToolName())
	switch {
	case l.text.ToolOff:
		at = len(all)
	case at < 0 && step < 0:
		at = 0
	}

	places := len(all) + 1 // with that of no tool, unless what is open over the file is about tools
	if l.comparing.Beside != nil || l.overlays.Panel() != nil {
		places = len(all)
	}
	at = (at + step + places) % places
	if at == len(all) {
		return l.TurnToolOff()
	}

	return l.Turn(l.request(), all[at])
}

// Toggle turns the tool off, or on again.
func (l *allTools) Toggle() tea.Cmd {
	if l.text.ToolOff {
		return l.preview.TurnOn(l.request())
	}
	return l.TurnToolOff()
}

// TurnToolOff stops the background work of the tool, frees what it gave, and pages the file from the line at the top.
func (l *allTools) TurnToolOff() tea.Cmd {
	l.jobs.EndOfTool()
	overlay.Close[*OptionsPanel](l.overlays)
	overlay.Close[*LadderPanel](l.overlays)
	overlay.Close[*WalkPanel](l.overlays)
	cmd := tea.Batch(l.preview.Forget(), l.comparing.CloseComparison())
	l.text.SetToolOff(true)
	key := l.program.KeyName(keymap.ToggleTool)
	l.program.Say("no tool; " + key + " turns it on")
	return cmd
}

// Compared holds the comparison that is open. It is a part of its own to break a cycle: what is on the screen depends
// on whether a comparison is open, and the part that opens and closes one has to know what is on the screen.
type Compared struct {
	Beside *Comparison // nil unless another tool's output is beside this one's
}

// OtherOutput returns the pane of the other half and the reading that it shows; nil without a comparison.
func (c *Compared) OtherOutput() (*pane.Pane, *preview.Reading) {
	if c.Beside == nil {
		return nil, nil
	}
	return c.Beside.Output(), c.Beside.Read
}

// comparing opens and closes the comparison with a second read.
type comparing struct {
	*base
	*Compared
}

// New returns Panels without a file; [Panels.Attach] gives them one.
func New(d textview.Shared, compared *Compared, s showing, g *export.Exporter) *Panels {
	b := &base{program: d.Helpers, events: d.Events, showing: s, exporter: g, overlays: d.Overlays, opts: d.Options}
	c := &comparing{base: b, Compared: compared}
	return &Panels{base: b, Comparing: c, Tools: &allTools{base: b, comparing: c, favouritesToSave: map[string]bool{}}}
}

// Attach makes another file the one that is read.
func (t *Panels) Attach(of *textview.Text, p *preview.Preview) {
	t.text = of
	t.preview = p
	t.jobs = of.Jobs
}

// Detach removes the comparison without closing it, because another file comes onto the screen, and returns it.
func (c *comparing) Detach() (was *Comparison) {
	was = c.Beside
	c.Beside = nil
	return was
}
