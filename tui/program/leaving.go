package program

import (
	"time"

	tea "github.com/charmbracelet/bubbletea"
)

// leavePatience is how long a terminal that does answer may take to show what has been written to it, and to answer all
// it was asked, before the program ends all the same.
const leavePatience = 8 * time.Second

// leave begins to give the terminal back, once.
func (p *program) leave() tea.Cmd {
	if p.leaving {
		return nil
	}
	p.leaving = true
	return p.giveBack
}

// giveBack restores the terminal's screen, waits until the terminal has shown that and has answered all it was asked,
// and ends the program, which then restores how the terminal takes keys. That order keeps Ctrl-C from dropping what the
// terminal has not shown yet.
func (p *program) giveBack() tea.Msg {
	deadline := time.Now().Add(leavePatience)
	answers := p.settle(deadline)
	if err := p.out.Leave(); err == nil {
		if answers {
			p.questions.finish(deadline)
		}
		p.out.Drain(deadline)
	}
	p.in.End() // what is typed from now on is for the shell
	// The library waits for a moment after it has left the alternate screen; it is to take it for left already.
	return tea.Sequence(tea.ExitAltScreen, tea.Quit)()
}

// settle waits until no answer of the terminal is on its way, as settle of questions does. Before the first frame the
// terminal has not been asked yet, and would answer the shell.
func (p *program) settle(deadline time.Time) bool {
	if p.out.Begin() {
		p.questions.begun()
	}
	return p.questions.settle(deadline)
}
