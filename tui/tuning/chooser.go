package tuning

import (
	"slices"

	tea "github.com/charmbracelet/bubbletea"

	"eyeline/reader/tokens"
	"eyeline/reader/tools"
	"eyeline/tui/jobs"
	"eyeline/tui/list"
	"eyeline/tui/overlay"
	"eyeline/tui/request"
)

// NoToolName is how lists name that no tool is on.
const NoToolName = "none"

// ChooseTool opens the list of all tools, those of an agent together, whatever their modes. No tool comes first.
func (l *ToolList) ChooseTool(int64, bool) tea.Cmd {
	panel := &overlay.ListPanel{End: func() { l.jobs.End(jobs.Tools) }, List: list.List{
		Noun: "tool", Title: "all tools · tokens by " + tokens.Vocabulary,
		Hint:    "an agent, a tool, favourite, or whole, partial, cut, refused",
		Compare: l.compareMarked,
	}}
	panel.Favour = func(name string) (tea.Cmd, error) { return l.ToggleFavourite(&panel.List, name) }
	panel.Items = append(panel.Items, list.Item{
		Name: NoToolName, Text: "no tool: the file is paged as text",
		Take: func() (tea.Cmd, error) {
			if l.text.ToolOff() {
				return nil, nil
			}
			return l.host.TurnToolOff(), nil
		},
	})
	for _, t := range byAgent(tools.Every()) {
		panel.Items = append(panel.Items, list.Item{
			Name: t.Name, Text: aboutTool(t),
			Favourite: slices.Contains(l.opts.Favourites, t.Name), Take: func() (tea.Cmd, error) {
				return l.TakeTool(t), nil
			},
		})
	}
	name := l.preview.Request().ToolName()
	if l.text.ToolOff() {
		name = NoToolName
	}
	l.overlays.Choose(panel, name)
	return l.fillTools(panel)
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

// aboutTool is a line about a tool: whose it is, how that was checked, its limits, and whether it keeps quiet about
// them.
func aboutTool(t *tools.Tool) string {
	s := t.Since
	about := s.Agent + " " + s.ShortVersion() + " (" + string(s.How) + ") · " + t.Limits()
	if t.Silence != tools.AlwaysTells {
		about += " · " + t.Silence.String()
	}
	return about
}

// TakeTool makes a tool the current one, in the current mode where it has that, else in its own first mode.
func (l *ToolList) TakeTool(t *tools.Tool) tea.Cmd {
	r := l.preview.Request()
	if !slices.Contains(t.Modes(), r.Mode()) && len(t.Places) > 0 {
		r = r.WithModeTool(t.Modes()[0], t.Name)
		l.desk.Say(t.Name + " has no " + request.ModeName(l.preview.Request().Mode()) + " mode")
	} else if len(t.Places) == 0 {
		r = r.WithMode(tools.ModeSlice)
	}
	return l.preview.Change(l.preview.ClampRange(r.WithTool(t.Name)))
}
