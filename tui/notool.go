package tui

import (
	"slices"
	"strconv"
	"strings"

	tea "github.com/charmbracelet/bubbletea"

	"eyeline/keymap"
	"eyeline/themes"
	"eyeline/tui/bar"
	"eyeline/tui/jobs"
	"eyeline/tui/pane"
	"eyeline/tui/request"
)

// While no tool is on, a file or a stream is paged as text: nothing is read through a tool, nothing is dimmed, there is no
// title, no model line and no cursor, and the place is the top row. That is a state of the viewer, of which the tools know
// nothing. The request stays as it is, so that the tool can be turned on again.

// noToolName is how lists name the state.
const noToolName = "none"

// needTool are the actions that mean nothing while no tool is on.
var needTool = map[keymap.Action]bool{
	keymap.NextMode: true, keymap.PrevMode: true, keymap.Options: true, keymap.NextPane: true, keymap.Compare: true,
	keymap.Anchor: true, keymap.Follow: true, keymap.NextWindow: true, keymap.PrevWindow: true, keymap.Larger: true,
	keymap.Smaller: true, keymap.Undo: true, keymap.Redo: true, keymap.Siblings: true,
	keymap.Header: true, keymap.Why: true, keymap.Blocks: true, keymap.CopyRequest: true, keymap.CopyCommand: true,
	keymap.Walk: true, keymap.NextLoss: true, keymap.PrevLoss: true, keymap.WindowTop: true, keymap.WindowEnd: true,
}

// noTool says that no tool is on, and how one is turned on.
func (m *Model) noTool() string {
	return "no tool is on; " + m.keyName(keymap.ToggleTool) + " turns " + m.req.ToolName() + " on"
}

func (m *Model) numberedAlready() string {
	if !m.toolOff {
		return "lines are always numbered while a tool is on"
	}
	return ""
}

// setToolOff turns the tool off or on, without reading anything.
func (s *sheet) setToolOff(off bool) {
	s.marking = markedLines{}
	s.toolOff = off
	s.file.SetCursorless(off)
}

// panes says which panes are shown: without a tool there is nothing for the model pane.
func (m *Model) panes() layout {
	if m.toolOff {
		return layoutFile
	}
	return m.layout
}

// keyContext is where a key of the file is looked up.
func (m *Model) keyContext() keymap.Context {
	if m.sent != nil {
		return keymap.InRecorded
	}
	if m.toolOff {
		return keymap.InPager
	}
	return keymap.InFile
}

// applies reports whether the keys of a context mean something in the file now.
func (m *Model) applies(c keymap.Context) bool {
	return c == keymap.InFile || c == keymap.InPager && m.toolOff || c == keymap.InRecorded && m.sent != nil
}

// wraps reports whether long lines are wrapped, which is remembered for each of the two states.
func (m *Model) wraps() bool {
	if m.toolOff {
		return !m.opts.Chop
	}
	return m.opts.Wrap
}

func (m *Model) setWraps(on bool) {
	if m.toolOff {
		m.opts.Chop = !on
	} else {
		m.opts.Wrap = on
	}
}

// nextTool goes to the next tool of the mode. After the last of them there is none, then the first.
func (m *Model) nextTool(int64, bool) tea.Cmd {
	all := m.steppedTools()
	at := slices.Index(all, m.req.ToolName())
	switch {
	case m.toolOff:
		at = -1
	case at == len(all)-1 && m.beside == nil && m.panel() == nil:
		return m.turnToolOff() // but what is open over the file is about tools
	}
	next := m.req.WithTool(all[(at+1)%len(all)])
	if !m.toolOff {
		next = m.clampRange(next)
	}
	return m.change(next)
}

func (m *Model) toggleTool(int64, bool) tea.Cmd {
	if m.toolOff {
		return m.turnToolOn(m.req)
	}
	return m.turnToolOff()
}

// turnToolOff stops what runs for the tool, frees what it gave and pages the file from the line at the top.
func (m *Model) turnToolOff() tea.Cmd {
	m.jobs.End(jobs.Read, jobs.TryOption, jobs.NextBlock, jobs.Levels, jobs.Tokens, jobs.Calls, jobs.FirstCall, jobs.Loss)
	if o, open := overlayOf[*optionsPanel](m); open {
		m.drop(o)
	}
	if l, open := overlayOf[*ladderPanel](m); open {
		m.drop(l)
		m.endLadder()
	}
	if p, open := overlayOf[*walkPanel](m); open {
		p.close(m)
	}
	m.wanted, m.ahead = nil, 0
	cmd := tea.Batch(freed(m.reading), m.closeComparison())
	m.reading = nil
	m.output.Clear()
	m.setToolOff(true)
	m.say("no tool; " + m.keyName(keymap.ToggleTool) + " turns " + m.req.ToolName() + " on again")
	return tea.Batch(cmd, m.rewrap(), m.arrange(), m.colour())
}

// turnToolOn previews a request, at the line at the top where the window follows the cursor.
func (m *Model) turnToolOn(r request.Request) tea.Cmd {
	if !r.Equal(m.req) {
		m.undo, m.redo, m.back = append(m.undo, m.req), nil, nil
	}
	m.setToolOff(false)
	m.req = m.clampRange(r)
	cmds := []tea.Cmd{m.rewrap(), m.arrange()}
	if m.req.Follows() {
		cmds = append(cmds, m.followCursor())
	}
	if !m.jobs.Runs(jobs.Read) {
		cmds = append(cmds, m.read(thenNothing))
	}
	return tea.Batch(append(cmds, m.colour())...)
}

// rewrap wraps or chops lines as the state says.
func (m *Model) rewrap() tea.Cmd {
	wrap := m.wraps()
	if wrap == m.file.Wrap() {
		return nil
	}
	return tea.Batch(m.file.SetWrap(wrap), m.output.SetWrap(wrap))
}

func (m *Model) toggleNumbers(int64, bool) tea.Cmd {
	m.opts.Numbers = !m.opts.Numbers
	return m.arrange()
}

// numberCell draws what is left of a row while no tool is on: its number, or nothing.
func (m *Model) numberCell(b *strings.Builder, l pane.Row, width int) {
	if width < 2 {
		b.WriteString(strings.Repeat(" ", width))
		return
	}
	number := ""
	switch {
	case l.Row > 0 || l.Continued:
	case l.Number > 0:
		number = strconv.FormatInt(l.Number, 10)
	default:
		number = "·"
	}
	m.markedNumber(b, themes.LineNumber, rightIn(number, width-1), l)
}

// pagerHints are the keys that the footer names while no tool is on.
func pagerHints(keys *keymap.Map) []bar.Hint {
	var hints []bar.Hint
	for _, h := range []struct {
		action keymap.Action
		word   string
	}{
		{keymap.Help, "help"},
		{keymap.SearchDown, "search"},
		{keymap.Quit, "quit"},
		{keymap.ToggleTool, "tool"},
	} {
		if key := keys.Key(h.action); key != "" {
			hints = append(hints, bar.Hint{Key: plain(key), Word: h.word, Always: h.action == keymap.Help})
		}
	}
	return hints
}

// pagerFooter makes the footer say what the title says otherwise: which file, and which of its lines are on the screen.
func (m *Model) pagerFooter(f *bar.Footer) {
	f.Keys = m.pagerHints
	if m.doc == nil {
		return
	}
	f.Revision, f.Name = shownName(m.doc)
	f.Form = formName(m.doc.Form())
	f.Incomplete = m.incomplete()
	first, last, ok := m.file.Visible()
	switch {
	case !ok || m.hex:
	case first.Number > 0 && last.Number > 0:
		f.Lines = "lines " + group(first.Number) + "–" + group(last.Number)
		if total, known := m.doc.Shown().TotalLines(); known && m.doc.Shown().Complete() {
			f.Lines += " of " + group(total)
		}
	}
}

// pagerPosition is how far into the text the bottom of the screen is.
func (m *Model) pagerPosition(at *bar.Position, size int64) {
	_, last, ok := m.file.Visible()
	switch {
	case !m.doc.Shown().Complete():
		at.Percent = -1 // of what is not known
	case m.file.ShowsEnd():
		at.End = true
	case ok && last.End >= 0:
		at.Percent = int(100 * float64(last.End) / float64(size))
	}
}
