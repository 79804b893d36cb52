package readpanels

import (
	"cmp"
	"context"
	"fmt"
	"maps"
	"slices"
	"strings"

	tea "github.com/charmbracelet/bubbletea"

	"eyeline/keymap"
	"eyeline/reader/tools"
	"eyeline/reader/window"
	"eyeline/themes"
	"eyeline/tui/bar"
	"eyeline/tui/cells"
	"eyeline/tui/jobs"
	"eyeline/tui/layout"
	"eyeline/tui/linediff"
	"eyeline/tui/list"
	"eyeline/tui/overlay"
	"eyeline/tui/pane"
	"eyeline/tui/preview"
	"eyeline/tui/tooloutput"
	"eyeline/tui/toolrequest"
)

// Comparison is the view of the same lines as two reads give them, and what each loses. One is the current request; the
// other is another tool that is asked for the same lines, or a request of its own: the same tool with other options, or
// a preset.
type Comparison struct {
	Tool string               // the other tool; "" when the other half is other options
	Own  *toolrequest.Request // the other half's own request; nil when its tool is asked for the same lines
	left string               // the current tool when that was read last
	At   int                  // the half, 0 or 1, that shows the current request
	// before is what leaving the comparison goes back to.
	before  toolrequest.Request
	history preview.History // of the other half, where it is a request of its own

	Pane    pane.Pane
	Read    *preview.Reading // nil until the other half has been read
	differs linediff.Differences
}

// Output is the pane of the other half.
func (c *Comparison) Output() *pane.Pane { return &c.Pane }

// newComparison is the comparison with a tool before that has been read.
func (c *comparing) newComparison(tool string) *Comparison {
	beside := &Comparison{
		Tool: tool, left: c.preview.Request.ToolName(), before: c.preview.Request,
		Pane: pane.New(pane.OfCompared, c.text.File.Wrap, c.text.Loads.Of(jobs.OtherPage, jobs.OtherPage)),
	}
	beside.Pane.SetCursorless(true)
	beside.Pane.SetOptions(c.preview.Output().Options)
	return beside
}

// OtherOutput is the pane of the other half of a comparison and what it shows; nil when nothing is compared.
func (c *comparing) OtherOutput() (*pane.Pane, *preview.Reading) {
	if c.Beside == nil {
		return nil, nil
	}
	return c.Beside.Output(), c.Beside.Read
}

// KeepComparison compares as before with the file of another document.
func (c *comparing) KeepComparison(was *Comparison) {
	if was != nil {
		c.Beside = c.newComparison(was.Tool)
		c.Beside.Own, c.Beside.At, c.Beside.before = was.Own, was.At, was.before
	}
}

// Comparable lists the tools that can be compared with the current one: those that can be asked for lines.
func (c *comparing) Comparable() []*tools.Tool {
	return slices.DeleteFunc(slices.Clone(tools.ByMode(tools.ModeSlice)),
		func(t *tools.Tool) bool { return t.Name == c.preview.Request.ToolName() })
}

// Compare opens the list of the tools to compare with.
func (c *comparing) Compare(int64, bool) tea.Cmd {
	l := &overlay.ListPanel{List: list.List{Noun: "tool", Title: "compare " + c.preview.Request.ToolName() + " with"}}
	l.Items = append(l.Items, list.Item{
		Name: "other options", Text: c.preview.Request.ToolName() + " again, with options of its own",
		Take: func() (tea.Cmd, error) { return c.CompareOptions(c.preview.Request), nil },
	})
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
	if c.Beside != nil && c.Beside.Tool != "" {
		selected = c.Beside.Tool
	}
	c.overlays.Choose(l, selected)
	return nil
}

// compareWith puts another tool beside the current one.
func (c *comparing) compareWith(tool string) tea.Cmd {
	return c.beginComparison(c.newComparison(tool))
}

// beginComparison opens a comparison, in the place of the one that is open.
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
	if w := c.desk.Width(); w >= 80 && w < layout.CompareSideBySide { // a narrower one has no room for it and the keys
		c.desk.Say(fmt.Sprintf("side by side from %d columns", layout.CompareSideBySide))
	}
	return tea.Batch(append(cmds, c.ReadBeside())...)
}

// NotExchanged says why the two halves cannot be exchanged, "" where they can: another tool is asked for a slice, and
// no window is moved to the place of one in another mode.
func (c *comparing) NotExchanged() string {
	mode := c.preview.Request.Mode()
	if c.Beside.Tool == "" || mode == tools.ModeSlice {
		return ""
	}
	return c.Beside.Tool + " has no " + mode.String() + " mode here"
}

// swapCompared exchanges the places of the two halves on the screen. Of two tools the other one is tuned then.
func (c *comparing) swapCompared() tea.Cmd {
	beside, tool := c.Beside, c.preview.Request.ToolName()
	if why := c.NotExchanged(); why != "" {
		return c.desk.Say(why)
	}
	var cmd tea.Cmd
	if beside.Tool != "" {
		if cmd = c.TuneOther(); beside.Tool != "" {
			return cmd // one of them is still being read
		}
		beside.Tool, beside.left = tool, c.preview.Request.ToolName()
	}
	beside.At = 1 - beside.At
	return cmd
}

// keepToolsDifferent gives the other half the tool that this half had, when this half has come to have the other's: of
// two tools none is compared with itself.
func (c *comparing) keepToolsDifferent() tea.Cmd {
	var cmd tea.Cmd
	beside, now := c.Beside, c.preview.Request.ToolName()
	if now == beside.Tool {
		if beside.left == now {
			beside.left = c.Comparable()[0].Name
		}
		beside.Tool, beside.Own = beside.left, nil
		cmd = preview.Freed(beside.Read)
		beside.Read = nil
		beside.Pane.Clear()
	}
	beside.left = now
	return cmd
}

// Key takes a key that means something for the open comparison; false for any other.
func (c *comparing) Key(msg tea.KeyMsg) (tea.Cmd, bool) {
	if c.Beside == nil {
		return nil, false
	}
	switch a, _ := c.desk.Keys().Lookup(keymap.InComparison, msg.String()); a {
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
	return cmd
}

// besideRequest is the current window as the other tool is asked for it: a slice of the same lines.
func (c *comparing) besideRequest() toolrequest.Request {
	r := c.preview.Request
	if own := c.Beside.Own; own != nil && (c.Beside.Tool == "" || own.Mode() == r.Mode()) {
		return c.preview.ClampRange(own.AtPlaceOf(r))
	}
	if r.Mode() == tools.ModeSlice {
		return c.preview.ClampRange(r.WithTool(c.Beside.Tool))
	}
	first, lines := int64(1), int64(toolrequest.DefaultLines)
	if s := c.preview.Reading; s != nil && s.FirstLine > 0 {
		first, lines = s.FirstLine, max(s.Given().Lines(), 1)
	}
	return c.preview.ClampRange(r.WithModeTool(tools.ModeSlice, c.Beside.Tool).WithValues(nil).At(first).Sized(lines))
}

// ReadBeside reads with the other tool.
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
	if old, now := c.Beside.Read, c.raw().Snapshot(); old != nil && old.Out != nil &&
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
func (c *comparing) showCompared(r *preview.Reading) tea.Cmd {
	if c.Beside == nil {
		return preview.Freed(r)
	}
	old := preview.Freed(c.Beside.Read)
	c.Beside.Read = r
	c.Beside.differs = linediff.Differences{}
	p := &c.Beside.Pane
	if r.Out == nil {
		p.Clear()
		return old
	}
	return tea.Batch(old, p.Show(c.preview.Model.NewText(r), pane.To(0, pane.Top)), c.AlignBeside(),
		c.findDifferences())
}

// AlignBeside scrolls the other tool's pane to the line that the current tool's shows at its top.
func (c *comparing) AlignBeside() tea.Cmd {
	if c.Beside == nil || c.Beside.Read == nil || c.preview.Reading == nil {
		return nil
	}
	a, b := c.preview.Reading, c.Beside.Read
	c.padHeads(a, b)
	if c.inTurn(a, b) && c.preview.Output().ShowsStart() {
		// Both begin with what is over the file.
		return c.Beside.Pane.Do(pane.To(0, pane.Top))
	}
	line, above, ok := a.TopFileLine(c.preview.Output())
	if !ok {
		return nil
	}
	to, ok := b.ContentLine(line)
	if !ok {
		return nil
	}
	find := b.PlaceOf(to)
	if to <= b.Lead() { // with what is over it
		find = func(ctx context.Context) (int64, error) {
			at, err := b.Out.LineStart(ctx, to)
			return b.Framed.Offset(at), err
		}
	}
	if to == 0 { // the blank rows over it are on the screen then
		above -= c.Beside.Pane.SeamsAbove()
	}
	cmds := []tea.Cmd{c.Beside.Pane.Do(pane.ToFound(find, pane.Top))}
	if above != 0 {
		cmds = append(cmds, c.Beside.Pane.Do(pane.RollBy(-int64(above))))
	}
	return tea.Batch(cmds...)
}

// inTurn reports whether the tools' own first lines are scrolled before the file's, one half after the other: where the
// halves are one above the other, or have no room for these lines and one of the file.
func (c *comparing) inTurn(a, b *preview.Reading) bool {
	p := &c.Beside.Pane
	return p.Width >= c.desk.Width() || max(a.Lead(), b.Lead()) >= int64(p.Height)
}

// PassHead makes a move in the other half as long as the current one stays at its first row: where that is refused, or
// where the other one is among the lines that its tool says before the file, and goes down by one row, or back. It is
// false otherwise.
func (c *comparing) PassHead(m pane.Move) (tea.Cmd, bool) {
	a := c.preview.Reading
	if c.Beside == nil || c.Beside.Read == nil || c.Beside.Read.Out == nil || a == nil {
		return nil, false
	}
	p, b, by := &c.Beside.Pane, c.Beside.Read, m.By()
	top, ok := p.TopLine()
	switch {
	case a.Out == nil:
		return p.Do(m), true
	case !ok || by == 0 || by > 1 || !c.inTurn(a, b) || !c.preview.Output().ShowsStart():
		return nil, false
	}
	line, _, _ := b.Framed.Line(top.Number - 1)
	if by < 0 && p.ShowsStart() || by > 0 && (p.ShowsEnd() || line >= b.Lead()) {
		return nil, false
	}
	return p.Do(pane.ScrollBy(by)), true
}

// padHeads puts blank rows under the tool's own first lines on one side where the side beside it has more of them, so
// that both are in step.
func (c *comparing) padHeads(a, b *preview.Reading) {
	pads := func(r, other *preview.Reading) []pane.Seam {
		if c.inTurn(a, b) || r.FirstLine != other.FirstLine || r.Runs() == nil ||
			other.Runs() == nil {
			return nil
		}
		return slices.Repeat([]pane.Seam{{Line: r.Lead()}}, int(max(other.Lead()-r.Lead(), 0)))
	}
	c.preview.Output().SetSeams(pads(a, b))
	c.Beside.Pane.SetSeams(pads(b, a))
}

// Losses says what a reading does not show of the file.
func (c *comparing) Losses(r *preview.Reading) string {
	switch {
	case r == nil:
		return "…"
	case r.NotKnown:
		return "not known"
	case r.Refused != "":
		return "everything: it refuses"
	case r.Failed != nil:
		return "everything: " + cells.Sanitize(r.Failed.Error())
	case r.Window.Kind == window.Notice:
		return "the whole content"
	case r.Window.Kind == window.Outline:
		return "all but the declarations"
	case r.Window.Kind == window.Converted:
		return "the file's own lines: it is given in another form"
	}
	lost := strings.Join(bar.Losses(c.preview.Unsent(r), r.Stats), ", ")
	return cmp.Or(strings.ReplaceAll(lost, " not sent", ""), "nothing")
}

// Two sets of options beside each other. One half at a time is tuned: it is the current request, so every key that
// changes that changes it, and the options and the list of blocks do too. The place of the window is the same on both
// halves.

// presetSides are the items of that list that compare with a preset.
func (c *comparing) presetSides() []list.Item {
	var items []list.Item
	for _, name := range slices.Sorted(maps.Keys(c.opts.Presets)) {
		r, err := c.preview.Request.WithPreset(c.opts.Presets[name])
		i := list.Item{Name: "preset " + name, Text: presetText(c.opts.Presets[name]), Take: func() (tea.Cmd, error) {
			return c.CompareOptions(r), nil
		}}
		if err != nil {
			i.Off = err.Error()
		}
		items = append(items, i)
	}
	return items
}

// CompareOptions puts another request beside the current one.
func (c *comparing) CompareOptions(r toolrequest.Request) tea.Cmd {
	beside := c.newComparison("")
	beside.Own = &r
	key := c.desk.KeyName
	c.desk.Say(fmt.Sprintf("%s %s %s tune the marked side, %s the other; %s takes, %s leaves",
		key(keymap.Larger), key(keymap.Smaller), key(keymap.Options), key(keymap.OtherSide), key(keymap.TakeSide),
		key(keymap.Cancel)))
	return c.beginComparison(beside)
}

// TuneOther makes the other half the one that is tuned. On the screen both stay where they are.
func (c *comparing) TuneOther() tea.Cmd {
	beside := c.Beside
	if beside.Read == nil || c.preview.Reading == nil || c.jobs.Runs(jobs.Read) || c.jobs.Runs(jobs.Compare) {
		return c.desk.Say("still reading; once more in a moment")
	}
	req, reading := c.preview.Request, c.preview.Reading
	beside.history = c.preview.Exchange(beside.Read, beside.history)
	beside.Read, beside.Own, beside.Tool = reading, &req, ""
	beside.At = 1 - beside.At
	beside.differs = beside.differs.Exchanged()
	c.jobs.End(jobs.Tokens, jobs.Differ, jobs.Calls)
	cmds := []tea.Cmd{c.preview.Output().Exchange(&beside.Pane)}
	if c.preview.Reading.Tokens.Count == 0 {
		cmds = append(cmds, c.preview.CountTokens())
	}
	if !c.preview.Reading.LeftKnown {
		cmds = append(cmds, c.preview.Walk.CountCalls())
	}
	if !beside.differs.Known() {
		cmds = append(cmds, c.findDifferences())
	}
	return tea.Batch(cmds...)
}

// takeSide ends the comparison with the half that is tuned.
func (c *comparing) takeSide() tea.Cmd {
	c.desk.Say("taken: " + cells.Sanitize(presetText(c.preview.Request.Preset())))
	if before := c.Beside.before; !before.Equal(c.preview.Request) && !c.preview.UndoesTo(before) {
		c.preview.Undoable(before)
	}
	return c.CloseComparison()
}

// LeaveComparison ends the comparison with the request as it was before, at the place that the window has now.
func (c *comparing) LeaveComparison() tea.Cmd {
	before := c.Beside.before.AtPlaceOf(c.preview.Request)
	cmd := c.CloseComparison()
	if before.Equal(c.preview.Request) {
		return cmd
	}
	return tea.Batch(cmd, c.preview.Change(before))
}

// HalfName names what a half is: its tool and mode or, where those are the other half's too, the options that differ.
func (c *comparing) HalfName(r, other *preview.Reading) string {
	if r == nil {
		if c.Beside.Own != nil {
			return c.Beside.Own.ToolName()
		}
		return c.Beside.Tool
	}
	name := r.Req.ToolName() + " · " + r.Req.Mode().String()
	if c.Beside.Own == nil || other == nil || other.Req.Tool() != r.Req.Tool() {
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
func differingOptions(r, other toolrequest.Request) []string {
	var words []string
	for _, p := range r.Tool().Params {
		if v, w := optionValue(p, r), optionValue(p, other); !p.IsFile && v != w {
			words = append(words, p.Flag+" "+v)
		}
	}
	return words
}

// optionValue is an argument in words: its value, or what it amounts to when it is not given.
func optionValue(p tools.Param, r toolrequest.Request) string {
	if x, given := r.Sent(p.Flag); given {
		return cells.Sanitize(fmt.Sprint(x))
	}
	if p.Default == nil {
		return "not given"
	}
	return fmt.Sprint(p.Default)
}

// How the two halves of a comparison differ, line by line.

// findDifferences compares what the two halves give, and counts the tokens of the other half. Of two tools, whose lines
// always differ, only those are marked that one half does not give.
func (c *comparing) findDifferences() tea.Cmd {
	beside := c.Beside
	if beside == nil || beside.Read == nil || beside.Read.Out == nil || c.preview.Reading == nil ||
		c.preview.Reading.Out == nil {
		return nil
	}
	halves := [2]*preview.Reading{c.preview.Reading, beside.Read}
	outs := [2]*tooloutput.Capture{halves[0].Out, halves[1].Out}
	var runs [2][]linediff.Run
	for i, r := range halves {
		// Of a tool that counts lines otherwise it is not known which line of the file each is.
		runs[i] = slices.DeleteFunc(r.Runs(), func(run linediff.Run) bool { return run.InFile != run.Lines })
	}
	tool, estimate := halves[1].Req.Tool(), halves[1].Tokens
	texts, counts := tool == halves[0].Req.Tool(), !c.opts.NoTokens && estimate.Count == 0
	return jobs.Try(c.jobs, jobs.Differ, func(ctx context.Context) (found linediff.Differences, err error) {
		if found, err = linediff.Between(ctx, outs, runs, texts); err == nil && counts {
			estimate, err = halves[1].Count(ctx, tool.Tokens)
		}
		return found, err
	}, func(found linediff.Differences, err error) tea.Cmd {
		if err == nil && c.Beside != nil && halves == [2]*preview.Reading{c.preview.Reading, c.Beside.Read} {
			c.Beside.differs = found
			c.Beside.Read.SetTokens(estimate)
		}
		return nil
	})
}

// DifferGutter is how wide the marks of a half are, the blank after them included: 0 where there is little room.
func DifferGutter(half layout.Rect) int {
	if half.Width < 20 {
		return 0
	}
	return 2
}

// WithDifference puts before a row of a half whether it differs from the other half.
func (c *comparing) WithDifference(p *pane.Pane, l pane.Row, text string) string {
	var b strings.Builder
	role, sign := c.differMark(p, l)
	c.desk.Put(&b, role, sign)
	return b.String() + text
}

// differMark is what is left of a row of a comparison: + for a line that only this half gives, ~ for one that it gives
// otherwise.
func (c *comparing) differMark(p *pane.Pane, l pane.Row) (themes.Role, string) {
	if p.Gutter == 0 {
		return themes.Text, ""
	}
	half, r := 0, c.preview.Reading
	if p != c.preview.Output() {
		half, r = 1, c.Beside.Read
	}
	if r == nil || r.Framed == nil || l.Number == 0 {
		return themes.Text, "  "
	}
	if line, _, _ := r.Framed.Line(l.Number - 1); line >= 0 {
		switch c.Beside.differs.At(half, line) {
		case linediff.Alone:
			return themes.Added, "+ "
		case linediff.Changed:
			return themes.Notice, "~ "
		}
	}
	return themes.Text, "  "
}
