package tui

import (
	"slices"

	tea "github.com/charmbracelet/bubbletea"

	"eyeline/reader/tokens"
	"eyeline/reader/tools"
	"eyeline/tui/jobs"
	"eyeline/tui/list"
	"eyeline/tui/request"
)

// chooseTool opens the list of all tools, those of an agent together, whatever their modes. No tool comes first.
func (m *Model) chooseTool(int64, bool) tea.Cmd {
	l := &listPanel{reads: jobs.Tools, List: list.List{
		Noun: "tool", Title: "all tools · tokens by " + tokens.Vocabulary, Hint: "an agent, a tool, favourite, or whole, partial, cut, refused",
		Compare: m.compareMarked,
	}}
	l.Favour = func(name string) (tea.Cmd, error) { return m.toggleFavourite(&l.List, name) }
	l.Items = append(l.Items, list.Item{Name: noToolName, Text: "no tool: the file is paged as text", Take: func() (tea.Cmd, error) {
		if m.toolOff {
			return nil, nil
		}
		return m.turnToolOff(), nil
	}})
	for _, t := range byAgent(tools.Every()) {
		l.Items = append(l.Items, list.Item{Name: t.Name, Text: aboutTool(t), Favourite: slices.Contains(m.opts.Favourites, t.Name), Take: func() (tea.Cmd, error) {
			return m.takeTool(t), nil
		}})
	}
	name := m.req.ToolName()
	if m.toolOff {
		name = noToolName
	}
	m.choose(l, name)
	return m.fillTools(l)
}

// byAgent puts the tools of an agent next to each other, in the order in which the agents come first.
func byAgent(all []*tools.Tool) []*tools.Tool {
	var agents []string
	for _, t := range all {
		if !slices.Contains(agents, t.Since.Agent) {
			agents = append(agents, t.Since.Agent)
		}
	}
	sorted := slices.Clone(all)
	slices.SortStableFunc(sorted, func(a, b *tools.Tool) int {
		return slices.Index(agents, a.Since.Agent) - slices.Index(agents, b.Since.Agent)
	})
	return sorted
}

// aboutTool is a line about a tool: whose it is, how that was checked, its limits, and whether it keeps quiet about them.
func aboutTool(t *tools.Tool) string {
	s := t.Since
	about := s.Agent + " " + s.ShortVersion() + " (" + string(s.How) + ") · " + t.Limits()
	if t.Silence != tools.AlwaysTells {
		about += " · " + t.Silence.String()
	}
	return about
}

// takeTool makes a tool the current one, in the current mode where it has that, else in its own first mode.
func (m *Model) takeTool(t *tools.Tool) tea.Cmd {
	r := m.req
	if !slices.Contains(t.Modes(), r.Mode()) && len(t.Places) > 0 {
		r = r.WithModeTool(t.Modes()[0], t.Name)
		m.say(t.Name + " has no " + request.ModeName(m.req.Mode()) + " mode")
	} else if len(t.Places) == 0 {
		r = r.WithMode(tools.ModeSlice)
	}
	return m.change(m.clampRange(r.WithTool(t.Name)))
}
