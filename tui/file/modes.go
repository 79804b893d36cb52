package file

import (
	"slices"

	"eyeline/keymap"
	"eyeline/tui/jobs"
	"eyeline/tui/overlay"
	"eyeline/tui/preview"
	"eyeline/tui/request"
	"eyeline/tui/tuning"

	tea "github.com/charmbracelet/bubbletea"
)

// While no tool is on, a file or a stream is paged as text: nothing is read through a tool, nothing is dimmed, there is no
// title, no model line and no cursor, and the place is the top row. That is a state of the viewer, of which the tools know
// nothing. The request stays as it is, so that the tool can be turned on again.

// Modes knows whether a tool reads the file, the file is paged as text, or it is one of a transcript.
type Modes struct{ screen *Screen }

// KeyContext is where a key of the file is looked up.
func (m *Modes) KeyContext() keymap.Context {
	if m.screen.preview.Sent() != nil {
		return keymap.InRecorded
	}
	if m.screen.text.ToolOff() {
		return keymap.InPager
	}
	return keymap.InFile
}

// Applies reports whether the keys of a context mean something in the file now.
func (m *Modes) Applies(c keymap.Context) bool {
	return c == keymap.InFile || c == keymap.InPager && m.screen.text.ToolOff() || c == keymap.InRecorded && m.screen.preview.Sent() != nil
}

// nextTool goes to the next tool of the mode. After the last of them there is none, then the first.
func (m *Modes) nextTool() tea.Cmd {
	all := m.screen.tuning.Tools().SteppedTools()
	at := slices.Index(all, m.screen.preview.Request().ToolName())
	switch {
	case m.screen.text.ToolOff():
		at = -1
	case at == len(all)-1 && m.screen.beside() == nil && m.screen.overlays.Panel() == nil:
		return m.TurnToolOff() // but what is open over the file is about tools
	}
	next := m.screen.preview.Request().WithTool(all[(at+1)%len(all)])
	if !m.screen.text.ToolOff() {
		next = m.screen.preview.ClampRange(next)
	}
	return m.screen.preview.Change(next)
}

func (m *Modes) toggleTool() tea.Cmd {
	if m.screen.text.ToolOff() {
		return m.TurnToolOn(m.screen.preview.Request())
	}
	return m.TurnToolOff()
}

// TurnToolOff stops what runs for the tool, frees what it gave and pages the file from the line at the top.
func (m *Modes) TurnToolOff() tea.Cmd {
	m.screen.jobs.End(jobs.Read, jobs.TryOption, jobs.NextBlock, jobs.Levels, jobs.Tokens, jobs.Calls, jobs.FirstCall, jobs.Loss)
	if o, open := overlay.Of[*tuning.OptionsPanel](m.screen.overlays); open {
		m.screen.overlays.Drop(o)
	}
	if l, open := overlay.Of[*tuning.LadderPanel](m.screen.overlays); open {
		m.screen.overlays.Drop(l)
		m.screen.tuning.EndLadder()
	}
	if p, open := overlay.Of[*tuning.WalkPanel](m.screen.overlays); open {
		p.Close()
	}
	cmd := tea.Batch(m.screen.preview.Forget(), m.screen.tuning.Comparing().CloseComparison())
	m.screen.text.SetToolOff(true)
	m.screen.desk.Say("no tool; " + m.screen.desk.KeyName(keymap.ToggleTool) + " turns " + m.screen.preview.Request().ToolName() + " on again")
	return tea.Batch(cmd, m.screen.panes.rewrap(), m.screen.panes.Arrange(), m.screen.panes.Colour())
}

// TurnToolOn previews a request, at the line at the top where the window follows the cursor.
func (m *Modes) TurnToolOn(r request.Request) tea.Cmd {
	m.screen.text.SetToolOff(false)
	m.screen.preview.Begin(r)
	cmds := []tea.Cmd{m.screen.panes.rewrap(), m.screen.panes.Arrange()}
	if m.screen.preview.Request().Follows() {
		cmds = append(cmds, m.screen.preview.FollowCursor())
	}
	if !m.screen.jobs.Runs(jobs.Read) {
		cmds = append(cmds, m.screen.preview.Read(preview.ThenNothing))
	}
	return tea.Batch(append(cmds, m.screen.panes.Colour())...)
}

// Page pages the document as text, with no tool on, before anything of it is shown.
func (m *Modes) Page() {
	m.screen.text.SetToolOff(true)
	_ = m.screen.text.File().SetWrap(m.screen.panes.Wraps()) // there is nothing to load yet
}

// Recorded reports whether the file is one of a transcript.
func (m *Modes) Recorded() bool { return m.screen.preview.Sent() != nil }
