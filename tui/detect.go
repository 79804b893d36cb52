package tui

import (
	"context"

	tea "github.com/charmbracelet/bubbletea"

	"eyeline/reader/decode"
	"eyeline/tui/document"
	"eyeline/tui/jobs"
)

// detection is the form of the document that was found in its first bytes.
type detection struct{ document.Detection }

// Free implements [jobs.Freer].
func (d detection) Free() { d.Close() }

// detectForm looks for the form of the document in what has arrived of it, unless the form is known, and shows it so.
func (m *Model) detectForm() tea.Cmd {
	if m.jobs.Runs(jobs.Detect) {
		return nil
	}
	look := m.doc.Detect()
	if look == nil {
		return nil
	}
	return jobs.Ask(m.jobs, jobs.Detect, func(context.Context) detection { return detection{look()} }, m.showDetected)
}

// showDetected shows the document in the form that was found.
func (m *Model) showDetected(found detection) tea.Cmd {
	d := m.doc
	if !found.Known {
		if d.AllToDetect() {
			return m.detectForm() // the rest has arrived meanwhile
		}
		return nil // more is to arrive
	}
	old := d.Shown()
	replaced := d.Adopt(found.Detection)
	if found.Err != nil {
		m.formWords()
		return nil
	}
	if found.Form == (decode.Form{}) {
		return nil
	}
	m.formWords()
	return tea.Batch(closing(replaced), m.showSide(old, 1))
}
