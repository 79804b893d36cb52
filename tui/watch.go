package tui

import (
	"time"

	tea "github.com/charmbracelet/bubbletea"

	"eyeline/keymap"
	"eyeline/reader/source"
	"eyeline/tui/pane"
)

const (
	// watchFast is how often a file is looked at where the system sends no change notifications.
	watchFast = 250 * time.Millisecond
	// watchSlow is how often it is looked at where the system does, since some are lost.
	watchSlow = time.Second
)

// watchMsg says that the file has been looked at, and that it is to be watched on.
type watchMsg struct{ stamp }

// watch looks at the file as soon as it may have changed. What has changed is then reported by documentChangedMsg.
func (m *Model) watch() tea.Cmd {
	d := m.doc
	if d == nil || d.stream {
		return nil
	}
	if d.watcher == nil {
		d.watcher = source.Watch(d.path, source.WatchOptions{Fast: watchFast, Slow: watchSlow, Poll: m.opts.Poll})
	}
	watcher, x := d.watcher, stamp{sheet: m.number}
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

// toggleTail begins or stops to follow the end of the file as it grows.
func (m *Model) toggleTail(int64, bool) tea.Cmd {
	d := m.doc
	if d == nil {
		return nil
	}
	if m.jobs.runs(jobTail) {
		m.jobs.end(jobTail)
		m.say("no longer following")
		return nil
	}
	m.start(jobTail)
	m.say("following the end; " + m.keyName(keymap.Tail) + " or " + m.keyName(keymap.Cancel) + " stops")
	return tea.Batch(m.toEnd(), func() tea.Msg { d.look(); return nil })
}

// toEnd shows the last line.
func (m *Model) toEnd() tea.Cmd {
	before := m.file.Cursor()
	cmd := m.file.Do(pane.To(max(m.doc.snap.Size-1, 0), pane.Bottom))
	return tea.Batch(cmd, m.cursorMoved(before), m.colour())
}
