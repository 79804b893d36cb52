package tui

import (
	tea "github.com/charmbracelet/bubbletea"

	"eyeline/keymap"
	"eyeline/tui/bar"
	"eyeline/tui/screens"
	"eyeline/tui/stamp"
)

// fileScreen is the screen of a document: its panes, the title above and the model line below them. What it shows is in
// the Model's sheet.
type fileScreen struct{ m *Model }

var _ screens.Screen = fileScreen{}

// Begin implements [screens.Screen].
func (s fileScreen) Begin() tea.Cmd { return s.m.begin() }

// Current implements [screens.Screen].
func (s fileScreen) Current(x stamp.Stamp) bool { return s.m.sheet.current(x) }

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
	case loadedMsg:
		return m.handlePage(msg)
	case readMsg:
		return m.handleReading(msg)
	case rereadMsg:
		return m.rereadDue()
	case documentChangedMsg:
		return m.handleDocumentChange(msg)
	case openedMsg:
		return m.handleOpened(msg)
	case siblingMsg:
		return m.handleNextBlock(msg)
	case callsMsg:
		m.handleCalls(msg)
	case walkMsg:
		return m.handleWalk(msg)
	case lossMsg:
		return m.handleLoss(msg)
	case firstCallMsg:
		return m.handleFirstCall(msg)
	case presetTriedMsg:
		return m.handlePresetTried(msg)
	case symbolsMsg:
		return m.handleSymbols(msg)
	case ladderMsg:
		return m.handleLadder(msg)
	case rungTokensMsg:
		return m.handleRungTokens(msg)
	case locatedMsg:
		return m.handleLocated(msg)
	case solvedMsg:
		return m.handleSolved(msg)
	case styleMsg:
		m.handleStyle(msg)
	case levelsMsg:
		return m.handleLevels(msg)
	case bracketMsg:
		return m.handleBracket(msg)
	case ranMsg:
		return m.handleRan(msg)
	case moreMsg:
		return m.handleMore(msg)
	case foundMsg:
		return m.handleMatch(msg)
	case countedMsg:
		return m.handleCount(msg)
	case rankedMsg:
		m.handleRank(msg)
	case existsMsg:
		m.jobs.end(jobWrite)
		m.askOverwrite(msg.path, msg.over)
	case writtenMsg:
		m.jobs.end(jobWrite)
		m.note = msg.note
	case filteredMsg:
		return m.handleFiltered(msg)
	case watchMsg:
		return m.watch()
	case refreshedMsg:
		m.handleRefreshed(msg)
	case editedMsg:
		return m.handleEdited(msg)
	case tokensMsg:
		m.handleTokens(msg)
	case toolRowMsg:
		return m.handleToolRow(msg)
	case comparedMsg:
		return m.handleCompared(msg)
	case differMsg:
		m.handleDiffer(msg)
	case triedMsg:
		return m.handleTried(msg)
	case colouredMsg:
		return m.handleColours(msg)
	case outputColoursMsg:
		return m.handleOutputColours(msg)
	case languageMsg:
		return m.handleLanguage(msg)
	case slowMsg:
		m.isSlow = m.awaited() == msg.Stamp
	case revisionsMsg:
		return m.handleRevisions(msg)
	case repositoryMsg:
		return m.marksAgain()
	case changesMsg:
		return m.handleChanges(msg)
	case formMsg:
		return m.handleForm(msg)
	case detectedMsg:
		return m.handleDetected(msg)
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
	if f.Running, stops = m.working(); stops || m.isSlow {
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
	if why := m.noRoomForWhy(); why != "" && m.note.text == "" {
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

// handlePage gives a page to the pane that asked for it, and does what waited for the page.
func (m *Model) handlePage(msg loadedMsg) tea.Cmd {
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
	cmd := p.Loaded(msg.LoadedMsg)
	if msg.Err != nil && !stopped(msg.Err) {
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
