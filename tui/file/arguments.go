package file

import (
	tea "github.com/charmbracelet/bubbletea"

	"eyeline/reader/each"
	"eyeline/tui/file/toolargument"
)

// takesArguments reports whether the arguments of a tool can be set behind ":".
func (c commands) takesArguments() bool {
	return c.Text.Doc != nil && !c.Text.ToolOff && c.Preview.Sent == nil
}

// arguments are the commands that set the arguments of the current tool.
func (c commands) arguments() []command {
	if !c.takesArguments() {
		return nil
	}

	return each.Of(toolargument.Of(c.Preview.Request), func(a toolargument.Argument) command {
		return command{
			names: a.Names, takes: a.Takes, help: a.Help,
			do: func(text string) (tea.Cmd, error) {
				r, err := a.Set(c.Preview.Request, text)
				if err != nil {
					return nil, err
				}
				return c.Preview.Change(r), nil
			},
			candidates: func(string, func([]string)) ([]string, tea.Cmd) { return a.Choices, nil },
		}
	})
}
