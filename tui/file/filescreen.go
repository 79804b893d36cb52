package file

import (
	"eyeline/keymap"
	"eyeline/tui/bar"
	"eyeline/tui/cells"
	"eyeline/tui/draw"
	"eyeline/tui/give"
	"eyeline/tui/layout"
	"eyeline/tui/pane"
	"eyeline/tui/preview"
	"eyeline/tui/screens"
	"eyeline/tui/stamp"
	"eyeline/tui/text"

	tea "github.com/charmbracelet/bubbletea"
)

var _ screens.Screen = (*Screen)(nil)

// Begin implements [screens.Screen].
func (s *Screen) Begin() tea.Cmd { return s.begin() }

// Current implements [screens.Screen]: the answers of its jobs carry no stamps.
func (*Screen) Current(stamp.Stamp) bool { return false }

// Settle implements [screens.Screen]: the panes scroll when they move.
func (*Screen) Settle() {}

// Leave implements [screens.Screen]: what it shows of a transcript ends, and an empty sheet is left.
func (s *Screen) Leave() tea.Cmd { return s.leaveSent() }

// Update implements [screens.Screen].
func (s *Screen) Update(msg tea.Msg) tea.Cmd {
	switch msg := msg.(type) {
	case tea.MouseMsg:
		return s.fileMouse(msg)
	case give.EditedMsg:
		return s.give.HandleEdited(msg)
	case tea.ResumeMsg:
		return s.RefreshSource()
	}
	return nil
}

// Key implements [screens.Screen]: it offers the key to the comparison, takes the digits of a count, and does the action of any
// other key.
func (s *Screen) Key(msg tea.KeyMsg) tea.Cmd {
	if s.beside() != nil {
		if cmd, used := s.beside().Key(msg); used {
			return cmd
		}
	}
	key := msg.String()
	if len(key) == 1 && (key >= "1" && key <= "9" || key == "0" && s.count != "") && len(s.count) < 18 {
		s.count += key
		return nil
	}
	action, ok := s.desk.Keys().Lookup(s.KeyContext(), key)
	if !ok {
		s.count = ""
		s.desk.Say("no action on " + cells.Sanitize(keymap.Name(key)) + "; " + s.desk.KeyName(keymap.Help) + " shows the keys")
		return nil
	}
	n, given := s.takeCount()
	return s.Act(action, n, given)
}

// Rows implements [screens.Screen].
func (s *Screen) Rows(height int) []string {
	a := &s.areas
	rows := make([]string, 0, height+1)
	if a.Title.Height > 0 {
		rows = append(rows, s.bars.titleBar())
	}
	rows = append(rows, draw.Fill(s.paneRows(), a.Body.Height, a.Body.Width)...)
	if a.ModelLine.Height > 0 {
		rows = append(rows, s.bars.modelLine())
	}
	return rows
}

// paneRows draws the panes.
func (s *Screen) paneRows() []string {
	a := &s.areas
	switch {
	case s.beside() != nil:
		return s.rows.comparisonRows()
	case s.panes() == layout.File:
		return draw.Fill(s.rows.FileRows(), a.File.Height, a.File.Width)
	case s.panes() == layout.Model:
		return draw.Fill(s.preview.Model().Rows(), a.Model.Height, a.Model.Width)
	case a.TwoPanes():
		return s.rows.besideEachOther(draw.Fill(s.rows.FileRows(), a.File.Height, a.File.Width), draw.Fill(s.preview.Model().Rows(), a.Model.Height, a.Model.Width))
	}
	var rows []string
	if a.File.Height > 0 {
		rows = draw.Fill(s.rows.FileRows(), a.File.Height, a.File.Width)
	}
	if a.Separator.Height > 0 {
		rows = append(rows, s.rows.divider())
	}
	if a.Model.Height > 0 {
		rows = append(rows, draw.Fill(s.preview.Model().Rows(), a.Model.Height, a.Model.Width)...)
	}
	return rows
}

// Footer implements [screens.Screen].
func (s *Screen) Footer() bar.Footer {
	f := bar.Footer{Waiting: s.isSlow, Keys: s.bars.hints, Position: s.bars.Position()}
	var stops bool
	if f.Running, stops = s.jobs.Working(); stops || s.isSlow {
		f.Stop = s.desk.KeyName(keymap.Cancel)
	}
	switch {
	case s.preview.Sent() != nil:
		f.Keys = s.sent.Hints()
	case s.text.ToolOff():
		s.pagerFooter(&f)
	case s.beside() != nil:
		f.Keys = s.tuning.Comparing().CompareHints()
	}
	return f
}

// begin shows the document at the place asked for on the command line.
func (s *Screen) begin() tea.Cmd {
	if s.text.Doc() == nil {
		if s.folder != nil {
			s.ShowFolder(s.folder)
		}
		return nil
	}
	if s.opts.Warning != "" {
		s.desk.Warn(s.opts.Warning)
	} else {
		s.text.Arrival().FormWords()
	}
	if why := s.noRoomForWhy(); why != "" && s.desk.Quiet() {
		s.desk.Say(why)
	}
	if s.opts.Hex {
		s.text.ShowHex(true)
		s.text.File().SetStride(text.StrideFor(s.text.File().Width() - s.gutterWidth(s.text.File().Width())))
	}
	if e := s.opts.Encoding; e != nil && *e != s.text.Doc().Form().Encoding {
		return tea.Batch(s.text.Arrival().ShowEncoding(*e), s.preview.Read(preview.ThenNothing), s.startSearch())
	}
	s.place.startAt = s.opts.Start
	s.place.waitForStart()
	cmd := tea.Batch(s.text.File().Show(s.text.Filter().DocumentText(), s.firstMove()), s.preview.Read(preview.ThenNothing), s.startSearch())
	if s.opts.Follow {
		return tea.Batch(cmd, s.text.Arrival().ToggleTail(1, false))
	}
	return cmd
}

// AfterReading brings what is beside or over the panes up to date with a reading that has come.
func (s *Screen) AfterReading() tea.Cmd {
	return tea.Batch(s.tuning.Comparing().ReadBeside(), s.tuning.KeepLadder(), s.tuning.KeepWalk())
}

// showPage gives a page to the pane that asked for it, and does what waited for the page.
func (s *Screen) showPage(msg pane.LoadedMsg) tea.Cmd {
	p := s.text.File()
	switch {
	case msg.Pane == pane.OfModel:
		p = s.preview.Output()
	case msg.Pane == pane.OfCompared && s.beside() != nil:
		p = &s.beside().Pane
	case msg.Pane == pane.OfCompared:
		return nil
	}
	before := p.Cursor()
	cmd := p.Loaded(msg)
	if msg.Err != nil {
		s.desk.Warn("cannot read: " + cells.Sanitize(msg.Err.Error()))
	}
	cmds := []tea.Cmd{cmd, s.Colour(), s.widenGutter()}
	switch p {
	case s.text.File():
		cmds = append(cmds, countLines(s.text.Doc().Shown()), s.text.Changes().BeginMarks(), s.CursorMoved(before), s.text.LookForStyle())
		if s.preview.Wanted() {
			cmds = append(cmds, s.preview.PlaceWanted())
		}
		if s.panes() == layout.Model && !s.outputMoved {
			cmds = append(cmds, s.preview.Model().Place()) // the line numbers may have come only now
		}
	case s.preview.Output():
		cmds = append(cmds, s.tuning.Comparing().AlignBeside())
	}
	return tea.Batch(cmds...)
}
