package text

import (
	tea "github.com/charmbracelet/bubbletea"

	"eyeline/keymap"
	"eyeline/tui/jobs"
	"eyeline/tui/pane"
)

// Tailing is to stay at the end of a file that grows, or of a stream that arrives. A person who leaves the end pauses
// it, and who goes back to the end resumes it.

// ToggleTail begins to tail, resumes that or stops it.
func (a *Arrival) ToggleTail(int64, bool) tea.Cmd {
	d := a.text.doc
	if d == nil {
		return nil
	}
	if a.text.jobs.Runs(jobs.Tail) {
		a.text.jobs.End(jobs.Tail)
		a.text.desk.Say("no longer following")
		return nil
	}
	a.text.jobs.Start(jobs.Tail)
	a.tailPaused = false
	a.text.desk.Say("following the end; " + a.text.desk.KeyName(keymap.Tail) + " or " +
		a.text.desk.KeyName(keymap.Cancel) + " stops")
	return tea.Batch(a.ToEnd(), func() tea.Msg { d.Poll(); return nil })
}

// PauseTail keeps what grows from taking a person away from where they went.
func (a *Arrival) PauseTail() {
	if a.text.jobs.Runs(jobs.Tail) {
		a.text.jobs.End(jobs.Tail)
		a.tailPaused = true
	}
}

// ResumeTail goes on tailing if that was paused.
func (a *Arrival) ResumeTail() {
	if a.tailPaused {
		a.tailPaused = false
		a.text.jobs.Start(jobs.Tail)
	}
}

// TailPaused reports whether the end was followed until a person left it.
func (a *Arrival) TailPaused() bool { return a.tailPaused }

// ForgetTail has the end not followed again that a person left.
func (a *Arrival) ForgetTail() { a.tailPaused = false }

// TailWords is what the footer says of tailing; "" for nothing.
func (a *Arrival) TailWords() string {
	switch {
	case a.text.jobs.Runs(jobs.Tail):
		return "following"
	case a.tailPaused:
		return "following paused, " + a.text.desk.KeyName(keymap.Bottom) + " resumes"
	}
	return ""
}

// ToEnd shows the last line.
func (a *Arrival) ToEnd() tea.Cmd {
	before := a.text.file.Cursor()
	cmd := a.text.file.Do(pane.To(max(a.text.doc.Shown().Size()-1, 0), pane.Bottom))
	return tea.Batch(cmd, a.text.host.CursorMoved(before), a.text.host.Colour())
}
