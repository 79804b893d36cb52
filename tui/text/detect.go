package text

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

// DetectForm looks for the form of the document in what has arrived of it, unless the form is known, and shows it so.
func (a *Arrival) DetectForm() tea.Cmd {
	if a.text.jobs.Runs(jobs.Detect) {
		return nil
	}
	look := a.text.doc.Detect()
	if look == nil {
		return nil
	}
	return jobs.Ask(a.text.jobs, jobs.Detect, func(context.Context) detection { return detection{look()} },
		a.showDetected)
}

// showDetected shows the document in the form that was found.
func (a *Arrival) showDetected(found detection) tea.Cmd {
	d := a.text.doc
	if !found.Known {
		if d.AllToDetect() {
			return a.DetectForm() // the rest has arrived meanwhile
		}
		return nil // more is to arrive
	}
	old := d.Shown()
	replaced := d.Adopt(found.Detection)
	if found.Err != nil {
		a.FormWords()
		return nil
	}
	if found.Form == (decode.Form{}) {
		return nil
	}
	a.FormWords()
	return tea.Batch(closing(replaced), a.showSide(old, 1))
}
