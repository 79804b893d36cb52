package textview

import (
	tea "github.com/charmbracelet/bubbletea"

	"eyeline/keymap"
	"eyeline/tui/file/pane"
	"eyeline/tui/kit/jobs"
)

// Tailing is to stay at the end of a file that grows, or of a stream that arrives. A person who leaves the end pauses
// it, and who goes back to the end resumes it.

// ToggleTail begins to tail, resumes that or stops it.
func (a *loadingPart) ToggleTail(int64, bool) tea.Cmd {
	d := a.view.Doc
	if d == nil {
		return nil
	}
	if a.view.Jobs.Runs(jobs.Tail) {
		a.view.Jobs.End(jobs.Tail)
		return a.view.program.Say("no longer following")
	}

	a.view.Jobs.Start(jobs.Tail)
	a.TailPaused = false
	a.view.program.Say("following the end; " + a.view.program.KeyName(keymap.Tail) + " or " +
		a.view.program.KeyName(keymap.Cancel) + " stops")
	return tea.Batch(a.ToEnd(), func() tea.Msg { d.Poll(); return nil })
}

// PauseTail keeps what grows from taking a person away from where they went.
func (a *loadingPart) PauseTail() {
	if a.view.Jobs.Runs(jobs.Tail) {
		a.view.Jobs.End(jobs.Tail)
		a.TailPaused = true
	}
}

// EndTail forgets that the end was followed before a person left it.
func (a *loadingPart) EndTail() { a.TailPaused = false }

// ResumeTail goes on tailing if that was paused.
func (a *loadingPart) ResumeTail() {
	if a.TailPaused {
		a.TailPaused = false
		a.view.Jobs.Start(jobs.Tail)
	}
}

// TailWords is what the footer says of tailing; "" for nothing.
func (a *loadingPart) TailWords() string {
	switch {
	case a.view.Jobs.Runs(jobs.Tail):
		return "following"
	case a.TailPaused:
		return "following paused, " + a.view.program.KeyName(keymap.Bottom) + " resumes"
	}
	return ""
}

// Place is where the file is to be shown when its bytes are others: where it was or, while it is followed, at its end.
func (a *loadingPart) Place() pane.Move {
	if a.view.Jobs.Runs(jobs.Tail) {
		return a.end()
	}
	return pane.Stay()
}

func (a *loadingPart) end() pane.Move {
	return pane.To(max(a.view.Shown().Size()-1, 0), pane.Bottom)
}

// ToEnd shows the last line.
func (a *loadingPart) ToEnd() tea.Cmd {
	return a.view.File.Do(a.end())
}

// Watch looks at the file as long as it is open. The document itself reports what has changed.
func (a *loadingPart) Watch() tea.Cmd {
	d := a.view.Doc
	if d == nil || d.IsStream() {
		return nil
	}
	return func() tea.Msg { d.Watch(); return nil }
}
