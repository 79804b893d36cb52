package program

import (
	"time"

	tea "github.com/charmbracelet/bubbletea"
)

const (
	// leavePatience is how long a terminal that does answer may take to show what has been written to it, and to answer
	// all it was asked, before the program ends all the same.
	leavePatience = time.Second
	// resetPatience is how long the terminal may take to take what restores it, once the rest is dropped.
	resetPatience = 100 * time.Millisecond
	// stuckPatience is when what the terminal has not taken is dropped for a write that waits for room, and dropEvery
	// how often: a frame may be longer than what the system keeps.
	stuckPatience = leavePatience + 150*time.Millisecond
	dropEvery     = 20 * time.Millisecond
	// dropTimes is after how many of those the program ends though its terminal is stuck.
	dropTimes = 4
)

// leave begins to give the terminal back, once.
func (p *program) leave() tea.Cmd {
	if p.leaving {
		return nil
	}
	p.leaving = true
	go p.insist()
	return p.giveBack
}

// insist has the program end though the terminal takes no output.
func (p *program) insist() {
	wait := stuckPatience
	for range dropTimes {
		select {
		case <-p.ended:
			return
		case <-time.After(wait):
		}

		p.out.Drop()
		wait = dropEvery
	}

	close(p.stuck)
}

// giveBack restores the terminal's screen, waits until the terminal has shown that and has answered all it was asked,
// and ends the program, which then restores how the terminal takes keys. That order keeps Ctrl-C from dropping what the
// terminal has not shown yet. For a terminal that is too slow the viewer drops it itself.
func (p *program) giveBack() tea.Msg {
	began := time.Now()
	deadline := began.Add(leavePatience)
	answers := p.settle(deadline)
	if err := p.out.Leave(); err == nil && !p.shown(answers, began, deadline) {
		p.out.Drop()
		_ = p.out.LeaveAgain()
		time.Sleep(resetPatience)
	}

	p.in.End() // what is typed from now on is for the shell
	// The library waits for a moment after it has left the alternate screen; it is to take it for left already.
	return tea.Sequence(tea.ExitAltScreen, tea.Quit)()
}

// shown waits until the terminal has shown all that was written to it, at most until the deadline, and reports whether
// it has, as far as it can be known. One whose answers take long is not asked again: that answer would come too late.
func (p *program) shown(answers bool, began, deadline time.Time) bool {
	switch {
	case !answers && !p.questions.silent():
		return false
	case answers && time.Since(began) < leavePatience/2 && !p.questions.finish(deadline):
		return false
	}
	return p.out.Drain(deadline)
}

// settle waits until no answer of the terminal is on its way, as settle of questions does. Before the first frame the
// terminal has not been asked yet, and would answer the shell.
func (p *program) settle(deadline time.Time) bool {
	if p.out.Begin() {
		p.questions.begun()
	}
	return p.questions.settle(deadline)
}
