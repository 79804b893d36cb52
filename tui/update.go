package tui

import (
	"strconv"

	tea "github.com/charmbracelet/bubbletea"

	"eyeline/keymap"
)

// Update drops stale messages and routes the others by their type; keys go through the keymap to an action.
func (m *Model) Update(msg tea.Msg) (tea.Model, tea.Cmd) {
	if x, ok := msg.(stamped); ok && !m.current(x.stampOf()) {
		return m, drop(msg)
	}
	_, cmd := m.route(msg)
	if m.ready && m.areas != m.arrangement().areas() {
		cmd = tea.Batch(cmd, m.arrange()) // something was opened or closed
	}
	if wait := m.watchWaiting(); wait != nil {
		cmd = tea.Batch(cmd, wait)
	}
	return m, cmd
}

func (m *Model) route(msg tea.Msg) (tea.Model, tea.Cmd) {
	switch msg := msg.(type) {
	case tea.WindowSizeMsg:
		return m, m.resized(msg)
	case tea.KeyMsg:
		return m, m.key(msg)
	case tea.MouseMsg:
		return m, m.mouseEvent(msg)
	case loadedMsg:
		return m, m.pageLoaded(msg)
	case readMsg:
		return m, m.readDone(msg)
	case documentChangedMsg:
		return m, m.handleDocumentChange(msg)
	case openedMsg:
		return m, m.opened(msg)
	case siblingMsg:
		return m, m.siblingFound(msg)
	case noteMsg:
		m.note = note(msg)
	case foundMsg:
		return m, m.found(msg)
	case countedMsg:
		return m, m.counted(msg)
	case rankedMsg:
		m.ranked(msg)
	case existsMsg:
		m.jobs.end(jobWrite)
		m.askOverwrite(msg.path)
	case writtenMsg:
		m.jobs.end(jobWrite)
		m.note = msg.note
	case filteredMsg:
		return m, m.filtered(msg)
	case watchMsg:
		return m, m.watch()
	case refreshedMsg:
		m.refreshed(msg)
	case editedMsg:
		return m, m.edited(msg)
	case tokensMsg:
		m.tokensCounted(msg)
	case backgroundMsg:
		return m, m.backgroundKnown(msg)
	case savedMsg:
		m.presetSaved(msg)
	case comparedMsg:
		return m, m.compared(msg)
	case triedMsg:
		return m, m.tried(msg)
	case colouredMsg:
		return m, m.coloured(msg)
	case languageMsg:
		return m, m.languageChosen(msg)
	case slowMsg:
		m.isSlow = m.awaited() == msg.stamp
	case formMsg:
		return m, m.formReady(msg)
	case signalMsg:
		m.leaving = true
		m.leave = Outcome{Code: signalled}
		return m, tea.Quit
	case tea.ResumeMsg:
		return m, tea.Batch(tea.ClearScreen, m.refreshSource())
	}
	return m, nil
}

func (m *Model) resized(msg tea.WindowSizeMsg) tea.Cmd {
	first := !m.ready
	m.width, m.height, m.ready = max(min(msg.Width, maxColumns), 1), max(min(msg.Height, maxRows), 1), true
	m.below = max(msg.Height-m.height, 0)
	cmd := m.arrange()
	if first {
		return tea.Batch(cmd, m.begin(), m.askForBackground())
	}
	return cmd
}

// begin shows the document at the place asked for on the command line.
func (m *Model) begin() tea.Cmd {
	if m.doc == nil {
		return nil
	}
	if m.opts.Warning != "" {
		m.warn(m.opts.Warning)
	} else {
		m.formWords()
	}
	if m.opts.Hex {
		m.hex = true
		m.file.SetStride(strideFor(m.file.Width() - m.gutterWidth(m.file.Width())))
	}
	if e := m.opts.Encoding; e != nil && *e != m.doc.form.Encoding {
		return tea.Batch(m.showEncoding(*e), m.read(followNothing), m.startSearch())
	}
	cmd := tea.Batch(m.file.Show(m.documentText(), m.firstMove()), m.read(followNothing), m.startSearch())
	if m.opts.Follow {
		return tea.Batch(cmd, m.toggleTail(1, false))
	}
	return cmd
}

func (m *Model) pageLoaded(msg loadedMsg) tea.Cmd {
	p := &m.file
	switch {
	case msg.Pane == modelPane:
		p = &m.model
	case msg.Pane == comparePane && m.beside != nil:
		p = &m.beside.pane
	case msg.Pane == comparePane:
		return nil
	}
	before := p.Cursor()
	cmd, mine := p.Loaded(msg.LoadedMsg)
	if !mine {
		return nil
	}
	if msg.Err != nil && !stopped(msg.Err) {
		m.warn("cannot read: " + plain(msg.Err.Error()))
	}
	m.fresh()
	cmds := []tea.Cmd{cmd, m.colour(), m.widenGutter()}
	switch p {
	case &m.file:
		cmds = append(cmds, m.doc.count(), m.cursorMoved(before))
		if m.wanted != nil {
			cmds = append(cmds, m.placeWanted())
		}
	case &m.model:
		cmds = append(cmds, m.alignBeside())
	}
	return tea.Batch(cmds...)
}

// key handles one key message; a burst of typed keys arrives as one with many runes.
func (m *Model) key(msg tea.KeyMsg) tea.Cmd {
	if msg.Type == tea.KeyRunes && !msg.Paste && len(msg.Runes) > 1 {
		var cmds []tea.Cmd
		for _, r := range msg.Runes {
			cmds = append(cmds, m.oneKey(tea.KeyMsg{Type: tea.KeyRunes, Runes: []rune{r}, Alt: msg.Alt}))
		}
		return tea.Batch(cmds...)
	}
	return m.oneKey(msg)
}

// oneKey offers a key to what is open over the panes, then does what it means in the file.
func (m *Model) oneKey(msg tea.KeyMsg) tea.Cmd {
	m.note = note{}
	if cmd, used := m.overlayKey(msg); used || msg.Paste {
		return cmd
	}
	key := msg.String()
	if len(key) == 1 && (key >= "1" && key <= "9" || key == "0" && m.count != "") && len(m.count) < 18 {
		m.count += key
		return nil
	}
	action, ok := m.keys.Lookup(keymap.InFile, key)
	if !ok {
		m.count = ""
		m.say("no action on " + plain(keymap.Name(key)) + "; ? shows the keys")
		return nil
	}
	n, given := m.takeCount()
	return m.act(action, n, given)
}

// takeCount returns the count typed before a key (1 when there is none) and forgets it.
func (m *Model) takeCount() (n int64, given bool) {
	if m.count == "" {
		return 1, false
	}
	n, err := strconv.ParseInt(m.count, 10, 64)
	m.count = ""
	if err != nil || n < 1 {
		return 1, false
	}
	return n, true
}
