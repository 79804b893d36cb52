// Package sent is a file of a transcript on the file screen: which of its lines were sent, and the calls that sent
// them.
package sent

import (
	tea "github.com/charmbracelet/bubbletea"

	"eyeline/tui/pane"
	"eyeline/tui/preview"
	"eyeline/tui/screens"
	"eyeline/tui/text"
)

// Host is what the view asks of the screen that shows it.
type Host interface {
	// Active is the pane that the moving keys move.
	Active() *pane.Pane
	// CursorMoved and Colour are as in [text.Host].
	CursorMoved(before int64) tea.Cmd
	Colour() tea.Cmd
}

// View says of the file on the screen what was sent of it. Of a file that is no transcript's it says nothing.
type View struct {
	desk    screens.Desk
	host    Host
	text    *text.Text
	preview *preview.Preview
}

// New makes a View; nothing is on the screen yet.
func New(d text.Desk, h Host) *View { return &View{desk: d.Desk, host: h} }

// Attach makes another file the one on the screen.
func (v *View) Attach(of *text.Text, p *preview.Preview) { v.text, v.preview = of, p }
