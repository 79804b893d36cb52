package file

import (
	"strconv"

	"eyeline/keymap"
	"eyeline/tui/bar"
	"eyeline/tui/cells"
	"eyeline/tui/draw"
	"eyeline/tui/give"
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
		return s.mouse.handle(msg)
	case give.EditedMsg:
		return s.give.HandleEdited(msg)
	case tea.ResumeMsg:
		return s.files.RefreshSource()
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
	action, ok := s.desk.Keys().Lookup(s.modes.KeyContext(), key)
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
	a := &s.panes.areas
	rows := make([]string, 0, height+1)
	if a.Title.Height > 0 {
		rows = append(rows, s.bars.titleBar())
	}
	rows = append(rows, draw.Fill(s.panes.paneRows(), a.Body.Height, a.Body.Width)...)
	if a.ModelLine.Height > 0 {
		rows = append(rows, s.bars.modelLine())
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
	s.modes.now().footer(&f)
	return f
}

// begin shows the document at the place asked for on the command line.
func (s *Screen) begin() tea.Cmd {
	if s.text.Doc() == nil {
		if s.files.folder != nil {
			s.files.ShowFolder(s.files.folder)
		}
		return nil
	}
	if s.opts.Warning != "" {
		s.desk.Warn(s.opts.Warning)
	} else {
		s.text.Arrival().FormWords()
	}
	if why := s.panes.noRoomForWhy(); why != "" && s.desk.Quiet() {
		s.desk.Say(why)
	}
	if s.opts.Hex {
		s.text.ShowHex(true)
		s.text.File().SetStride(text.StrideFor(s.text.File().Width() - s.panes.gutterWidth(s.text.File().Width())))
	}
	if e := s.opts.Encoding; e != nil && *e != s.text.Doc().Form().Encoding {
		return tea.Batch(s.text.Arrival().ShowEncoding(*e), s.preview.Read(preview.ThenNothing), s.place.startSearch())
	}
	s.place.startAt = s.opts.Start
	s.place.waitForStart()
	cmd := tea.Batch(s.text.File().Show(s.text.Filter().DocumentText(), s.place.firstMove()), s.preview.Read(preview.ThenNothing), s.place.startSearch())
	if s.opts.Follow {
		return tea.Batch(cmd, s.text.Arrival().ToggleTail(1, false))
	}
	return cmd
}

// FilterMoves reports whether the cursor will go to the first line that the filter lets through.
func (s *Screen) FilterMoves() bool {
	f := s.text.Filter()
	return f.Filter != nil && !f.Arrived && !f.Left
}

// ReadMoves reports whether a key may be about what is being read: the cursor will go there, or the keys move it. Where the
// window follows the cursor, moving on does not wait for it, and nothing waits for what is read again as it grows.
func (s *Screen) ReadMoves() bool {
	return s.preview.Moves() || !s.preview.ReadsAgain() && s.moves.MovesOutput()
}

// MaxCount bounds a count, so that no product of it with the height of a screen overflows. No file has as many lines.
const MaxCount = 1 << 40

// takeCount returns the count typed before a key, at most MaxCount (1 when there is none), and forgets it.
func (s *Screen) takeCount() (n int64, given bool) {
	if s.count == "" {
		return 1, false
	}
	n, _ = strconv.ParseInt(s.count, 10, 64) // the largest number when it is out of range
	s.count = ""
	if n < 1 {
		return 1, false
	}
	return min(n, MaxCount), true
}

// escape undoes one thing each time: it forgets the count, else stops what runs, else closes what is open.
func (s *Screen) escape(_ int64, counted bool) tea.Cmd {
	switch {
	case counted: // the count is gone
	case s.interrupted():
		s.files.showFolderAgain()
		s.desk.Say("stopped")
	case s.text.Marking().On:
		s.text.Marking().Unmark()
	case s.beside() != nil:
		return s.tuning.Comparing().LeaveComparison()
	case s.text.Search().Highlighting():
		s.text.Search().Hide()
		s.panes.Redraw()
	case s.text.Filter().Filter != nil:
		return s.text.Filter().ShowAll()
	case s.text.Arrival().TailPaused():
		s.text.Arrival().ForgetTail()
		s.desk.Say("no longer following")
	case !s.host.Alone():
		return s.host.Leave()
	}
	return nil
}

// interrupt is Ctrl-C: it stops what runs, then quits.
func (s *Screen) interrupt() tea.Cmd {
	if s.interrupted() {
		s.files.showFolderAgain()
		s.desk.Say("stopped; " + s.desk.KeyName(keymap.Interrupt) + " again quits")
		return nil
	}
	return s.host.Quit()
}
