package tui

import (
	"context"
	"errors"

	tea "github.com/charmbracelet/bubbletea"

	"eyeline/keymap"
	"eyeline/reader/decode"
	"eyeline/reader/lineindex"
	"eyeline/reader/search"
	"eyeline/reader/tools"
	"eyeline/reader/window"
	"eyeline/tui/pane"
	"eyeline/tui/request"
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
		keymap.Larger:      func(m *Model, n int64, _ bool) tea.Cmd { return m.resizeWindow(clampInt(n)) },
		keymap.Smaller:     func(m *Model, n int64, _ bool) tea.Cmd { return m.resizeWindow(-clampInt(n)) },
		keymap.Undo:        (*Model).undoChange,
		keymap.Redo:        (*Model).redoChange,
		keymap.Presets:     (*Model).listPresets,
		keymap.Siblings:    func(m *Model, _ int64, _ bool) tea.Cmd { return m.flip(m.req.Block().Siblings, false) },
		keymap.Header:      func(m *Model, _ int64, _ bool) tea.Cmd { return m.flip(m.req.Block().Header, true) },
		keymap.Why:         (*Model).toggleWhy,
		keymap.LineDown:    func(m *Model, n int64, _ bool) tea.Cmd { return m.moveCursor(n) },
		keymap.LineUp:      func(m *Model, n int64, _ bool) tea.Cmd { return m.moveCursor(-n) },
		keymap.PageDown:    func(m *Model, n int64, _ bool) tea.Cmd { return m.scroll(n * int64(m.active().Height())) },
		keymap.PageUp:      func(m *Model, n int64, _ bool) tea.Cmd { return m.scroll(-n * int64(m.active().Height())) },
		keymap.HalfDown:    func(m *Model, n int64, _ bool) tea.Cmd { return m.scroll(n * m.half()) },
		keymap.HalfUp:      func(m *Model, n int64, _ bool) tea.Cmd { return m.scroll(-n * m.half()) },
		keymap.ScrollDown:  func(m *Model, n int64, _ bool) tea.Cmd { return m.scroll(n) },
		keymap.ScrollUp:    func(m *Model, n int64, _ bool) tea.Cmd { return m.scroll(-n) },
		keymap.Top:         (*Model).gotoTop,
		keymap.Bottom:      (*Model).gotoBottom,
		keymap.Left:        func(m *Model, n int64, _ bool) tea.Cmd { return m.sideways(-n) },
		keymap.Right:       func(m *Model, n int64, _ bool) tea.Cmd { return m.sideways(n) },
		keymap.LineStart:   func(m *Model, _ int64, _ bool) tea.Cmd { return m.lineEdge((*pane.Pane).LineStart) },
		keymap.LineEnd:     func(m *Model, _ int64, _ bool) tea.Cmd { return m.lineEdge((*pane.Pane).LineEnd) },
		keymap.Percent:     (*Model).gotoPercent,
		keymap.Command:     (*Model).askCommand,
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
		keymap.Reload:      func(m *Model, _ int64, _ bool) tea.Cmd { return tea.Batch(m.refreshSource(), m.read(thenNothing)) },
		keymap.Facts:       (*Model).showFacts,
		keymap.Cancel:      (*Model).escape,
		keymap.Quit:        func(m *Model, _ int64, _ bool) tea.Cmd { return m.quit() },
		keymap.Interrupt:   func(m *Model, _ int64, _ bool) tea.Cmd { return m.interrupt() },
		keymap.Suspend:     (*Model).suspend,
	}
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
		m.jobs.end(jobStart) // who does something does not wait for the place of the command line
	}
	return h(m, n, given)
}

// change makes another request current and reads it; the old one can be undone. Where no tool is on, it turns one on.
func (m *Model) change(r request.Request) tea.Cmd {
	if m.toolOff {
		return m.turnToolOn(r)
	}
	if r.Equal(m.req) {
		m.req = r
		return nil
	}
	m.undo = append(m.undo, m.req)
	m.redo = nil
	m.back = nil
	return m.become(r)
}

// become makes a request current without a trace in the history.
func (m *Model) become(r request.Request) tea.Cmd {
	mode := r.Mode() != m.req.Mode()
	m.req = r
	m.ahead = 0
	if mode && r.Follows() {
		return tea.Batch(m.followCursor(), m.read(thenNothing))
	}
	return m.read(thenNothing)
}

// clampRange keeps a first-and-last-line range inside the file when the number of lines is known: open_file refuses
// one that ends past it.
func (m *Model) clampRange(r request.Request) request.Request {
	last, flag, ok := r.Range()
	total, known := m.doc.raw.totalLines()
	if !ok || !known || last <= total || total == 0 {
		return r
	}
	return r.With(flag, max(total, r.Place()))
}

func (m *Model) undoChange(n int64, _ bool) tea.Cmd {
	return m.travel(&m.undo, &m.redo, n)
}

func (m *Model) redoChange(n int64, _ bool) tea.Cmd {
	return m.travel(&m.redo, &m.undo, n)
}

// travel goes back through the changes by n, or as far as there are some, from one list to the other.
func (m *Model) travel(from, to *[]request.Request, n int64) tea.Cmd {
	r := m.req
	for ; n > 0 && len(*from) > 0; n-- {
		*to = append(*to, r)
		r = (*from)[len(*from)-1]
		*from = (*from)[:len(*from)-1]
	}
	m.back = nil
	return m.become(r)
}

func (m *Model) nextPane(int64, bool) tea.Cmd {
	closed := m.closeComparison()
	from := m.layout
	m.layout = (m.layout + 1) % 3
	defer func() { m.wandered = false }()
	cmds := []tea.Cmd{closed, m.arrange()}
	if from == layoutModel && m.wandered {
		cmds = append(cmds, m.followModelPane())
	} else {
		cmds = append(cmds, m.alignOutput())
	}
	m.fresh()
	return tea.Batch(append(cmds, m.colour())...)
}

// active is the pane that the moving keys move.
func (m *Model) active() *pane.Pane {
	if m.panes() == layoutModel || m.beside != nil {
		return &m.output
	}
	return &m.file
}

func (m *Model) half() int64 { return int64(max(m.active().Height()/2, 1)) }

func (m *Model) moveCursor(n int64) tea.Cmd { return m.moveActive(pane.CursorBy(n)) }
func (m *Model) scroll(n int64) tea.Cmd     { return m.moveActive(pane.ScrollBy(n)) }

// moveActive moves the active pane and whatever follows it.
func (m *Model) moveActive(mv pane.Move) tea.Cmd {
	p := m.active()
	if p == &m.file {
		m.filter.left = true // see filterState
	}
	before := p.Place()
	cmd := p.Do(mv)
	if m.marking.moving {
		m.file.Redraw()
	}
	if by := mv.By(); by != 0 && !p.Loading() && p.Place() == before && !p.Empty() {
		if by > 0 {
			m.say(m.endWord())
		} else {
			m.say("beginning")
		}
	}
	if p == &m.output {
		m.wandered = true
		return tea.Batch(cmd, m.colour(), m.alignBeside())
	}
	return tea.Batch(cmd, m.cursorMoved(before.Cursor), m.colour())
}

func (m *Model) endWord() string {
	if m.active() == &m.output {
		return "end of the output"
	}
	if m.doc != nil && !m.doc.snap.Complete {
		return "end so far; more may come"
	}
	return "end"
}

// cursorMoved lets the window and the model pane follow the file pane's cursor.
func (m *Model) cursorMoved(before int64) tea.Cmd {
	cmd := m.alignOutput()
	if m.toolOff || m.file.Cursor() == before || !m.req.Follows() || m.file.Awaited() != 0 {
		return cmd
	}
	return tea.Batch(cmd, m.followCursor())
}

// followCursor puts the window at the cursor and reads.
func (m *Model) followCursor() tea.Cmd {
	place, ok := m.cursorPlace()
	if !ok {
		if !m.file.Empty() && m.placeless() == "" {
			m.wanted = &wantedPlace{off: m.file.Cursor()} // as soon as the line's number is known
		}
		return nil
	}
	m.wanted = nil
	r := m.clampRange(m.req.At(place))
	if r.Equal(m.req) {
		return nil
	}
	m.req = r
	m.back = nil
	return m.read(thenNothing)
}

// placeless says why the cursor is at no place that a tool could be asked for; "" when it is at one.
func (m *Model) placeless() string {
	switch d := m.doc; {
	case d == nil:
	case m.hex && m.req.Mode() != tools.ModeBytes:
		return "the hex view has no lines; " + m.keyName(keymap.Hex) + " goes back to them"
	case m.hex:
	case d.decoded() && (d.form.Compression != decode.None || m.req.Mode() == tools.ModeBytes):
		return "the tools read other bytes than are shown; " + m.keyName(keymap.ShowAs) + " shows those"
	}
	return ""
}

// cursorPlace is the cursor as the current mode's place: its line, or its byte offset.
func (m *Model) cursorPlace() (int64, bool) {
	if m.placeless() != "" {
		return 0, false
	}
	if m.req.Mode() == tools.ModeBytes {
		return m.file.Cursor(), true
	}
	l, ok := m.file.CursorLine()
	return l.Number, ok && l.Number > 0
}

func (m *Model) anchor(int64, bool) tea.Cmd {
	place, ok := m.cursorPlace()
	if !ok {
		if why := m.placeless(); why != "" {
			m.say(why)
			return nil
		}
		if m.doc == nil || m.file.Empty() {
			m.say("there is no line to put the window at")
			return nil
		}
		m.say("this line's number is still being counted")
		off := m.file.Cursor()
		m.wanted = &wantedPlace{off: off}
		return nil
	}
	cmd := m.change(m.clampRange(m.req.At(place)))
	if cmd == nil {
		m.say("the window is at the cursor already")
	}
	return cmd
}

func (m *Model) toggleFollow(int64, bool) tea.Cmd {
	m.req = m.req.WithFollow(!m.req.Follows())
	if m.req.Follows() {
		m.say("the window follows the cursor")
		return m.followCursor()
	}
	m.say("the window stays; " + m.keyName(keymap.Anchor) + " puts it at the cursor")
	return nil
}

// nextWindow goes to the following window, or to the next block at the anchor's level.
func (m *Model) nextWindow(n int64, _ bool) tea.Cmd {
	r := m.reading
	if r == nil || m.jobs.runs(jobRead) {
		m.ahead += n // once the window under way is read
		return nil
	}
	m.ahead += n - 1 // one after the other: only the tool knows where each next one begins
	if m.req.Mode() == tools.ModeBlock {
		return m.siblingBlock(1)
	}
	if r.next == nil {
		m.ahead = 0
		m.say("this is the last window")
		return nil
	}
	next, ok := m.req.WithArgs(r.next)
	if !ok {
		return nil
	}
	m.back = append(m.back, m.req)
	m.req = m.clampRange(next)
	return m.read(thenShowWindow)
}

// prevWindow goes back through the windows that ] came from, then further back by the window's size.
func (m *Model) prevWindow(n int64, _ bool) tea.Cmd {
	if k := len(m.back); k > 0 {
		k = max(k-clampInt(n), 0)
		m.req = m.back[k]
		m.back = m.back[:k]
		return m.read(thenShowWindow)
	}
	if m.req.Mode() == tools.ModeBlock {
		return m.siblingBlock(-1)
	}
	first := int64(1)
	if m.req.Mode() == tools.ModeBytes {
		first = 0
	}
	if m.req.Place() <= first {
		m.say("this is the first window")
		return nil
	}
	to := first
	if size := max(m.req.Size(), 1); n <= (m.req.Place()-first)/size {
		to = m.req.Place() - size*n
	}
	m.req = m.clampRange(m.req.At(to))
	return m.read(thenShowWindow)
}

// siblingMsg carries the anchor of the block beside the current one.
type siblingMsg struct {
	stamp
	req  request.Request
	dir  int
	line int64
	off  int64
	ok   bool
	err  error
}

func (m *Model) siblingBlock(dir int) tea.Cmd {
	r := m.reading
	if r.refused != "" || r.out == nil {
		m.say("there is no block to go on from")
		return nil
	}
	ctx, x := m.start(jobNextBlock)
	view, lines, w, req := m.doc.raw.view(), m.doc.raw.lines, r.win, m.req
	return func() tea.Msg {
		msg := siblingMsg{stamp: x, req: req, dir: dir}
		msg.line, msg.ok, msg.err = window.NextSiblingAnchor(ctx, view, lines, w, dir)
		if msg.ok && msg.err == nil {
			msg.off, _, _, msg.err = lineindex.FindLine(ctx, view, lines, msg.line)
		}
		return msg
	}
}

func (m *Model) handleNextBlock(msg siblingMsg) tea.Cmd {
	m.jobs.end(jobNextBlock)
	if !msg.req.Equal(m.req) || errors.Is(msg.err, context.Canceled) {
		return nil
	}
	switch {
	case msg.err != nil:
		m.warn("cannot look for the next block: " + plain(msg.err.Error()))
		return nil
	case !msg.ok && msg.dir > 0:
		m.ahead = 0
		m.say("no further block at this level")
		return nil
	case !msg.ok:
		m.say("no earlier block at this level")
		return nil
	}
	if msg.dir > 0 {
		m.back = append(m.back, m.req)
	}
	m.req = m.req.At(msg.line)
	to := pane.To(msg.off, pane.Middle)
	if m.doc.decoded() {
		to = m.toLine(msg.line, pane.Middle)
	}
	return tea.Batch(m.file.Do(to), m.read(thenNothing))
}

func (m *Model) toggleWhy(int64, bool) tea.Cmd {
	m.opts.Why = !m.opts.Why
	if m.opts.Why {
		m.say(m.styleSentence())
	}
	m.fresh()
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

// sideways scrolls chopped lines by n half screens.
func (m *Model) sideways(n int64) tea.Cmd {
	p := m.active()
	cmd, moved := p.Sideways(n)
	if !moved {
		return nil
	}
	return tea.Batch(cmd, m.colour())
}

// lineEdge goes to one end of a line that is longer than the screen.
func (m *Model) lineEdge(to func(*pane.Pane) pane.Move) tea.Cmd {
	p := m.active()
	if p.Stride() > 0 {
		m.say("the hex view shows all of its bytes")
		return nil
	}
	return m.moveActive(to(p))
}

func clampInt(n int64) int { return int(min(n, 1<<30)) }
