package file

import (
	"slices"

	"eyeline/keymap"
	"eyeline/reader/search"
	"eyeline/tui/pane"
	"eyeline/tui/preview"

	tea "github.com/charmbracelet/bubbletea"
)

// ActionRows are all actions of the file, and those of the panels over it that may do nothing. Each is one row.
func (s *Screen) ActionRows() []Action {
	return slices.Concat(toolActions(s), windowActions(s), moveActions(s), searchActions(s), giveActions(s), viewActions(s),
		fileActions(s), pagerActions(s), recordedActions(s), panelActions(s))
}

// toolActions choose what is read, and with what.
func toolActions(s *Screen) []Action {
	t, p, r := s.tuning, s.preview, &s.reasons
	step := func(n int) tea.Cmd { return p.Change(p.Request().NextMode(n)) }
	return []Action{
		{keymap.NextMode, with(step, 1), reasons{r.noReading}},
		{keymap.PrevMode, with(step, -1), reasons{r.noReading}},
		{keymap.NextTool, once(s.modes.nextTool), reasons{r.recorded}},
		{keymap.ChooseTool, t.Tools().ChooseTool, reasons{r.recorded}},
		{keymap.ToggleTool, once(s.modes.toggleTool), reasons{r.recorded}},
		{keymap.Options, t.OpenOptions, reasons{r.noReading}},
		{keymap.Presets, t.ListPresets, reasons{r.recorded}},
		{keymap.Compare, t.Comparing().Compare, reasons{r.noReading, r.noFile, r.nothingToCompare}},
		{keymap.Undo, p.UndoChange, reasons{r.noReading, r.nothingToUndo}},
		{keymap.Redo, p.RedoChange, reasons{r.noReading, r.nothingToRedo}},
		{keymap.Solve, t.Solve, reasons{r.recorded, r.noFile, t.Unmarkable}},
		{keymap.Symbols, t.ListSymbols, reasons{r.noFile, t.NoSymbols}},
	}
}

// windowActions move and resize what is read of the file.
func windowActions(s *Screen) []Action {
	t, p, r := s.tuning, s.preview, &s.reasons
	siblings := func() tea.Cmd { return p.Flip(p.Request().Block().Siblings, false) }
	header := func() tea.Cmd { return p.Flip(p.Request().Block().Header, true) }
	resize := func(n int64) tea.Cmd { return p.Sizing().Resize(int(max(min(n, 1<<30), -1<<30))) }
	return []Action{
		{keymap.Anchor, p.Anchor, reasons{r.noReading}},
		{keymap.Follow, p.ToggleFollow, reasons{r.noReading}},
		{keymap.NextWindow, p.NextWindow, reasons{r.noReading}},
		{keymap.PrevWindow, p.PrevWindow, reasons{r.noReading}},
		{keymap.WindowTop, with(s.moves.gotoWindowEnd, false), reasons{r.noReading, r.noFile, p.NoWindow}},
		{keymap.WindowEnd, with(s.moves.gotoWindowEnd, true), reasons{r.noReading, r.noFile, p.NoWindow}},
		{keymap.NextLoss, forward(p.Losses().Step), reasons{r.noReading, r.noFile, p.NoWindow, t.OtherBytes}},
		{keymap.PrevLoss, backward(p.Losses().Step), reasons{r.noReading, r.noFile, p.NoWindow, t.OtherBytes}},
		{keymap.Walk, t.OpenWalk, reasons{r.noReading, r.noFile, t.NoWalk}},
		{keymap.Larger, forward(resize), reasons{r.noReading}},
		{keymap.Smaller, backward(resize), reasons{r.noReading}},
		{keymap.Siblings, once(siblings), reasons{r.noReading, r.noBlock, r.noSiblings}},
		{keymap.Header, once(header), reasons{r.noReading, r.noBlock, r.noHeader}},
		{keymap.Why, once(s.panes.toggleWhy), reasons{r.noReading, r.noBlock}},
		{keymap.Blocks, t.OpenLadder, reasons{r.noReading, r.noFile, r.noBlock}},
	}
}

// moveActions go through the text.
func moveActions(s *Screen) []Action {
	m, r, l, c := &s.moves, &s.reasons, s.text.Letters(), s.text.Changes()
	page := func(n int64) tea.Cmd { return m.scroll(n * int64(m.Active().Height())) }
	half := func(n int64) tea.Cmd { return m.scroll(n * m.half()) }
	return []Action{
		{keymap.LineDown, forward(m.moveCursor), nil},
		{keymap.LineUp, backward(m.moveCursor), nil},
		{keymap.PageDown, forward(page), nil},
		{keymap.PageUp, backward(page), nil},
		{keymap.HalfDown, forward(half), nil},
		{keymap.HalfUp, backward(half), nil},
		{keymap.ScrollDown, forward(m.roll), nil},
		{keymap.ScrollUp, backward(m.roll), nil},
		{keymap.Top, m.gotoTop, nil},
		{keymap.Bottom, m.gotoBottom, nil},
		{keymap.Left, backward(m.sideways), reasons{r.nothingAside}},
		{keymap.Right, forward(m.sideways), reasons{r.nothingAside}},
		{keymap.LineStart, with(m.lineEdge, (*pane.Pane).LineStart), nil},
		{keymap.LineEnd, with(m.lineEdge, (*pane.Pane).LineEnd), nil},
		{keymap.Percent, m.gotoPercent, nil},
		{keymap.Command, once(s.askCommand), nil},
		{keymap.SetMark, l.AskMark, reasons{r.noFile}},
		{keymap.GotoMark, l.AskForMark, reasons{r.noFile}},
		{keymap.NextChange, forward(c.StepChange), reasons{r.noChanges}},
		{keymap.PrevChange, backward(c.StepChange), reasons{r.noChanges}},
	}
}

// searchActions find text.
func searchActions(s *Screen) []Action {
	f, r := s.text.Search(), &s.reasons
	return []Action{
		{keymap.SearchDown, with(f.AskSearch, search.Forward), nil},
		{keymap.NextMatch, forward(f.NextMatch), reasons{r.noPattern}},
		{keymap.PrevMatch, backward(f.NextMatch), reasons{r.noPattern}},
		{keymap.Filter, once(s.askFilter), nil},
		{keymap.MarkLines, s.text.Marking().ToggleMarking, nil},
	}
}

// giveActions hand over what is shown.
func giveActions(s *Screen) []Action {
	g, r := s.give, &s.reasons
	return []Action{
		{keymap.Copy, g.CopyOutput, nil},
		{keymap.CopyRequest, g.CopyRequest, reasons{r.noReading, r.noFile}},
		{keymap.CopyCommand, g.CopyCommand, reasons{r.noReading, r.noFile, r.NotByCommand}},
		{keymap.Write, g.AskWrite, reasons{g.NoWriting, r.noOutput}},
		{keymap.LeavePrint, once(s.host.LeavePrint), reasons{r.noOutput}},
		{keymap.Edit, g.Edit, reasons{g.NoEditing}},
	}
}

// viewActions change how the screen shows the file.
func viewActions(s *Screen) []Action {
	p, r, c := &s.panes, &s.reasons, s.text.Changes()
	redraw := func() tea.Cmd { return tea.ClearScreen }
	return []Action{
		{keymap.NextPane, once(p.nextPane), reasons{r.noTool}},
		{keymap.LineNumbers, once(p.toggleNumbers), reasons{r.recorded, r.numberedAlready}},
		{keymap.Hex, once(p.toggleHex), nil},
		{keymap.Invisibles, once(p.toggleInvisibles), nil},
		{keymap.Wrap, once(p.toggleWrap), nil},
		{keymap.Theme, once(s.host.NextTheme), nil},
		{keymap.Mouse, once(s.mouse.toggleMouse), nil},
		{keymap.Redraw, once(redraw), nil},
		{keymap.Marks, c.ToggleMarks, reasons{r.recorded}},
		{keymap.Base, c.NextBase, reasons{r.recorded, c.MarksOff}},
		{keymap.Help, with(s.OpenHelp, true), nil},
		{keymap.HelpOnly, with(s.OpenHelp, false), nil},
	}
}

// fileActions are about the file as a whole, and about leaving it.
func fileActions(s *Screen) []Action {
	a, r := s.text.Arrival(), &s.reasons
	reload := func() tea.Cmd {
		return tea.Batch(s.files.RefreshSource(), s.preview.Read(preview.ThenNothing), s.text.Changes().MarksAgain())
	}
	return []Action{
		{keymap.ShowAs, a.NextForm, nil},
		{keymap.Tail, a.ToggleTail, nil},
		{keymap.Reload, once(reload), nil},
		{keymap.Revisions, s.files.ListRevisions, reasons{r.noFile, r.noRevisions}},
		{keymap.Facts, once(s.showFacts), reasons{r.noFile}},
		{keymap.Cancel, s.escape, nil},
		{keymap.Quit, once(s.host.Leave), nil},
		{keymap.Interrupt, once(s.interrupt), nil},
		{keymap.Suspend, once(s.host.Suspend), nil},
	}
}

// pagerActions are those of a pager, which less and vim have under the same keys.
func pagerActions(s *Screen) []Action {
	f, g, r := s.text.Search(), s.give, &s.reasons
	bracket := func(b byte) func(int64, bool) tea.Cmd {
		return func(n int64, _ bool) tea.Cmd { return s.text.ToBracket(b, n) }
	}
	word := func(d search.Direction) func(int64, bool) tea.Cmd {
		return func(n int64, _ bool) tea.Cmd { return f.SearchWord(d, n) }
	}
	return []Action{
		{keymap.CloseParen, bracket('('), nil},
		{keymap.OpenParen, bracket(')'), nil},
		{keymap.CloseBrace, bracket('{'), nil},
		{keymap.OpenBrace, bracket('}'), nil},
		{keymap.CloseBracket, bracket('['), nil},
		{keymap.OpenBracket, bracket(']'), nil},
		{keymap.WordDown, word(search.Forward), nil},
		{keymap.WordUp, word(search.Backward), nil},
		{keymap.HideMatches, f.ToggleHighlights, reasons{r.noPattern}},
		{keymap.PagerOption, once(s.less.askLessOption), nil},
		{keymap.Shell, g.AskShell, reasons{g.NoShell}},
		{keymap.Pipe, g.AskPipe, reasons{r.noFile, g.NoShell}},
		{keymap.SaveStream, g.AskSave, reasons{g.NoWriting, g.NoStream}},
	}
}

// recordedActions go through what was sent of a file of a transcript.
func recordedActions(s *Screen) []Action {
	v, only := s.sent, reasons{s.reasons.notRecorded}
	return []Action{
		{keymap.NextCall, forward(v.StepCall), only},
		{keymap.PrevCall, backward(v.StepCall), only},
		{keymap.NextUnsent, forward(v.SeekUnsent), only},
		{keymap.PrevUnsent, backward(v.SeekUnsent), only},
		{keymap.NextCut, forward(v.SeekCut), only},
		{keymap.PrevCut, backward(v.SeekCut), only},
		{keymap.NextWritten, forward(v.SeekWritten), only},
		{keymap.PrevWritten, backward(v.SeekWritten), only},
		{keymap.AllCalls, once(s.showCalls), only},
	}
}

// panelActions are done by a panel over the file; the help says why they do nothing where it is closed.
func panelActions(s *Screen) []Action {
	r := &s.reasons
	return []Action{
		{keymap.SwapCompared, nil, reasons{r.noComparison}},
		{keymap.OtherSide, nil, reasons{r.nothingCompared}},
		{keymap.TakeSide, nil, reasons{r.nothingCompared}},
		{keymap.TakeRow, nil, reasons{r.noMenu}},
		{keymap.CloseMenu, nil, reasons{r.noMenu}},
		{keymap.EditOption, nil, reasons{r.noOptions}},
		{keymap.MoreOption, nil, reasons{r.noOptions}},
		{keymap.LessOption, nil, reasons{r.noOptions}},
		{keymap.ResetOption, nil, reasons{r.noOptions}},
		{keymap.CloseOptions, nil, reasons{r.noOptions}},
	}
}
