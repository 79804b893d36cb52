package file

import (
	"slices"
	"strings"

	tea "github.com/charmbracelet/bubbletea"

	"eyeline/reader/lists"
	"eyeline/tui/file/toolargument"
	"eyeline/tui/kit/list"
)

// takesArguments reports whether the arguments of a tool can be set behind ":".
func (c commands) takesArguments() bool {
	return c.Text.Doc != nil && !c.Text.ToolOff && !c.Preview.IsRecorded()
}

// setting is the item that sets an argument of the current tool, where a text is a name and a value. Of an argument
// that the tool does not take it says so.
func (c commands) setting(text string) (list.Item, bool) {
	name, value, ok := toolargument.Single(text)
	if !ok || !c.takesArguments() {
		return list.Item{}, false
	}

	full := name + " " + value
	isNumber := strings.Trim(value, "0123456789") == ""
	item := list.Item{Name: ":", Words: strings.ToLower(full), Fill: full}
	for _, row := range c.arguments() {
		choices, _ := row.candidates(value, nil)
		if slices.Contains(row.names, name) && (isNumber || slices.Contains(choices, value)) {
			item.Text = "set " + full + ": " + row.help
			item.Take = func() (tea.Cmd, error) { return row.do(value) }
			return item, true
		}
	}

	if !isNumber { // a phrase may begin with the name of an argument of another tool
		return list.Item{}, false
	}
	if err := toolargument.OfOthers(c.Preview.Request.Tool(), full); err != nil {
		item.Text = "set " + full
		item.Off = err.Error()
		return item, true
	}
	return list.Item{}, false
}

// assigning is the command that a text is which sets arguments in another form than a name, a blank and a value; false
// for other texts.
func (c commands) assigning(text string) (row command, ok bool) {
	if !c.takesArguments() {
		return command{}, false
	}

	set := toolargument.Assignments(c.Preview.Request, text)
	words := lists.Map(set, func(a toolargument.Assignment) string { return a.Names[0] + " " + a.Value })
	do := func(string) (tea.Cmd, error) {
		r := c.Preview.Request
		for _, a := range set {
			var err error
			if r, err = a.Set(r, a.Value); err != nil {
				return nil, err
			}
		}
		return c.Preview.Change(r), nil
	}

	return command{names: []string{text}, help: "set " + strings.Join(words, " and "), do: do}, len(set) > 0
}

// arguments are the commands that set the arguments of the current tool.
func (c commands) arguments() []command {
	if !c.takesArguments() {
		return nil
	}

	return lists.Map(toolargument.Of(c.Preview.Request), func(a toolargument.Argument) command {
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
