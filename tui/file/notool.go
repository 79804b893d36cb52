package file

import (
	"slices"

	"eyeline/keymap"
	"eyeline/tui/bar"
	"eyeline/tui/jobs"
	"eyeline/tui/layout"
	"eyeline/tui/overlay"
	"eyeline/tui/preview"
	"eyeline/tui/request"
	"eyeline/tui/text"
	"eyeline/tui/tuning"
	"eyeline/tui/words"

	tea "github.com/charmbracelet/bubbletea"
)

// While no tool is on, a file or a stream is paged as text: nothing is read through a tool, nothing is dimmed, there is no
// title, no model line and no cursor, and the place is the top row. That is a state of the viewer, of which the tools know
// nothing. The request stays as it is, so that the tool can be turned on again.

// Modes knows whether a tool reads the file, the file is paged as text, or it is one of a transcript.
type Modes struct{ screen *Screen }

// needTool are the actions that mean nothing while no tool is on.
var needTool = map[keymap.Action]bool{
	keymap.NextMode: true, keymap.PrevMode: true, keymap.Options: true, keymap.NextPane: true, keymap.Compare: true,
	keymap.Anchor: true, keymap.Follow: true, keymap.NextWindow: true, keymap.PrevWindow: true, keymap.Larger: true,
	keymap.Smaller: true, keymap.Undo: true, keymap.Redo: true, keymap.Siblings: true,
	keymap.Header: true, keymap.Why: true, keymap.Blocks: true, keymap.CopyRequest: true, keymap.CopyCommand: true,
	keymap.Walk: true, keymap.NextLoss: true, keymap.PrevLoss: true, keymap.WindowTop: true, keymap.WindowEnd: true,
}

// noTool says that no tool is on, and how one is turned on.
func (r *Reasons) noTool() string {
	return "no tool is on; " + r.screen.desk.KeyName(keymap.ToggleTool) + " turns " + r.screen.preview.Request().ToolName() + " on"
}

func (r *Reasons) numberedAlready() string {
	if !r.screen.text.ToolOff() {
		return "lines are always numbered while a tool is on"
	}
	return ""
}

// panes says which panes are shown: without a tool there is nothing for the model pane.
func (p *Panes) shown() layout.Panes {
	if p.screen.text.ToolOff() {
		return layout.File
	}
	return p.layout
}

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

// Wraps reports whether long lines are wrapped, which is remembered for each of the two states.
func (p *Panes) Wraps() bool {
	if p.screen.text.ToolOff() {
		return !p.screen.opts.Chop
	}
	return p.screen.opts.Wrap
}

func (p *Panes) setWraps(on bool) {
	if p.screen.text.ToolOff() {
		p.screen.opts.Chop = !on
	} else {
		p.screen.opts.Wrap = on
	}
}

// nextTool goes to the next tool of the mode. After the last of them there is none, then the first.
func (m *Modes) nextTool(int64, bool) tea.Cmd {
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

func (m *Modes) toggleTool(int64, bool) tea.Cmd {
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

// rewrap wraps or chops lines as the state says.
func (p *Panes) rewrap() tea.Cmd {
	wrap := p.Wraps()
	if wrap == p.screen.text.File().Wrap() {
		return nil
	}
	return tea.Batch(p.screen.text.File().SetWrap(wrap), p.screen.preview.Output().SetWrap(wrap))
}

func (p *Panes) toggleNumbers(int64, bool) tea.Cmd {
	p.screen.opts.Numbers = !p.screen.opts.Numbers
	return p.Arrange()
}

// pagerFooter makes the footer say what the title says otherwise: which file, and which of its lines are on the screen.
func (b *Bars) pagerFooter(f *bar.Footer) {
	f.Keys = b.screen.bars.pagerHints
	if b.screen.text.Doc() == nil {
		return
	}
	f.Revision, f.Name = shownName(b.screen.text.Doc())
	f.Form = text.FormName(b.screen.text.Doc().Form())
	f.Incomplete = b.screen.bars.incomplete()
	first, last, ok := b.screen.text.File().Visible()
	switch {
	case !ok || b.screen.text.Hex():
	case first.Number > 0 && last.Number > 0:
		f.Lines = "lines " + words.Group(first.Number) + "–" + words.Group(last.Number)
		if total, known := b.screen.text.Doc().Shown().TotalLines(); known && b.screen.text.Doc().Shown().Complete() {
			f.Lines += " of " + words.Group(total)
		}
	}
}

// pagerPosition is how far into the text the bottom of the screen is.
func (b *Bars) pagerPosition(at *bar.Position, size int64) {
	_, last, ok := b.screen.text.File().Visible()
	switch {
	case !b.screen.text.Doc().Shown().Complete():
		at.Percent = -1 // of what is not known
	case b.screen.text.File().ShowsEnd():
		at.End = true
	case ok && last.End >= 0:
		at.Percent = int(100 * float64(last.End) / float64(size))
	}
}
