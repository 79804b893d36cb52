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

// needTool are the actions that mean nothing while no tool is on.
var needTool = map[keymap.Action]bool{
	keymap.NextMode: true, keymap.PrevMode: true, keymap.Options: true, keymap.NextPane: true, keymap.Compare: true,
	keymap.Anchor: true, keymap.Follow: true, keymap.NextWindow: true, keymap.PrevWindow: true, keymap.Larger: true,
	keymap.Smaller: true, keymap.Undo: true, keymap.Redo: true, keymap.Siblings: true,
	keymap.Header: true, keymap.Why: true, keymap.Blocks: true, keymap.CopyRequest: true, keymap.CopyCommand: true,
	keymap.Walk: true, keymap.NextLoss: true, keymap.PrevLoss: true, keymap.WindowTop: true, keymap.WindowEnd: true,
}

// noTool says that no tool is on, and how one is turned on.
func (s *Screen) noTool() string {
	return "no tool is on; " + s.desk.KeyName(keymap.ToggleTool) + " turns " + s.preview.Request().ToolName() + " on"
}

func (s *Screen) numberedAlready() string {
	if !s.text.ToolOff() {
		return "lines are always numbered while a tool is on"
	}
	return ""
}

// panes says which panes are shown: without a tool there is nothing for the model pane.
func (s *Screen) panes() layout.Panes {
	if s.text.ToolOff() {
		return layout.File
	}
	return s.layout
}

// KeyContext is where a key of the file is looked up.
func (s *Screen) KeyContext() keymap.Context {
	if s.preview.Sent() != nil {
		return keymap.InRecorded
	}
	if s.text.ToolOff() {
		return keymap.InPager
	}
	return keymap.InFile
}

// Applies reports whether the keys of a context mean something in the file now.
func (s *Screen) Applies(c keymap.Context) bool {
	return c == keymap.InFile || c == keymap.InPager && s.text.ToolOff() || c == keymap.InRecorded && s.preview.Sent() != nil
}

// Wraps reports whether long lines are wrapped, which is remembered for each of the two states.
func (s *Screen) Wraps() bool {
	if s.text.ToolOff() {
		return !s.opts.Chop
	}
	return s.opts.Wrap
}

func (s *Screen) setWraps(on bool) {
	if s.text.ToolOff() {
		s.opts.Chop = !on
	} else {
		s.opts.Wrap = on
	}
}

// nextTool goes to the next tool of the mode. After the last of them there is none, then the first.
func (s *Screen) nextTool(int64, bool) tea.Cmd {
	all := s.tuning.Tools().SteppedTools()
	at := slices.Index(all, s.preview.Request().ToolName())
	switch {
	case s.text.ToolOff():
		at = -1
	case at == len(all)-1 && s.beside() == nil && s.overlays.Panel() == nil:
		return s.TurnToolOff() // but what is open over the file is about tools
	}
	next := s.preview.Request().WithTool(all[(at+1)%len(all)])
	if !s.text.ToolOff() {
		next = s.preview.ClampRange(next)
	}
	return s.preview.Change(next)
}

func (s *Screen) toggleTool(int64, bool) tea.Cmd {
	if s.text.ToolOff() {
		return s.TurnToolOn(s.preview.Request())
	}
	return s.TurnToolOff()
}

// TurnToolOff stops what runs for the tool, frees what it gave and pages the file from the line at the top.
func (s *Screen) TurnToolOff() tea.Cmd {
	s.jobs.End(jobs.Read, jobs.TryOption, jobs.NextBlock, jobs.Levels, jobs.Tokens, jobs.Calls, jobs.FirstCall, jobs.Loss)
	if o, open := overlay.Of[*tuning.OptionsPanel](s.overlays); open {
		s.overlays.Drop(o)
	}
	if l, open := overlay.Of[*tuning.LadderPanel](s.overlays); open {
		s.overlays.Drop(l)
		s.tuning.EndLadder()
	}
	if p, open := overlay.Of[*tuning.WalkPanel](s.overlays); open {
		p.Close()
	}
	cmd := tea.Batch(s.preview.Forget(), s.tuning.Comparing().CloseComparison())
	s.text.SetToolOff(true)
	s.desk.Say("no tool; " + s.desk.KeyName(keymap.ToggleTool) + " turns " + s.preview.Request().ToolName() + " on again")
	return tea.Batch(cmd, s.rewrap(), s.Arrange(), s.Colour())
}

// TurnToolOn previews a request, at the line at the top where the window follows the cursor.
func (s *Screen) TurnToolOn(r request.Request) tea.Cmd {
	s.text.SetToolOff(false)
	s.preview.Begin(r)
	cmds := []tea.Cmd{s.rewrap(), s.Arrange()}
	if s.preview.Request().Follows() {
		cmds = append(cmds, s.preview.FollowCursor())
	}
	if !s.jobs.Runs(jobs.Read) {
		cmds = append(cmds, s.preview.Read(preview.ThenNothing))
	}
	return tea.Batch(append(cmds, s.Colour())...)
}

// rewrap wraps or chops lines as the state says.
func (s *Screen) rewrap() tea.Cmd {
	wrap := s.Wraps()
	if wrap == s.text.File().Wrap() {
		return nil
	}
	return tea.Batch(s.text.File().SetWrap(wrap), s.preview.Output().SetWrap(wrap))
}

func (s *Screen) toggleNumbers(int64, bool) tea.Cmd {
	s.opts.Numbers = !s.opts.Numbers
	return s.Arrange()
}

// pagerFooter makes the footer say what the title says otherwise: which file, and which of its lines are on the screen.
func (s *Screen) pagerFooter(f *bar.Footer) {
	f.Keys = s.bars.pagerHints
	if s.text.Doc() == nil {
		return
	}
	f.Revision, f.Name = shownName(s.text.Doc())
	f.Form = text.FormName(s.text.Doc().Form())
	f.Incomplete = s.bars.incomplete()
	first, last, ok := s.text.File().Visible()
	switch {
	case !ok || s.text.Hex():
	case first.Number > 0 && last.Number > 0:
		f.Lines = "lines " + words.Group(first.Number) + "–" + words.Group(last.Number)
		if total, known := s.text.Doc().Shown().TotalLines(); known && s.text.Doc().Shown().Complete() {
			f.Lines += " of " + words.Group(total)
		}
	}
}

// pagerPosition is how far into the text the bottom of the screen is.
func (s *Screen) pagerPosition(at *bar.Position, size int64) {
	_, last, ok := s.text.File().Visible()
	switch {
	case !s.text.Doc().Shown().Complete():
		at.Percent = -1 // of what is not known
	case s.text.File().ShowsEnd():
		at.End = true
	case ok && last.End >= 0:
		at.Percent = int(100 * float64(last.End) / float64(size))
	}
}
