package toolpanels

import (
	"context"
	"fmt"
	"maps"
	"slices"

	tea "github.com/charmbracelet/bubbletea"

	"eyeline/keymap"
	"eyeline/reader/tools"
	"eyeline/tui/file/pane"
	"eyeline/tui/file/preview"
	"eyeline/tui/file/toolargument"
	"eyeline/tui/file/toollist"
	"eyeline/tui/file/toolrequest"
	"eyeline/tui/kit/cells"
	"eyeline/tui/kit/jobs"
	"eyeline/tui/kit/list"
	"eyeline/tui/kit/overlay"
)

// Comparison shows what two reads give of the same lines, and what each of them loses. One half is the current request.
// The other is another tool that is asked for the same lines, or a request of its own: the same tool with other
// options, or a preset.
type Comparison struct {
	Tool     string               // the other tool; "" when the other half is other options
	Own      *toolrequest.Request // the other half's own request; nil when its tool is asked for the same lines
	lastTool string               // the current tool when that was read last
	At       int                  // the half, 0 or 1, that shows the current request
	// before is what leaving the comparison goes back to.
	before  toolrequest.Request
	history preview.History // of the other half, where it is a request of its own

	Pane pane.Pane
	Read *preview.Reading // nil until the other half has been read
	beside
}

// Output is the pane of the other half.
func (c *Comparison) Output() *pane.Pane { return &c.Pane }

// newComparison returns a comparison with a tool. Nothing is read yet; leaving it returns to the request that is
// current now.
func (c *comparing) newComparison(tool string) *Comparison {
	beside := &Comparison{
		Tool: tool, lastTool: c.preview.Request.ToolName(), before: c.preview.Request,
		Pane: pane.New(pane.OfCompared, false, c.text.Loads.Of(jobs.OtherPage, jobs.OtherPage)),
	}
	beside.Pane.SetCursorless(true)
	beside.Pane.SetOptions(c.preview.Output().Options)
	return beside
}

// KeepComparison opens the same comparison for the file that has been opened after another.
func (c *comparing) KeepComparison(was *Comparison) {
	if was != nil {
		c.Beside = c.newComparison(was.Tool)
		c.Beside.Own = was.Own
		c.Beside.At = was.At
		c.Beside.before = was.before
	}
}

// Comparable lists the tools that can be compared with the current one: those that can be asked for lines.
func (c *comparing) Comparable() []*tools.Tool {
	return slices.DeleteFunc(slices.Clone(tools.ByMode(tools.ModeSlice)),
		func(t *tools.Tool) bool { return t.Name == c.preview.Request.ToolName() })
}

// Compare opens the list of the tools to compare with.
func (c *comparing) Compare(int64, bool) tea.Cmd {
	comparable := c.Comparable()
	shown := c.rowsBeside(comparable)
	var table *toollist.Table
	panel := &overlay.ListPanel{Detailed: true, End: func() { c.jobs.End(jobs.Tools) }, List: list.New("", list.Config{
		Noun: "tool", Head: shown.Heads, Hint: shown.Hint, ByParts: true, Wide: true, Legend: shown.Legend(),
		Sort:  func() { table.Next(c.program.Width()) },
		Extra: func(text string) []list.Item { return argumentSides(c, text) }, ExtraFirst: true,
	})}
	first := append([]list.Item{{
		Name: otherOptions, Text: c.preview.Request.ToolName() + " again, with options of its own", Uncounted: true,
		Take: func() (tea.Cmd, error) { return c.CompareOptions(c.preview.Request), nil },
	}}, c.presetSides()...)
	table = toollist.Open(panel, shown, c.program.Width(), first, func(t *tools.Tool) list.Item {
		return list.Item{Name: t.Name, Take: func() (tea.Cmd, error) { return c.compareWith(t.Name), nil }}
	})

	selected := ""
	if all := shown.Tools(); len(all) > 0 {
		selected = all[0].Name
	}
	switch {
	case c.Beside != nil && c.Beside.Tool != "":
		selected = c.Beside.Tool
	case c.preview.Request.Mode() == tools.ModeBlock: // no other tool gives a block here
		selected = otherOptions
	}

	c.overlays.Choose(panel, selected)
	return readAllBeside(c, table, comparable, 0)
}

// compareWith opens a comparison with another tool.
func (c *comparing) compareWith(tool string) tea.Cmd {
	return c.beginComparison(c.newComparison(tool))
}

// beginComparison opens a comparison, in place of the one that is open.
func (c *comparing) beginComparison(beside *Comparison) tea.Cmd {
	var cmds []tea.Cmd
	place := !c.showing.MovesOutput()
	if c.Beside != nil {
		beside.before = c.Beside.before
		cmds = append(cmds, c.CloseComparison())
	}

	c.Beside = beside
	if place {
		cmds = append(cmds, c.preview.Model.Place())
	}

	return tea.Batch(append(cmds, c.ReadBeside())...)
}

// NotExchanged says why the two halves cannot change places; "" when they can. Another tool reads a slice, so that its
// place means nothing in another mode.
func (c *comparing) NotExchanged() string {
	mode := c.preview.Request.Mode()
	if c.Beside.Tool == "" || mode == tools.ModeSlice {
		return ""
	}
	return c.Beside.Tool + " has no " + mode.String() + " mode here"
}

// swapCompared exchanges the places of the two halves on the screen. With two tools the other one then has the current
// request.
func (c *comparing) swapCompared() tea.Cmd {
	beside := c.Beside
	tool := c.preview.Request.ToolName()
	if why := c.NotExchanged(); why != "" {
		return c.program.Say(why)
	}
	var cmd tea.Cmd

	if beside.Tool != "" {
		cmd = c.TuneOther()
		if beside.Tool != "" {
			return cmd // one of them is still being read
		}
		beside.Tool = tool
		beside.lastTool = c.preview.Request.ToolName()
	}

	beside.At = 1 - beside.At
	return cmd
}

// keepToolsDifferent gives the other half the tool that this half had before, if both have come to have the same one: a
// tool is not compared with itself.
func (c *comparing) keepToolsDifferent() tea.Cmd {
	var cmd tea.Cmd
	beside := c.Beside
	now := c.preview.Request.ToolName()

	if now == beside.Tool {
		if beside.lastTool == now {
			beside.lastTool = c.Comparable()[0].Name
		}
		beside.Tool = beside.lastTool
		beside.Own = nil
		cmd = preview.Freed(beside.Read)
		beside.Read = nil
		beside.Pane.Clear()
	}

	beside.lastTool = now
	return cmd
}

// Key does what a key means for the open comparison. It reports false for a key that means nothing there.
func (c *comparing) Key(msg tea.KeyMsg) (tea.Cmd, bool) {
	if c.Beside == nil {
		return nil, false
	}

	a, _ := c.program.Keys().Lookup(keymap.InComparison, msg.String())
	if cmd, used := c.stepKey(a); used {
		return cmd, true
	}

	switch a {
	case keymap.SwapCompared:
		return c.swapCompared(), true
	case keymap.OtherSide:
		return c.TuneOther(), true
	case keymap.TakeSide:
		return c.takeSide(), true
	}

	return nil, false
}

// CloseComparison closes the comparison, if one is open, and frees what it has read.
func (c *comparing) CloseComparison() tea.Cmd {
	if c.Beside == nil {
		return nil
	}
	c.Beside.Pane.Stop()
	cmd := preview.Freed(c.Beside.Read)
	c.Beside = nil
	return tea.Batch(cmd, c.preview.Model.ShowUnpadded())
}

// besideRequest returns what the other half is asked for: the request of its own, else what its tool is asked for.
func (c *comparing) besideRequest() toolrequest.Request {
	r := c.preview.Request
	own := c.Beside.Own
	if own != nil && (c.Beside.Tool == "" || own.Mode() == r.Mode()) {
		return c.preview.ClampRange(own.AtPlaceOf(r))
	}
	return c.requestBeside(c.Beside.Tool)
}

// requestBeside returns what another tool is asked for in a comparison with it: a slice of the lines of the current
// window. Beside a block it is what that tool gives by itself, since nobody asks it for a block: the beginning of the
// file where that has the block, else from the block on.
func (c *comparing) requestBeside(tool string) toolrequest.Request {
	r := c.preview.Request
	if r.Mode() == tools.ModeSlice {
		return c.preview.ClampRange(r.WithTool(tool))
	}

	first := int64(1)
	lines := int64(toolrequest.DefaultLines)
	if s := c.preview.Reading; s != nil && s.FirstLine > 0 {
		first = s.FirstLine
		lines = max(s.Given().Lines(), 1)
	}

	other := r.WithModeTool(tools.ModeSlice, tool).WithValues(nil)
	switch {
	case r.Mode() != tools.ModeBlock:
		other = other.At(first).Sized(lines)
	case tools.AddClamped(first, lines-1) > other.Size():
		other = other.At(first)
	}

	return c.preview.ClampRange(other)
}

// ReadBeside reads the other half in the background.
func (c *comparing) ReadBeside() tea.Cmd {
	if c.Beside == nil || c.text.Doc == nil {
		return nil
	}

	var different tea.Cmd
	if c.Beside.Tool != "" {
		different = c.keepToolsDifferent()
	}

	c.jobs.End(jobs.Differ)
	r := &preview.Reading{Req: c.besideRequest(), Call: 1}
	old := c.Beside.Read
	now := c.raw().Snapshot()
	if old.HasOutput() &&
		old.Req.Equal(r.Req) && old.From.Generation == now.Generation && old.From.Size == now.Size {
		c.jobs.End(jobs.Compare)
		return tea.Batch(different, c.layBeside())
	}

	run := c.preview.ReadingOf(r)
	return tea.Batch(different, jobs.Ask(c.jobs, jobs.Compare, func(ctx context.Context) *preview.Reading {
		run(ctx)
		return r
	}, c.showCompared))
}

// showCompared shows the reading of the other half that has come.
func (c *comparing) showCompared(r *preview.Reading) tea.Cmd {
	if c.Beside == nil {
		return preview.Freed(r)
	}

	old := preview.Freed(c.Beside.Read)
	c.Beside.Read = r
	p := &c.Beside.Pane

	if !r.HasOutput() {
		p.Clear()
		return tea.Batch(old, c.layBeside())
	}

	return tea.Batch(old, p.Show(c.preview.Model.NewText(r), pane.To(0, pane.Top)), c.layBeside())
}

// With two sets of options one half at a time is tuned: it is the current request, so that all keys that change a
// request change it. Both halves have the same place of the window.

// presetSides are the items of the list that compare with a preset.
func (c *comparing) presetSides() []list.Item {
	var items []list.Item
	for _, name := range slices.Sorted(maps.Keys(c.opts.Presets)) {
		r, err := c.preview.Request.WithPreset(c.opts.Presets[name])
		text := presetText(c.opts.Presets[name])
		i := list.Item{Name: "preset " + name, Uncounted: true, Text: text, Take: func() (tea.Cmd, error) {
			return c.CompareOptions(r), nil
		}}
		if err != nil {
			i.Off = err.Error()
		}

		items = append(items, i)
	}

	return items
}

// otherOptions names the item of the list that compares the current tool with itself.
const otherOptions = "other options"

// argumentSides is the item that compares with typed arguments; nil for another text, and for the place alone.
func argumentSides(c *comparing, text string) []list.Item {
	now := c.preview.Request
	r, words, ok := toolargument.With(now, text)
	if !ok || now.AtPlaceOf(r).Equal(r) || r.AtPlaceOf(now).Equal(now) {
		return nil
	}
	return []list.Item{{
		Name: "with " + words, Text: r.ToolName() + " again, with " + words, Uncounted: true,
		Take: func() (tea.Cmd, error) { return c.CompareOptions(r), nil },
	}}
}

// CompareOptions opens a comparison of the current request with another one, and names the keys that change options.
func (c *comparing) CompareOptions(r toolrequest.Request) tea.Cmd {
	beside := c.newComparison("")
	beside.Own = &r
	key := c.program.KeyName
	c.program.Say(fmt.Sprintf("%s %s %s change the tuned side",
		key(keymap.Larger), key(keymap.Smaller), key(keymap.Options)))
	return c.beginComparison(beside)
}

// TuneOther makes the request of the other half the current one. Both halves stay where they are on the screen.
func (c *comparing) TuneOther() tea.Cmd {
	beside := c.Beside
	if beside.Read == nil || c.preview.Reading == nil || c.jobs.Runs(jobs.Read) || c.jobs.Runs(jobs.Compare) {
		return c.program.Say("still reading; once more in a moment")
	}

	req := c.preview.Request
	reading := c.preview.Reading
	beside.history = c.preview.Exchange(beside.Read, beside.history)
	beside.Read = reading
	beside.Own = &req
	beside.Tool = ""
	beside.At = 1 - beside.At
	beside.exchange()
	c.jobs.End(jobs.Tokens, jobs.Differ, jobs.Calls)
	cmds := []tea.Cmd{c.preview.Output().Exchange(&beside.Pane), c.preview.FindDeclared()}
	if c.preview.Reading.Tokens.Count == 0 {
		cmds = append(cmds, c.preview.CountTokens())
	}
	if !c.preview.Reading.LeftKnown {
		cmds = append(cmds, c.preview.Walk.CountCalls())
	}
	if !beside.differs.Known() {
		cmds = append(cmds, c.layBeside())
	}

	return tea.Batch(cmds...)
}

// takeSide ends the comparison and leaves the request of the tuned half current.
func (c *comparing) takeSide() tea.Cmd {
	c.program.Say("taken: " + cells.Sanitize(presetText(c.preview.Request.Preset())))
	before := c.Beside.before
	if !before.Equal(c.preview.Request) && !c.preview.UndoesTo(before) {
		c.preview.Undoable(before)
	}
	return c.CloseComparison()
}

// LeaveComparison ends the comparison and restores the request from before it, at the present place of the window.
func (c *comparing) LeaveComparison() tea.Cmd {
	before := c.Beside.before.AtPlaceOf(c.preview.Request)
	cmd := c.CloseComparison()
	if before.Equal(c.preview.Request) {
		return cmd
	}
	return tea.Batch(cmd, c.preview.Change(before))
}
