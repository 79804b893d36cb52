package tuning

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	tea "github.com/charmbracelet/bubbletea"

	"eyeline/keymap"
	"eyeline/reader/tools"
	"eyeline/tui/bar"
	"eyeline/tui/cells"
	"eyeline/tui/jobs"
	"eyeline/tui/list"
	"eyeline/tui/preview"
	"eyeline/tui/request"
)

// Two sets of options beside each other. One half at a time is tuned: it is the current request, so every key that
// changes that changes it, and the options and the list of blocks do too. The place of the window is the same on both
// halves.

// sameTool is the item of the list of comparisons that compares a tool with itself.
func (c *Comparing) sameTool() list.Item {
	return list.Item{
		Name: "other options", Text: c.preview.Request().ToolName() + " again, with options of its own",
		Take: func() (tea.Cmd, error) {
			return c.CompareOptions(c.preview.Request()), nil
		},
	}
}

// presetSides are the items of that list that compare with a preset.
func (c *Comparing) presetSides() []list.Item {
	var items []list.Item
	for _, name := range slices.Sorted(maps.Keys(c.opts.Presets)) {
		preset := c.opts.Presets[name]
		i := list.Item{Name: "preset " + name, Text: presetText(preset), Take: func() (tea.Cmd, error) {
			r, err := c.preview.Request().WithPreset(preset)
			if err != nil {
				return nil, err
			}
			return c.CompareOptions(r), nil
		}}
		if _, err := c.preview.Request().WithPreset(preset); err != nil {
			i.Off = err.Error()
		}
		items = append(items, i)
	}
	return items
}

// CompareOptions puts another request beside the current one.
func (c *Comparing) CompareOptions(r request.Request) tea.Cmd {
	beside := c.newComparison("")
	beside.Own = &r
	key := c.desk.KeyName
	c.desk.Say(fmt.Sprintf("%s %s %s tune the marked side, %s goes to the other, %s takes it, %s leaves",
		key(keymap.Larger), key(keymap.Smaller), key(keymap.Options), key(keymap.OtherSide), key(keymap.TakeSide),
		key(keymap.Cancel)))
	return c.beginComparison(beside)
}

// TuneOther makes the other half the one that is tuned. On the screen both stay where they are.
func (c *Comparing) TuneOther() tea.Cmd {
	beside := c.beside
	if beside.Read == nil || c.preview.Reading() == nil || c.jobs.Runs(jobs.Read) || c.jobs.Runs(jobs.Compare) {
		c.desk.Say("still reading; once more in a moment")
		return nil
	}
	req, reading := c.preview.Request(), c.preview.Reading()
	beside.history = c.preview.Exchange(beside.Read, beside.history)
	beside.Read, beside.Own, beside.Tool = reading, &req, ""
	beside.At = 1 - beside.At
	beside.differs = beside.differs.Exchanged()
	c.jobs.End(jobs.Tokens, jobs.Differ, jobs.Calls)
	cmds := []tea.Cmd{c.preview.Output().Exchange(&beside.Pane), c.host.Arrange()}
	if c.preview.Reading().Tokens.Count == 0 {
		cmds = append(cmds, c.preview.CountTokens())
	}
	if !c.preview.Reading().LeftKnown {
		cmds = append(cmds, c.preview.Walk().CountCalls())
	}
	if !beside.differs.Known() {
		cmds = append(cmds, c.findDifferences())
	}
	c.host.Redraw()
	return tea.Batch(cmds...)
}

// takeSide ends the comparison with the half that is tuned.
func (c *Comparing) takeSide() tea.Cmd {
	c.desk.Say("taken: " + cells.Sanitize(presetText(c.preview.Request().Preset())))
	if before := c.beside.before; !before.Equal(c.preview.Request()) && !c.preview.UndoesTo(before) {
		c.preview.Undoable(before)
	}
	return c.CloseComparison()
}

// LeaveComparison ends the comparison with the request as it was before, at the place that the window has now.
func (c *Comparing) LeaveComparison() tea.Cmd {
	before := c.beside.before.AtPlaceOf(c.preview.Request())
	cmd := c.CloseComparison()
	if before.Equal(c.preview.Request()) {
		return cmd
	}
	return tea.Batch(cmd, c.preview.Change(before))
}

// HalfName names what a half is: its tool and mode or, where those are the other half's too, the options that differ.
func (c *Comparing) HalfName(r, other *preview.Reading) string {
	if r == nil {
		if c.beside.Own != nil {
			return c.beside.Own.ToolName()
		}
		return c.beside.Tool
	}
	name := r.Req.ToolName() + " · " + request.ModeName(r.Req.Mode())
	if c.beside.Own == nil || other == nil || other.Req.Tool() != r.Req.Tool() {
		return name
	}
	words := differingOptions(r.Req, other.Req)
	switch {
	case r.Req.Mode() != other.Req.Mode():
		words = append([]string{name}, words...)
	case words == nil:
		words = []string{name, "the same options"}
	}
	return strings.Join(words, " · ")
}

// differingOptions are the options of a request that another request of the same tool gives otherwise.
func differingOptions(r, other request.Request) []string {
	var words []string
	for _, p := range r.Tool().Params {
		if v, w := optionValue(p, r), optionValue(p, other); !p.IsFile && v != w {
			words = append(words, p.Flag+" "+v)
		}
	}
	return words
}

// optionValue is an argument in words: its value, or what it amounts to when it is not given.
func optionValue(p tools.Param, r request.Request) string {
	if x, given := r.Sent(p.Flag); given {
		return cells.Sanitize(fmt.Sprint(x))
	}
	if p.Default == nil {
		return "not given"
	}
	return fmt.Sprint(p.Default)
}

// CompareHints are the keys of a comparison, for the footer.
func (c *Comparing) CompareHints() []bar.Hint {
	var hints []bar.Hint
	for _, h := range []struct {
		action keymap.Action
		word   string
	}{
		{keymap.OtherSide, "other side"},
		{keymap.Options, "options"},
		{keymap.Larger, "larger"},
		{keymap.Smaller, "smaller"},
		{keymap.SwapCompared, "exchange"},
		{keymap.TakeSide, "take"},
		{keymap.Cancel, "leave"},
		{keymap.Help, "help"},
	} {
		if key := c.desk.KeyName(h.action); key != "" {
			hints = append(hints, bar.Hint{Key: key, Word: h.word, Always: h.action == keymap.Help})
		}
	}
	return hints
}
