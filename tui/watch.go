package tui

import (
	"time"

	tea "github.com/charmbracelet/bubbletea"

	"eyeline/reader/source"
	"eyeline/tui/stamp"
)

const (
	// watchFast is how often a file is looked at where the system sends no change notifications.
	watchFast = 250 * time.Millisecond
	// watchSlow is how often it is looked at where the system does, since some are lost.
	watchSlow = time.Second
	// watchAfter is how long the system is asked for no notifications, so that the first page is drawn first.
	watchAfter = 20 * time.Millisecond
)

// watchMsg says that the file has been looked at, and that it is to be watched on.
type watchMsg struct{ stamp.Stamp }

// watch looks at the file as soon as it may have changed. What has changed is then reported by documentChangedMsg.
func (m *Model) watch() tea.Cmd {
	d := m.doc
	if d == nil || d.stream {
		return nil
	}
	if d.watcher == nil {
		d.watcher = source.Watch(d.path, source.WatchOptions{Fast: watchFast, Slow: watchSlow, Poll: m.opts.Poll, After: watchAfter})
	}
	watcher, x := d.watcher, stamp.Stamp{Sheet: m.number}
	return func() tea.Msg {
		select {
		case <-watcher.C():
		case <-d.ctx.Done():
			return nil
		}
		d.look()
		return watchMsg{x}
	}
}

// look looks at the file again.
func (d *document) look() {
	before := d.raw.src.Snapshot()
	if snap, err := d.raw.src.Refresh(d.ctx); err == nil && snap != before {
		d.raw.index.Extend()
	}
}
