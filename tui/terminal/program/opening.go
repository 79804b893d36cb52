package program

import (
	"time"

	tea "github.com/charmbracelet/bubbletea"
)

// patience is how long a screen may wait for something to show, such as the first page of a file, so that no empty one
// flashes up.
const patience = 30 * time.Millisecond

// patienceMsg says that a screen has waited for what it has to show.
type patienceMsg struct{}

// waitFor has the screen drawn after a time, unless that is to be already.
func (p *program) waitFor(d time.Duration) tea.Cmd {
	if p.patient {
		return nil
	}
	p.patient = true
	return tea.Tick(d, func(time.Time) tea.Msg { return patienceMsg{} })
}

// untilShown runs a command, and those that follow from it, until the model has something to show, or for patience. It
// returns those that still run.
//
// Bubble Tea would run them too, but not before all of it has started.
func (p *program) untilShown(cmd tea.Cmd) tea.Cmd {
	msgs := make(chan tea.Msg)
	running := 0
	run := func(cmd tea.Cmd) {
		if cmd != nil {
			running++
			go func() { msgs <- cmd() }()
		}
	}

	run(cmd)
	late := time.After(patience)
	for running > 0 && p.waits() {
		select {
		case msg := <-msgs:
			running--
			if batch, ok := msg.(tea.BatchMsg); ok {
				for _, c := range batch {
					run(c)
				}
			} else if msg != nil {
				_, next := p.Update(msg)
				run(next)
			}

			continue
		case <-late: // it has taken too long: the screen is shown as it is
		}

		break
	}

	rest := make([]tea.Cmd, running)
	for i := range rest {
		rest[i] = func() tea.Msg { return <-msgs }
	}

	return tea.Batch(rest...)
}

// waits reports whether there is nothing to show yet.
func (p *program) waits() bool {
	_, awaited := p.model.Awaited()
	return awaited && !p.leaving
}
