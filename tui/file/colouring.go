package file

import (
	"eyeline/tui/jobs"

	tea "github.com/charmbracelet/bubbletea"
)

// ResetColours forgets all colours, because the bytes have changed.
func (p *Panes) ResetColours() {
	p.screen.jobs.End(jobs.Colour, jobs.OutputColour)
	clear(p.screen.text.Colours().Lines)
	p.screen.text.File().Redraw()
	p.screen.preview.ForgetColours()
	p.screen.preview.Output().Redraw()
}

// Colour computes, in the background, the colours of the lines on the screen that have none yet.
func (p *Panes) Colour() tea.Cmd {
	return tea.Batch(p.screen.text.Colours().ColourFile(), p.screen.preview.ColourOutputs())
}
