package file

import (
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"

	tea "github.com/charmbracelet/bubbletea"

	"eyeline/reader/each"
	"eyeline/reader/tools"
	"eyeline/tui/toolrequest"
)

// Behind ":" each argument of the current tool has its own name, as in the tool's schema: "max_levels 2".

// arguments are the commands that set the arguments of the current tool, and by the names "offset" and "limit" its
// place and its size where the tool calls these otherwise.
func (c commands) arguments() []command {
	if c.Text.Doc == nil || c.Text.ToolOff || c.Preview.Sent != nil {
		return nil
	}
	var rows []command
	r := c.Preview.Request
	for _, p := range r.Tool().Params {
		if !p.IsFile {
			rows = append(rows, c.argument(p))
		}
	}
	has := func(name string) bool {
		return slices.ContainsFunc(r.Tool().Params, func(p tools.Param) bool { return p.Flag == name })
	}
	place, _ := r.Tool().Place(r.Mode())
	if !has("offset") && place.Movable() {
		rows = append(rows, c.number("offset", "where the read begins, as "+argumentName(place.At), toolrequest.Request.At))
	}
	if !has("limit") && place.Sizable() {
		rows = append(rows, c.number("limit", "how much is read", toolrequest.Request.Sized))
	}
	return rows
}

// argumentName is the name of an argument as tools write it.
func argumentName(flag string) string { return strings.ReplaceAll(flag, "-", "_") }

// argument is the command that sets an argument.
func (c commands) argument(p tools.Param) command {
	takes := map[tools.ParamType]string{tools.TypeInteger: "N", tools.TypeBoolean: "true|false"}[p.Type]
	if takes == "" {
		takes = "VALUE"
	}
	choices := p.Choices
	if p.Type == tools.TypeBoolean {
		choices = []string{"true", "false"}
	}
	return command{
		names: []string{argumentName(p.Flag), p.Flag}, takes: takes, help: p.Help,
		do: func(text string) (tea.Cmd, error) {
			if text == "" {
				return nil, fmt.Errorf("type a value behind %s", argumentName(p.Flag))
			}
			r := c.Preview.Request
			if len(p.Modes) > 0 && !slices.Contains(p.Modes, r.Mode()) {
				r = r.WithModeTool(p.Modes[0], r.ToolName())
			}
			return c.Preview.Change(r.With(p.Flag, toolrequest.ParseValue(p, text))), nil
		},
		candidates: func(string, func([]string)) ([]string, tea.Cmd) { return choices, nil },
	}
}

// number is a command that changes the request by a number.
func (c commands) number(name, help string, set func(toolrequest.Request, int64) toolrequest.Request) command {
	return command{
		names: []string{name}, takes: "N", help: help,
		do: func(text string) (tea.Cmd, error) {
			n, err := strconv.ParseInt(text, 10, 64)
			if err != nil || n < 0 {
				return nil, errors.New(name + " takes a number")
			}
			return c.Preview.Change(set(c.Preview.Request, n)), nil
		},
		candidates: func(string, func([]string)) ([]string, tea.Cmd) { return nil, nil },
	}
}

// otherTools says which tools have the argument that a text begins with, which the current one has not; nil where none
// has it.
func (c commands) otherTools(text string) error {
	name, _, _ := strings.Cut(text, " ")
	flag := strings.ReplaceAll(name, "_", "-")
	having := slices.DeleteFunc(tools.All(), func(t *tools.Tool) bool {
		return !slices.ContainsFunc(t.Params, func(p tools.Param) bool { return p.Flag == flag && !p.IsFile })
	})
	if len(having) == 0 || c.Text.ToolOff || c.Preview.Sent != nil {
		return nil
	}
	const most = 4 // names
	names := each.Of(having[:min(len(having), most)], func(t *tools.Tool) string { return t.Name })
	said := strings.Join(names, ", ")
	if more := len(having) - len(names); more > 0 {
		said += fmt.Sprintf(" and %d more", more)
	}
	return fmt.Errorf("%s has no argument %s; it is one of %s", c.Preview.Request.ToolName(), argumentName(flag), said)
}
