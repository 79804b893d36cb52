package tui

import (
	tea "github.com/charmbracelet/bubbletea"

	"eyeline/reader/decode"
	"eyeline/tui/document"
	"eyeline/tui/stamp"
)

// detectedMsg brings the form of the document that was found in its first bytes.
type detectedMsg struct {
	stamp.Stamp
	document.Detection
}

func (d detectedMsg) Free() { d.Close() }

// detectForm looks for the form of the document in what has arrived of it, unless the form is known.
func (m *Model) detectForm() tea.Cmd {
	if m.jobs.runs(jobDetect) {
		return nil
	}
	look := m.doc.Detect()
	if look == nil {
		return nil
	}
	_, x := m.start(jobDetect)
	return func() tea.Msg { return detectedMsg{x, look()} }
}

// handleDetected shows the document in the form that was found.
func (m *Model) handleDetected(msg detectedMsg) tea.Cmd {
	m.jobs.end(jobDetect)
	d := m.doc
	if !msg.Known {
		if d.AllToDetect() {
			return m.detectForm() // the rest has arrived meanwhile
		}
		return nil // more is to arrive
	}
	old := d.Shown()
	replaced := d.Adopt(msg.Detection)
	if msg.Err != nil {
		m.formWords()
		return nil
	}
	if msg.Form == (decode.Form{}) {
		return nil
	}
	m.formWords()
	return tea.Batch(closing(replaced), m.showSide(old, 1))
}
