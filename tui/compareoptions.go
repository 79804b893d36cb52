package tui

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	tea "github.com/charmbracelet/bubbletea"

	"eyeline/keymap"
	"eyeline/reader/tools"
	"eyeline/tui/bar"
	"eyeline/tui/jobs"
	"eyeline/tui/list"
	"eyeline/tui/request"
)

// Two sets of options beside each other. One half at a time is tuned: it is the current request, so every key that changes that
// changes it, and the options and the list of blocks do too. The place of the window is the same on both halves.

// sameTool is the item of the list of comparisons that compares a tool with itself.
func (m *Model) sameTool() list.Item {
	return list.Item{Name: "other options", Text: m.req.ToolName() + " again, with options of its own", Take: func() (tea.Cmd, error) {
		return m.compareOptions(m.req), nil
	}}
}

// presetSides are the items of that list that compare with a preset.
func (m *Model) presetSides() []list.Item {
	var items []list.Item
	for _, name := range slices.Sorted(maps.Keys(m.opts.Presets)) {
		preset := m.opts.Presets[name]
		i := list.Item{Name: "preset " + name, Text: presetText(preset), Take: func() (tea.Cmd, error) {
			r, err := m.req.WithPreset(preset)
			if err != nil {
				return nil, err
			}
			return m.compareOptions(r), nil
		}}
		if _, err := m.req.WithPreset(preset); err != nil {
			i.Off = err.Error()
		}
		items = append(items, i)
	}
	return items
}

// compareOptions puts another request beside the current one.
func (m *Model) compareOptions(r request.Request) tea.Cmd {
	c := m.newComparison("")
	c.own = &r
	key := m.keyName
	m.say(fmt.Sprintf("%s %s %s tune the marked side, %s goes to the other, %s takes it, %s leaves", key(keymap.Larger), key(keymap.Smaller), key(keymap.Options), key(keymap.OtherSide), key(keymap.TakeSide), key(keymap.Cancel)))
	return m.beginComparison(c)
}

// tuneOther makes the other half the one that is tuned. On the screen both stay where they are.
func (m *Model) tuneOther() tea.Cmd {
	c := m.beside
	if c.read == nil || m.reading == nil || m.jobs.Runs(jobs.Read) || m.jobs.Runs(jobs.Compare) {
		m.say("still reading; once more in a moment")
		return nil
	}
	was := m.req
	m.req, c.own, c.tool = c.read.req, &was, ""
	m.undo, c.undo, m.redo, c.redo, m.back = c.undo, m.undo, c.redo, m.redo, nil
	m.reading, c.read = c.read, m.reading
	c.at = 1 - c.at
	c.differs = c.differs.Exchanged()
	m.reading.call = int64(len(m.back)) + 1
	m.jobs.End(jobs.Tokens, jobs.Differ, jobs.Calls)
	cmds := []tea.Cmd{m.output.Exchange(&c.pane), m.arrange()}
	if m.reading.tokens.Count == 0 {
		cmds = append(cmds, m.countTokens())
	}
	if !m.reading.leftKnown {
		cmds = append(cmds, m.countCalls())
	}
	if !c.differs.Known() {
		cmds = append(cmds, m.findDifferences())
	}
	m.invalidateRows()
	return tea.Batch(cmds...)
}

// takeSide ends the comparison with the half that is tuned.
func (m *Model) takeSide() tea.Cmd {
	m.say("taken: " + plain(presetText(m.req.Preset())))
	if before := m.beside.before; !before.Equal(m.req) && (len(m.undo) == 0 || !m.undo[len(m.undo)-1].Equal(before)) {
		m.undo, m.redo = append(m.undo, before), nil
	}
	return m.closeComparison()
}

// leaveComparison ends the comparison with the request as it was before, at the place that the window has now.
func (m *Model) leaveComparison() tea.Cmd {
	before := m.beside.before.AtPlaceOf(m.req)
	cmd := m.closeComparison()
	if before.Equal(m.req) {
		return cmd
	}
	return tea.Batch(cmd, m.change(before))
}

// halfName names what a half is: its tool and mode or, where those are the other half's too, the options that differ.
func (m *Model) halfName(r, other *reading) string {
	if r == nil {
		if m.beside.own != nil {
			return m.beside.own.ToolName()
		}
		return m.beside.tool
	}
	name := r.req.ToolName() + " · " + request.ModeName(r.req.Mode())
	if m.beside.own == nil || other == nil || other.req.Tool() != r.req.Tool() {
		return name
	}
	words := differingOptions(r.req, other.req)
	switch {
	case r.req.Mode() != other.req.Mode():
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
		return plain(fmt.Sprint(x))
	}
	if p.Default == nil {
		return "not given"
	}
	return fmt.Sprint(p.Default)
}

// amount is how much a half gives: tokens where they are known, else bytes.
func (r *reading) amount() string {
	if number, _ := bar.Tokens(r.tokens); number != "" {
		return number
	}
	return size(r.stats.Bytes)
}

// compareHints are the keys of a comparison, for the footer.
func (m *Model) compareHints() []bar.Hint {
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
		if key := m.keyName(h.action); key != "" {
			hints = append(hints, bar.Hint{Key: key, Word: h.word, Always: h.action == keymap.Help})
		}
	}
	return hints
}
