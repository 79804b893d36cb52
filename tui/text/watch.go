package text

import (
	"time"

	tea "github.com/charmbracelet/bubbletea"

	"eyeline/reader/source"
	"eyeline/tui/jobs"
)

const (
	// WatchFast is how often a file is looked at where the system sends no change notifications.
	WatchFast = 250 * time.Millisecond
	// watchSlow is how often it is looked at where the system does, since some are lost.
	watchSlow = time.Second
	// watchAfter is how long the system is asked for no notifications, so that the first page is drawn first.
	watchAfter = 20 * time.Millisecond
)

// Watch looks at the file as soon as it may have changed. The document itself reports what has changed.
func (a *Arrival) Watch() tea.Cmd {
	d := a.text.doc
	if d == nil || d.IsStream() {
		return nil
	}
	changed := d.Watch(source.WatchOptions{Fast: WatchFast, Slow: watchSlow, Poll: a.text.opts.Poll, After: watchAfter})
	return jobs.Later(a.text.jobs, func() (over bool) {
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
