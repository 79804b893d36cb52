package tui

import (
	"context"
	"fmt"
	"strings"

	tea "github.com/charmbracelet/bubbletea"

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
	pane pane.Pane
	read *reading
}

// newComparison is a sheet's comparison with a tool before that has been read.
func newComparison(tool string, s *sheet) *comparison {
	c := &comparison{tool: tool, pane: pane.New(comparePane, s.file.Wrap(), paneJobs{s, jobOtherPage, jobOtherPage})}
	c.pane.SetOptions(s.model.Options())
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

// compare opens the comparison, goes on to the next tool, and after the last closes it.
func (m *Model) compare(int64, bool) tea.Cmd {
	if m.doc == nil {
		return nil
	}
	current := ""
	if m.beside != nil {
		current = m.beside.tool
	}
	next := ""
	past := current == ""
	for _, t := range tools.ByMode(tools.ModeSlice) {
		switch {
		case t.Name == current:
			past = true
		case past && t.Name != m.req.ToolName() && next == "":
			next = t.Name
		}
	}
	if next == "" {
		return m.closeComparison()
	}
	m.closeComparison()
	m.beside = newComparison(next, m.sheet)
	return tea.Batch(m.arrange(), m.readBeside())
}

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
	if s := m.shown; s != nil && s.firstLine > 0 {
		first, lines = s.firstLine, max(s.given().Lines(), 1)
	}
	return m.clampRange(r.WithModeTool(tools.ModeSlice, m.beside.tool).WithValues(nil).At(first).Sized(lines))
}

// readBeside reads with the other tool.
func (m *Model) readBeside() tea.Cmd {
	if m.beside == nil || m.doc == nil {
		return nil
	}
	ctx, x := m.start(jobCompare)
	r := &reading{req: m.besideRequest()}
	run := m.readingOf(ctx, r)
	return func() tea.Msg {
		run()
		return comparedMsg{x, r}
	}
}

func (m *Model) compared(msg comparedMsg) tea.Cmd {
	m.jobs.end(jobCompare)
	if m.beside == nil {
		msg.free()
		return nil
	}
	m.beside.read.free()
	m.beside.read = msg.reading
	m.fresh()
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
	a, b := m.shown, m.beside.read
	if a == nil || a.out == nil {
		return nil
	}
	line, ok := a.fileLine(a.out.LineOf(m.model.Top()))
	if !ok {
		return nil
	}
	to, ok := b.contentLine(line)
	if !ok {
		return nil
	}
	out := b.out
	return m.beside.pane.Do(pane.ToFound(func(context.Context) (int64, error) { return out.LineStart(to) }, pane.Top))
}

// comparisonRows draws both sides.
func (m *Model) comparisonRows() []string {
	a := &m.areas
	left := m.side(m.shown, &m.model, a.compared[0], m.req.ToolName()+" · "+request.ModeName(m.req.Mode()))
	right := m.side(m.beside.read, &m.beside.pane, a.compared[1], m.beside.tool+" · slice")
	if a.beside() {
		return m.besideEachOther(left, right)
	}
	return append(left, right...)
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
