package program

import (
	"io"
	"time"

	tea "github.com/charmbracelet/bubbletea"
	"golang.org/x/term"
)

// burst is how long after the terminal has come back it is not given away for the same reason again: several keys that
// suspend were typed at once, and SIGCONT is heard of after what it has ended.
const burst = 100 * time.Millisecond

// lend runs a command that gets the terminal, once the answers are in that would be taken for keys there.
func (p *program) lend(c tea.ExecCommand, done tea.ExecCallback) tea.Cmd {
	return func() tea.Msg {
		p.settle(time.Now().Add(leavePatience))
		return tea.Exec(c, func(err error) tea.Msg {
			p.back, p.suspends = time.Now(), false
			msg := done(err)
			if _, err := term.GetState(int(p.in.Fd())); err != nil {
				return endMsg{} // the terminal is gone, and nothing reads it any more that would say so
			}
			if !p.mouse {
				return msg
			}
			// The library does not switch it on again.
			return tea.Sequence(tea.EnableMouseCellMotion, func() tea.Msg { return msg })()
		})()
	}
}

// suspend stops the program until it is continued: once, also where the key is typed several times.
func (p *program) suspend(done tea.ExecCallback) tea.Cmd {
	if p.suspends || time.Since(p.back) < burst {
		return nil
	}
	p.suspends = true
	return p.lend(suspension{}, done)
}

// continued takes the terminal again after another process has stopped this one: a shell has set it for itself since.
func (p *program) continued() tea.Cmd {
	if p.leaving || p.suspends || time.Since(p.back) < burst {
		return nil
	}
	return p.lend(nothing{}, func(error) tea.Msg { return tea.ResumeMsg{} })
}

// nothing is a command that needs no time.
type nothing struct{ suspension }

// Run does nothing.
func (nothing) Run() error { return nil }

// suspension stops the program until it is continued. It is a command that gets the terminal, as an editor is: the
// library's own suspension waits for ever where the system does not stop the process.
type suspension struct{}

// Run stops the process.
func (suspension) Run() error { return stopProcess() }

// SetStdin, SetStdout and SetStderr are for commands that use them.
func (suspension) SetStdin(io.Reader) {}

func (suspension) SetStdout(io.Writer) {}

func (suspension) SetStderr(io.Writer) {}
