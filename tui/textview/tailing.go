package textview

import (
	"time"

	tea "github.com/charmbracelet/bubbletea"

	"eyeline/keymap"
	"eyeline/reader/source"
	"eyeline/tui/jobs"
	"eyeline/tui/pane"
)

// Tailing is to stay at the end of a file that grows, or of a stream that arrives. A person who leaves the end pauses
// it, and who goes back to the end resumes it.

// ToggleTail begins to tail, resumes that or stops it.
func (a *arrivalPart) ToggleTail(int64, bool) tea.Cmd {
	d := a.text.Doc
	if d == nil {
		return nil
	}
	if a.text.Jobs.Runs(jobs.Tail) {
		a.text.Jobs.End(jobs.Tail)
		return a.text.desk.Say("no longer following")
	}
	a.text.Jobs.Start(jobs.Tail)
	a.TailPaused = false
	a.text.desk.Say("following the end; " + a.text.desk.KeyName(keymap.Tail) + " or " +
		a.text.desk.KeyName(keymap.Cancel) + " stops")
	return tea.Batch(a.ToEnd(), func() tea.Msg { d.Poll(); return nil })
}

// PauseTail keeps what grows from taking a person away from where they went.
func (a *arrivalPart) PauseTail() {
	if a.text.Jobs.Runs(jobs.Tail) {
		a.text.Jobs.End(jobs.Tail)
		a.TailPaused = true
	}
}

// ResumeTail goes on tailing if that was paused.
func (a *arrivalPart) ResumeTail() {
	if a.TailPaused {
		a.TailPaused = false
		a.text.Jobs.Start(jobs.Tail)
	}
}

// TailWords is what the footer says of tailing; "" for nothing.
func (a *arrivalPart) TailWords() string {
	switch {
	case a.text.Jobs.Runs(jobs.Tail):
		return "following"
	case a.TailPaused:
		return "following paused, " + a.text.desk.KeyName(keymap.Bottom) + " resumes"
	}
	return ""
}

// ToEnd shows the last line.
func (a *arrivalPart) ToEnd() tea.Cmd {
	before := a.text.File.Cursor
	cmd := a.text.File.Do(pane.To(max(a.text.Doc.Shown().Size()-1, 0), pane.Bottom))
	return tea.Batch(cmd, a.text.host.CursorMoved(before), a.text.host.Colour())
}

const (
	// WatchFast is how often a file is looked at where the system sends no change notifications.
	WatchFast = 250 * time.Millisecond
	// watchSlow is how often it is looked at where the system does, since some are lost.
	watchSlow = time.Second
	// watchAfter is how long the system is asked for no notifications, so that the first page is drawn first.
	watchAfter = 20 * time.Millisecond
)

// Watch looks at the file as soon as it may have changed. The document itself reports what has changed.
func (a *arrivalPart) Watch() tea.Cmd {
	d := a.text.Doc
	if d == nil || d.IsStream() {
		return nil
	}
	changed := d.Watch(source.WatchOptions{
		Fast: WatchFast, Slow: watchSlow, Poll: a.text.opts.Input.Poll, After: watchAfter,
	})
	return jobs.Later(a.text.Jobs, func() (over bool) {
		select {
		case <-changed:
		case <-d.Done():
			return true
		}
		d.Poll()
		return false
	}, func(over bool) tea.Cmd {
		if over {
			return nil
		}
		return a.Watch()
	})
}
