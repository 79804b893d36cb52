package tui

import (
	"time"

	tea "github.com/charmbracelet/bubbletea"
)

// firstPatience is how long the first screen may wait for the first page of a file, or the first bytes of a stream, so that
// no empty one flashes up.
const firstPatience = 30 * time.Millisecond

// loadFirst runs the command that loads the first page of a file, and updates the Model with the page if it comes within
// firstPatience. It returns the command that is left to do.
//
// Bubble Tea would run the command too, but not before it has begun to draw, and it hands commands and messages from one goroutine
// to the next, beside all others that the viewer starts with. While the machine has other work each of those steps may wait for a
// processor, and the screen with it.
func (p *program) loadFirst(load tea.Cmd) tea.Cmd {
	if load == nil {
		return nil
	}
	loaded := make(chan tea.Msg, 1)
	go func() { loaded <- load() }()
	patience := time.NewTimer(firstPatience)
	defer patience.Stop()
	select {
	case msg := <-loaded:
		_, cmd := p.Update(msg)
		return cmd
	case <-patience.C:
		return func() tea.Msg { return <-loaded }
	}
}
