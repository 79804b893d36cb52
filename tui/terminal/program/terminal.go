package program

import (
	"os"

	tea "github.com/charmbracelet/bubbletea"

	"eyeline/tui/terminal"
)

// Terminal is the terminal that the program runs on, for the parts that copy to it, lend it to a command or suspend the
// program. A nil Terminal has no files, and leaves lending and suspending to Bubble Tea.
type Terminal struct {
	in, out *os.File

	running *program // nil while none runs
}

// OnFiles is the terminal of two files, which may be the same.
func OnFiles(in, out *os.File) *Terminal { return &Terminal{in: in, out: out} }

// Files are what is typed and what is shown; nil for no terminal.
func (t *Terminal) Files() (in, out *os.File) {
	if t == nil {
		return nil, nil
	}
	return t.in, t.out
}

// Copy puts a text into the terminal's clipboard while a program runs.
func (t *Terminal) Copy(text string) error {
	return t.running.out.Raw(terminal.Clipboard(text, os.Getenv))
}

// Lend runs a command that gets the terminal, once the answers are in that would be taken for keys there.
func (t *Terminal) Lend(c tea.ExecCommand, done tea.ExecCallback) tea.Cmd {
	if t == nil || t.running == nil {
		return tea.Exec(c, done)
	}
	return t.running.lend(c, done)
}

// Suspend stops the program until it is continued, as Ctrl-Z does outside of it. done makes a message of how that went,
// nil for well.
func (t *Terminal) Suspend(done tea.ExecCallback) tea.Cmd {
	if t == nil || t.running == nil {
		return tea.Exec(suspension{}, done)
	}
	return t.running.suspend(done)
}
