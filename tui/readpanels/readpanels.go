// Package readpanels is what a person chooses of a read: options, the blocks of an anchor, the arguments that give
// marked lines, presets, symbols, the calls of a walk, the tool, and a second read to compare with.
package readpanels

import (
	"encoding/json"

	tea "github.com/charmbracelet/bubbletea"

	"eyeline/reader/tools"
	"eyeline/tui/jobs"
	"eyeline/tui/launch/options"
	"eyeline/tui/overlay"
	"eyeline/tui/preview"
	"eyeline/tui/screens"
	"eyeline/tui/textview"
)

// host is what tuning asks of the screen that shows the file.
type host interface {
	textview.Host
	// GotoLine goes to a line, counted from 1.
	GotoLine(line int64) tea.Cmd
	// BodyHeight is how many rows the panes and the panels below them have together.
	BodyHeight() int
	// OpenPath opens another file.
	OpenPath(path string) tea.Cmd
	// CommandOf is the command that makes a call, NotByCommand why none can, and CopyText copies a text.
	CommandOf(tool *tools.Tool, args json.RawMessage) string
	NotByCommand() string
	CopyText(what, text string, known ...string) tea.Cmd
	// SaveSettings changes the settings file at path by save in the background; then gets how that went.
	SaveSettings(path string, save func() error, then func(error) tea.Cmd) tea.Cmd
	// TurnToolOff pages the file as text.
	TurnToolOff() tea.Cmd
}

// base is what all of tuning works on: the file on the screen, and what is read of it.
type base struct {
	desk     screens.Desk
	host     host
	overlays *overlay.Stack
	opts     *options.Options
	text     *textview.Text
	preview  *preview.Preview
	jobs     *jobs.Set // of the file
}

// Tuning changes how the file on the screen is read.
type Tuning struct {
	*base
	Comparing *Comparing // the comparison with a second read
	Tools     *toolList  // the list of all tools
}

// Comparing has a second read beside the current one.
type Comparing struct {
	*base
	Beside *Comparison // nil unless another tool's output is beside this one's
}

// toolList is the list of all tools, and those that are a person's favourites.
type toolList struct {
	*base
	comparing        *Comparing
	favouritesToSave map[string]bool // the tools that became favourites, or no longer are, and are not written yet
}

// New makes a Tuning; nothing is on the screen yet.
func New(d textview.Desk, h host) *Tuning {
	b := &base{desk: d.Desk, host: h, overlays: d.Overlays, opts: d.Options}
	c := &Comparing{base: b}
	return &Tuning{base: b, Comparing: c, Tools: &toolList{base: b, comparing: c, favouritesToSave: map[string]bool{}}}
}

// Attach makes another file the one that is read.
func (t *Tuning) Attach(of *textview.Text, p *preview.Preview) {
	t.text, t.preview, t.jobs = of, p, of.Jobs
}

// Detach takes the second read away, because another file comes onto the screen.
func (c *Comparing) Detach() (was *Comparison) {
	was, c.Beside = c.Beside, nil
	return was
}
