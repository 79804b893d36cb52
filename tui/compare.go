package tui

import (
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
	"eyeline/tui/pane"
	"eyeline/tui/request"
)

// comparison is the view of the same lines under two tools: the current one and another, and what each loses.
type comparison struct {
	tool string // the other tool
	left string // the current tool when that was read last
	pane pane.Pane
	read *reading // nil until the other tool has been read
}

// newComparison is a sheet's comparison with a tool before that has been read.
func newComparison(tool string, s *sheet) *comparison {
	c := &comparison{tool: tool, left: s.req.ToolName(), pane: pane.New(comparePane, s.file.Wrap(), paneJobs{s, jobOtherPage, jobOtherPage})}
	c.pane.SetOptions(s.output.Options())
	return c
}

// close stops what is being read for the comparison's pane, and frees the other tool's output.
func (c *comparison) close() {
	c.pane.Stop()
	c.read.free()
}

// comparedMsg carries the other tool's reading.
type comparedMsg struct {
	stamp
	reading *reading
}

func (c comparedMsg) free() { c.reading.free() }

// comparable lists the tools that can be compared with the current one: those that can be asked for lines.
func (m *Model) comparable() []*tools.Tool {
	return slices.DeleteFunc(slices.Clone(tools.ByMode(tools.ModeSlice)), func(t *tools.Tool) bool { return t.Name == m.req.ToolName() })
}

// compare opens the list of the tools to compare with.
func (m *Model) compare(int64, bool) tea.Cmd {
	l := &list{noun: "tool", title: "compare " + m.req.ToolName() + " with"}
	for _, t := range m.comparable() {
		l.items = append(l.items, item{name: t.Name, text: t.Title, take: func(m *Model) (tea.Cmd, error) {
			return m.compareWith(t.Name), nil
		}})
	}
	selected := ""
	if m.beside != nil {
		selected = m.beside.tool
	}
	m.choose(l, selected)
	return nil
}

// compareWith puts another tool beside the current one.
func (m *Model) compareWith(tool string) tea.Cmd {
	closed := m.closeComparison()
	m.beside = newComparison(tool, m.sheet)
	return tea.Batch(closed, m.arrange(), m.readBeside())
}

// swapCompared exchanges the two tools.
func (m *Model) swapCompared() tea.Cmd {
	r := m.clampRange(m.req.WithTool(m.beside.tool))
	if r.ToolName() != m.beside.tool {
		m.say(m.beside.tool + " has no " + request.ModeName(m.req.Mode()) + " mode")
		return nil
	}
	return m.change(r)
}

// keepToolsDifferent gives the other side the tool that this side had, when this side has come to have the other's: a tool is
// never compared with itself.
func (m *Model) keepToolsDifferent() {
	c, now := m.beside, m.req.ToolName()
	if now == c.tool {
		if c.left == now {
			c.left = m.comparable()[0].Name
		}
		c.tool = c.left
		c.read.free()
		c.read = nil
		c.pane.Clear()
	}
	c.left = now
}

func (c *comparison) key(m *Model, msg tea.KeyMsg) (tea.Cmd, bool) {
	if a, _ := m.keys.Lookup(keymap.InComparison, msg.String()); a == keymap.SwapCompared {
		return m.swapCompared(), true
	}
	return nil, false
}

func (c *comparison) rows(m *Model, _ int) []string { return m.comparisonRows() }

func (m *Model) closeComparison() tea.Cmd {
	if m.beside == nil {
		return nil
	}
	m.beside.close()
	m.beside = nil
	return m.arrange()
}

// besideRequest is the current window as the other tool is asked for it: a slice of the same lines.
func (m *Model) besideRequest() request.Request {
	r := m.req
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
	m.keepToolsDifferent()
	ctx, x := m.start(jobCompare)
	r := &reading{req: m.besideRequest()}
	run := m.readingOf(ctx, r)
	return func() tea.Msg {
		run()
		return comparedMsg{x, r}
	}
}

func (m *Model) handleCompared(msg comparedMsg) tea.Cmd {
	m.jobs.end(jobCompare)
	if m.beside == nil {
		msg.free()
		return nil
	}
	m.beside.read.free()
	m.beside.read = msg.reading
	m.invalidateRows()
	p := &m.beside.pane
	if msg.reading.out == nil {
		p.Clear()
		return nil
	}
	m.outputs++
	return tea.Batch(p.Show(m.outputText(msg.reading), pane.To(0, pane.Top)), m.alignBeside())
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

// comparisonRows draws both sides.
func (m *Model) comparisonRows() []string {
	a := &m.areas
	// Each side has the name of the tool that gave it, also while another is being read.
	left, right := "", m.beside.tool
	if m.reading != nil {
		left = m.reading.req.ToolName() + " · " + request.ModeName(m.reading.req.Mode())
	}
	if r := m.beside.read; r != nil {
		right = r.req.ToolName() + " · " + request.ModeName(r.req.Mode())
	}
	one := m.side(m.reading, &m.output, a.compared[0], left)
	other := m.side(m.beside.read, &m.beside.pane, a.compared[1], right)
	if a.beside() {
		return m.besideEachOther(one, other)
	}
	return append(one, other...)
}

// side draws one tool's output under its name, and what it loses.
func (m *Model) side(r *reading, p *pane.Pane, a comparedArea, name string) []string {
	width := a.heading.width
	styled := func(role themes.Role, s string) string {
		var b strings.Builder
		m.put(&b, role, cells.Pad(cells.Truncate(s, width, "…"), width))
		return b.String()
	}
	head := "── " + name + " "
	if r != nil && r.out != nil {
		head += "· " + r.given().Range() + " · " + size(r.stats.Bytes) + " "
	}
	rows := fill([]string{styled(themes.Border, head+strings.Repeat("─", max(width-cells.Width(head), 0)))}, a.heading.height, width)
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
	add := func(n int64, noun string) {
		if n > 0 {
			out = append(out, count(n, noun))
		}
	}
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
	add(r.stats.Replaced, "invalid sequence")
	add(r.stats.Altered[tools.DroppedCR], "carriage return")
	if r.firstLine > 1 {
		out = append(out, fmt.Sprintf("L1–L%d before", r.firstLine-1))
	}
	last := r.firstLine + r.given().Lines() - 1
	if r.win.Runs != nil {
		last = r.win.Last
	}
	if total, known := m.doc.raw.totalLines(); known && r.firstLine > 0 && last < total {
		out = append(out, fmt.Sprintf("L%d–L%d after", last+1, total))
	}
	if r.req.Tool().Lines != nil && r.win.End > r.win.Start {
		out = append(out, "line endings")
	}
	if len(out) == 0 {
		out = append(out, "nothing")
	}
	return out
}
