package launch

import (
	"fmt"
	"maps"
	"slices"

	"eyeline/reader/tools"
	"eyeline/tui/cells"
)

// noTool is the value of --tool for which no tool is on. It is a state of the viewer and no tool: a test checks that none
// has this name.
const noTool = "none"

// pagerTabs is the distance between tab stops, in columns, that programs expect of a pager.
const pagerTabs = 8

// toolNames lists what --tool takes.
func toolNames() []string { return append([]string{noTool}, tools.Names()...) }

// pages reports whether the viewer opens without a tool: where none is asked for and, unless something that is typed asks
// for one, for what is piped.
func (c *commandLine) pages(values map[string]value) bool {
	if tool := values["tool"]; tool.from == fromFlag {
		return tool.text == noTool
	}
	for _, name := range []string{"mode", "preset", "panes", "why"} {
		if values[name].from == fromFlag {
			return false
		}
	}
	if len(c.arguments) > 0 || len(c.settings) > 0 {
		return false
	}
	return c.isStandardInput() || values["tool"].text == noTool
}

// withoutTool refuses the arguments of a tool where the command line says that none is on.
func (c *commandLine) withoutTool(values map[string]value) error {
	tool := values["tool"]
	if tool.from != fromFlag || tool.text != noTool {
		return nil
	}
	given := slices.Sorted(maps.Keys(c.arguments))
	given = append(given, slices.Sorted(maps.Keys(c.settings))...)
	if len(given) == 0 {
		return nil
	}
	return fmt.Errorf("--%s is for a tool, and --tool none turns all of them off", cells.Sanitize(given[0]))
}
