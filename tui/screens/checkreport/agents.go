package checkreport

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	tea "github.com/charmbracelet/bubbletea"

	"eyeline/keymap"
	"eyeline/reader/check"
	"eyeline/themes"
	"eyeline/tui/kit/cells"
	"eyeline/tui/kit/draw"
	"eyeline/tui/kit/humanize"
	"eyeline/tui/kit/list"
)

// turn shows the files that the n-th next agent does not get whole, and after the last agent the findings of all.
func (r *report) turn(n int) tea.Cmd {
	if r.result == nil || len(r.order) == 0 {
		return nil
	}

	all := len(r.order) + 1 // with the findings of all, which have -1
	r.onlyTool = (r.onlyTool+1+n+all)%all - 1
	r.chosen = chosen{}
	r.List.Select(0)
	r.List.Order = nil // the file that was selected is at another place
	return r.Narrow()
}

// agent is the tool whose losses are shown.
func (r *report) agent() *check.Agent { return &r.result.Agents[r.order[r.onlyTool]] }

// addNotWhole adds the files without findings that a tool does not get whole, those first that lose most, and to the
// others how many calls read them on.
func (r *report) addNotWhole() {
	at := map[string]int{}
	for i := range r.files {
		at[r.files[i].path] = i
	}

	all := slices.Clone(r.result.NotWhole)
	slices.SortStableFunc(all, func(a, b check.LossyFile) int { return cmp.Compare(b.Lost(), a.Lost()) })
	for _, f := range all {
		i, known := at[f.Path]
		if !known {
			i = len(r.files)
			r.add(f.Path, f.Sent)
		}
		r.files[i].calls = f.Calls
	}
}

// loses reports whether the first read of a tool is known not to give all of the file.
func (f *file) loses(tool int) bool {
	return tool < len(f.sent.Tools) && f.sent.Tools[tool] >= 0 && f.sent.Tools[tool] < f.sent.Size
}

// lost is how many bytes of the file the first read of a tool is known to lose.
func (f *file) lost(tool int) int64 {
	if !f.loses(tool) {
		return 0
	}
	return f.sent.Size - f.sent.Tools[tool]
}

// nameIn is the name that the agent whose losses are shown has in a finding: that of its tool, or its own in one of
// instructions; "" where the finding is not of it.
func (r *report) nameIn(f *check.Finding) string {
	for _, name := range []string{r.agent().Name, r.agent().Agent} {
		if slices.Contains(f.Agents, name) {
			return name
		}
	}
	return ""
}

// found are the findings of the file of a row that are shown: all, or those of one agent.
func (r *report) found(row int) []check.Finding {
	all := r.files[row].found
	if r.onlyTool < 0 {
		return all
	}

	var some []check.Finding
	for i := range all {
		if r.nameIn(&all[i]) != "" {
			some = append(some, all[i])
		}
	}
	return some
}

// candidates are the rows before they are narrowed: the files with findings, without any those that lose most. Of one
// agent they are the files that it loses something of, the most first, and then those with other findings of it.
func (r *report) candidates() []int {
	if r.onlyTool < 0 {
		if r.withFindings == 0 {
			return list.All(len(r.files))
		}
		return list.All(r.withFindings)
	}

	tool := r.order[r.onlyTool]
	rows := slices.DeleteFunc(list.All(len(r.files)), func(i int) bool {
		return !r.files[i].loses(tool) && len(r.found(i)) == 0
	})
	slices.SortStableFunc(rows, func(a, b int) int {
		return cmp.Compare(r.files[b].lost(tool), r.files[a].lost(tool))
	})
	return rows
}

// reader is the name of the tool with which a file without a finding is opened: that whose losses are shown, else the
// one whose first read loses most; "" where no tool was asked for the file.
func (r *report) reader(f *file) string {
	tool := f.worst()
	if r.onlyTool >= 0 {
		tool = r.order[r.onlyTool]
	}
	if tool < 0 {
		return ""
	}
	return r.result.Agents[tool].Name
}

// countedOfAgent says how many files the agent does not get whole, of how many, and how many more have findings of it.
func (r *report) countedOfAgent() (found, files, out string) {
	tool := r.order[r.onlyTool]
	var lossy, others int64
	for i := range r.files {
		switch {
		case r.files[i].loses(tool):
			lossy++
		case len(r.found(i)) > 0:
			others++
		}
	}

	found = humanize.Count(lossy, "file") + " not whole"
	if r.result.MoreNotWhole > 0 {
		found = "at least " + found
	}
	files = " of " + humanize.Group(r.result.InSums())
	if others > 0 {
		out = " · " + humanize.Count(others, "file") + " with other findings"
	}
	return found, files, out
}

// wholeText says that the agent gets all files whole.
func (r *report) wholeText() string {
	return r.agent().Name + " gets all " + humanize.Count(r.result.InSums(), "file") + " whole\n\n" +
		r.KeyName(keymap.NextOfAgent) + " shows the next agent"
}

// The columns of a file for one agent, the one that takes the rest of the row first.
const (
	agentPath = iota
	agentLost
	agentSent
	agentCalls
	agentWords
)

// columnsOfAgent are the columns of a row, or below 0 their heads, while the losses of one agent are shown: how much of
// the file its first read loses, how many calls read it on to the end, and what is found.
func (r *report) columnsOfAgent(row int) []draw.Cell {
	const callsWidth, least = 5, 12 // cells: of the number of calls, and of the least that is said of a file
	width := r.Canvas().Width
	path := max(18, min(width*2/5, r.widest))
	said := width - 2 - path - (lostWidth + 1) - (barWidth + 1) - (callsWidth + 1) - 1
	if said < least {
		said = 0
	}

	out := []draw.Cell{
		agentPath:  {Text: r.fileHead(), Role: themes.Dim},
		agentLost:  {Text: "lost", Width: lostWidth, Right: true, Role: themes.Dim, Keep: 10},
		agentSent:  {Text: "sent", Width: barWidth, Role: themes.Dim, Keep: 8},
		agentCalls: {Text: "calls", Width: callsWidth, Right: true, Role: themes.Dim, Keep: 9},
		agentWords: {Text: "what is lost", Width: said, Role: themes.Dim, Keep: 7},
	}
	if row < 0 {
		return r.Canvas().Fit(out, path)
	}

	f := &r.files[row]
	tool := r.order[r.onlyTool]
	out[agentLost].Text = "–"
	out[agentSent].Text = "not known"
	out[agentCalls].Text = ""
	out[agentWords].Text = "no finding"
	if f.loses(tool) {
		out[agentLost].Text = r.shareLost(f, tool)
		out[agentLost].Role = themes.ModelLineValue
	}
	if tool < len(f.sent.Tools) && f.sent.Tools[tool] >= 0 {
		out[agentSent].Pieces = r.drawBar(f.sent.Tools[tool], f.sent.Size, barWidth)
	}
	if n := f.callsOf(tool); n > 0 {
		out[agentCalls].Text = humanize.Group(n)
	}
	if found := r.found(row); len(found) > 0 {
		one := &found[min(r.current(row), len(found)-1)]
		_, words := one.OfTool(r.nameIn(one))
		out[agentWords].Text = cells.SanitizeFirst(words, width)
		out[agentWords].Role = roleOf(one.Level)
	}

	out = r.Canvas().Fit(out, path)
	out[agentPath] = draw.PathCell(out[agentPath], r.shown(f), r.IsSelected(row))
	return out
}

// callsOf is how many calls of a tool read the file on to its end; 0 where that is not known, or none do.
func (f *file) callsOf(tool int) int64 {
	if tool >= len(f.calls) {
		return 0
	}
	return f.calls[tool]
}

// shareLost is how much of a file the first read of a tool loses.
func (r *report) shareLost(f *file, tool int) string { return shareOf(f.lost(tool), f.sent.Size) }

// lossesBeside says what tools lose of a file that no finding of it says, those that lose most first; "" for nothing.
func (r *report) lossesBeside(row int) string {
	f := &r.files[row]
	said := map[string]bool{}
	for i := range f.found {
		for _, share := range f.found[i].Shares {
			said[share.Tool] = true
		}
	}

	order := slices.Clone(r.order)
	slices.SortStableFunc(order, func(a, b int) int { return cmp.Compare(f.lost(b), f.lost(a)) })
	var parts []string
	for _, k := range order {
		if name := r.result.Agents[k].Name; f.loses(k) && !said[name] {
			words := humanize.When(len(parts) == 0, "loses ") + r.shareLost(f, k)
			parts = append(parts, name+" "+words)
		}
	}
	return strings.Join(parts, ", ")
}

// unfoundText says what is lost of a file that is listed without a finding.
func (r *report) unfoundText(row int) string {
	if r.onlyTool < 0 {
		return "the first read of " + r.lossesBeside(row) +
			". No finding: the tool tells what is missing and how to read on, or loses it of very many files."
	}

	f := &r.files[row]
	tool := r.order[r.onlyTool]
	text := fmt.Sprintf("%s loses %s of it in its first read", r.agent().Name, r.shareLost(f, tool))
	if n := f.callsOf(tool); n > 0 {
		text += "; " + humanize.Count(n, "call") + " read it on to the end"
	}
	return text + ". No finding says so: the same holds for many files, or the tool says so and how to read on."
}
