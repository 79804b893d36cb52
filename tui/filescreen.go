package tui

import (
	tea "github.com/charmbracelet/bubbletea"

	"eyeline/keymap"
	"eyeline/tui/bar"
	"eyeline/tui/pane"
	"eyeline/tui/screens"
	"eyeline/tui/stamp"
)

// fileScreen is the screen of a document: its panes, the title above and the model line below them. What it shows is in
// the Model's sheet.
type fileScreen struct{ m *Model }

var _ screens.Screen = fileScreen{}

// Begin implements [screens.Screen].
func (s fileScreen) Begin() tea.Cmd { return s.m.begin() }

// Current implements [screens.Screen]: the answers of its jobs carry no stamps.
func (fileScreen) Current(stamp.Stamp) bool { return false }

// Settle implements [screens.Screen]: the panes scroll when they move.
func (fileScreen) Settle() {}

// Leave implements [screens.Screen]: what it shows of a transcript ends, and an empty sheet is left.
func (s fileScreen) Leave() tea.Cmd { return s.m.leaveSent() }

// Update implements [screens.Screen].
func (s fileScreen) Update(msg tea.Msg) tea.Cmd {
	m := s.m
	switch msg := msg.(type) {
	case tea.MouseMsg:
		return m.fileMouse(msg)
	case editedMsg:
		return m.handleEdited(msg)
	case tea.ResumeMsg:
		return m.refreshSource()
	}
	return nil
}

// Key implements [screens.Screen]: it offers the key to the comparison, takes the digits of a count, and does the action of any
// other key.
func (s fileScreen) Key(msg tea.KeyMsg) tea.Cmd {
	m := s.m
	if m.beside != nil {
		if cmd, used := m.beside.key(m, msg); used {
			return cmd
		}
	}
	key := msg.String()
	if len(key) == 1 && (key >= "1" && key <= "9" || key == "0" && m.count != "") && len(m.count) < 18 {
		m.count += key
		return nil
	}
	action, ok := m.keys.Lookup(m.keyContext(), key)
	if !ok {
		m.count = ""
		m.say("no action on " + plain(keymap.Name(key)) + "; " + m.keyName(keymap.Help) + " shows the keys")
		return nil
	}
	n, given := m.takeCount()
	return m.act(action, n, given)
}

// Rows implements [screens.Screen].
func (s fileScreen) Rows(height int) []string {
	m := s.m
	a := &m.areas
	rows := make([]string, 0, height+1)
	if a.title.height > 0 {
		rows = append(rows, m.titleBar())
	}
	rows = append(rows, fill(m.paneRows(), a.body.height, a.body.width)...)
	if a.modelLine.height > 0 {
		rows = append(rows, m.modelLine())
	}
	return rows
}

// paneRows draws the panes.
func (m *Model) paneRows() []string {
	a := &m.areas
	switch {
	case m.beside != nil:
		return m.beside.rows(m, a.panes.height)
	case m.panes() == layoutFile:
		return fill(m.fileRows(), a.file.height, a.file.width)
	case m.panes() == layoutModel:
		return fill(m.modelRows(), a.model.height, a.model.width)
	case a.twoPanes():
		return m.besideEachOther(fill(m.fileRows(), a.file.height, a.file.width), fill(m.modelRows(), a.model.height, a.model.width))
	}
	var rows []string
	if a.file.height > 0 {
		rows = fill(m.fileRows(), a.file.height, a.file.width)
	}
	if a.separator.height > 0 {
		rows = append(rows, m.divider())
	}
	if a.model.height > 0 {
		rows = append(rows, fill(m.modelRows(), a.model.height, a.model.width)...)
	}
	return rows
}

// Footer implements [screens.Screen].
func (s fileScreen) Footer() bar.Footer {
	m := s.m
	f := bar.Footer{Waiting: m.isSlow, Keys: m.hints, Position: m.position()}
	var stops bool
	if f.Running, stops = m.jobs.Working(); stops || m.isSlow {
		f.Stop = m.keyName(keymap.Cancel)
	}
	switch {
	case m.sent != nil:
		f.Keys = m.sentHints()
	case m.toolOff:
		m.pagerFooter(&f)
	case m.beside != nil:
		f.Keys = m.compareHints()
	}
	return f
}

// begin shows the document at the place asked for on the command line.
func (m *Model) begin() tea.Cmd {
	if m.doc == nil {
		if m.folder != nil {
			m.showFolder(m.folder)
		}
		return nil
	}
	if m.opts.Warning != "" {
		m.warn(m.opts.Warning)
	} else {
		m.formWords()
	}
	if why := m.noRoomForWhy(); why != "" && m.quiet() {
		m.say(why)
	}
	if m.opts.Hex {
		m.hex = true
		m.file.SetStride(strideFor(m.file.Width() - m.gutterWidth(m.file.Width())))
	}
	if e := m.opts.Encoding; e != nil && *e != m.doc.Form().Encoding {
		return tea.Batch(m.showEncoding(*e), m.read(thenNothing), m.startSearch())
	}
	m.startAt = m.opts.Start
	m.waitForStart()
	cmd := tea.Batch(m.file.Show(m.documentText(), m.firstMove()), m.read(thenNothing), m.startSearch())
	if m.opts.Follow {
		return tea.Batch(cmd, m.toggleTail(1, false))
	}
	return cmd
}

// afterReading brings what is beside or over the panes up to date with a reading that has come.
func (m *Model) afterReading() tea.Cmd {
	return tea.Batch(m.readBeside(), m.keepLadder(), m.keepWalk())
}

// handlePage gives a page to the pane that asked for it, and does what waited for the page.
func (m *Model) handlePage(msg pane.LoadedMsg) tea.Cmd {
	p := &m.file
	switch {
	case msg.Pane == modelPane:
		p = &m.output
	case msg.Pane == comparePane && m.beside != nil:
		p = &m.beside.pane
	case msg.Pane == comparePane:
		return nil
	}
	before := p.Cursor()
	cmd := p.Loaded(msg)
	if msg.Err != nil {
		m.warn("cannot read: " + plain(msg.Err.Error()))
	}
	cmds := []tea.Cmd{cmd, m.colour(), m.widenGutter()}
	switch p {
	case &m.file:
		cmds = append(cmds, countLines(m.doc.Shown()), m.beginMarks(), m.cursorMoved(before), m.lookForStyle())
		if m.wanted != nil {
			cmds = append(cmds, m.placeWanted())
		}
		if m.panes() == layoutModel && !m.outputMoved {
			cmds = append(cmds, m.placeOutput()) // the line numbers may have come only now
		}
	case &m.output:
		cmds = append(cmds, m.alignBeside())
	}
	return tea.Batch(cmds...)
}
