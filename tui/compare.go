package tui

import (
	"context"
	"fmt"
	"slices"
	"strings"

	tea "github.com/charmbracelet/bubbletea"

	"eyeline/keymap"
	"eyeline/reader/tools"
	"eyeline/reader/window"
	"eyeline/themes"
	"eyeline/tui/bar"
	"eyeline/tui/cells"
	"eyeline/tui/differ"
	"eyeline/tui/jobs"
	"eyeline/tui/list"
	"eyeline/tui/pane"
	"eyeline/tui/request"
)

// comparison is the view of the same lines as two reads give them, and what each loses. One is the current request; the other
// is another tool that is asked for the same lines, or a request of its own: the same tool with other options, or a preset.
type comparison struct {
	tool string           // the other tool; "" when the other half is a request of its own
	own  *request.Request // that request; nil when the other half is a tool
	left string           // the current tool when that was read last
	at   int              // the half, 0 or 1, that shows the current request
	// before is what leaving the comparison goes back to.
	before     request.Request
	undo, redo []request.Request // of the other half, where it is a request of its own

	pane    pane.Pane
	read    *reading // nil until the other half has been read
	differs differ.Differences
}

// newComparison is the comparison with a tool before that has been read.
func (m *Model) newComparison(tool string) *comparison {
	c := &comparison{
		tool: tool, left: m.req.ToolName(), before: m.req,
		pane: pane.New(comparePane, m.file.Wrap(), m.loads.Of(jobs.OtherPage, jobs.OtherPage)),
	}
	c.pane.SetOptions(m.output.Options())
	return c
}

// otherOutput is the pane of the other half of a comparison and what it shows; nil when nothing is compared.
func (m *Model) otherOutput() (*pane.Pane, *reading) {
	if m.beside == nil {
		return nil, nil
	}
	return &m.beside.pane, m.beside.read
}

// keepComparison compares as before with the file of another document.
func (m *Model) keepComparison(was *comparison) {
	if was != nil {
		m.beside = m.newComparison(was.tool)
		m.beside.own, m.beside.at, m.beside.before = was.own, was.at, was.before
	}
}

// comparable lists the tools that can be compared with the current one: those that can be asked for lines.
func (m *Model) comparable() []*tools.Tool {
	return slices.DeleteFunc(slices.Clone(tools.ByMode(tools.ModeSlice)), func(t *tools.Tool) bool { return t.Name == m.req.ToolName() })
}

// compare opens the list of the tools to compare with.
func (m *Model) compare(int64, bool) tea.Cmd {
	l := &listPanel{List: list.List{Noun: "tool", Title: "compare " + m.req.ToolName() + " with"}}
	l.Items = append(l.Items, m.sameTool())
	for _, t := range m.comparable() {
		l.Items = append(l.Items, list.Item{Name: t.Name, Text: t.Title, Take: func() (tea.Cmd, error) {
			return m.compareWith(t.Name), nil
		}})
	}
	l.Items = append(l.Items, m.presetSides()...)
	selected := ""
	if len(l.Items) > 1 {
		selected = l.Items[1].Name
	}
	if m.beside != nil && m.beside.own == nil {
		selected = m.beside.tool
	}
	m.choose(l, selected)
	return nil
}

// compareWith puts another tool beside the current one.
func (m *Model) compareWith(tool string) tea.Cmd {
	return m.beginComparison(m.newComparison(tool))
}

// beginComparison opens a comparison, in the place of the one that is open.
func (m *Model) beginComparison(c *comparison) tea.Cmd {
	var cmds []tea.Cmd
	if m.active() == &m.file {
		cmds = append(cmds, m.placeOutput())
	}
	if m.beside != nil {
		c.before = m.beside.before
		cmds = append(cmds, m.closeComparison())
	}
	m.beside = c
	return tea.Batch(append(cmds, m.arrange(), m.readBeside())...)
}

// swapCompared exchanges the two tools or, where both halves are requests of their own, their places on the screen.
func (m *Model) swapCompared() tea.Cmd {
	if m.beside.own != nil {
		m.beside.at = 1 - m.beside.at
		return m.arrange()
	}
	r := m.clampRange(m.req.WithTool(m.beside.tool))
	if r.ToolName() != m.beside.tool {
		m.say(m.beside.tool + " has no " + request.ModeName(m.req.Mode()) + " mode")
		return nil
	}
	return m.change(r)
}

// keepToolsDifferent gives the other half the tool that this half had, when this half has come to have the other's: a tool is
// never compared with itself.
func (m *Model) keepToolsDifferent() tea.Cmd {
	var cmd tea.Cmd
	c, now := m.beside, m.req.ToolName()
	if now == c.tool {
		if c.left == now {
			c.left = m.comparable()[0].Name
		}
		c.tool = c.left
		cmd = freed(c.read)
		c.read = nil
		c.pane.Clear()
	}
	c.left = now
	return cmd
}

func (c *comparison) key(m *Model, msg tea.KeyMsg) (tea.Cmd, bool) {
	switch a, _ := m.keys.Lookup(keymap.InComparison, msg.String()); a {
	case keymap.SwapCompared:
		return m.swapCompared(), true
	case keymap.OtherSide:
		return m.tuneOther(), true
	case keymap.TakeSide:
		return m.takeSide(), true
	}
	return nil, false
}

func (c *comparison) rows(m *Model, _ int) []string { return m.comparisonRows() }

func (m *Model) closeComparison() tea.Cmd {
	if m.beside == nil {
		return nil
	}
	m.beside.pane.Stop()
	cmd := freed(m.beside.read)
	m.beside = nil
	return tea.Batch(cmd, m.arrange())
}

// besideRequest is the current window as the other tool is asked for it: a slice of the same lines.
func (m *Model) besideRequest() request.Request {
	r := m.req
	if m.beside.own != nil {
		return m.clampRange(m.beside.own.AtPlaceOf(r))
	}
	if r.Mode() == tools.ModeSlice {
		return m.clampRange(r.WithTool(m.beside.tool))
	}
	first, lines := int64(1), int64(request.DefaultLines)
	if s := m.reading; s != nil && s.firstLine > 0 {
		first, lines = s.firstLine, max(s.given().Lines(), 1)
	}
	return m.clampRange(r.WithModeTool(tools.ModeSlice, m.beside.tool).WithValues(nil).At(first).Sized(lines))
}

// readBeside reads with the other tool.
func (m *Model) readBeside() tea.Cmd {
	if m.beside == nil || m.doc == nil {
		return nil
	}
	var different tea.Cmd
	if m.beside.own == nil {
		different = m.keepToolsDifferent()
	}
	m.jobs.End(jobs.Differ)
	r := &reading{req: m.besideRequest(), call: 1}
	if old, now := m.beside.read, m.doc.Raw().Snapshot(); old != nil && old.out != nil && old.req.Equal(r.req) && old.from.Generation == now.Generation && old.from.Size == now.Size {
		m.jobs.End(jobs.Compare)
		return tea.Batch(different, m.alignBeside(), m.findDifferences())
	}
	run := m.readingOf(r)
	return tea.Batch(different, jobs.Ask(m.jobs, jobs.Compare, func(ctx context.Context) *reading {
		run(ctx)
		return r
	}, m.showCompared))
}

// showCompared shows what the other half of the comparison gives.
func (m *Model) showCompared(r *reading) tea.Cmd {
	if m.beside == nil {
		return freed(r)
	}
	old := freed(m.beside.read)
	m.beside.read = r
	m.beside.differs = differ.Differences{}
	m.invalidateRows()
	p := &m.beside.pane
	if r.out == nil {
		p.Clear()
		return old
	}
	m.outputs++
	return tea.Batch(old, p.Show(m.outputText(r), pane.To(0, pane.Top)), m.alignBeside(), m.findDifferences())
}

// alignBeside scrolls the other tool's pane to the line that the current tool's shows at its top.
func (m *Model) alignBeside() tea.Cmd {
	if m.beside == nil || m.beside.read == nil || m.beside.read.out == nil {
		return nil
	}
	a, b := m.reading, m.beside.read
	if a == nil || a.out == nil {
		return nil
	}
	line, ok := a.topFileLine(&m.output)
	if !ok {
		return nil
	}
	to, ok := b.contentLine(line)
	if !ok {
		return nil
	}
	return m.beside.pane.Do(pane.ToFound(b.placeOf(to), pane.Top))
}

// comparisonRows draws both halves.
func (m *Model) comparisonRows() []string {
	a := &m.areas
	c := m.beside
	one := m.comparedHalf(m.reading, &m.output, a.compared[c.at], m.halfName(m.reading, c.read))
	other := m.comparedHalf(c.read, &c.pane, a.compared[1-c.at], m.halfName(c.read, m.reading))
	if c.at == 1 {
		one, other = other, one
	}
	if a.twoPanes() {
		return m.besideEachOther(one, other)
	}
	return append(one, other...)
}

// comparedHalf draws what one half gives under its name, and what it loses.
func (m *Model) comparedHalf(r *reading, p *pane.Pane, a comparedArea, name string) []string {
	width := a.heading.width
	tuned := p == &m.output
	styled := func(role themes.Role, s string) string {
		var b strings.Builder
		m.put(&b, role, cells.Pad(cells.Truncate(s, width, "…"), width))
		return b.String()
	}
	head, role := "── ", themes.Border
	if tuned && m.beside.own != nil {
		head, role = "─▸ ", themes.Prompt
	}
	head += name + " "
	if r != nil && r.out != nil {
		head += "· " + r.given().Range() + " · " + r.amount() + " "
	}
	rows := fill([]string{styled(role, head+strings.Repeat("─", max(width-cells.Width(head), 0)))}, a.heading.height, width)
	rows = append(rows, fill(m.outputRows(p, r), a.output.height, width)...)
	var lost []string
	line := "loses "
	for _, w := range m.losses(r) {
		if cells.Width(line)+cells.Width(w)+2 > width && line != "loses " && len(lost) == 0 {
			lost = append(lost, styled(themes.Lost, line))
			line = "      "
		}
		if strings.TrimSpace(line) != "loses" && strings.TrimSpace(line) != "" {
			line += ", "
		}
		line += w
	}
	lost = append(lost, styled(themes.Lost, line))
	return append(rows, fill(lost, a.losses.height, width)...)
}

// losses lists what a reading does not show of the file.
func (m *Model) losses(r *reading) []string {
	switch {
	case r == nil:
		return []string{"…"}
	case r.refused != "":
		return []string{"everything: it refuses"}
	case r.failed != nil:
		return []string{"everything: " + plain(r.failed.Error())}
	case r.win.Kind == window.Notice:
		return []string{"the whole content"}
	case r.win.Kind == window.Outline:
		return []string{"all but the declarations"}
	}
	var out []string
	if r.stats.Cut > 0 {
		w := count(r.stats.Cut, "line") + " cut"
		if r.stats.CutBytes > 0 {
			w += " (" + size(r.stats.CutBytes) + ")"
		}
		out = append(out, w)
	}
	if text := bar.Holes(r.win); text != "" {
		out = append(out, text)
	}
	out = append(out, bar.Losses(r.stats)...)
	if r.firstLine > 1 {
		out = append(out, fmt.Sprintf("L1–L%d before", r.firstLine-1))
	}
	last := r.firstLine + r.given().Lines() - 1
	if r.win.Runs != nil {
		last = r.win.Last
	}
	if total, known := m.doc.Raw().TotalLines(); known && r.firstLine > 0 && last < total {
		out = append(out, fmt.Sprintf("L%d–L%d after", last+1, total))
	}
	if len(out) == 0 {
		out = append(out, "nothing")
	}
	return out
}
