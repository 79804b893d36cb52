package tuning

import (
	"context"
	"fmt"
	"slices"

	tea "github.com/charmbracelet/bubbletea"

	"eyeline/keymap"
	"eyeline/reader/tools"
	"eyeline/reader/window"
	"eyeline/tui/bar"
	"eyeline/tui/cells"
	"eyeline/tui/differ"
	"eyeline/tui/jobs"
	"eyeline/tui/list"
	"eyeline/tui/overlay"
	"eyeline/tui/pane"
	"eyeline/tui/preview"
	"eyeline/tui/request"
	"eyeline/tui/words"
)

// Comparison is the view of the same lines as two reads give them, and what each loses. One is the current request; the
// other is another tool that is asked for the same lines, or a request of its own: the same tool with other options, or
// a preset.
type Comparison struct {
	comparing *Comparing
	Tool      string           // the other tool; "" when the other half is a request of its own
	Own       *request.Request // that request; nil when the other half is a tool
	left      string           // the current tool when that was read last
	At        int              // the half, 0 or 1, that shows the current request
	// before is what leaving the comparison goes back to.
	before  request.Request
	history preview.History // of the other half, where it is a request of its own

	Pane    pane.Pane
	Read    *preview.Reading // nil until the other half has been read
	differs differ.Differences
}

// newComparison is the comparison with a tool before that has been read.
func (c *Comparing) newComparison(tool string) *Comparison {
	beside := &Comparison{
		comparing: c,
		Tool:      tool, left: c.preview.Request().ToolName(), before: c.preview.Request(),
		Pane: pane.New(pane.OfCompared, c.text.File().Wrap(), c.text.Loads().Of(jobs.OtherPage, jobs.OtherPage)),
	}
	beside.Pane.SetOptions(c.preview.Output().Options())
	return beside
}

// OtherOutput is the pane of the other half of a comparison and what it shows; nil when nothing is compared.
func (c *Comparing) OtherOutput() (*pane.Pane, *preview.Reading) {
	if c.beside == nil {
		return nil, nil
	}
	return &c.beside.Pane, c.beside.Read
}

// KeepComparison compares as before with the file of another document.
func (c *Comparing) KeepComparison(was *Comparison) {
	if was != nil {
		c.beside = c.newComparison(was.Tool)
		c.beside.Own, c.beside.At, c.beside.before = was.Own, was.At, was.before
	}
}

// Comparable lists the tools that can be compared with the current one: those that can be asked for lines.
func (c *Comparing) Comparable() []*tools.Tool {
	return slices.DeleteFunc(slices.Clone(tools.ByMode(tools.ModeSlice)),
		func(t *tools.Tool) bool { return t.Name == c.preview.Request().ToolName() })
}

// Compare opens the list of the tools to compare with.
func (c *Comparing) Compare(int64, bool) tea.Cmd {
	l := &overlay.ListPanel{List: list.List{Noun: "tool", Title: "compare " + c.preview.Request().ToolName() + " with"}}
	l.Items = append(l.Items, c.sameTool())
	for _, t := range c.Comparable() {
		l.Items = append(l.Items, list.Item{Name: t.Name, Text: t.Title, Take: func() (tea.Cmd, error) {
			return c.compareWith(t.Name), nil
		}})
	}
	l.Items = append(l.Items, c.presetSides()...)
	selected := ""
	if len(l.Items) > 1 {
		selected = l.Items[1].Name
	}
	if c.beside != nil && c.beside.Own == nil {
		selected = c.beside.Tool
	}
	c.overlays.Choose(l, selected)
	return nil
}

// compareWith puts another tool beside the current one.
func (c *Comparing) compareWith(tool string) tea.Cmd {
	return c.beginComparison(c.newComparison(tool))
}

// beginComparison opens a comparison, in the place of the one that is open.
func (c *Comparing) beginComparison(beside *Comparison) tea.Cmd {
	var cmds []tea.Cmd
	if c.host.Active() == c.text.File() {
		cmds = append(cmds, c.preview.Model().Place())
	}
	if c.beside != nil {
		beside.before = c.beside.before
		cmds = append(cmds, c.CloseComparison())
	}
	c.beside = beside
	return tea.Batch(append(cmds, c.host.Arrange(), c.ReadBeside())...)
}

// swapCompared exchanges the two tools or, where both halves are requests of their own, their places on the screen.
func (c *Comparing) swapCompared() tea.Cmd {
	if c.beside.Own != nil {
		c.beside.At = 1 - c.beside.At
		return c.host.Arrange()
	}
	r := c.preview.ClampRange(c.preview.Request().WithTool(c.beside.Tool))
	if r.ToolName() != c.beside.Tool {
		c.desk.Say(c.beside.Tool + " has no " + request.ModeName(c.preview.Request().Mode()) + " mode")
		return nil
	}
	return c.preview.Change(r)
}

// keepToolsDifferent gives the other half the tool that this half had, when this half has come to have the other's: a
// tool is never compared with itself.
func (c *Comparing) keepToolsDifferent() tea.Cmd {
	var cmd tea.Cmd
	beside, now := c.beside, c.preview.Request().ToolName()
	if now == beside.Tool {
		if beside.left == now {
			beside.left = c.Comparable()[0].Name
		}
		beside.Tool = beside.left
		cmd = preview.Freed(beside.Read)
		beside.Read = nil
		beside.Pane.Clear()
	}
	beside.left = now
	return cmd
}

// Key implements [overlay.Overlay].
func (c *Comparison) Key(msg tea.KeyMsg) (tea.Cmd, bool) {
	switch a, _ := c.comparing.desk.Keys().Lookup(keymap.InComparison, msg.String()); a {
	case keymap.SwapCompared:
		return c.comparing.swapCompared(), true
	case keymap.OtherSide:
		return c.comparing.TuneOther(), true
	case keymap.TakeSide:
		return c.comparing.takeSide(), true
	}
	return nil, false
}

// CloseComparison closes the comparison, if one is open, and frees what it has read.
func (c *Comparing) CloseComparison() tea.Cmd {
	if c.beside == nil {
		return nil
	}
	c.beside.Pane.Stop()
	cmd := preview.Freed(c.beside.Read)
	c.beside = nil
	return tea.Batch(cmd, c.host.Arrange())
}

// besideRequest is the current window as the other tool is asked for it: a slice of the same lines.
func (c *Comparing) besideRequest() request.Request {
	r := c.preview.Request()
	if c.beside.Own != nil {
		return c.preview.ClampRange(c.beside.Own.AtPlaceOf(r))
	}
	if r.Mode() == tools.ModeSlice {
		return c.preview.ClampRange(r.WithTool(c.beside.Tool))
	}
	first, lines := int64(1), int64(request.DefaultLines)
	if s := c.preview.Reading(); s != nil && s.FirstLine > 0 {
		first, lines = s.FirstLine, max(s.Given().Lines(), 1)
	}
	return c.preview.ClampRange(r.WithModeTool(tools.ModeSlice, c.beside.Tool).WithValues(nil).At(first).Sized(lines))
}

// ReadBeside reads with the other tool.
func (c *Comparing) ReadBeside() tea.Cmd {
	if c.beside == nil || c.text.Doc() == nil {
		return nil
	}
	var different tea.Cmd
	if c.beside.Own == nil {
		different = c.keepToolsDifferent()
	}
	c.jobs.End(jobs.Differ)
	r := &preview.Reading{Req: c.besideRequest(), Call: 1}
	if old, now := c.beside.Read, c.text.Doc().Raw().Snapshot(); old != nil && old.Out != nil &&
		old.Req.Equal(r.Req) && old.From.Generation == now.Generation && old.From.Size == now.Size {
		c.jobs.End(jobs.Compare)
		return tea.Batch(different, c.AlignBeside(), c.findDifferences())
	}
	run := c.preview.ReadingOf(r)
	return tea.Batch(different, jobs.Ask(c.jobs, jobs.Compare, func(ctx context.Context) *preview.Reading {
		run(ctx)
		return r
	}, c.showCompared))
}

// showCompared shows what the other half of the comparison gives.
func (c *Comparing) showCompared(r *preview.Reading) tea.Cmd {
	if c.beside == nil {
		return preview.Freed(r)
	}
	old := preview.Freed(c.beside.Read)
	c.beside.Read = r
	c.beside.differs = differ.Differences{}
	c.host.Redraw()
	p := &c.beside.Pane
	if r.Out == nil {
		p.Clear()
		return old
	}
	return tea.Batch(old, p.Show(c.preview.Model().NewText(r), pane.To(0, pane.Top)), c.AlignBeside(),
		c.findDifferences())
}

// AlignBeside scrolls the other tool's pane to the line that the current tool's shows at its top.
func (c *Comparing) AlignBeside() tea.Cmd {
	if c.beside == nil || c.beside.Read == nil || c.beside.Read.Out == nil {
		return nil
	}
	a, b := c.preview.Reading(), c.beside.Read
	if a == nil || a.Out == nil {
		return nil
	}
	line, ok := a.TopFileLine(c.preview.Output())
	if !ok {
		return nil
	}
	to, ok := b.ContentLine(line)
	if !ok {
		return nil
	}
	return c.beside.Pane.Do(pane.ToFound(b.PlaceOf(to), pane.Top))
}

// Losses lists what a reading does not show of the file.
func (c *Comparing) Losses(r *preview.Reading) []string {
	switch {
	case r == nil:
		return []string{"…"}
	case r.Refused != "":
		return []string{"everything: it refuses"}
	case r.Failed != nil:
		return []string{"everything: " + cells.Sanitize(r.Failed.Error())}
	case r.Win.Kind == window.Notice:
		return []string{"the whole content"}
	case r.Win.Kind == window.Outline:
		return []string{"all but the declarations"}
	}
	var out []string
	if r.Stats.Cut > 0 {
		w := words.Count(r.Stats.Cut, "line") + " cut"
		if r.Stats.CutBytes > 0 {
			w += " (" + words.Size(r.Stats.CutBytes) + ")"
		}
		out = append(out, w)
	}
	if text := bar.Holes(r.Win); text != "" {
		out = append(out, text)
	}
	out = append(out, bar.Losses(r.Stats)...)
	if r.FirstLine > 1 {
		out = append(out, fmt.Sprintf("L1–L%d before", r.FirstLine-1))
	}
	last := r.FirstLine + r.Given().Lines() - 1
	if r.Win.Runs != nil {
		last = r.Win.Last
	}
	if total, known := c.text.Doc().Raw().TotalLines(); known && r.FirstLine > 0 && last < total {
		out = append(out, fmt.Sprintf("L%d–L%d after", last+1, total))
	}
	if len(out) == 0 {
		out = append(out, "nothing")
	}
	return out
}
