package tui

import (
	tea "github.com/charmbracelet/bubbletea"

	"eyeline/tui/file/export"
	"eyeline/tui/file/layout"
	"eyeline/tui/kit/jobs"
	"eyeline/tui/kit/screens"
	"eyeline/tui/terminal/program"
)

// Update implements tea.Model. After each message it does what may follow from any.
func (m *model) Update(msg tea.Msg) (tea.Model, tea.Cmd) {
	cmd, wanted := m.route(msg)
	if !wanted {
		return m, cmd
	}

	cmd = tea.Batch(cmd, m.file.Derive())
	if held := m.typeHeld(false); held != nil {
		cmd = tea.Batch(cmd, held)
	}

	m.file.Text.AskForRest()
	if m.ready {
		m.overlays.Scroll(m.file.Panes.Areas().Overlay.Height, m.file.Panes.Areas().Body.Height)
	}

	m.Front().Settle()
	if wait := m.file.WatchWaiting(); wait != nil {
		cmd = tea.Batch(cmd, wait)
	}

	return m, cmd
}

// route takes a message to where it belongs; false when it is the answer of a job that is not wanted any more. The
// command then frees what it brings.
func (m *model) route(msg tea.Msg) (cmd tea.Cmd, wanted bool) {
	if answer, ok := msg.(jobs.Message); ok {
		return answer.Take()
	}
	return m.handle(msg), true
}

// handle takes what concerns the program as a whole, and gives all else to the screens.
func (m *model) handle(msg tea.Msg) tea.Cmd {
	switch msg := msg.(type) {
	case tea.WindowSizeMsg:
		return m.resized(msg)
	case tea.KeyMsg:
		return m.key(msg)
	case tea.MouseMsg:
		return m.mouseEvent(msg)
	case export.NoteMsg:
		return m.say(screens.Note(msg))
	case program.BackgroundMsg:
		return m.handleBackground(msg)
	case patientMsg:
		m.typed.timed = false
	case tea.ResumeMsg:
		return tea.Batch(tea.ClearScreen, m.updateScreens(msg))
	default:
		return m.updateScreens(msg)
	}

	return nil
}

// resized takes the size of the terminal. The first one begins to show the document, once the panes have their sizes.
func (m *model) resized(msg tea.WindowSizeMsg) tea.Cmd {
	first := !m.ready
	m.width = max(min(msg.Width, layout.MaxColumns), 1)
	m.height = max(min(msg.Height, layout.MaxRows), 1)
	m.ready = true
	m.below = max(msg.Height-m.height, 0)
	m.file.SetHeight(m.height)
	cmd := m.updateScreens(msg)

	if first {
		cmd = tea.Batch(cmd, m.file.Derive(), m.Front().Begin())
		if m.opts.Warning != "" { // it precedes what the first screen says
			m.say(screens.Note{Text: m.opts.Warning, Bad: true})
		}
	}

	return cmd
}

// key handles one key message; a burst of typed keys arrives as one with many runes.
func (m *model) key(msg tea.KeyMsg) tea.Cmd {
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
func (m *model) oneKey(msg tea.KeyMsg) tea.Cmd {
	m.say(screens.Note{})
	m.file.Text.Opened()
	if cmd, used := m.overlays.Key(msg); used || msg.Paste {
		return cmd
	}
	return m.Front().Key(msg)
}
