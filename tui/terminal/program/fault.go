package program

import (
	"cmp"
	"fmt"
	"runtime/debug"

	tea "github.com/charmbracelet/bubbletea"

	"eyeline/reader/lists"
)

// fault says what panicked. It is the error of a program, and the message by which a command tells of one.
type fault struct {
	what  any
	stack []byte
}

func (f *fault) Error() string {
	return fmt.Sprintf("internal error in eyeline, please report it: %v\n\n%s", f.what, f.stack)
}

// fail keeps the first fault and ends the program.
func (p *program) fail(f *fault) tea.Cmd {
	p.fault = cmp.Or(p.fault, f)
	return p.leave()
}

// guard makes a panic in a command a message.
func guard(cmd tea.Cmd) tea.Cmd {
	if cmd == nil {
		return nil
	}

	return func() (msg tea.Msg) {
		defer func() {
			if r := recover(); r != nil {
				msg = &fault{r, debug.Stack()}
			}
		}()
		msg = cmd()
		if batch, ok := msg.(tea.BatchMsg); ok {
			return tea.BatchMsg(lists.Map(batch, guard))
		}

		return msg
	}
}
