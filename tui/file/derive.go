package file

import (
	tea "github.com/charmbracelet/bubbletea"

	"eyeline/reader/check"
	"eyeline/tui/file/filelist"
	"eyeline/tui/file/pane"
	"eyeline/tui/file/preview"
	"eyeline/tui/file/readpanels"
	"eyeline/tui/file/textview"
	"eyeline/tui/options"
)

// Derive does what the parts have told, and brings up to date what follows from the state of the screen, however that
// has changed: how lines are wrapped and drawn, the sizes of the panes, what follows the cursor, the seams, and what is
// missing of line numbers and colours. It is called after each key and each message, so that nothing that acts need say
// what else has changed.
func (s *Screen) Derive() tea.Cmd {
	told := s.hear()
	if s.height == 0 {
		return told
	}

	s.Panes.setCellOptions()
	stride := s.Text.File.Stride
	cmds := []tea.Cmd{told, s.Panes.rewrap(), s.Panes.fit(), s.Preview.PlaceWanted()}
	if s.Text.File.Stride != stride {
		s.Moves.stay() // the same bytes in other rows
	}

	cmds = append(cmds, s.Moves.follow(), s.Moves.align())
	s.Preview.ShowSeams()
	if !s.Modes.fileHidden() {
		cmds = append(cmds, s.Text.Colours.ColourFile())
	}
	if s.Text.Doc == nil {
		cmds = append(cmds, s.overlays.Selection())
	}

	return tea.Batch(append(cmds, s.Preview.Model.Colour())...)
}

// hear handles what the parts have told, in its order, and what they tell of that.
func (s *Screen) hear() tea.Cmd {
	var cmds []tea.Cmd
	for told := s.told.Take(); len(told) > 0; told = s.told.Take() {
		for _, one := range told {
			cmds = append(cmds, s.handle(one))
		}
	}
	return tea.Batch(cmds...)
}

// handle does what one thing asks for that a part has told.
func (s *Screen) handle(told any) tea.Cmd {
	switch told := told.(type) {
	case textview.Jump:
		return s.Moves.MoveActive(told.Move)
	case textview.FileWanted:
		s.Modes.showFile()
	case textview.SideShown:
		s.Changes.forgetColours()
		s.Moves.stay()
		if s.Text.Doc.Decoded() {
			return s.Changes.ListenTo(told.Side)
		}
	case textview.AsAgents:
		return s.searchAsAgents(told.Pattern)
	case textview.NotFoundYet:
		return s.place.ContinueStart()
	case preview.ReadDone:
		return s.showReading(told.Old)
	case readpanels.GoTo:
		return s.Moves.GotoLine(told.Line)
	case readpanels.Open:
		return s.Files.OpenPath(told.Path)
	case filelist.Opened:
		return s.showOpened(told)
	case filelist.CheckWanted:
		return s.host.Enter(s.CheckReport(told.Options, told.Folder, func(*check.Result, error) {}))
	}

	return nil
}

// showReading shows the reading that has come in the place of an old one, brings what is beside or over the panes up to
// date with it, and does what was to follow.
func (s *Screen) showReading(old *preview.Reading) tea.Cmd {
	cmds := []tea.Cmd{s.Preview.Show(old)}
	if s.Preview.Sent == nil {
		s.opts.Join(s.Files.At+1, s.Preview.Reading.Others)
	}
	cmds = append(cmds, s.Tuning.Comparing.ReadBeside(), s.Tuning.KeepLadder(), s.Tuning.KeepWalk())
	return tea.Batch(append(cmds, s.Preview.GoOn(old))...)
}

// showOpened shows a file that has been opened, on a sheet of its own.
func (s *Screen) showOpened(f filelist.Opened) tea.Cmd {
	compared, free := s.replace(s.next(f.Doc, f.Line != 0))
	s.Tuning.Comparing.KeepComparison(compared)
	s.overlays.DropOfFile()
	s.Text.Form.FormWords()
	to := pane.To(0, pane.Top)
	if f.Line > 1 {
		s.start.at = options.Start{Line: f.Line}
		s.place.waitForStart()
		to = s.place.firstMove()
	}
	return tea.Batch(free, s.present(to, preview.ThenNothing))
}
