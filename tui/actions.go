package tui

import (
	"cmp"
	"maps"

	tea "github.com/charmbracelet/bubbletea"

	"eyeline/keymap"
	"eyeline/reader/search"
	"eyeline/tui/jobs"
	"eyeline/tui/pane"
)

// handlers maps each action to what it does. A test checks that no action of the keymap lacks one.
var handlers map[keymap.Action]func(m *Model, n int64, given bool) tea.Cmd

func init() {
	handlers = map[keymap.Action]func(m *Model, n int64, given bool) tea.Cmd{
		keymap.NextMode:    func(m *Model, _ int64, _ bool) tea.Cmd { return m.change(m.req.NextMode(1)) },
		keymap.PrevMode:    func(m *Model, _ int64, _ bool) tea.Cmd { return m.change(m.req.NextMode(-1)) },
		keymap.NextTool:    (*Model).nextTool,
		keymap.ChooseTool:  (*Model).chooseTool,
		keymap.ToggleTool:  (*Model).toggleTool,
		keymap.LineNumbers: (*Model).toggleNumbers,
		keymap.Options:     (*Model).openOptions,
		keymap.NextPane:    (*Model).nextPane,
		keymap.Compare:     (*Model).compare,
		keymap.Anchor:      (*Model).anchor,
		keymap.Follow:      (*Model).toggleFollow,
		keymap.NextWindow:  (*Model).nextWindow,
		keymap.PrevWindow:  (*Model).prevWindow,
		keymap.Walk:        (*Model).openWalk,
		keymap.NextLoss:    func(m *Model, n int64, _ bool) tea.Cmd { return m.stepLoss(n) },
		keymap.PrevLoss:    func(m *Model, n int64, _ bool) tea.Cmd { return m.stepLoss(-n) },
		keymap.WindowTop:   func(m *Model, _ int64, _ bool) tea.Cmd { return m.gotoWindowEnd(false) },
		keymap.WindowEnd:   func(m *Model, _ int64, _ bool) tea.Cmd { return m.gotoWindowEnd(true) },
		keymap.Larger:      func(m *Model, n int64, _ bool) tea.Cmd { return m.resizeWindow(clampInt(n)) },
		keymap.Smaller:     func(m *Model, n int64, _ bool) tea.Cmd { return m.resizeWindow(-clampInt(n)) },
		keymap.Undo:        (*Model).undoChange,
		keymap.Redo:        (*Model).redoChange,
		keymap.Presets:     (*Model).listPresets,
		keymap.Siblings:    func(m *Model, _ int64, _ bool) tea.Cmd { return m.flip(m.req.Block().Siblings, false) },
		keymap.Header:      func(m *Model, _ int64, _ bool) tea.Cmd { return m.flip(m.req.Block().Header, true) },
		keymap.Why:         (*Model).toggleWhy,
		keymap.Blocks:      (*Model).openLadder,
		keymap.Solve:       (*Model).solve,
		keymap.LineDown:    func(m *Model, n int64, _ bool) tea.Cmd { return m.moveCursor(n) },
		keymap.LineUp:      func(m *Model, n int64, _ bool) tea.Cmd { return m.moveCursor(-n) },
		keymap.PageDown:    func(m *Model, n int64, _ bool) tea.Cmd { return m.scroll(n * int64(m.active().Height())) },
		keymap.PageUp:      func(m *Model, n int64, _ bool) tea.Cmd { return m.scroll(-n * int64(m.active().Height())) },
		keymap.HalfDown:    func(m *Model, n int64, _ bool) tea.Cmd { return m.scroll(n * m.half()) },
		keymap.HalfUp:      func(m *Model, n int64, _ bool) tea.Cmd { return m.scroll(-n * m.half()) },
		keymap.ScrollDown:  func(m *Model, n int64, _ bool) tea.Cmd { return m.roll(n) },
		keymap.ScrollUp:    func(m *Model, n int64, _ bool) tea.Cmd { return m.roll(-n) },
		keymap.Top:         (*Model).gotoTop,
		keymap.Bottom:      (*Model).gotoBottom,
		keymap.Left:        func(m *Model, n int64, _ bool) tea.Cmd { return m.sideways(-n) },
		keymap.Right:       func(m *Model, n int64, _ bool) tea.Cmd { return m.sideways(n) },
		keymap.LineStart:   func(m *Model, _ int64, _ bool) tea.Cmd { return m.lineEdge((*pane.Pane).LineStart) },
		keymap.LineEnd:     func(m *Model, _ int64, _ bool) tea.Cmd { return m.lineEdge((*pane.Pane).LineEnd) },
		keymap.Percent:     (*Model).gotoPercent,
		keymap.Command:     (*Model).askCommand,
		keymap.Symbols:     (*Model).listSymbols,
		keymap.SetMark:     (*Model).askMark,
		keymap.GotoMark:    (*Model).askForMark,
		keymap.SearchDown:  func(m *Model, _ int64, _ bool) tea.Cmd { return m.askSearch(search.Forward) },
		keymap.Help:        func(m *Model, _ int64, _ bool) tea.Cmd { return m.openHelp(true) },
		keymap.HelpOnly:    func(m *Model, _ int64, _ bool) tea.Cmd { return m.openHelp(false) },
		keymap.NextMatch:   func(m *Model, n int64, _ bool) tea.Cmd { return m.nextMatch(n) },
		keymap.PrevMatch:   func(m *Model, n int64, _ bool) tea.Cmd { return m.nextMatch(-n) },
		keymap.MarkLines:   (*Model).toggleMarking,
		keymap.PagerOption: (*Model).askLessOption,
		keymap.Copy:        (*Model).copyOutput,
		keymap.CopyRequest: (*Model).copyRequest,
		keymap.CopyCommand: (*Model).copyCommand,
		keymap.Write:       (*Model).askWrite,
		keymap.LeavePrint:  (*Model).leaveAndPrint,
		keymap.Filter:      (*Model).askFilter,
		keymap.Theme:       (*Model).nextTheme,
		keymap.Mouse:       (*Model).toggleMouse,
		keymap.Hex:         (*Model).toggleHex,
		keymap.ShowAs:      (*Model).nextForm,
		keymap.Tail:        (*Model).toggleTail,
		keymap.Edit:        (*Model).edit,
		keymap.Invisibles:  (*Model).toggleInvisibles,
		keymap.Wrap:        (*Model).toggleWrap,
		keymap.Redraw:      func(*Model, int64, bool) tea.Cmd { return tea.ClearScreen },
		keymap.Reload: func(m *Model, _ int64, _ bool) tea.Cmd {
			return tea.Batch(m.refreshSource(), m.read(thenNothing), m.marksAgain())
		},
		keymap.NextCall:    func(m *Model, n int64, _ bool) tea.Cmd { return m.stepCall(n) },
		keymap.PrevCall:    func(m *Model, n int64, _ bool) tea.Cmd { return m.stepCall(-n) },
		keymap.NextUnsent:  func(m *Model, n int64, _ bool) tea.Cmd { return m.seekUnsent(n) },
		keymap.PrevUnsent:  func(m *Model, n int64, _ bool) tea.Cmd { return m.seekUnsent(-n) },
		keymap.NextCut:     func(m *Model, n int64, _ bool) tea.Cmd { return m.seekCut(n) },
		keymap.PrevCut:     func(m *Model, n int64, _ bool) tea.Cmd { return m.seekCut(-n) },
		keymap.NextWritten: func(m *Model, n int64, _ bool) tea.Cmd { return m.seekWritten(n) },
		keymap.PrevWritten: func(m *Model, n int64, _ bool) tea.Cmd { return m.seekWritten(-n) },
		keymap.AllCalls:    (*Model).showCalls,
		keymap.Marks:       (*Model).toggleMarks,
		keymap.Base:        (*Model).nextBase,
		keymap.Revisions:   (*Model).listRevisions,
		keymap.NextChange:  func(m *Model, n int64, _ bool) tea.Cmd { return m.stepChange(n) },
		keymap.PrevChange:  func(m *Model, n int64, _ bool) tea.Cmd { return m.stepChange(-n) },
		keymap.Facts:       (*Model).showFacts,
		keymap.Cancel:      (*Model).escape,
		keymap.Quit:        func(m *Model, _ int64, _ bool) tea.Cmd { return m.leaveScreen() },
		keymap.Interrupt:   func(m *Model, _ int64, _ bool) tea.Cmd { return m.interrupt() },
		keymap.Suspend:     (*Model).suspend,
	}
	maps.Copy(handlers, pagerActions())
}

func (m *Model) act(a keymap.Action, n int64, given bool) tea.Cmd {
	h, ok := handlers[a]
	if !ok {
		return nil
	}
	if why := m.disabled(a); why != "" {
		m.say(why)
		return nil
	}
	if a != keymap.Cancel && a != keymap.Interrupt {
		m.jobs.End(jobs.AwaitPlace) // a person who does something does not wait for the place of the command line
		m.jobs.End(jobs.Unpack)
	}
	return h(m, n, given)
}

func (m *Model) nextPane(int64, bool) tea.Cmd {
	closed := m.closeComparison()
	from := m.layout
	m.layout = (m.layout + 1) % 3
	defer func() { m.outputMoved = false }()
	cmds := []tea.Cmd{closed, m.arrange()}
	switch {
	case from == layoutModel && m.outputMoved:
		cmds = append(cmds, m.followModelPane())
	case from == layoutFile:
		cmds = append(cmds, m.placeOutput())
	default:
		cmds = append(cmds, m.alignOutput())
	}
	m.invalidateRows()
	return tea.Batch(append(cmds, m.colour())...)
}

func (m *Model) toggleWhy(int64, bool) tea.Cmd {
	m.opts.Why = !m.opts.Why
	if m.opts.Why {
		m.say(cmp.Or(m.noRoomForWhy(), m.styleSentence()))
	}
	m.invalidateRows()
	return tea.Batch(m.arrange(), m.read(thenNothing))
}

func (m *Model) toggleInvisibles(int64, bool) tea.Cmd {
	m.opts.Invisibles = !m.opts.Invisibles
	m.setCellOptions()
	m.say("invisible characters " + map[bool]string{true: "shown", false: "hidden"}[m.opts.Invisibles])
	return nil
}

func (m *Model) toggleWrap(int64, bool) tea.Cmd {
	wrap := !m.file.Wrap()
	m.setWraps(wrap)
	m.say("long lines are " + map[bool]string{true: "wrapped", false: "chopped"}[wrap])
	cmds := []tea.Cmd{m.file.SetWrap(wrap), m.output.SetWrap(wrap)}
	if m.beside != nil {
		cmds = append(cmds, m.beside.pane.SetWrap(wrap))
	}
	return tea.Batch(cmds...)
}

func clampInt(n int64) int { return int(min(n, 1<<30)) }
