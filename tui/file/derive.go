package file

import (
	tea "github.com/charmbracelet/bubbletea"
)

// Derive brings up to date what follows from the state of the screen, however that has changed: how lines are wrapped
// and drawn, the sizes of the panes, what follows the cursor, the seams, and what is missing of line numbers and
// colours. It is called after each key and each message, so that nothing that acts need say what else has changed.
func (s *Screen) Derive() tea.Cmd {
	s.Panes.setCellOptions()
	cmds := []tea.Cmd{s.Panes.rewrap(), s.Panes.fit(), s.Preview.PlaceWanted(), s.Moves.follow(), s.Moves.align()}
	s.Preview.ShowSeams()
	cmds = append(cmds, s.Text.Colours.ColourFile(), s.Preview.Model.Colour())
	return tea.Batch(cmds...)
}
