package file

import (
	"slices"

	tea "github.com/charmbracelet/bubbletea"

	"eyeline/keymap"
	"eyeline/reader/search"
	"eyeline/tui/file/pane"
	"eyeline/tui/file/preview"
	"eyeline/tui/kit/jobs"
	"eyeline/tui/kit/overlay"
)

// ActionRows returns all actions of the file, and those of the panels over it that may be impossible. Each is one row.
func (s *Screen) ActionRows() []action {
	return slices.Concat(toolActions(s), windowActions(s), moveActions(s), giveActions(s), viewActions(s),
		fileActions(s), pagerActions(s), recordedActions(s), panelActions(s))
}

// toolActions choose the tool and what it reads.
func toolActions(s *Screen) []action {
	t := s.ToolPanels
	p := s.Preview
	r := s.reasons
	step := func(n int) tea.Cmd {
		next := p.Request.NextMode(n)
		tool := p.Request.ToolName()
		at := next.Mode()
		if next.ToolName() != tool && next.WithModeTool(at, tool).ToolName() != tool {
			s.program.Say(tool + ": no " + at.String() + " mode; now " + next.ToolName())
		}

		return p.Change(next)
	}

	options := func() tea.Cmd {
		t.PushOptions()
		return nil
	}

	return []action{
		{keymap.NextMode, with(step, 1), why{r.noReading}},
		{keymap.PrevMode, with(step, -1), why{r.noReading}},
		{keymap.NextTool, with(t.Tools.StepTool, 1), why{r.recorded}},
		{keymap.PrevTool, with(t.Tools.StepTool, -1), why{r.recorded}},
		{keymap.ChooseTool, t.Tools.ChooseTool, why{r.recorded}},
		{keymap.ToggleTool, once(t.Tools.Toggle), why{r.recorded}},
		{keymap.Options, once(options), why{r.noReading}},
		{keymap.Presets, t.ListPresets, why{r.recorded}},
		{keymap.Compare, t.Comparing.Compare, why{r.noReading, r.noFile, r.nothingToCompare}},
		{keymap.Undo, backward(p.StepHistory), why{r.noReading, r.nothingToUndo}},
		{keymap.Redo, forward(p.StepHistory), why{r.noReading, r.nothingToRedo}},
		{keymap.Solve, t.Solve, why{r.recorded, r.noFile, t.Unsolvable}},
		{keymap.Symbols, t.ListSymbols, why{r.noFile, t.NoSymbols}},
	}
}

// windowActions move the window and change its size.
func windowActions(s *Screen) []action {
	t := s.ToolPanels
	p := s.Preview
	r := s.reasons
	siblings := func() tea.Cmd { return p.Flip("siblings", p.Request.Block().Siblings, false) }
	header := func() tea.Cmd { return p.Flip("comment above", p.Request.Block().Header, true) }
	resize := func(n int64) tea.Cmd { return p.Sizing.Resize(int(max(min(n, 1<<30), -1<<30))) }

	return []action{
		{keymap.Anchor, p.Anchor, why{r.noReading}},
		{keymap.Follow, p.ToggleFollow, why{r.noReading}},
		{keymap.NextWindow, p.NextWindow, why{r.noReading}},
		{keymap.PrevWindow, p.PrevWindow, why{r.noReading}},
		{keymap.WindowTop, with(s.Moves.gotoWindowEnd, false), why{r.noReading, r.noFile, p.NoWindow}},
		{keymap.WindowEnd, with(s.Moves.gotoWindowEnd, true), why{r.noReading, r.noFile, p.NoWindow}},
		{keymap.NextLoss, forward(p.Losses.Step), why{r.noReading, r.noFile, p.NoWindow, t.OtherBytes}},
		{keymap.PrevLoss, backward(p.Losses.Step), why{r.noReading, r.noFile, p.NoWindow, t.OtherBytes}},
		{keymap.Walk, t.OpenWalk, why{r.noReading, r.noFile, t.NoWalk}},
		{keymap.Larger, forward(resize), why{r.noReading}},
		{keymap.Smaller, backward(resize), why{r.noReading}},
		{keymap.Siblings, once(siblings), why{r.noReading, r.noBlock, r.noSiblings}},
		{keymap.Header, once(header), why{r.noReading, r.noBlock, r.noHeader}},
		{keymap.Why, once(s.Panes.toggleWhy), why{r.noReading, r.noBlock}},
		{keymap.Blocks, t.OpenLadder, why{r.noReading, r.noFile, r.noBlock}},
	}
}

// moveActions move through the text and search it.
func moveActions(s *Screen) []action {
	m := s.Moves
	r := s.reasons
	bookmarks := s.Text.Bookmarks
	c := s.Text.Changes
	previewSearch := s.Preview.Search
	page := func(n int64) tea.Cmd { return m.scroll(n * int64(s.Modes.Active().Height)) }

	filter := func() tea.Cmd {
		s.overlays.Ask(overlay.PromptFilter, "&", s.Text.Filter.FilterBy)
		return nil
	}

	half := func(n int64) tea.Cmd { return m.scroll(n * m.half()) }
	typed := commands{base: s.base, export: s.Export, modes: s.Modes, moves: m, files: s.Files}
	return []action{
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
		{keymap.Left, backward(m.sideways), why{r.nothingAside}},
		{keymap.Right, forward(m.sideways), why{r.nothingAside}},
		{keymap.LineStart, with(m.lineEdge, (*pane.Pane).LineStart), nil},
		{keymap.LineEnd, with(m.lineEdge, (*pane.Pane).LineEnd), nil},
		{keymap.Percent, m.gotoPercent, nil},
		{keymap.Command, once(typed.ask), nil},
		{keymap.SetMark, bookmarks.AskMark, why{r.noFile}},
		{keymap.GotoMark, m.askForMark, why{r.noFile}},
		{keymap.NextChange, forward(c.StepChange), why{r.noChanges}},
		{keymap.PrevChange, backward(c.StepChange), why{r.noChanges}},
		{keymap.SearchDown, with(previewSearch.Ask, search.Forward), nil},
		{keymap.SearchBack, with(previewSearch.Ask, search.Backward), nil},
		{keymap.NextMatch, forward(previewSearch.Next), why{r.noPattern}},
		{keymap.PrevMatch, backward(previewSearch.Next), why{r.noPattern}},
		{keymap.SearchAsAgents, once(s.askAsAgents), why{r.noOtherFiles, r.noFile, r.noFolder}},
		{keymap.Filter, once(filter), why{r.noLines}},
		{keymap.MarkLines, s.Text.Marking.ToggleMarking, nil},
	}
}

// giveActions copy, save, print or open what is shown.
func giveActions(s *Screen) []action {
	g := s.Export
	r := s.reasons
	return []action{
		{keymap.Copy, g.CopyOutput, nil},
		{keymap.CopyRequest, g.CopyRequest, why{r.noReading, r.noFile}},
		{keymap.CopyCommand, g.CopyCommand, why{r.noReading, r.noFile, g.NotByCommand}},
		{keymap.Write, g.AskWrite, why{g.NoWriting, r.noOutput}},
		{keymap.LeavePrint, once(s.keys.ofProgram[keymap.LeavePrint]), why{r.noOutput}},
		{keymap.Edit, g.Edit, why{g.NoEditing}},
	}
}

// viewActions change how the screen shows the file.
func viewActions(s *Screen) []action {
	p := s.Panes
	r := s.reasons
	c := s.Text.Changes
	redraw := func() tea.Cmd { return tea.ClearScreen }

	return []action{
		{keymap.NextPane, once(s.Moves.nextPane), why{r.noTool}},
		{keymap.LineNumbers, once(p.toggleNumbers), why{r.recorded, r.numberedAlready}},
		{keymap.Hex, once(s.Moves.toggleHex), nil},
		{keymap.Invisibles, once(p.toggleInvisibles), nil},
		{keymap.Wrap, once(p.toggleWrap), why{r.rowForEachLine}},
		{keymap.Theme, once(s.keys.ofProgram[keymap.Theme]), nil},
		{keymap.PrevTheme, once(s.keys.ofProgram[keymap.PrevTheme]), nil},
		{keymap.Mouse, once(s.mouse.toggleMouse), nil},
		{keymap.Redraw, once(redraw), nil},
		{keymap.Marks, c.ToggleMarks, why{r.recorded}},
		{keymap.Base, c.NextBase, why{r.recorded, c.MarksOff}},
		{keymap.Help, once(s.OpenHelp), nil},
	}
}

// fileActions concern the file as a whole, and leaving it.
func fileActions(s *Screen) []action {
	r := s.reasons
	reload := func() tea.Cmd {
		again := []tea.Cmd{s.Files.RefreshSource(), s.Preview.Read(preview.ThenNothing), s.Text.Changes.MarksAgain()}
		if sent := s.Preview.RecordedFile; sent != nil {
			again = append(again, sent.Again())
		}
		return tea.Batch(again...)
	}

	quit := func() tea.Cmd {
		if s.beside() != nil {
			return s.ToolPanels.Comparing.LeaveComparison()
		}
		return s.host.Leave()
	}

	facts := func() tea.Cmd {
		s.overlays.OpenFacts(s.Facts)
		return nil
	}

	return []action{
		{keymap.ShowAs, s.Text.Form.NextForm, nil},
		{keymap.Tail, s.Text.Loading.ToggleTail, nil},
		{keymap.Reload, once(reload), nil},
		{keymap.Files, s.Files.ListFiles, why{r.noOtherFiles}},
		{keymap.Revisions, s.Files.ListRevisions, why{r.noFile, r.noRevisions, r.noOtherFiles}},
		{keymap.Facts, once(facts), why{r.noFile}},
		{keymap.Cancel, s.escape, nil},
		{keymap.Quit, once(quit), nil},
		{keymap.Interrupt, once(s.interrupt), nil},
		{keymap.Suspend, once(s.keys.ofProgram[keymap.Suspend]), nil},
	}
}

// pagerActions are the actions of a pager, on the keys that less and vim use for them.
func pagerActions(s *Screen) []action {
	textSearch := s.Text.Search
	g := s.Export
	r := s.reasons
	bracket := func(b byte) func(int64, bool) tea.Cmd {
		return func(n int64, _ bool) tea.Cmd { return s.Text.ToBracket(b, n) }
	}

	word := func(d search.Direction) func(int64, bool) tea.Cmd {
		return func(n int64, _ bool) tea.Cmd { return textSearch.SearchWord(d, n) }
	}

	return []action{
		{keymap.CloseParen, bracket('('), nil},
		{keymap.OpenParen, bracket(')'), nil},
		{keymap.CloseBrace, bracket('{'), nil},
		{keymap.OpenBrace, bracket('}'), nil},
		{keymap.CloseBracket, bracket('['), nil},
		{keymap.OpenBracket, bracket(']'), nil},
		{keymap.WordDown, word(search.Forward), nil},
		{keymap.WordUp, word(search.Backward), nil},
		{keymap.HideMatches, textSearch.ToggleHighlights, why{r.noPattern}},
		{keymap.PagerOption, once(s.keys.less.Ask), nil},
		{keymap.Shell, g.AskShell, why{g.NoShell}},
		{keymap.Pipe, g.AskPipe, why{r.noFile, g.NoShell}},
		{keymap.SaveStream, g.AskSave, why{g.NoWriting, g.NoStream}},
	}
}

// recordedActions go through what was sent of a file of a transcript.
func recordedActions(s *Screen) []action {
	v := s.RecordedLines
	only := s.reasons.notRecorded
	return []action{
		{keymap.NextCall, forward(v.StepCall), why{only, v.OneCall}},
		{keymap.PrevCall, backward(v.StepCall), why{only, v.OneCall}},
		{keymap.NextUnsent, forward(v.SeekUnsent), why{only, v.NoUnsent}},
		{keymap.PrevUnsent, backward(v.SeekUnsent), why{only, v.NoUnsent}},
		{keymap.NextCut, forward(v.SeekCut), why{only, v.NoCut}},
		{keymap.PrevCut, backward(v.SeekCut), why{only, v.NoCut}},
		{keymap.NextWritten, forward(v.SeekWritten), why{only, v.NoWritten}},
		{keymap.PrevWritten, backward(v.SeekWritten), why{only, v.NoWritten}},
		{keymap.AllCalls, once(s.showCalls), why{only}},
	}
}

// panelActions are done by panels over the file. They stand here so that the help can say why they do nothing while the
// panel is closed.
func panelActions(s *Screen) []action {
	r := s.reasons
	return []action{
		{keymap.SwapCompared, nil, why{r.nothingCompared, r.noComparison}},
		{keymap.OtherSide, nil, why{r.nothingCompared}},
		{keymap.TakeSide, nil, why{r.nothingCompared}},
		{keymap.NextDifference, nil, why{r.nothingCompared}},
		{keymap.PrevDifference, nil, why{r.nothingCompared}},
		{keymap.TakeRow, nil, why{r.noMenu}},
		{keymap.CloseMenu, nil, why{r.noMenu}},
		{keymap.EditOption, nil, why{r.noOptions}},
		{keymap.MoreOption, nil, why{r.noOptions}},
		{keymap.LessOption, nil, why{r.noOptions}},
		{keymap.ResetOption, nil, why{r.noOptions}},
		{keymap.CloseOptions, nil, why{r.noOptions}},
	}
}

// action is what the key of an action does in the file, and why it may do nothing now.
type action struct {
	Name keymap.Action
	// Do does it n times, or to line n. given reports whether a person typed the count; otherwise n is 1. It is nil for
	// an action that a panel over the file does.
	Do func(n int64, given bool) tea.Cmd
	// Why has the reasons against it: the key shows the first one that holds, and the help dims the action. Without
	// reasons the action is always possible. They are asked in this order, up to the first one that holds.
	Why why
}

// why is the last column of a row: functions that return why the action is impossible now, or "".
type why = []func() string

// once makes an action that ignores the count.
func once(do func() tea.Cmd) func(int64, bool) tea.Cmd {
	return func(int64, bool) tea.Cmd { return do() }
}

// forward makes an action that goes on by the count; backward makes one that goes back by it.
func forward(do func(n int64) tea.Cmd) func(int64, bool) tea.Cmd {
	return func(n int64, _ bool) tea.Cmd { return do(n) }
}

func backward(do func(n int64) tea.Cmd) func(int64, bool) tea.Cmd {
	return func(n int64, _ bool) tea.Cmd { return do(-n) }
}

// with makes an action that differs from others only in an argument.
func with[T any](do func(T) tea.Cmd, what T) func(int64, bool) tea.Cmd {
	return func(int64, bool) tea.Cmd { return do(what) }
}

// Act does an action n times, or says why it is impossible now.
func (s *Screen) Act(name keymap.Action, n int64, given bool) tea.Cmd {
	a := s.keys.actions[name]
	if a.Do == nil {
		return nil
	}

	if why := s.Disabled(name); why != "" {
		s.keys.refused = name
		return s.program.Say(why)
	}

	if name != keymap.Cancel && name != keymap.Interrupt {
		s.jobs.End(jobs.AwaitPlace) // a person who does something does not wait for the place of the command line
		s.jobs.End(jobs.Unpack)
	}

	s.keys.before = name
	cmd := a.Do(n, given)
	if cmd != nil && (name == keymap.NextWindow || name == keymap.PrevWindow) { // the cursor moves when that is read
		s.Text.Bookmarks.KeepPlace()
	}

	return cmd
}

// Disabled returns why an action is impossible now; "" when it is possible.
func (s *Screen) Disabled(name keymap.Action) string {
	for _, why := range s.keys.actions[name].Why {
		if w := why(); w != "" {
			return w
		}
	}
	return ""
}

// Replace makes an action do something else, for as long as the file is on the screen.
func (s *Screen) Replace(name keymap.Action, do func() tea.Cmd) {
	s.keys.actions[name] = action{Name: name, Do: once(do)}
}
