package tui

import (
	"eyeline/tui/give"
	"eyeline/tui/jobs"
	"eyeline/tui/layout"
	"eyeline/tui/program"
	"eyeline/tui/screens"
	"eyeline/tui/stamp"
	"eyeline/tui/tuning"

	tea "github.com/charmbracelet/bubbletea"
)

// Update implements tea.Model. After each message it does what may follow from any.
func (m *Model) Update(msg tea.Msg) (tea.Model, tea.Cmd) {
	cmd, wanted := m.route(msg)
	if !wanted {
		return m, cmd
	}
	if held := m.typeHeld(false); held != nil {
		cmd = tea.Batch(cmd, held)
	}
	m.file.Text().Arrival().AskForRest()
	if changed := m.arrangeChanged(); changed != nil {
		cmd = tea.Batch(cmd, changed)
	}
	if m.ready {
		m.overlays.ScrollPanel(m.file.Panes().Areas().Overlay.Height)
	}
	m.front().Settle()
	if wait := m.file.WatchWaiting(); wait != nil {
		cmd = tea.Batch(cmd, wait)
	}
	return m, cmd
}

// arrangeChanged arranges the screen again when something was opened or closed.
func (m *Model) arrangeChanged() tea.Cmd {
	if !m.ready || *m.file.Panes().Areas() == m.file.Panes().Arrangement().Areas() {
		return nil
	}
	return m.file.Panes().Arrange()
}

// route takes a message to where it belongs; false when it is the answer of a job that is not wanted any more. The command
// then frees what it brings.
func (m *Model) route(msg tea.Msg) (cmd tea.Cmd, wanted bool) {
	switch msg := msg.(type) {
	case jobs.Message:
		return msg.Take()
	case stamp.Stamped:
		if !m.wants(msg.StampOf()) {
			return drop(msg), false
		}
	}
	return m.handle(msg), true
}

// drop frees what a message brings that is no longer wanted.
func drop(msg tea.Msg) tea.Cmd {
	if o, ok := msg.(stamp.Owner); ok {
		return func() tea.Msg { o.Free(); return nil }
	}
	return nil
}

// handle takes what concerns the program as a whole, and gives all else to the screens.
func (m *Model) handle(msg tea.Msg) tea.Cmd {
	switch msg := msg.(type) {
	case tea.WindowSizeMsg:
		return m.resized(msg)
	case tea.KeyMsg:
		m.giveWay()
		return m.key(msg)
	case tea.MouseMsg:
		m.giveWay()
		return m.mouseEvent(msg)
	case give.NoteMsg:
		m.note = screens.Note(msg)
	case program.BackgroundMsg:
		return m.handleBackground(msg)
	case patientMsg:
		m.typed.timed = false
	case tuning.FavouritesSavedMsg:
		return m.file.Tuning().Tools().HandleFavouritesSaved(msg)
	case tuning.SavedMsg:
		m.file.Tuning().HandlePresetSaved(msg)
	case tea.ResumeMsg:
		return tea.Batch(tea.ClearScreen, m.updateScreens(msg))
	default:
		return m.updateScreens(msg)
	}
	return nil
}

// giveWay leaves a processor for what a person asks for while lines are counted.
func (m *Model) giveWay() {
	if m.file.Text().Doc() != nil {
		m.file.Text().Doc().Raw().GiveWay()
		m.file.Text().Doc().Shown().GiveWay()
	}
}

// resized takes the size of the terminal. The first one begins to show the document.
func (m *Model) resized(msg tea.WindowSizeMsg) tea.Cmd {
	first := !m.ready
	m.width, m.height, m.ready = max(min(msg.Width, layout.MaxColumns), 1), max(min(msg.Height, layout.MaxRows), 1), true
	m.below = max(msg.Height-m.height, 0)
	cmd := tea.Batch(m.file.Panes().Arrange(), m.updateScreens(msg))
	if first {
		return tea.Batch(cmd, m.front().Begin())
	}
	return cmd
}

// key handles one key message; a burst of typed keys arrives as one with many runes.
func (m *Model) key(msg tea.KeyMsg) tea.Cmd {
	if m.leaving {
		return nil // the terminal is about to be given back
	}
	if msg.Type == tea.KeyRunes && !msg.Paste && len(msg.Runes) > 1 {
		var cmds []tea.Cmd
		for _, r := range msg.Runes {
			cmds = append(cmds, m.typeKey(tea.KeyMsg{Type: tea.KeyRunes, Runes: []rune{r}, Alt: msg.Alt}))
		}
		return tea.Batch(cmds...)
	}
	return m.typeKey(msg)
}

// oneKey offers a key to the overlays, then to the screen.
func (m *Model) oneKey(msg tea.KeyMsg) tea.Cmd {
	m.note = screens.Note{}
	m.file.Text().Opened()
	if cmd, used := m.overlays.Key(msg); used || msg.Paste {
		return cmd
	}
	return m.front().Key(msg)
}
