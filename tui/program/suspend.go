package program

import (
	"io"
)

// suspension stops the program until it is continued. It is a command that gets the terminal, as an editor is: the
// library's own suspension waits for ever where the system does not stop the process.
type suspension struct{}

// Run stops the process.
func (suspension) Run() error { return stopProcess() }

// SetStdin, SetStdout and SetStderr are for commands that use them.
func (suspension) SetStdin(io.Reader) {}

func (suspension) SetStdout(io.Writer) {}

func (suspension) SetStderr(io.Writer) {}
