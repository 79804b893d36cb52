package file

import (
	"cmp"
	"maps"

	"eyeline/keymap"
	"eyeline/reader/search"
	"eyeline/tui/jobs"
	"eyeline/tui/layout"
	"eyeline/tui/pane"
	"eyeline/tui/preview"

	tea "github.com/charmbracelet/bubbletea"
)

// Handlers maps each action to what it does. A test checks that no action of the keymap lacks one.
var Handlers map[keymap.Action]func(s *Screen, n int64, given bool) tea.Cmd

func init() {
	Handlers = map[keymap.Action]func(s *Screen, n int64, given bool) tea.Cmd{
		keymap.NextMode:    func(s *Screen, _ int64, _ bool) tea.Cmd { return s.preview.Change(s.preview.Request().NextMode(1)) },
		keymap.PrevMode:    func(s *Screen, _ int64, _ bool) tea.Cmd { return s.preview.Change(s.preview.Request().NextMode(-1)) },
		keymap.NextTool:    (*Screen).nextTool,
		keymap.ChooseTool:  func(s *Screen, a0 int64, a1 bool) tea.Cmd { return s.tuning.Tools().ChooseTool(a0, a1) },
		keymap.ToggleTool:  (*Screen).toggleTool,
		keymap.LineNumbers: (*Screen).toggleNumbers,
		keymap.Options:     func(s *Screen, a0 int64, a1 bool) tea.Cmd { return s.tuning.OpenOptions(a0, a1) },
		keymap.NextPane:    (*Screen).nextPane,
		keymap.Compare:     func(s *Screen, a0 int64, a1 bool) tea.Cmd { return s.tuning.Comparing().Compare(a0, a1) },
		keymap.Anchor:      func(s *Screen, a0 int64, a1 bool) tea.Cmd { return s.preview.Anchor(a0, a1) },
		keymap.Follow:      func(s *Screen, a0 int64, a1 bool) tea.Cmd { return s.preview.ToggleFollow(a0, a1) },
		keymap.NextWindow:  func(s *Screen, n int64, a1 bool) tea.Cmd { return s.preview.NextWindow(n, a1) },
		keymap.PrevWindow:  func(s *Screen, n int64, a1 bool) tea.Cmd { return s.preview.PrevWindow(n, a1) },
		keymap.Walk:        func(s *Screen, a0 int64, a1 bool) tea.Cmd { return s.tuning.OpenWalk(a0, a1) },
		keymap.NextLoss:    func(s *Screen, n int64, _ bool) tea.Cmd { return s.preview.Losses().Step(n) },
		keymap.PrevLoss:    func(s *Screen, n int64, _ bool) tea.Cmd { return s.preview.Losses().Step(-n) },
		keymap.WindowTop:   func(s *Screen, _ int64, _ bool) tea.Cmd { return s.gotoWindowEnd(false) },
		keymap.WindowEnd:   func(s *Screen, _ int64, _ bool) tea.Cmd { return s.gotoWindowEnd(true) },
		keymap.Larger:      func(s *Screen, n int64, _ bool) tea.Cmd { return s.preview.Sizing().Resize(clampInt(n)) },
		keymap.Smaller:     func(s *Screen, n int64, _ bool) tea.Cmd { return s.preview.Sizing().Resize(-clampInt(n)) },
		keymap.Undo:        func(s *Screen, n int64, a1 bool) tea.Cmd { return s.preview.UndoChange(n, a1) },
		keymap.Redo:        func(s *Screen, n int64, a1 bool) tea.Cmd { return s.preview.RedoChange(n, a1) },
		keymap.Presets:     func(s *Screen, a0 int64, a1 bool) tea.Cmd { return s.tuning.ListPresets(a0, a1) },
		keymap.Siblings: func(s *Screen, _ int64, _ bool) tea.Cmd {
			return s.preview.Flip(s.preview.Request().Block().Siblings, false)
		},
		keymap.Header: func(s *Screen, _ int64, _ bool) tea.Cmd {
			return s.preview.Flip(s.preview.Request().Block().Header, true)
		},
		keymap.Why:         (*Screen).toggleWhy,
		keymap.Blocks:      func(s *Screen, a0 int64, a1 bool) tea.Cmd { return s.tuning.OpenLadder(a0, a1) },
		keymap.Solve:       func(s *Screen, a0 int64, a1 bool) tea.Cmd { return s.tuning.Solve(a0, a1) },
		keymap.LineDown:    func(s *Screen, n int64, _ bool) tea.Cmd { return s.moveCursor(n) },
		keymap.LineUp:      func(s *Screen, n int64, _ bool) tea.Cmd { return s.moveCursor(-n) },
		keymap.PageDown:    func(s *Screen, n int64, _ bool) tea.Cmd { return s.scroll(n * int64(s.Active().Height())) },
		keymap.PageUp:      func(s *Screen, n int64, _ bool) tea.Cmd { return s.scroll(-n * int64(s.Active().Height())) },
		keymap.HalfDown:    func(s *Screen, n int64, _ bool) tea.Cmd { return s.scroll(n * s.half()) },
		keymap.HalfUp:      func(s *Screen, n int64, _ bool) tea.Cmd { return s.scroll(-n * s.half()) },
		keymap.ScrollDown:  func(s *Screen, n int64, _ bool) tea.Cmd { return s.roll(n) },
		keymap.ScrollUp:    func(s *Screen, n int64, _ bool) tea.Cmd { return s.roll(-n) },
		keymap.Top:         (*Screen).gotoTop,
		keymap.Bottom:      (*Screen).gotoBottom,
		keymap.Left:        func(s *Screen, n int64, _ bool) tea.Cmd { return s.sideways(-n) },
		keymap.Right:       func(s *Screen, n int64, _ bool) tea.Cmd { return s.sideways(n) },
		keymap.LineStart:   func(s *Screen, _ int64, _ bool) tea.Cmd { return s.lineEdge((*pane.Pane).LineStart) },
		keymap.LineEnd:     func(s *Screen, _ int64, _ bool) tea.Cmd { return s.lineEdge((*pane.Pane).LineEnd) },
		keymap.Percent:     (*Screen).gotoPercent,
		keymap.Command:     (*Screen).askCommand,
		keymap.Symbols:     func(s *Screen, a0 int64, a1 bool) tea.Cmd { return s.tuning.ListSymbols(a0, a1) },
		keymap.SetMark:     func(s *Screen, a0 int64, a1 bool) tea.Cmd { return s.text.Letters().AskMark(a0, a1) },
		keymap.GotoMark:    func(s *Screen, a0 int64, a1 bool) tea.Cmd { return s.text.Letters().AskForMark(a0, a1) },
		keymap.SearchDown:  func(s *Screen, _ int64, _ bool) tea.Cmd { return s.text.Search().AskSearch(search.Forward) },
		keymap.Help:        func(s *Screen, _ int64, _ bool) tea.Cmd { return s.OpenHelp(true) },
		keymap.HelpOnly:    func(s *Screen, _ int64, _ bool) tea.Cmd { return s.OpenHelp(false) },
		keymap.NextMatch:   func(s *Screen, n int64, _ bool) tea.Cmd { return s.text.Search().NextMatch(n) },
		keymap.PrevMatch:   func(s *Screen, n int64, _ bool) tea.Cmd { return s.text.Search().NextMatch(-n) },
		keymap.MarkLines:   func(s *Screen, a0 int64, a1 bool) tea.Cmd { return s.text.Marking().ToggleMarking(a0, a1) },
		keymap.PagerOption: (*Screen).askLessOption,
		keymap.Copy:        func(s *Screen, a0 int64, a1 bool) tea.Cmd { return s.give.CopyOutput(a0, a1) },
		keymap.CopyRequest: func(s *Screen, a0 int64, a1 bool) tea.Cmd { return s.give.CopyRequest(a0, a1) },
		keymap.CopyCommand: func(s *Screen, a0 int64, a1 bool) tea.Cmd { return s.give.CopyCommand(a0, a1) },
		keymap.Write:       func(s *Screen, a0 int64, a1 bool) tea.Cmd { return s.give.AskWrite(a0, a1) },
		keymap.LeavePrint:  func(s *Screen, _ int64, _ bool) tea.Cmd { return s.host.LeavePrint() },
		keymap.Filter:      (*Screen).askFilter,
		keymap.Theme:       func(s *Screen, _ int64, _ bool) tea.Cmd { return s.host.NextTheme() },
		keymap.Mouse:       (*Screen).toggleMouse,
		keymap.Hex:         (*Screen).toggleHex,
		keymap.ShowAs:      func(s *Screen, a0 int64, a1 bool) tea.Cmd { return s.text.Arrival().NextForm(a0, a1) },
		keymap.Tail:        func(s *Screen, a0 int64, a1 bool) tea.Cmd { return s.text.Arrival().ToggleTail(a0, a1) },
		keymap.Edit:        func(s *Screen, a0 int64, a1 bool) tea.Cmd { return s.give.Edit(a0, a1) },
		keymap.Invisibles:  (*Screen).toggleInvisibles,
		keymap.Wrap:        (*Screen).toggleWrap,
		keymap.Redraw:      func(*Screen, int64, bool) tea.Cmd { return tea.ClearScreen },
		keymap.Reload: func(s *Screen, _ int64, _ bool) tea.Cmd {
			return tea.Batch(s.RefreshSource(), s.preview.Read(preview.ThenNothing), s.text.Changes().MarksAgain())
		},
		keymap.NextCall:    func(s *Screen, n int64, _ bool) tea.Cmd { return s.sent.StepCall(n) },
		keymap.PrevCall:    func(s *Screen, n int64, _ bool) tea.Cmd { return s.sent.StepCall(-n) },
		keymap.NextUnsent:  func(s *Screen, n int64, _ bool) tea.Cmd { return s.sent.SeekUnsent(n) },
		keymap.PrevUnsent:  func(s *Screen, n int64, _ bool) tea.Cmd { return s.sent.SeekUnsent(-n) },
		keymap.NextCut:     func(s *Screen, n int64, _ bool) tea.Cmd { return s.sent.SeekCut(n) },
		keymap.PrevCut:     func(s *Screen, n int64, _ bool) tea.Cmd { return s.sent.SeekCut(-n) },
		keymap.NextWritten: func(s *Screen, n int64, _ bool) tea.Cmd { return s.sent.SeekWritten(n) },
		keymap.PrevWritten: func(s *Screen, n int64, _ bool) tea.Cmd { return s.sent.SeekWritten(-n) },
		keymap.AllCalls:    (*Screen).showCalls,
		keymap.Marks:       func(s *Screen, a0 int64, a1 bool) tea.Cmd { return s.text.Changes().ToggleMarks(a0, a1) },
		keymap.Base:        func(s *Screen, a0 int64, a1 bool) tea.Cmd { return s.text.Changes().NextBase(a0, a1) },
		keymap.Revisions:   (*Screen).ListRevisions,
		keymap.NextChange:  func(s *Screen, n int64, _ bool) tea.Cmd { return s.text.Changes().StepChange(n) },
		keymap.PrevChange:  func(s *Screen, n int64, _ bool) tea.Cmd { return s.text.Changes().StepChange(-n) },
		keymap.Facts:       (*Screen).showFacts,
		keymap.Cancel:      (*Screen).escape,
		keymap.Quit:        func(s *Screen, _ int64, _ bool) tea.Cmd { return s.host.Leave() },
		keymap.Interrupt:   func(s *Screen, _ int64, _ bool) tea.Cmd { return s.interrupt() },
		keymap.Suspend:     func(s *Screen, _ int64, _ bool) tea.Cmd { return s.host.Suspend() },
	}
	maps.Copy(Handlers, pagerActions())
}

func (s *Screen) Act(a keymap.Action, n int64, given bool) tea.Cmd {
	h, ok := Handlers[a]
	if !ok {
		return nil
	}
	if why := s.Disabled(a); why != "" {
		s.desk.Say(why)
		return nil
	}
	if a != keymap.Cancel && a != keymap.Interrupt {
		s.jobs.End(jobs.AwaitPlace) // a person who does something does not wait for the place of the command line
		s.jobs.End(jobs.Unpack)
	}
	return h(s, n, given)
}

func (s *Screen) nextPane(int64, bool) tea.Cmd {
	closed := s.tuning.Comparing().CloseComparison()
	from := s.layout
	s.layout = (s.layout + 1) % 3
	defer func() { s.outputMoved = false }()
	cmds := []tea.Cmd{closed, s.Arrange()}
	switch {
	case from == layout.Model && s.outputMoved:
		cmds = append(cmds, s.followModelPane())
	case from == layout.File:
		cmds = append(cmds, s.preview.Model().Place())
	default:
		cmds = append(cmds, s.preview.Model().Align())
	}
	s.Redraw()
	return tea.Batch(append(cmds, s.Colour())...)
}

func (s *Screen) toggleWhy(int64, bool) tea.Cmd {
	s.opts.Why = !s.opts.Why
	if s.opts.Why {
		s.desk.Say(cmp.Or(s.noRoomForWhy(), s.preview.Style().Sentence()))
	}
	s.Redraw()
	return tea.Batch(s.Arrange(), s.preview.Read(preview.ThenNothing))
}

func (s *Screen) toggleInvisibles(int64, bool) tea.Cmd {
	s.opts.Invisibles = !s.opts.Invisibles
	s.SetCellOptions()
	s.desk.Say("invisible characters " + map[bool]string{true: "shown", false: "hidden"}[s.opts.Invisibles])
	return nil
}

func (s *Screen) toggleWrap(int64, bool) tea.Cmd {
	wrap := !s.text.File().Wrap()
	s.setWraps(wrap)
	s.desk.Say("long lines are " + map[bool]string{true: "wrapped", false: "chopped"}[wrap])
	cmds := []tea.Cmd{s.text.File().SetWrap(wrap), s.preview.Output().SetWrap(wrap)}
	if s.beside() != nil {
		cmds = append(cmds, s.beside().Pane.SetWrap(wrap))
	}
	return tea.Batch(cmds...)
}

func clampInt(n int64) int { return int(min(n, 1<<30)) }
