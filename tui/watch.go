package tui

import (
	"time"

	tea "github.com/charmbracelet/bubbletea"

	"eyeline/reader/source"
	"eyeline/tui/jobs"
)

const (
	// watchFast is how often a file is looked at where the system sends no change notifications.
	watchFast = 250 * time.Millisecond
	// watchSlow is how often it is looked at where the system does, since some are lost.
	watchSlow = time.Second
	// watchAfter is how long the system is asked for no notifications, so that the first page is drawn first.
	watchAfter = 20 * time.Millisecond
)

// watch looks at the file as soon as it may have changed. What has changed is then reported by [Model.waitForChange].
func (m *Model) watch() tea.Cmd {
	d := m.doc
	if d == nil || d.IsStream() {
		return nil
	}
	changed := d.Watch(source.WatchOptions{Fast: watchFast, Slow: watchSlow, Poll: m.opts.Poll, After: watchAfter})
	return jobs.Later(m.jobs, func() (over bool) {
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
		return m.watch()
	})
}
