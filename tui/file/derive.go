package file

import (
	tea "github.com/charmbracelet/bubbletea"

	"eyeline/reader/check"
	"eyeline/tui/file/filelist"
	"eyeline/tui/file/pane"
	"eyeline/tui/file/preview"
	"eyeline/tui/file/textview"
	"eyeline/tui/file/toolpanels"
	"eyeline/tui/options"
)

// Derive handles the events of the parts, and then computes anew whatever depends on the state of the screen: how lines
// are wrapped and drawn, the sizes of the panes, what follows the cursor, the seams, and the line numbers and colours
// that are still missing. It runs after each key and each message, so that no handler has to report what else its
// change affects.
func (s *Screen) Derive() tea.Cmd {
	heard := s.hear()
	if s.height == 0 {
		return heard
	}

	s.Panes.setCellOptions()
	stride := s.Text.File.Stride
	cmds := []tea.Cmd{heard, s.Panes.rewrap(), s.Panes.fit(), s.Preview.PlaceWanted()}
	if s.Text.File.Stride != stride {
		s.Moves.stay() // the same bytes in other rows
	}

	cmds = append(cmds, s.Moves.follow())
	s.ToolPanels.Settle()
	cmds = append(cmds, s.Moves.align(), s.ToolPanels.Comparing.ShowPlace())
	if !s.Modes.fileHidden() {
		cmds = append(cmds, s.Text.Colours.ColourFile())
	}
	return tea.Batch(append(cmds, s.overlays.Selection(), s.Preview.Model.Colour())...)
}

// hear handles the events that the parts have sent, the oldest first, and those that they send meanwhile.
func (s *Screen) hear() tea.Cmd {
	var cmds []tea.Cmd
	for events := s.events.Drain(); len(events) > 0; events = s.events.Drain() {
		for _, one := range events {
			cmds = append(cmds, s.handle(one))
		}
	}
	return tea.Batch(cmds...)
}

// handle does what an event asks for.
func (s *Screen) handle(event textview.Event) tea.Cmd {
	switch event := event.(type) {
	case textview.Jump:
		return s.Moves.MoveActive(event.Move)
	case textview.FileWanted:
		s.Modes.showFile()
	case textview.SideShown:
		s.Changes.forgetColours()
		s.Moves.stay()
		if s.Text.Doc.Decoded() {
			return s.Changes.ListenTo(event.Side)
		}
	case textview.AsAgents:
		return s.searchAsAgents(event.Pattern)
	case textview.NotFoundYet:
		return s.place.ContinueStart()
	case preview.ReadDone:
		return s.showReading(event.Old)
	case toolpanels.GoTo:
		return s.Moves.GotoLine(event.Line)
	case toolpanels.Open:
		return s.Files.OpenPath(event.Path)
	case filelist.Opened:
		return s.showOpened(event)
	case filelist.CheckWanted:
		return s.host.Enter(s.CheckReport(event.Options, event.Folder, func(*check.Result, error) {}))
	}

	return nil
}

// showReading shows the reading that has come in the place of an old one, brings what is beside or over the panes up to
// date with it, and does what was to follow.
func (s *Screen) showReading(old *preview.Reading) tea.Cmd {
	cmds := []tea.Cmd{s.Preview.Show(old)}
	if !s.Preview.IsRecorded() {
		s.opts.Join(s.Files.At+1, s.Preview.Reading.Others)
	}
	cmds = append(cmds, s.ToolPanels.Comparing.ReadBeside(), s.ToolPanels.KeepLadder(), s.ToolPanels.KeepWalk())
	return tea.Batch(append(cmds, s.Preview.FollowUp(old))...)
}

// showOpened shows a file that has been opened, with a state of its own.
func (s *Screen) showOpened(f filelist.Opened) tea.Cmd {
	compared, free := s.replaceDocument(s.next(f.Doc, f.Line != 0))
	s.ToolPanels.Comparing.KeepComparison(compared)
	s.overlays.DropOfFile()
	s.Text.Form.FormWords()
	to := pane.To(0, pane.Top)

	if f.Line > 1 {
		s.place.startAt(options.Start{Line: f.Line})
		to = s.place.firstMove()
	}

	return tea.Batch(free, s.present(to, preview.ThenNothing))
}
