package file

import (
	"eyeline/tui/jobs"

	tea "github.com/charmbracelet/bubbletea"
)

// ResetColours forgets all colours, because the bytes have changed.
func (s *Screen) ResetColours() {
	s.jobs.End(jobs.Colour, jobs.OutputColour)
	clear(s.text.Colours().Lines)
	s.text.File().Redraw()
	s.preview.Model().ForgetColours()
	s.preview.Output().Redraw()
}

// Colour computes, in the background, the colours of the lines on the screen that have none yet.
func (s *Screen) Colour() tea.Cmd {
	return tea.Batch(s.text.Colours().ColourFile(), s.preview.Model().Colour())
}
