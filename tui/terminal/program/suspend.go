package program

import (
	"io"
	"os"
	"time"

	tea "github.com/charmbracelet/bubbletea"
	"golang.org/x/term"

	"eyeline/tui/terminal/signals"
)

// burst is how long after the terminal has come back it is not given away for the same reason again: several keys that
// suspend were typed at once, and SIGCONT is heard of after what it has ended.
const burst = 100 * time.Millisecond

// lend runs a command that gets the terminal, once the answers are in that would be taken for keys there.
func (p *program) lend(c tea.ExecCommand, done tea.ExecCallback) tea.Cmd {
	return func() tea.Msg {
		p.settle(time.Now().Add(leavePatience))
		// Keys send signals from when the library has given the terminal away, before the command has begun, until it
		// has taken it back: those are not for the viewer either.
		took := signals.Lend(func(os.Signal) {})
		return tea.Exec(borrower{c, p}, func(err error) tea.Msg {
			took()
			p.back = time.Now()
			p.suspends = false
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

// borrower is a command that gets the terminal. It does not run where a key has left the viewer since it was asked for:
// nobody would wait for it.
type borrower struct {
	tea.ExecCommand
	of *program
}

// Run runs the command. The library calls it where it calls Update, so leaving can be read.
func (b borrower) Run() error {
	if b.of.leaving {
		return nil
	}
	return keepState(b.of.in.Fd(), b.ExecCommand.Run)
}

// Keep runs a command on a terminal that no program runs on, and has it take keys as before then.
func (t *Terminal) Keep(c tea.ExecCommand) error { return keepState(t.in.Fd(), c.Run) }

// keepState has a terminal take keys after a command as before it, whatever the command has left behind. The library
// would take that for how the terminal was before the viewer, and a shell would get it in the end.
func keepState(terminal uintptr, run func() error) error {
	if state, err := term.GetState(int(terminal)); err == nil {
		defer func() { _ = term.Restore(int(terminal), state) }()
	}
	return run()
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
