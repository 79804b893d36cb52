package file

import (
	"slices"

	"eyeline/tui/cells"
	"eyeline/tui/layout"
	"eyeline/tui/pane"
	"eyeline/tui/preview"
	"eyeline/tui/recorded"
	"eyeline/tui/transcripts"

	tea "github.com/charmbracelet/bubbletea"
)

// lowScreen is the height of a screen below which a transcript's file opens without the result beside it.
const lowScreen = 16

// ShowSent shows a file of a transcript in front of the lists.
func (s *Screen) ShowSent(o transcripts.Item) tea.Cmd {
	s.host.TypedBefore(o.Typed)
	_, free := s.replace(s.newSheet(o.Doc, s.preview.Request(), s.opts.Wrap))
	s.panes.SetCellOptions()
	cmds := []tea.Cmd{free}
	if o.File.Path == "" {
		s.text.SetToolOff(true) // the text alone
		_ = s.text.File().SetWrap(s.modes.now().wraps())
	} else {
		s.preview.SetSent(o.File)
		if s.panes.layout == layout.Both && s.host.TerminalHeight() < lowScreen && s.desk.Width() < layout.SideBySide {
			s.panes.layout = layout.File // there is no room for both
		}
		if s.preview.Sent().Why != "" {
			s.desk.Say(cells.Sanitize(s.preview.Sent().Why) + ": this is what was sent of it")
		}
	}
	s.Restart()
	cmds = append(cmds, s.host.Show(s), s.changes.listen(), s.text.Arrival().Watch(), s.text.Colours().ChooseLanguage(), s.panes.Arrange())
	to := pane.To(0, pane.Top)
	return tea.Batch(append(cmds, s.text.File().Show(s.text.Filter().DocumentText(), to), s.preview.Read(preview.ThenShowWindow))...)
}

// leaveSent closes the file of a transcript that is left for the lists behind it.
func (s *Screen) leaveSent() tea.Cmd {
	_, free := s.replace(s.newSheet(nil, s.preview.Request(), s.opts.Wrap))
	return free
}

// FollowSent shows what has come of the file on the screen, while its transcript is followed. A person who
// looks at the last call is shown the newest.
func (screen *Screen) FollowSent(was, now *recorded.View) tea.Cmd {
	s := screen.preview.Sent()
	if s == nil {
		return nil
	}
	file := now.Coverage.File(s.Path)
	if file == nil {
		return nil
	}
	before, calls := s.Coverage, file.Calls
	then := preview.ThenNothing
	if k := len(before.Calls); len(calls) > 0 && (k == 0 || int32(s.Call) == before.Calls[k-1]) && int(calls[len(calls)-1]) != s.Call {
		s.Call = int(calls[len(calls)-1])
		then = preview.ThenShowWindow
	}
	if was != nil && was.Generation == now.Generation && then == preview.ThenNothing && slices.Equal(before.Calls, calls) {
		return nil
	}
	s.Coverage = *file
	screen.panes.Redraw()
	return screen.preview.Read(then)
}

// showCalls lists all calls of the transcript, with the one on the screen selected.
func (screen *Screen) showCalls() tea.Cmd {
	call := screen.preview.Sent().Call
	var cmds []tea.Cmd
	for {
		if s, is := screen.host.Front().(transcripts.CallList); is {
			return tea.Batch(append(cmds, s.ShowCall(call))...)
		}
		if screen.host.Alone() {
			return tea.Batch(cmds...)
		}
		cmds = append(cmds, screen.host.Leave())
	}
}
